"""Lines: each kind both ways, whole and in pieces, and everything that is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.serial_lines import (
    LETTERS,
    LONGEST_LINE,
    Changed,
    Confirm,
    Heartbeat,
    Hello,
    Line,
    LineReader,
    Output,
    Shown,
    Start,
    checksum,
    line_bytes,
    parse_line,
)

LINES: list[tuple[Line, bytes]] = [
    (Hello("1f2e3d4c", "-", 1, 1073741823, 30, 1), b"$H 1f2e3d4c - 1 1073741823 30 1*"),
    (Changed("1f2e3d4c", 7, 81250000, 2, 1), b"$E 1f2e3d4c 7 81250000 2 1*"),
    (Heartbeat("1f2e3d4c", 81250000, 7, 4, 0, 0, 2, 0, 0, 12), b"$B 1f2e3d4c 81250000 7 4 0 0 2 0 0 12*"),
    (Shown("1f2e3d4c", 12), b"$K 1f2e3d4c 12*"),
    (Start("a1b2c3d4"), b"$S a1b2c3d4*"),
    (Confirm("1f2e3d4c", 7), b"$A 1f2e3d4c 7*"),
    (Output("1f2e3d4c", 12, "3f864f5b", 5, 3, 2), b"$O 1f2e3d4c 12 3f864f5b 5 3 2*"),
]


@pytest.mark.parametrize(("line", "text"), LINES, ids=lambda value: type(value).__name__)
def test_every_kind_both_ways(line: Line, text: bytes) -> None:
    raw = line_bytes(line)
    assert raw.startswith(text)
    assert raw.endswith(b"\n")
    assert parse_line(raw[:-1]) == line
    assert parse_line(raw[:-1] + b"\r") == line
    assert parse_line(b"rest of a li" + raw[:-1]) == line
    assert len(raw) <= LONGEST_LINE


def test_there_is_an_example_of_every_kind() -> None:
    assert {type(line) for line, _ in LINES} == set(LETTERS.values())


NO_LINES = [b"K b 1 2", b"K b", b"K b x", b"K b -1", b"Q b 1", b"", b"K  1", "K ß 1".encode(), b"K b 1 "]


@pytest.mark.parametrize("body", NO_LINES)
def test_the_right_checksum_does_not_make_a_line(body: bytes) -> None:
    assert parse_line(b"$%s*%04X" % (body, checksum(body))) is None


@settings(deadline=None)
@given(st.sampled_from(LINES), st.data())
def test_no_damaged_character_goes_unnoticed(line: tuple[Line, bytes], data: st.DataObject) -> None:
    raw = bytearray(line_bytes(line[0])[:-1])
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    assert parse_line(bytes(raw)) is None


@settings(deadline=None)
@given(st.lists(st.sampled_from([line for line, _ in LINES]), max_size=10), st.data())
def test_pieces_do_not_matter(lines: list[Line], data: st.DataObject) -> None:
    stream = b"".join(map(line_bytes, lines))
    reader = LineReader()
    found: list[Line] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += reader.feed(stream[:size])
        stream = stream[size:]
    assert found == lines
    assert reader.noise == 0


def test_noise_is_counted_and_does_not_fill_up() -> None:
    reader = LineReader()
    for _ in range(50):
        assert reader.feed(b"\xff" * 100) == []
    assert len(reader._rest) <= LONGEST_LINE
    assert reader.noise == 50
    assert reader.feed(b"\n" + line_bytes(Start("a"))) == [Start("a")]
