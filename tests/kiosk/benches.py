"""A referee on a bench: a match at any moment of it, and camera, box and people whose reports come by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.signals import AnySignal, SeatPressed, SeatReleased
from kiosk.clock import HandClock
from kiosk.journal import Journal
from kiosk.record import Life, Record
from kiosk.referee import Referee, Reply
from kiosk.screen import screen_body
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.fold import Fold
from rules.games import GAMES
from rules.mat import Mat, Section
from rules.round_clock import RoundPlan
from vision.board import Board, SeenCube
from vision.sightings import BoardSeen

NAMES = {"A": "Ann", "B": "Ben", "C": "Cy"}


class RefereeBench:
    """`fold` is the match to be at, as its lines have made it."""

    def __init__(
        self, folder: Path, fold: Fold, *, round_plan: RoundPlan | None = None, round_waits: bool = False
    ) -> None:
        self.folder = folder
        self.clock = HandClock()
        self._plan, self._waits = round_plan, round_waits
        self.open()
        opening = fold.lines.first.event
        self.referee.begin(
            {"ruleset": opening.ruleset, "division": opening.division, "names": [NAMES[p] for p in opening.players]}
        )
        for timed in fold.lines.since(1):
            self.clock.now_us = self.record.at_us(timed.t_ms)
            self.record.write(timed.event, self.clock.now_us, "test")
        self.referee.step()

    def open(self, life: Life | None = None) -> None:
        self.journal = Journal(self.folder, self.clock)
        self.record = Record(self.journal, GAMES, self.clock)
        self.referee = Referee(
            self.record,
            self.clock,
            patience_ms=4000,
            frame_us=100_000,
            round_plan=self._plan,
            round_waits=self._waits,
        )
        self.referee.resume(life)

    def close(self) -> None:
        self.journal.close()

    # -- what is reported ----------------------------------------------------------------------------

    def touch(self, request: Mapping[str, Any]) -> Reply | BadRequest:
        replies: list[Reply | BadRequest] = []
        self.referee.touched(request, replies.append)
        self.later(0.2)
        (reply,) = replies
        return reply

    def answer(self, option: int) -> Reply | BadRequest:
        assert self.referee.question is not None
        replies: list[Reply | BadRequest] = []
        self.referee.answered({"question": self.referee.question.id, "option": option}, replies.append)
        self.later(0.2)
        (reply,) = replies
        return reply

    def hear(self, *signals: AnySignal) -> None:
        for signal in signals:
            self.referee.signalled(signal)
        self.later(1.5)

    def press(self, seat: int, seconds: float = 0.1) -> None:
        now = self.clock.mono_us()
        released = SeatReleased(at_us=now + round(seconds * 1_000_000), seat=seat)
        self.clock.move(seconds)
        self.hear(SeatPressed(at_us=now, seat=seat), released)

    def see(self, sections: Mapping[str, str], *, sure: bool = True) -> None:
        self.referee.saw(BoardSeen(at_us=self.clock.mono_us(), board=board_of(sections, sure=sure)))
        self.later(0.2)

    def later(self, seconds: float) -> None:
        self.clock.move(seconds)
        self.referee.step()

    # -- what became of it ---------------------------------------------------------------------------

    @property
    def screen(self) -> dict[str, Any]:
        return screen_body(self.referee, {})

    @property
    def match(self) -> dict[str, Any]:
        match = self.screen["match"]
        assert match is not None
        return match

    def events(self) -> list[dict[str, Any]]:
        return [row.data for row in self.journal.rows() if row.kind == "event"]

    def lines(self) -> list[str]:
        return [event["event"] for event in self.events()]

    def mat(self) -> dict[str, str]:
        """The mat on record."""
        mat = self.match["mat"]
        assert mat is not None
        return dict(mat)


def board_of(sections: Mapping[str, str], *, sure: bool = True) -> Board:
    """A board as a reader would give it of these sections."""
    mat = Mat.parse(sections, EQUATIONS_KIT)
    cubes = [
        SeenCube(
            color=EQUATIONS_KIT.kind_of(cube).name,  # type: ignore[union-attr]
            symbol=cube.face,
            section=section.value,
            orientation=0,
            mat_mm=(0.0, 0.0),
            confidence=1.0,
            sure=sure,
        )
        for section in Section
        for cube in mat.at(section)
    ]
    return Board(cubes=tuple(cubes), goal=str(mat.goal), sure=sure)
