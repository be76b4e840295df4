"""Pictures from files: JPEG, PNG, WebP and BMP, looked at before they are decoded.

A file's first bytes say how large its picture is. A picture that would fill the memory is refused by them alone, and
one that was cut off is refused too: decoders show the rest of it grey, as if nothing lay there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from vision.pictures import Image

NO_FILE = "no-file"
NO_PICTURE = "no-picture"
TOO_LARGE = "too-large"

#: Pixels, and bytes, beyond which a file is not opened.
MOST_PIXELS = 50_000_000
MOST_BYTES = 100_000_000
#: A picture is read at most this wide or high: finer ones are made smaller, which also takes noise away.
READ_PX = 1920


class BadPicture(Exception):
    """A file that cannot be read as a picture; `problem` is its name, the text says more."""

    def __init__(self, problem: str, text: str) -> None:
        super().__init__(text)
        self.problem = problem


def load_picture(path: Path) -> Image:
    """The picture in a file, upright as its camera says, in the size in which it is read; BadPicture else."""
    data = _bytes(path)
    size = picture_size(data)
    if size is None:
        raise BadPicture(NO_PICTURE, "this is no JPEG, PNG, WebP or BMP picture")
    wide, high = size
    if wide < 1 or high < 1:
        raise BadPicture(NO_PICTURE, "this picture has no size")
    if wide * high > MOST_PIXELS:
        raise BadPicture(TOO_LARGE, f"{wide} x {high} pixels are more than {MOST_PIXELS // 1_000_000} million")
    if _is_cut_off(data):
        raise BadPicture(NO_PICTURE, "this picture was cut off: its end is missing")
    try:
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise BadPicture(NO_PICTURE, "this picture cannot be decoded")
    return _as_read(image)


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise BadPicture(NO_PICTURE, "this is a folder")
        if not path.is_file():
            raise BadPicture(NO_FILE, "there is no such file")
        if path.stat().st_size > MOST_BYTES:
            raise BadPicture(TOO_LARGE, f"the file has more than {MOST_BYTES // 1_000_000} million bytes")
        return path.read_bytes()
    except OSError as trouble:
        raise BadPicture(NO_FILE, f"the file cannot be read: {trouble.strerror or trouble}") from None


def _as_read(image: Image) -> Image:
    factor = READ_PX / max(image.shape[:2])
    if factor >= 1:
        return image
    high, wide = (max(1, round(side * factor)) for side in image.shape[:2])
    return cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)


# What the first bytes say ------------------------------------------------------------------------------------


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height by a file's first bytes; None if they are no picture's that is read here."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _pair(data, 16, 20, 4, "big") if data[12:16] == b"IHDR" else None
    if data.startswith(b"\xff\xd8"):
        return _jpeg_size(data)
    if data.startswith(b"BM"):
        pair = _pair(data, 18, 22, 4, "little", signed=True)
        # A picture that is stored from above has a negative height.
        return None if pair is None else (pair[0], abs(pair[1]))
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp_size(data)
    return None


_Order = Literal["big", "little"]


def _pair(
    data: bytes, first: int, second: int, size: int, order: _Order, *, signed: bool = False
) -> tuple[int, int] | None:
    """Two numbers of so many bytes; None if the data ends before."""
    if len(data) < max(first, second) + size:
        return None
    wide, high = (int.from_bytes(data[at : at + size], order, signed=signed) for at in (first, second))
    return wide, high


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """The size in the frame's header, which stands behind any number of other segments."""
    segment = _jpeg_segment(data, frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}))
    return None if segment is None else _pair(data, segment + 7, segment + 5, 2, "big")


def _jpeg_segment(data: bytes, kinds: frozenset[int]) -> int | None:
    """Where the first segment of one of these kinds begins; None if the data ends before."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
            continue
        if kind in kinds:
            return at
        alone = kind == 0x01 or 0xD0 <= kind <= 0xD8
        at += 2 if alone else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        pair = _pair(data, 26, 28, 2, "little")
        return None if pair is None else (pair[0] & 0x3FFF, pair[1] & 0x3FFF)
    if kind == b"VP8L" and data[20:21] == b"\x2f" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        pair = _pair(data, 24, 27, 3, "little")
        return None if pair is None else (pair[0] + 1, pair[1] + 1)
    return None


def _is_cut_off(data: bytes) -> bool:
    """Whether the mark is missing that ends every whole file of its kind."""
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data[-64:]
    if data.startswith(b"\xff\xd8"):
        scan = _jpeg_segment(data, frozenset({0xDA}))
        # Within a scan no such mark can stand by chance; a picture in small may stand before it.
        return scan is None or b"\xff\xd9" not in data[scan:]
    if data.startswith(b"RIFF"):
        return len(data) < 8 + int.from_bytes(data[4:8], "little")
    return len(data) < int.from_bytes(data[2:6], "little")
