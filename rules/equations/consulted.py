"""A ruleset of Equations that can be asked, but not played yet: `check` knows it, the match engine does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from rules.cubes import EQUATIONS_KIT, Kit
from rules.equations.words import WORDS
from rules.errors import MisuseError, NotBuilt
from rules.events import Event, Timed, Vocabulary
from rules.evidence import Evidence
from rules.game import Proposal, View, cannot_ask
from rules.mat import Mat
from rules.messages import Message, Words
from rules.shake_events import SHAKE_EVENTS


class Consulted:
    """A `Game` whose matches cannot be started. Whatever needs a match of it is a bug of the caller."""

    player_counts: tuple[int, ...] = (2, 3)
    playable = False
    kit: Kit | None = EQUATIONS_KIT
    words: Words = WORDS

    def __init__(
        self,
        ruleset: str,
        title: str,
        divisions: tuple[str, ...],
        check: Callable[[Mapping[str, Any]], dict[str, Any]],
    ) -> None:
        self.ruleset = ruleset
        self.title = title
        self.divisions = divisions
        self.vocabulary = Vocabulary(*SHAKE_EVENTS)
        self._check = check

    def start(self, opening: Timed) -> NoReturn:
        raise NotBuilt(f"matches by {self.title} cannot be played yet")

    def vet(self, state: object, timed: Timed) -> NoReturn:
        raise self._no_match()

    def apply(self, state: object, timed: Timed) -> NoReturn:
        raise self._no_match()

    def view(self, state: object) -> View:
        raise self._no_match()

    def propose(self, state: object, evidence: Evidence, seen: Mat | None) -> Proposal:
        raise self._no_match()

    def tell(self, event: Event) -> Message:
        raise self._no_match()

    def ask(self, question: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if question != "check":
            raise cannot_ask(self.title, question)
        return self._check(request)

    def _no_match(self) -> MisuseError:
        return MisuseError(f"there is no match by {self.title}")
