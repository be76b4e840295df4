"""Is that a picture as a table keeps them? Told by the marks in its file alone: nothing is decoded.

A JPEG of some kilobytes can ask for gigabytes of memory, or have a thousand scans. Tables write the plainest kind there
is (baseline, one scan), so everything else is refused before any decoder sees it.
"""

from __future__ import annotations

import msgspec

from kiosk.archive.plain_json import NotPlain, read_json
from rules.errors import BadRequest
from vision.board import parse_board

#: As wide and as high as the settings let a camera be.
MOST_PX = 4096

_READING = b"tablejudge reading "
_APP, _COMMENT = range(0xE0, 0xF0), 0xFE
_TABLES = {0xDB: "quantisation", 0xC4: "code", 0xDD: "restart"}
_BASELINE, _SCAN, _END = 0xC0, 0xDA, 0xD9
_RESTARTS = range(0xD0, 0xD8)


class NoPicture(ValueError):
    """Not a picture of ours; the text says why."""


def check_frame(data: bytes) -> None:
    """NoPicture unless this is one baseline JPEG of a size that a camera has, and nothing else."""
    if data[:2] != b"\xff\xd8":
        raise NoPicture("it is no JPEG")
    at, framed = 2, False
    while True:
        mark, begin, end = _segment(data, at)
        if mark == _BASELINE:
            if framed:
                raise NoPicture("it has two pictures in it")
            _check_size(data[begin:end])
            framed = True
        elif mark == _SCAN:
            if not framed:
                raise NoPicture("its size comes too late")
            _check_scan(data, end)
            return
        elif mark not in _TABLES and mark not in _APP and mark != _COMMENT:
            raise NoPicture("it is another kind of JPEG than a table writes")
        at = end


def check_snapshot(data: bytes) -> None:
    """The same for a snapshot, which also holds what was read from it."""
    check_frame(data)
    mark, begin, end = _segment(data, 2)
    if mark != _COMMENT or not data.startswith(_READING, begin):
        raise NoPicture("it does not say what was read from it")
    try:
        parse_board(read_json(data[begin + len(_READING) : end]))
    except (NotPlain, BadRequest, msgspec.MsgspecError) as wrong:
        raise NoPicture(f"what was read from it cannot be understood: {wrong}") from None


def _segment(data: bytes, at: int) -> tuple[int, int, int]:
    """The mark at this place, and where its bytes begin and end."""
    if len(data) < at + 4 or data[at] != 0xFF:
        raise NoPicture("it is not whole")
    length = int.from_bytes(data[at + 2 : at + 4])
    if length < 2 or at + 2 + length > len(data):
        raise NoPicture("it is not whole")
    return data[at + 1], at + 4, at + 2 + length


def _check_size(frame: bytes) -> None:
    if len(frame) < 6:
        raise NoPicture("it is not whole")
    high, wide, parts = int.from_bytes(frame[1:3]), int.from_bytes(frame[3:5]), frame[5]
    if frame[0] != 8 or parts not in (1, 3) or len(frame) != 6 + 3 * parts:
        raise NoPicture("it is another kind of JPEG than a table writes")
    if not (1 <= high <= MOST_PX and 1 <= wide <= MOST_PX):
        raise NoPicture(f"it is {wide} x {high} pixels large; at most {MOST_PX} x {MOST_PX} are taken")


def _check_scan(data: bytes, at: int) -> None:
    """After the one scan comes the end of the picture, and nothing behind it."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise NoPicture("its end is missing")
        follows = data[at + 1]
        if follows == _END:
            if at + 2 != len(data):
                raise NoPicture("there is something behind its end")
            return
        if follows != 0 and follows not in _RESTARTS:
            raise NoPicture("it has more than one scan")
        at += 2
