"""Which segments a text lights on four places with a colon: a byte each, bit 0 the top, bit 7 the colon."""

from __future__ import annotations

from collections.abc import Mapping

from device.faults import DoesNotFit

#: Segments by name: a top, b and c right, d bottom, e and f left, g middle.
LIT: Mapping[str, str] = {
    "0": "abcdef",
    "1": "bc",
    "2": "abdeg",
    "3": "abcdg",
    "4": "bcfg",
    "5": "acdfg",
    "6": "acdefg",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "-": "g",
    "A": "abcefg",
    "C": "adef",
    "E": "adefg",
    "H": "bcefg",
    "P": "abefg",
    "S": "acdfg",
    "U": "bcdef",
    " ": "",
}
BYTES: Mapping[str, int] = {
    char: sum(1 << "abcdefg".index(segment) for segment in segments) for char, segments in LIT.items()
}
COLON = 0x80
#: The place whose eighth bit is the colon on clock displays.
COLON_PLACE = 1


def segments(text: str) -> bytes:
    """The four bytes of a text such as `01:32`; DoesNotFit for anything else than two places, a colon, two places."""
    if len(text) != 5 or text[2] != ":" or any(char not in BYTES for char in text[:2] + text[3:]):
        raise DoesNotFit(f"four places with a colon cannot show {text!r}")
    lit = [BYTES[char] for char in text[:2] + text[3:]]
    lit[COLON_PLACE] |= COLON
    return bytes(lit)
