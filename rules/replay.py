"""A match told line by line: what `tablejudge replay` does with its input (contract, section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import BadRequest
from rules.fold import Fold
from rules.outcome import outcome
from rules.registry import Games


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that could not be an event of this match; it changed nothing, not even the clock."""

    line: int
    code: str
    text: str

    def to_json(self) -> dict[str, Any]:
        return {"line": self.line, "code": self.code, "text": self.text}


class Replay:
    """A match that is read from lines. Bad lines are kept and passed over."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self.fold: Fold | None = None
        self.errors: list[BadLine] = []
        self.line = 0

    def read(self, line: object) -> BadLine | None:
        """Take in the next line (a JSON object); the fault if it is a bad one."""
        self.line += 1
        try:
            self._apply(line)
        except BadRequest as bad:
            return self.refuse(bad)
        return None

    def refuse(self, bad: BadRequest, *, counted: bool = True) -> BadLine:
        """Note a fault of the current line; with `counted` false, of one that could not even be parsed."""
        if not counted:
            self.line += 1
        fault = BadLine(self.line, bad.code, str(bad))
        self.errors.append(fault)
        return fault

    def _apply(self, line: object) -> None:
        if not isinstance(line, Mapping):
            raise BadRequest("a line must be a JSON object")
        if self.fold is None:
            self.fold = Fold.open(self._games, line)
        else:
            self.fold = self.fold.apply(self.fold.read(line))

    def result(self) -> dict[str, Any] | None:
        """The state after the lines so far; None if no match was opened."""
        return None if self.fold is None else outcome(self.fold.view, self.fold.game.words)
