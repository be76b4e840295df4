"""The box tried out: what is heard is ticked off, what is shown is looked at, and it is let go of."""

from __future__ import annotations

from typing import Any

import pytest

from device.box import DARK
from device.simulated import SimulatedBox
from device.sounds import Sound
from kiosk.box_test import BoxTest
from rules.errors import BadRequest
from tests.device.rigs import mono_us


class Bench:
    def __init__(self) -> None:
        self.box = SimulatedBox(mono_us)
        self.test = BoxTest(lambda: self.box)

    @property
    def now(self) -> dict[str, Any]:
        return self.test.wait(-1, 0)

    @property
    def switches(self) -> dict[str, str]:
        return {each["part"]: each["state"] for each in self.now["switches"]}

    @property
    def shown(self) -> dict[str, str]:
        return {each["part"]: each["state"] for each in self.now["shown"]}


@pytest.fixture
def bench() -> Bench:
    made = Bench()
    made.test.begin()
    return made


def test_before_it_is_begun_nothing_is_told() -> None:
    made = Bench()
    assert made.now == {"version": 0, "running": False}
    with pytest.raises(BadRequest, match="no test"):
        made.test.show("lamps")


def test_each_switch_is_ticked_off_as_it_is_heard(bench: Bench) -> None:
    assert set(bench.switches.values()) == {"waiting"}
    bench.box.press(2)
    bench.box.press(2)
    assert (bench.switches["seat-2"], bench.switches["seat-1"]) == ("heard", "waiting")
    assert next(each for each in bench.now["switches"] if each["part"] == "seat-2")["times"] == 2
    bench.box.call_judge()
    bench.box.lift_block()
    # only when it is back is it known that its switch works both ways
    assert (bench.switches["block"], bench.now["lifted"]) == ("lifted", True)
    bench.box.return_block()
    assert bench.switches == {
        "block": "heard",
        "seat-1": "waiting",
        "seat-2": "heard",
        "seat-3": "waiting",
        "judge": "heard",
    }


def test_whoever_waits_hears_of_it_at_once_and_of_nothing_twice(bench: Bench) -> None:
    before = bench.now["version"]
    bench.box.press(1)
    after = bench.test.wait(before, 20.0)
    assert after["version"] > before
    assert bench.test.wait(after["version"], 0.0)["version"] == after["version"]


def test_a_block_that_was_up_already_must_go_down_first(bench: Bench) -> None:
    bench.box.lift_block()
    bench.test.begin()
    bench.box.return_block()
    assert bench.switches["block"] == "waiting"
    bench.box.lift_block()
    bench.box.return_block()
    assert bench.switches["block"] == "heard"


def test_what_it_shows_is_looked_at(bench: Bench) -> None:
    bench.test.show("display")
    assert (bench.box.panel.face, bench.shown["display"]) == ("88:88", "told")
    bench.test.saw("display", True)
    bench.test.show("lamps")
    assert bench.now["panel"] == {"face": "88:88", "seats": [1, 2, 3], "block": True}
    bench.test.saw("lamps", False)
    bench.test.show("buzzer")
    assert bench.box.sounds == [Sound.WARNING]
    assert bench.shown == {"display": "seen", "lamps": "missed", "buzzer": "told"}
    lamps = next(each for each in bench.now["shown"] if each["part"] == "lamps")
    assert (lamps["text"], lamps["advice"]) == (
        "Not every lamp is lit.",
        "Check the lamp's wires, and which way round it is.",
    )
    with pytest.raises(BadRequest, match="a box shows display, lamps, buzzer, not 'door'"):
        bench.test.show("door")


def test_what_the_box_says_of_itself_goes_before(bench: Bench) -> None:
    bench.box.lose_display(lost=True)
    display = next(each for each in bench.now["shown"] if each["part"] == "display")
    assert (display["state"], display["text"]) == ("faulty", "The timer display does not answer.")
    before = bench.now["version"]
    bench.box.lose_display(lost=False)
    # nobody reports it; it is looked for
    assert bench.test.wait(before, 20.0)["shown"][0]["state"] == "untold"


def test_begun_anew_nothing_was_heard_and_ended_it_is_dark(bench: Bench) -> None:
    bench.box.press(1)
    bench.test.show("lamps")
    bench.test.begin()
    assert (bench.switches["seat-1"], bench.shown["lamps"]) == ("waiting", "untold")
    bench.test.show("lamps")
    bench.test.end()
    assert bench.box.panel == DARK
    assert bench.now["running"] is False
    bench.box.press(1)
    bench.test.end()
