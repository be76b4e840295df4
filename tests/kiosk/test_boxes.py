"""The box that the settings name, and what it shows of a match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.faults import BOX, Fault
from device.gpio_box import GpioBox
from device.kept_box import KeptBox
from device.serial_box import SerialBox
from device.simulated import SimulatedBox
from device.timer import Timer
from device.wiring import Tm1637, Wiring
from kiosk.boxes import keep_box, open_box, plan_of, timer_of, wiring_of
from kiosk.clock import FastClock, HandClock
from kiosk.settings import BoxSettings, SettingsError
from rules.fold import Fold
from rules.registry import Games
from tests.toy.flag_game import FLAG_GAME


def test_every_kind_is_opened() -> None:
    for settings, kind in (
        (BoxSettings(), SimulatedBox),
        (BoxSettings("gpio"), GpioBox),
        (BoxSettings("serial", port="loop://"), SerialBox),
    ):
        box = open_box(settings, HandClock())
        assert isinstance(box, kind)
        assert box.kind == settings.kind
        box.close()


def test_a_real_box_of_a_table_has_a_process_of_its_own() -> None:
    for settings in (BoxSettings("gpio"), BoxSettings("serial", port="loop://")):
        box = keep_box(settings, HandClock())
        assert isinstance(box, KeptBox)
        assert (box.kind, box.resolution_us) == (settings.kind, 200)
        assert timer_of(box) is box
        box.close()


def test_a_simulated_box_needs_none() -> None:
    box = keep_box(BoxSettings(), HandClock())
    assert isinstance(box, SimulatedBox)
    timer = timer_of(box)
    assert isinstance(timer, Timer)
    timer.close()


def test_a_wiring_that_cannot_be_used_is_said_before_any_process_is_started(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"^box\.wiring: file"):
        keep_box(BoxSettings("gpio", wiring=str(tmp_path / "none.toml")), HandClock())


@given(st.integers(0, 10**12), st.sampled_from([1.0, 4.0, 60.0]))
def test_a_fast_clock_can_be_read_both_ways(after_us: int, speed: float) -> None:
    clock = FastClock(speed)
    at_us = clock.mono_us() + after_us
    assert abs(clock.of_machine(clock.to_machine(at_us)) - at_us) <= speed


def test_a_port_that_is_not_there_is_a_fault_and_no_error() -> None:
    box = open_box(BoxSettings("serial", port="/dev/none"), HandClock())
    assert box.faults().get(BOX, Fault.NOT_FOUND) is Fault.NOT_FOUND
    box.close()


def test_the_wiring_is_read_from_its_file(tmp_path: Path) -> None:
    assert wiring_of(BoxSettings("gpio")) == Wiring()
    path = tmp_path / "box.toml"
    path.write_text('[display]\nkind = "tm1637"\nclock = 2\n', encoding="utf-8")
    assert wiring_of(BoxSettings("gpio", wiring=str(path))).display == Tm1637(clock=2)
    path.write_text("[display]\nclock = 2\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"^box\.wiring: file .*box\.toml: display"):
        wiring_of(BoxSettings("gpio", wiring=str(path)))


def test_whoever_has_to_act_has_a_lamp() -> None:
    opening = {
        "t": 0,
        "event": "match-started",
        "ruleset": FLAG_GAME.ruleset,
        "players": ["A", "B"],
        "division": "open",
    }
    view = Fold.open(Games([FLAG_GAME]), opening).view
    plan = plan_of(view, block=True, checking=False)
    assert plan.timer == view.timer
    assert plan.seats == {1}
    assert plan.block
    assert plan_of(replace(view, to_act=("B",)), block=False, checking=True).seats == {2}
    assert plan_of(None, block=False, checking=False).seats == frozenset()
