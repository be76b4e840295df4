"""Snapshots: pictures kept as evidence, named by the hash of their bytes, each with what was read from it.

The reading is written into the picture's file, as a comment of the JPEG, so that one hash bears witness of both.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rules.errors import BadRequest
from vision.board import Board, board_json, parse_board

if TYPE_CHECKING:
    from vision.pictures import Image

_NAME = re.compile(r"[0-9a-f]{64}")
_QUALITY = 90
#: A JPEG begins with the first of these; a comment is the second, with its length in the two bytes that follow.
_START, _COMMENT = b"\xff\xd8", b"\xff\xfe"
#: What a comment of ours begins with; the rest is JSON.
_OURS = b"tablejudge reading "
#: What one comment can hold.
_LONGEST = 0xFFFF - 2


class SnapshotStore:
    """A folder of `<hash>.jpg`. What is in it never changes; only new pictures come."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True, exist_ok=True)
            # A picture in a folder that a power cut takes away would be lost with it.
            _sync(self.folder.parent)

    def keep(self, image: Image, board: Board) -> str:
        """The hash of the picture as it now lies on the disk, together with its reading.

        The file is whole and durable before this returns. One that is already kept stays as it is.
        """
        # Only who keeps pictures needs OpenCV, not who shows them.
        import cv2

        written, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not written:
            raise BadRequest("this picture cannot be written as JPEG")
        data = _with_reading(encoded.tobytes(), msgspec.json.encode(board_json(board)))
        name = hashlib.sha256(data).hexdigest()
        if not self.verify(name):
            self._write(self.path(name), data)
        return name

    def path(self, name: str) -> Path:
        """Where the picture of this hash is, or would be; BadRequest for a name that is no hash."""
        if not _NAME.fullmatch(name):
            raise BadRequest(f"{name!r} is no snapshot: its name must be 64 hexadecimal digits")
        return self.folder / f"{name}.jpg"

    def reading(self, name: str) -> Board | None:
        """What was read from a picture when it was kept; None if that is not here or not whole."""
        path = self.path(name)
        try:
            reading = _reading_of(path.read_bytes())
            return None if reading is None else parse_board(msgspec.json.decode(reading))
        except (FileNotFoundError, msgspec.DecodeError, BadRequest):
            return None

    def verify(self, name: str) -> bool:
        """Whether the picture is here and its bytes still have this hash."""
        try:
            data = self.path(name).read_bytes()
        except FileNotFoundError:
            return False
        return hashlib.sha256(data).hexdigest() == name

    def _write(self, path: Path, data: bytes) -> None:
        """The file appears under its name all at once, after its bytes have reached the disk."""
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=self.folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        _sync(self.folder)


def _sync(folder: Path) -> None:
    """Make durable which files a folder holds."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _with_reading(picture: bytes, reading: bytes) -> bytes:
    """The JPEG with its reading as a comment, right after its beginning."""
    text = _OURS + reading
    if len(text) > _LONGEST:
        raise BadRequest("there is more on this picture than its file can say")
    return _START + _COMMENT + (len(text) + 2).to_bytes(2) + text + picture[len(_START) :]


def _reading_of(data: bytes) -> bytes | None:
    """The reading that a kept picture holds; None where there is none."""
    opening = _START + _COMMENT
    length = int.from_bytes(data[len(opening) : len(opening) + 2])
    text = data[len(opening) + 2 : len(opening) + length]
    if not data.startswith(opening) or not text.startswith(_OURS):
        return None
    return text.removeprefix(_OURS)
