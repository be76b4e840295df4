"""The box that the settings name, and what it shows of a match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from device.faults import BOX, Fault
from device.gpio_box import GpioBox
from device.serial_box import SerialBox
from device.simulated import SimulatedBox
from device.wiring import Tm1637, Wiring
from kiosk.boxes import open_box, plan_of, wiring_of
from kiosk.clock import HandClock
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
