"""The fold: a match is its lines, and its state is what the game makes of them, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.errors import BadRequest
from rules.events import EventUndone, MatchStarted, Tick, Timed
from rules.game import Game, View
from rules.history import History
from rules.registry import Games


@dataclass(frozen=True, slots=True)
class Fold:
    """A match so far. `apply` gives the next one; the same lines always give the same Fold.

    An undone line (`event-undone`) is left out and everything folded anew: no game needs to know how
    to take a step back. The clock does not go back, since the undoing line itself counts as a tick.
    """

    game: Game[Any]
    lines: History[Timed]
    state: Any
    undone: frozenset[int] = frozenset()

    @classmethod
    def open(cls, games: Games, opening: Mapping[str, Any]) -> Fold:
        """The match that a first line opens; BadRequest unless it is a good `match-started`."""
        if opening.get("event") != "match-started":
            raise BadRequest("the first line must be match-started")
        game = games.get(opening.get("ruleset"))
        timed = game.vocabulary.timed(opening)
        return cls(game, History((timed,)), game.start(timed))

    @property
    def view(self) -> View:
        return self.game.view(self.state)

    @property
    def t_ms(self) -> int:
        return self.lines.last(1)[0].t_ms

    def states(self) -> Iterator[tuple[Timed, Any]]:
        """Each line with the state after it, as it counts now: of an undone line only the time passes."""
        return _states(self.game, self.lines, self.undone)

    def vet(self, timed: Timed) -> Timed:
        """The event in canonical spelling; BadRequest for a line that cannot belong to this match."""
        if timed.t_ms < self.t_ms:
            raise BadRequest(f"t falls: {timed.t_ms / 1000} s after {self.t_ms / 1000} s")
        if isinstance(timed.event, MatchStarted):
            raise BadRequest("the match has started already")
        if isinstance(timed.event, EventUndone):
            if not 1 < timed.event.line <= len(self.lines):
                raise BadRequest(f"there is no line {timed.event.line} to undo")
            return timed
        return self.game.vet(self.state, timed)

    def read(self, line: Mapping[str, Any]) -> Timed:
        """A line of JSON as a vetted event of this match."""
        return self.vet(self.game.vocabulary.timed(line))

    def apply(self, timed: Timed) -> Fold:
        """The match after a vetted event."""
        lines = self.lines.add(timed)
        if isinstance(timed.event, EventUndone):
            undone = self.undone | {timed.event.line}
            return Fold(self.game, lines, _state(self.game, lines, undone), undone)
        return replace(self, lines=lines, state=self.game.apply(self.state, timed))


def _state(game: Game[Any], lines: Iterable[Timed], undone: frozenset[int]) -> Any:
    for _, state in _states(game, lines, undone):
        last = state
    return last


def _states(game: Game[Any], lines: Iterable[Timed], undone: frozenset[int]) -> Iterator[tuple[Timed, Any]]:
    opening, *rest = lines
    state = game.start(opening)
    yield opening, state
    for number, timed in enumerate(rest, start=2):
        passed = number in undone or isinstance(timed.event, EventUndone)
        state = game.apply(state, Timed(timed.t_ms, Tick()) if passed else timed)
        yield timed, state
