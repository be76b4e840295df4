"""The board's own logic: it debounces as the table does, and its program is Python that the board can run."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device import debounce, serial_link
from device.debounce import Change, Debouncer
from device.faults import Fault
from device.serial_lines import LONGEST_LINE, checksum, line_bytes, parse_line
from device.sounds import BEEPS, Sound
from tests.device.firmware import FOLDER, boxlogic

MS = 1000
WRAP = boxlogic.WRAP
PROGRAMS = sorted(FOLDER.glob("*.py"))
#: What the board has of its own, beside what is written here.
ON_THE_BOARD = {"machine", "micropython", "select", "sys", "time", "os", "array"}


def test_both_ends_have_the_same_numbers() -> None:
    standard = debounce.STANDARD
    assert (standard.window_us, standard.quiet_us) == (boxlogic.WINDOW_US, boxlogic.QUIET_US)
    assert (standard.chatter_us, standard.rest_us) == (boxlogic.CHATTER_US, boxlogic.REST_US)
    assert (standard.worn_us, standard.worn_shown_us) == (boxlogic.WORN_US, boxlogic.WORN_SHOWN_US)
    assert debounce.BOUNCES == boxlogic.BOUNCES
    assert (standard.stuck_us, standard.changes_a_second) == (boxlogic.STUCK_US, boxlogic.CHANGES_A_SECOND)
    assert {sound.number: BEEPS[sound] for sound in Sound} == boxlogic.BEEPS
    assert boxlogic.VERSION == serial_link.VERSION
    assert boxlogic.LONGEST_LINE == LONGEST_LINE
    assert boxlogic.HEARTBEAT_US * 4 < serial_link.SILENCE_US
    assert serial_link.ALIVE_US * 4 < boxlogic.ALONE_US


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_both_ends_have_the_same_checksum(data: bytes) -> None:
    assert boxlogic.crc16(data) == checksum(data)


def test_the_checksum_is_the_published_one() -> None:
    """The check value of CRC-16/CCITT-FALSE."""
    assert checksum(b"123456789") == 0x29B1


def test_both_ends_frame_a_line_alike() -> None:
    line = parse_line(boxlogic.framed("K b001 7")[:-1])
    assert line is not None
    assert line_bytes(line) == boxlogic.framed("K b001 7")
    assert boxlogic.unframed(line_bytes(line)[:-1]) == ["K", "b001", "7"]


@pytest.mark.parametrize(
    "damaged", [b"", b"$K b001 7*0000", b"K b001 7*9999", b"$K b001 7", b"$\xff*ABCD", b"$*", b"*$"]
)
def test_the_board_takes_no_damaged_line(damaged: bytes) -> None:
    assert boxlogic.unframed(damaged) is None


@pytest.mark.parametrize(
    "body", ["O b001 x 00000000 1 0 0", "O b001 1 0g000000 1 0 0", "A b001 x", "A", "O b001", "Z b001"]
)
def test_the_board_survives_a_line_that_makes_no_sense(body: str) -> None:
    board = boxlogic.BoxLogic("b001", 0, [False] * 5)
    board.received(boxlogic.framed(body), 0)
    assert (board.face, board.lamps) == (bytes(4), 0)


def test_a_board_that_is_sent_nothing_but_noise_does_not_fill_up() -> None:
    board = boxlogic.BoxLogic("b001", 0, [False] * 5)
    for _ in range(100):
        board.received(b"\xff" * 50, 0)
    board.received(b"\n" + boxlogic.framed("S host1"), 0)
    assert b"H b001 host1 " in board.step(1)


TRACE = st.lists(
    st.tuples(
        st.one_of(st.integers(20, 4 * MS), st.integers(4 * MS, 80 * MS), st.integers(100 * MS, 3000 * MS)),
        st.booleans(),
        st.sampled_from(["edge", "look"]),
    ),
    max_size=80,
)


@settings(deadline=None)
@given(TRACE, st.booleans(), st.integers(0, WRAP - 1))
def test_both_ends_debounce_alike(trace: list[tuple[int, bool, str]], momentary: bool, start: int) -> None:
    """Also where the board's counter begins anew."""
    mine = Debouncer(active=False, now_us=0, momentary=momentary)
    boards = boxlogic.Contact(False, start, momentary)
    at = 0
    for pause, level, what in trace:
        at += pause
        if what == "edge":
            expected = mine.edge(at, level)
            found = boards.edge((at + start) % WRAP, level)
        else:
            expected = mine.look(at, level)
            found = boards.look((at + start) % WRAP, level)
        assert [Change((us - start) % WRAP, active) for us, active in found] == expected
        assert boards.chattering == (mine.fault is Fault.CHATTERING)
        assert boards.stuck == (mine.fault is Fault.STUCK)
        assert boards.worn == mine.worn


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_the_program_imports_only_what_the_board_has(program) -> None:  # type: ignore[no-untyped-def]
    own = {path.stem for path in PROGRAMS}
    names: set[str] = set()
    for node in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    assert names <= own | ON_THE_BOARD
