"""Wiring files: what they may say, and what they are told when they say something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from device.inputs import Input
from device.wiring import Max7219, NoDisplay, Switch, Tm1637, Wiring, WiringError, load_wiring


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(text: str) -> Path:
        path = tmp_path / "box.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_an_empty_file_is_the_standard_wiring(written: Any) -> None:
    assert load_wiring(written("")) == Wiring()


def test_the_standard_wiring_uses_every_pin_once() -> None:
    pins = [pin for _, pin in Wiring().pins()]
    assert len(pins) == len(set(pins)) == 12


def test_a_file_says_what_differs(written: Any) -> None:
    wiring = load_wiring(
        written(
            """
            [inputs.block]
            pin = 23
            switch = "normally-closed"
            pull = "down"
            [inputs]
            judge = "none"
            [lamps]
            block = "none"
            [buzzer]
            pin = "none"
            [display]
            kind = "max7219"
            first_digit = 4
            [debounce]
            window_ms = 20
        """.replace("[inputs]\n            judge", "[inputs.seat-3]\n            pin = 24\n            #")
        )
    )
    assert wiring.inputs.block == Switch(23, "normally-closed", "down")
    assert wiring.inputs.seat_3 == Switch(24)
    assert wiring.display == Max7219(first_digit=4)
    assert wiring.debounce.timing.window_us == 20_000
    assert wiring.debounce.timing.quiet_us == 5_000


def test_what_is_not_there_is_none(written: Any) -> None:
    wiring = load_wiring(written('[inputs]\njudge = "none"\n[display]\nkind = "none"\n[lamps]\nseat-1 = "none"'))
    assert Input.JUDGE not in wiring.switches()
    assert wiring.display == NoDisplay()
    assert 17 not in [pin for _, pin in wiring.pins()]


@pytest.mark.parametrize(
    ("switch", "pull", "level_at_rest"),
    [
        ("normally-open", "up", True),
        ("normally-open", "none", True),
        ("normally-open", "down", False),
        ("normally-closed", "up", False),
        ("normally-closed", "down", True),
    ],
)
def test_every_kind_of_switch(switch: Any, pull: Any, level_at_rest: bool) -> None:
    wired = Switch(2, switch, pull)
    assert not wired.operated(level_at_rest)
    assert wired.operated(not level_at_rest)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[inputs.block]\npin = 28", "inputs.block.pin: expected `int` <= 27"),
        ("[inputs.block]\npin = '5'", "inputs.block.pin: expected `int`, got `str`"),
        ("[inputs.block]", "inputs.block: object missing required field `pin`"),
        ("[inputs.block]\npin = 4\nswitch = 'open'", "inputs.block.switch: invalid enum value 'open'"),
        ("[inputs.chair]\npin = 4", "inputs: object contains unknown field `chair`"),
        ("[display]\nkind = 'lcd'", "display.kind: invalid value 'lcd'"),
        ("[debounce]\nwindow_ms = 500", "debounce.window_ms: expected `int` <= 50"),
        ("[inputs.block]\npin = 6", "pin 6 is used twice, for inputs.block and inputs.seat-1"),
        ("[display]\nkind = 'max7219'\n[buzzer]\npin = 10", "pin 10 is used twice, for buzzer and display"),
        ("[display", "this is no TOML"),
    ],
)
def test_a_mistake_is_named_with_its_place(written: Any, text: str, complaint: str) -> None:
    path = written(text)
    with pytest.raises(WiringError) as wrong:
        load_wiring(path)
    assert str(wrong.value).startswith(f"file {path}: {complaint}")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="No such file"):
        load_wiring(tmp_path / "none.toml")
    (tmp_path / "box.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(WiringError, match="cannot be read"):
        load_wiring(tmp_path / "box.toml")


def test_the_display_may_be_at_any_pins(written: Any) -> None:
    assert load_wiring(written("[display]\nkind = 'tm1637'\nclock = 2\ndata = 3")).display == Tm1637(2, 3)
