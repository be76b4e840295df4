"""A match told line by line: what `tablejudge replay` does with its input (contract, section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import BadRequest, MisuseError
from rules.events import EventUndone, MatchStarted
from rules.fold import Fold
from rules.outcome import outcome
from rules.registry import Games
from rules.version import opened_versions


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that could not be an event of this match; it changed nothing, not even the clock."""

    line: int
    code: str
    text: str

    def to_json(self) -> dict[str, Any]:
        return {"line": self.line, "code": self.code, "text": self.text}


class Replay:
    """A match that is read from lines. Bad lines are kept and passed over, but they count as lines.

    So a line has the same number in a fault, in `event-undone` and in the editor of whoever looks it up.
    """

    def __init__(self, games: Games) -> None:
        self._games = games
        self.fold: Fold | None = None
        self.errors: list[BadLine] = []
        self.line = 0
        self._opened_by = 1

    def read(self, line: object) -> BadLine | None:
        """Take in the next line (a JSON object); the fault if it is a bad one."""
        try:
            self._apply(line)
        except BadRequest as bad:
            return self.refuse(bad)
        self.line += 1
        return None

    def refuse(self, bad: BadRequest) -> BadLine:
        """Pass over the next line, which has this fault."""
        self._pass_over()
        fault = BadLine(self.line, bad.code, str(bad))
        self.errors.append(fault)
        return fault

    def blank(self) -> None:
        """Pass over the next line, which is empty: nobody's fault, but a line to be counted."""
        self._pass_over()

    def _pass_over(self) -> None:
        self.line += 1
        if self.fold is not None:
            self.fold = self.fold.passed_over()

    def _apply(self, line: object) -> None:
        if not isinstance(line, Mapping):
            raise BadRequest("a line must be a JSON object")
        if self.fold is None:
            self._open(line)
            return
        timed = self.fold.read(line)
        if isinstance(timed.event, EventUndone):
            self._may_undo(timed.event.line)
        self.fold = self.fold.apply(timed)

    def _may_undo(self, line: int) -> None:
        if line == self._opened_by:
            raise BadRequest("event-undone: the first line of the match cannot be undone")
        if any(bad.line == line for bad in self.errors):
            raise BadRequest(f"event-undone: line {line} was passed over, there is nothing to undo")

    def _open(self, line: Mapping[str, Any]) -> None:
        fold = Fold.open(self._games, line)
        for _ in range(self.line):
            # Lines before the first good one count, too.
            fold = fold.passed_over()
        self.fold, self._opened_by = fold, self.line + 1

    @property
    def opened(self) -> Fold:
        """The match, once a first line has opened it."""
        if self.fold is None:
            raise MisuseError("no line has opened a match yet")
        return self.fold

    @property
    def other_versions(self) -> Mapping[str, Mapping[str, str]] | None:
        """The versions that the first line has recorded, and the present ones; None unless they differ."""
        if self.fold is None:
            return None
        opening = self.fold.lines.first.event
        present = opened_versions(self.fold.game, opening)
        recorded = opening.versions if isinstance(opening, MatchStarted) else None
        return None if recorded in (None, present) else {"recorded": recorded or {}, "present": present}

    def result(self) -> dict[str, Any] | None:
        """The state after the lines so far; None if no match was opened."""
        if self.fold is None:
            return None
        written = outcome(self.fold.view, self.fold.game.words)
        versions = self.other_versions
        return written if versions is None else written | {"versions": versions}
