"""docs/device.md says what is so: pins, lines, faults, looks and pictures."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib

import msgspec
import pytest

from device.faults import Fault
from device.serial_lines import LETTERS, Changed, parse_line
from device.serial_link import Link
from device.wiring import Wiring
from tests.device.firmware import FOLDER, boxlogic

ROOT = FOLDER.parents[1]
PAGE = (ROOT / "docs" / "device.md").read_text(encoding="utf-8")


def block(language: str, after: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE[PAGE.index(after) :], flags=re.DOTALL)
    assert found
    return found[1]


def test_the_wiring_file_on_the_page_is_the_standard_wiring() -> None:
    text = block("toml", "### The wiring file")
    assert msgspec.convert(tomllib.loads(text), Wiring) == Wiring()


def test_every_fault_is_explained() -> None:
    table = PAGE[PAGE.index("## When something breaks") : PAGE.index("## The lines on the cable")]
    assert re.findall(r"^\| `([a-z-]+)` \|", table, flags=re.MULTILINE) == [fault.value for fault in Fault]


def test_every_line_of_the_cable_is_there_with_all_its_words() -> None:
    lines = re.findall(r"^\| `([A-Z])((?: <[a-z]+>)+)` \|", PAGE, flags=re.MULTILINE)
    words = {letter: len(rest.split()) for letter, rest in lines}
    assert words == {letter: len(kind.__dataclass_fields__) for letter, kind in LETTERS.items()}


def test_the_example_of_the_cable_is_one() -> None:
    example = [line.strip().encode() for line in re.findall(r"^    (\$[A-Z] .*)$", PAGE, flags=re.MULTILINE)]
    assert len(example) == 4
    assert None not in [parse_line(line) for line in example]
    assert parse_line(example[2]) == Changed("9b1d22e0", 1, 8125000, 2, 1)
    link = Link("5f0c11aa", 0)
    link.received(example[1] + b"\n", 1000)
    assert link.up
    (told,) = link.received(example[2] + b"\n", 7_000_000)
    assert told.which.value == "seat-2"
    assert example[3] + b"\n" in link.step(7_000_000)


def test_the_numbers_of_the_page_are_those_of_the_board() -> None:
    assert f"more than {boxlogic.KEPT} changes" in PAGE
    assert f"every {boxlogic.RESEND_US // 1000} ms until it is confirmed" in PAGE
    assert f"longer than {boxlogic.LONGEST_LINE} bytes" in PAGE
    assert f"down for {boxlogic.STUCK_US // 1_000_000} seconds" in PAGE


@pytest.mark.parametrize("name", ["wiring-pi.svg", "wiring-pico.svg"])
def test_the_pictures_show_the_pins_that_are_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("wiring_diagrams", ROOT / "deploy" / "wiring_diagrams.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    drawn: str = module.diagrams()[name]
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == drawn
    assert f"]({name})" in PAGE


def test_every_program_of_the_board_is_counted() -> None:
    assert "copy the four files" in PAGE
    assert len(list(FOLDER.glob("*.py"))) == 4
