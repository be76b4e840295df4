"""A whole table with a box on a cable, in a process of its own: what is pressed, what is shown, what breaks."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.box import Panel
from device.inputs import Input
from device.segments import segments
from device.signals import AnySignal, SeatPressed
from kiosk.doctor_box import examine_box
from kiosk.past import read_last_match
from kiosk.settings import DataSettings, Settings
from kiosk.table import Table
from rules.errors import BadRequest
from rules.games import GAMES
from tests.device.firmware import boxlogic
from tests.device.rigs import KeptCableRig, until
from tests.kiosk.test_doctor_box import PARTS, Volunteer

START = {"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]}


class Bench:
    def __init__(self, folder: Path) -> None:
        self.rig = KeptCableRig(folder)
        self.rig.ready()
        self.folder = folder / "data"
        self.table = Table(Settings(data=DataSettings(self.folder)), GAMES, box=self.rig.box)

    @property
    def screen(self) -> dict[str, Any]:
        return self.table.screen().body

    def notices(self) -> list[str]:
        return [notice["part"] for notice in self.screen["notices"]]

    def shown(self, part: str, words: str) -> None:
        """Wait until a notice about a part says this."""
        until(
            lambda: any(
                notice["part"] == part and words in notice["text"] for notice in self.table.screen().body["notices"]
            ),
            f"{part}: {words!r} was never said",
        )

    def gone(self, part: str) -> None:
        until(lambda: part not in self.notices(), f"{part} is still on the screen")

    def call_judge(self) -> None:
        for down in (True, False):
            self.rig.set(Input.JUDGE, down)
            self.rig.settle()

    def calls(self) -> int:
        rows = read_last_match(self.folder, GAMES).rows
        return sum(1 for row in rows if row.kind == "event" and row.data["event"] == "judge-called")

    def close(self) -> None:
        self.table.close()
        self.rig.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def test_from_the_switch_to_the_journal_and_back_to_the_display(bench: Bench) -> None:
    until(lambda: bench.rig.lit()[0] == segments("--:--"))
    bench.table.begin(START)
    # The answer may be quicker than the screen.
    until(lambda: bench.screen["match"] is not None)
    bench.rig.set(Input.JUDGE, True)
    until(lambda: any("judge" in move["text"].lower() for move in bench.screen["match"]["moves"]))
    timed = {"event": "shake-started", "goal_setter": "A"}
    action = next(action for action in bench.screen["match"]["actions"] if action["event"] == timed["event"])
    bench.table.act({"event": action["event"], "player": action["player"], **action["fields"]})
    until(lambda: bench.rig.lit()[0] not in (segments("--:--"), bytes(4)))
    assert bench.screen["display"] != "--:--"
    rows = [row.data["event"] for row in read_last_match(bench.folder, GAMES).rows if row.kind == "event"]
    assert "judge-called" in rows
    # The block's lamp says that the lift was noticed.
    bench.rig.set(Input.BLOCK, True)
    until(lambda: bench.rig.lit()[1] & 1)


def test_a_cable_that_is_pulled_is_on_every_page_and_in_the_health_until_it_is_back(bench: Bench) -> None:
    until(lambda: bench.table.health()["parts"]["box"] == "ok")
    bench.rig.board.unplug()
    until(lambda: "box" in bench.notices())
    assert bench.table.health()["parts"]["box"] == "unplugged"
    assert bench.table.health()["ok"] is True
    bench.rig.replug()
    until(lambda: "box" not in bench.notices())


def test_no_hand_on_a_page_presses_a_real_button(bench: Bench) -> None:
    with pytest.raises(BadRequest, match="real one"):
        bench.table.simulation.do({"do": "press", "seat": 1})
    with pytest.raises(BadRequest, match="real one"):
        bench.table.simulation.do({"do": "lift-block"})
    bench.table.simulation.do({"do": "roll"})
    assert bench.table.simulation.body()["block_up"] is False


def test_what_comes_damaged_is_named_and_costs_no_press(bench: Bench) -> None:
    """Garbage bytes and a part of a line, each with somebody who presses at that moment."""
    bench.table.begin(START)
    for number, rubbish in enumerate((b"\xff\x00$E b001 1 2*0000\n", b"$B b00"), start=1):
        bench.rig.board.garbage = rubbish
        bench.call_judge()
        bench.shown("box", "damaged")
        until(lambda expected=number: bench.calls() == expected)  # type: ignore[misc]


def test_broken_parts_are_named_and_the_others_play_on(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxlogic, "STUCK_US", 200_000)
    bench.table.begin(START)
    bench.rig.board.bounce(Input.SEAT_1, 31)
    bench.shown("seat-1", "worn")
    bench.rig.lose_display(True)
    bench.shown("display", "does not answer")
    bench.rig.set(Input.SEAT_2, True)
    bench.shown("seat-2", "stuck")
    bench.rig.board.bounce(Input.SEAT_3, 300)
    bench.shown("seat-3", "bad contact")
    bench.call_judge()
    until(lambda: bench.calls() == 1)
    bench.rig.lose_display(False)
    bench.gone("display")
    bench.rig.set(Input.SEAT_2, False)
    bench.gone("seat-2")
    bench.rig.set(Input.SEAT_3, False)
    bench.gone("seat-3")


def test_a_link_that_goes_is_named_and_comes_back_without_a_restart(bench: Bench) -> None:
    bench.table.begin(START)
    board = bench.rig.board
    board.mute = True
    bench.shown("box", "says nothing")
    for _ in range(5):
        board.garbage = b"nonsense\n"
        until(lambda: board.garbage == b"")
    bench.shown("box", "cannot be understood")
    board.mute = False
    bench.gone("box")
    bench.rig.replug(boot="b002")
    bench.shown("box", "started anew")
    bench.call_judge()
    until(lambda: bench.calls() == 1)
    bench.rig.board.unplug()
    bench.shown("box", "unplugged")
    bench.rig.replug()
    bench.gone("box")
    bench.call_judge()
    until(lambda: bench.calls() == 2)
    pid = bench.rig.box.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    bench.shown("box", "has ended")
    bench.gone("box")
    bench.call_judge()
    until(lambda: bench.calls() == 3)


# -- the same box, tried out beside the referee ----------------------------------------------------------


def test_a_test_hears_what_the_referee_hears_and_lets_go_of_the_display(bench: Bench) -> None:
    until(lambda: bench.rig.lit()[0] == segments("--:--"))
    box = bench.table.box()
    assert (box.kind, box.up, box.inputs, box.panel) == ("serial", True, tuple(Input), None)
    heard: list[AnySignal] = []
    box.listen(heard.append)
    bench.rig.set(Input.SEAT_2, True)
    until(lambda: [type(signal) for signal in heard] == [SeatPressed])
    box.show(Panel("88:88", frozenset({1, 2, 3}), block=True))
    until(lambda: bench.rig.lit()[0] == segments("88:88"))
    box.close()
    until(lambda: bench.rig.lit()[0] == segments("--:--"))
    bench.rig.set(Input.SEAT_2, False)
    bench.rig.settle()
    bench.call_judge()
    assert [type(signal) for signal in heard] == [SeatPressed]


def test_a_match_goes_before_what_a_test_shows(bench: Bench) -> None:
    box = bench.table.box()
    box.show(Panel("88:88"))
    until(lambda: bench.rig.lit()[0] == segments("88:88"))
    bench.table.begin(START)
    until(lambda: bench.screen["match"] is not None)
    bench.table.act({"event": "shake-started", "goal_setter": "A"})
    until(lambda: bench.rig.lit()[0] not in (segments("88:88"), segments("--:--")))
    box.close()


def test_the_doctor_tests_the_box_of_a_running_table(bench: Bench) -> None:
    volunteer = Volunteer(bench.rig)
    box = bench.table.box()
    findings = list(examine_box(box, volunteer))
    box.close()
    assert {finding.level for finding in findings} == {"ok"}
    assert [finding.key for finding in findings] == PARTS
    assert volunteer.told[0] == "Please lift the challenge block."
    bench.rig.lose_display(True)
    bench.shown("display", "does not answer")
    again = {finding.key: finding for finding in examine_box(bench.table.box(), None)}
    assert (again["display"].level, again["display"].text) == ("wrong", "the timer display does not answer")
