"""What four places can show, and what they refuse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.faults import DoesNotFit
from device.segments import BYTES, LIT, segments


def test_digits_and_the_colon() -> None:
    assert segments("01:32") == bytes([0x3F, 0x06 | 0x80, 0x4F, 0x5B])
    assert segments("--:--") == bytes([0x40, 0xC0, 0x40, 0x40])


@pytest.mark.parametrize("text", ["", "1:23", "01.23", "01:2x", "001:23", "01:23 ", "0123:"])
def test_what_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(DoesNotFit, match="cannot show"):
        segments(text)


def test_no_two_digits_look_alike() -> None:
    digits = [BYTES[digit] for digit in "0123456789"]
    assert len(set(digits)) == 10


def test_the_page_lights_the_same_segments() -> None:
    script = Path("kiosk/static/js/segments.js").read_text(encoding="utf-8")
    table = script[script.index("const LIT") : script.index("const SHAPES")]
    drawn = {(quoted or plain): lit for quoted, plain, lit in re.findall(r'(?:"(.)"|(\w)): "([a-g]*)"', table)}
    assert {char: lit for char, lit in drawn.items() if char in LIT} == dict(LIT)
