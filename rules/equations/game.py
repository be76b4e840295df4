"""Equations behind the door `rules.game.Game`; one object a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.adjudicator.books import BOOKS
from rules.adjudicator.check import check
from rules.cases import Case
from rules.cubes import Kit
from rules.equations import table, vet, view
from rules.equations.agloa import AGLOA_2019
from rules.equations.cases import cases
from rules.equations.evidence import propose
from rules.equations.league import readings_of
from rules.equations.rulebook import MLAG_2018, Rulebook
from rules.equations.state import Match
from rules.equations.telling import tell
from rules.equations.words import WORDS
from rules.events import Event, Timed, Vocabulary
from rules.evidence import Evidence
from rules.game import Proposal, View, cannot_ask
from rules.mat import Mat
from rules.messages import Message, Words
from rules.readings import Reading
from rules.shake_events import SHAKE_EVENTS
from rules.version import data_version


class Equations:
    """A ruleset of Equations as a `Game[Match]`."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.kit: Kit | None = rulebook.kit
        self.ruleset: str = rulebook.ruleset
        self.title: str = rulebook.title
        # What the adjudicator has as data decides matches, too.
        self.version: str = data_version((rulebook, BOOKS[rulebook.ruleset]))
        self.vocabulary = Vocabulary(*SHAKE_EVENTS)
        self.words: Words = WORDS
        self.divisions: tuple[str, ...] = rulebook.divisions
        self.player_counts: tuple[int, ...] = rulebook.player_counts
        self.playable: bool = True
        self.readings: tuple[Reading, ...] = readings_of(rulebook)

    def start(self, opening: Timed) -> Match:
        return replace(vet.opening(self.rulebook, opening.event), t_ms=opening.t_ms)

    def vet(self, state: Match, timed: Timed) -> Timed:
        return vet.vetted(state, timed)

    def apply(self, state: Match, timed: Timed) -> Match:
        return table.apply(state, timed)

    def view(self, state: Match) -> View:
        return view.view(state)

    def shake(self, state: Match) -> int:
        return state.number

    def propose(self, state: Match, evidence: Evidence, seen: Mat | None) -> Proposal:
        return propose(state, evidence, seen)

    def tell(self, event: Event) -> Message:
        return tell(self.rulebook.kit, event)

    def cases(self, state: Match) -> tuple[Case, ...]:
        return cases(state)

    def ask(self, question: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if question != "check":
            raise cannot_ask(self.title, question)
        return check(request, self.rulebook.adjudicating)


MLAG = Equations(MLAG_2018)
AGLOA = Equations(AGLOA_2019)
