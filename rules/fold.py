"""The fold: a match is its lines, and its state is what the game makes of them, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from rules.errors import BadRequest
from rules.events import EventUndone, MatchStarted, Tick, Timed
from rules.frozen import Frozen
from rules.game import Game, View
from rules.history import History
from rules.readings import parse_chosen
from rules.registry import Games

#: How many lines lie between two states that are kept, so that undoing a line folds the last few anew, not all.
MARK_EVERY = 256


class Mark(Frozen, frozen=True):
    """The state after so many lines."""

    lines: int
    state: Any


@dataclass(frozen=True, slots=True)
class Fold:
    """A match so far. `apply` gives the next one; the same lines always give the same Fold.

    An undone line (`event-undone`) is left out and what came after it folded anew: no game needs to know
    how to take a step back. The clock does not go back, since the undoing line itself counts as a tick.
    """

    game: Game[Any]
    lines: History[Timed]
    state: Any
    undone: frozenset[int] = frozenset()
    #: States on the way here, oldest first; they say nothing that the lines do not.
    marks: History[Mark] = field(default_factory=History, compare=False, repr=False)

    @classmethod
    def open(cls, games: Games, opening: Mapping[str, Any]) -> Fold:
        """The match that a first line opens; BadRequest unless it is a good `match-started`."""
        if opening.get("event") != "match-started":
            raise BadRequest("the first line must be match-started")
        return cls.opened(games.get(opening.get("ruleset")), opening)

    @classmethod
    def opened(cls, game: Game[Any], opening: Mapping[str, Any]) -> Fold:
        """The same for a game that is known."""
        timed = _opening(game, game.vocabulary.timed(opening))
        return cls(game, History((timed,)), game.start(timed))

    @property
    def view(self) -> View:
        return self.game.view(self.state)

    @property
    def shake(self) -> int:
        return self.game.shake(self.state)

    @property
    def t_ms(self) -> int:
        return self.lines.newest.t_ms

    def states(self) -> Iterator[tuple[Timed, Any]]:
        """Each line with the state after it, as it counts now: of an undone line only the time passes."""
        opening = self.lines.first
        state = self.game.start(opening)
        yield opening, state
        for number, timed in enumerate(self.lines.since(1), start=2):
            state = self.game.apply(state, _counting(timed, number, self.undone))
            yield timed, state

    def vet(self, timed: Timed) -> Timed:
        """The event in canonical spelling; BadRequest for a line that cannot belong to this match."""
        if timed.t_ms < self.t_ms:
            raise BadRequest(f"t falls: {timed.t_ms / 1000} s after {self.t_ms / 1000} s")
        if isinstance(timed.event, MatchStarted):
            raise BadRequest("the match has started already")
        if isinstance(timed.event, EventUndone):
            if not 1 < timed.event.line <= len(self.lines):
                raise BadRequest(f"event-undone: there is no line {timed.event.line} to undo")
            return timed
        return self.game.vet(self.state, timed)

    def read(self, line: Mapping[str, Any]) -> Timed:
        """A line of JSON as a vetted event of this match."""
        return self.vet(self.game.vocabulary.timed(line))

    def apply(self, timed: Timed) -> Fold:
        """The match after a vetted event."""
        lines = self.lines.add(timed)
        if isinstance(timed.event, EventUndone):
            return self._undoing(lines, timed.event.line)
        return self._grown(lines, self.game.apply(self.state, timed))

    def passed_over(self) -> Fold:
        """The match after a line that was no event of it: the line is counted, and nothing else has happened."""
        return self._grown(self.lines.add(Timed(self.t_ms, Tick())), self.state)

    def _grown(self, lines: History[Timed], state: Any) -> Fold:
        """The match with one line more and the state after it."""
        length = len(lines)
        marks = self.marks if length % MARK_EVERY else self.marks.add(Mark(length, state))
        return Fold(self.game, lines, state, self.undone, marks)

    def _undoing(self, lines: History[Timed], line: int) -> Fold:
        """The match of these lines, of which the last undoes `line`: from the last state before it, folded anew."""
        # Only who undoes an undoing brings lines back; to find out which, all lines have to be asked.
        brings_back = isinstance(lines.since(line - 1)[0].event, EventUndone)
        undone = _undone(lines) if brings_back else self.undone | {line}
        first = min(undone ^ self.undone, default=len(lines))
        kept = [mark for mark in self.marks if mark.lines < first]
        if kept:
            length, state = kept[-1].lines, kept[-1].state
        else:
            length, state = 1, self.game.start(lines.first)
        for at, timed in enumerate(lines.since(length), start=length + 1):
            state = self.game.apply(state, _counting(timed, at, undone))
            if at % MARK_EVERY == 0:
                kept.append(Mark(at, state))
        return Fold(self.game, lines, state, undone, History(kept))


def _opening(game: Game[Any], timed: Timed) -> Timed:
    """The first line in canonical spelling; BadRequest for readings that the game does not leave open."""
    event = timed.event
    if not isinstance(event, MatchStarted) or event.readings is None:
        return timed
    return Timed(timed.t_ms, replace(event, readings=parse_chosen(game.readings, event.readings) or None))


def _undone(lines: History[Timed]) -> frozenset[int]:
    """The lines that are undone. An undoing that is undone itself is as if it had not been: its line counts again."""
    undone: set[int] = set()
    for number, timed in reversed(tuple(enumerate(lines, start=1))):
        if isinstance(timed.event, EventUndone) and number not in undone:
            undone.add(timed.event.line)
    return frozenset(undone)


def _counting(timed: Timed, number: int, undone: frozenset[int]) -> Timed:
    """The line as it counts: of an undone one, and of the undoing itself, only the time passes."""
    passed = number in undone or isinstance(timed.event, EventUndone)
    return Timed(timed.t_ms, Tick()) if passed else timed
