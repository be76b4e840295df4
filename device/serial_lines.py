"""The lines between table and board (docs/device.md): `$` words `*` checksum, one a line, in ASCII.

Whatever is not such a line, with the right checksum and words of the right kind, is noise.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, fields
from typing import get_type_hints

#: What is longer cannot be a line.
LONGEST_LINE = 80

_FRAME = re.compile(rb"\$([\x20-\x23\x25-\x29\x2b-\x7e]*)\*([0-9A-F]{4})\r?")
_NUMBER = re.compile(r"[0-9]{1,15}")
_NAME = re.compile(r"[0-9a-zA-Z-]{1,16}")


@dataclass(frozen=True, slots=True)
class Hello:
    """`H`: the board is there. `base` is the first change that it can still tell."""

    boot: str
    session: str
    base: int
    us: int
    wrap_bits: int
    version: int


@dataclass(frozen=True, slots=True)
class Changed:
    """`E`: a switch changed; said again until it is confirmed."""

    boot: str
    seq: int
    us: int
    which: int
    level: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """`B`: everything up to `us` has been told, as far as change `last`. Levels and faults have a bit an input."""

    boot: str
    us: int
    last: int
    levels: int
    chattering: int
    stuck: int
    worn: int
    display_missing: int
    lost: int
    shown: int


@dataclass(frozen=True, slots=True)
class Shown:
    """`K`: the board shows the output with this number, or a later one."""

    boot: str
    number: int


@dataclass(frozen=True, slots=True)
class Start:
    """`S`: the table greets the board."""

    session: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """`A`: every change up to this one has been taken in."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Output:
    """`O`: what to show (four bytes of segments in hexadecimal, a bit a lamp), and the latest sound with its number."""

    boot: str
    number: int
    face: str
    lamps: int
    beep: int
    sound: int


Line = Hello | Changed | Heartbeat | Shown | Start | Confirm | Output
LETTERS: dict[str, type[Line]] = {
    "H": Hello,
    "E": Changed,
    "B": Heartbeat,
    "K": Shown,
    "S": Start,
    "A": Confirm,
    "O": Output,
}
_LETTER = {kind: letter for letter, kind in LETTERS.items()}
_WORDS = {kind: [(field.name, get_type_hints(kind)[field.name]) for field in fields(kind)] for kind in _LETTER}


def checksum(body: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    return binascii.crc_hqx(body, 0xFFFF)


def line_bytes(line: Line) -> bytes:
    """The line ready to be sent."""
    kind = type(line)
    body = " ".join([_LETTER[kind], *(str(getattr(line, name)) for name, _ in _WORDS[kind])]).encode("ascii")
    return b"$%s*%04X\n" % (body, checksum(body))


def parse_line(raw: bytes) -> Line | None:
    """The line that these bytes are, without their end of line; None for noise.

    What stands before the last `$` is the rest of something that was cut off.
    """
    framed = _FRAME.fullmatch(raw[max(raw.rfind(b"$"), 0) :])
    if framed is None or int(framed[2], 16) != checksum(framed[1]):
        return None
    letter, *words = framed[1].decode("ascii").split(" ")
    kind = LETTERS.get(letter)
    if kind is None or len(words) != len(_WORDS[kind]):
        return None
    values: list[str | int] = []
    for word, (_, wanted) in zip(words, _WORDS[kind], strict=True):
        if not (_NUMBER if wanted is int else _NAME).fullmatch(word):
            return None
        values.append(int(word) if wanted is int else word)
    return kind(*values)  # type: ignore[arg-type]


class LineReader:
    """Bytes in whatever pieces they come, lines out. `noise` counts the lines that were none."""

    def __init__(self) -> None:
        self.noise = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[Line]:
        *whole, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            self.noise += 1
            self._rest = self._rest[-LONGEST_LINE:]
        found: list[Line] = []
        for raw in whole:
            line = parse_line(raw[-LONGEST_LINE - 1 :])
            if line is None:
                self.noise += 1
            else:
                # What stands before it was cut off.
                self.noise += raw.rfind(b"$") > 0
                found.append(line)
        return found
