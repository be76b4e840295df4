"""A whole table with a box on a cable: what is pressed, what is shown, and a cable that is pulled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.inputs import Input
from device.segments import segments
from kiosk.past import read_last_match
from kiosk.settings import DataSettings, Settings
from kiosk.table import Table
from rules.errors import BadRequest
from rules.games import GAMES
from tests.device.rigs import CableRig, until

START = {"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]}


class Bench:
    def __init__(self, folder: Path) -> None:
        self.rig = CableRig(folder)
        self.rig.ready()
        self.folder = folder / "data"
        self.table = Table(Settings(data=DataSettings(self.folder)), GAMES, box=self.rig.box)

    @property
    def screen(self) -> dict[str, Any]:
        return self.table.screen().body

    def notices(self) -> list[str]:
        return [notice["part"] for notice in self.screen["notices"]]

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
