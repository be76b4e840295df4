"""The fake table's pages over a real referee, whose time is moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kiosk.clock import HandClock
from kiosk.journal import Journal
from kiosk.past import read_last_match
from kiosk.record import Record
from kiosk.referee import Answer, Referee, Reply
from kiosk.scoresheet import Sheet, scoresheet
from kiosk.screen import screen_body
from rules.errors import BadRequest
from rules.games import GAMES
from tests.kiosk.web.fake_table import FakeScreen, FakeTable


class RefereedTable(FakeTable):
    """The fake table's pages over a real referee, whose time is moved by hand."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self.said: str | None = None
        self.clock = HandClock()
        self.journal = Journal(folder, self.clock)
        self.referee = Referee(Record(self.journal, GAMES, self.clock), self.clock, patience_ms=0, frame_us=1000)

    def screen(self) -> FakeScreen:
        now = {"now_ms": self.referee.now_ms(), "display": ""}
        return FakeScreen(self.referee.version, screen_body(self.referee, {"name": "Table 1", "said": self.said}) | now)

    def sheet(self) -> Sheet | None:
        return scoresheet(read_last_match(self.folder, GAMES), "Table 1")

    def begin(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return {"status": self.referee.begin(request).status, "text": None}

    def act(self, request: Mapping[str, Any], by: str = "screen") -> dict[str, Any]:
        return self._replied(lambda answer: self.referee.touched(request, answer, by))

    def judge(self, request: Mapping[str, Any], judge: str, by: str) -> dict[str, Any]:
        return self._replied(lambda answer: self.referee.judged(request, judge, answer, by))

    def later(self, seconds: float) -> None:
        """So much time passes, and what falls due meanwhile happens."""
        self.clock.move(seconds)
        self.referee.step()

    def _replied(self, ask: Callable[[Answer], None]) -> dict[str, Any]:
        replies: list[Reply | BadRequest] = []
        ask(replies.append)
        self.clock.move(2)
        self.referee.step()
        (reply,) = replies
        if isinstance(reply, BadRequest):
            raise reply
        return {"status": reply.status, "text": reply.text, **reply.more}

    def close(self) -> None:
        super().close()
        self.journal.close()
