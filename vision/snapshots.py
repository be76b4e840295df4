"""Snapshots: pictures kept as evidence, named by the hash of their bytes, each with what was read from it.

The reading is written into the picture's file, as a comment of the JPEG, so that one hash bears witness of both. With
it stands who read it (the model's name, which holds its hash) and with which calibration; older files do not say that.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rules.errors import BadRequest
from vision.board import Board, board_json, parse_board
from vision.evidence_files import sync_folder, write_whole

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


@dataclass(frozen=True, slots=True)
class ReadBy:
    """Who read a picture: the reader's name with its model's hash, and the calibration's hash; empty if unknown."""

    model: str = ""
    calibration: str = ""


NOBODY = ReadBy()


class SnapshotStore:
    """A folder of `<hash>.jpg`. What is in it never changes; only new pictures come, read by `read_by`."""

    def __init__(self, folder: Path | str, read_by: ReadBy = NOBODY) -> None:
        self.read_by = read_by
        self.folder = Path(folder)
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True, exist_ok=True)
            # A picture in a folder that a power cut takes away would be lost with it.
            sync_folder(self.folder.parent)

    def keep(self, image: Image, board: Board) -> str:
        """The hash of the picture as it now lies on the disk, together with its reading.

        The file is whole and durable before this returns. One that is already kept stays as it is.
        """
        # Only who keeps pictures needs OpenCV, not who shows them.
        import cv2

        written, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not written:
            raise BadRequest("this picture cannot be written as JPEG")
        by = {"model": self.read_by.model, "calibration": self.read_by.calibration}
        reading = {**board_json(board), **{key: value for key, value in by.items() if value}}
        data = _with_reading(encoded.tobytes(), msgspec.json.encode(reading))
        name = hashlib.sha256(data).hexdigest()
        if not self.verify(name):
            write_whole(self.path(name), data)
            sync_folder(self.folder)
        return name

    def path(self, name: str) -> Path:
        """Where the picture of this hash is, or would be; BadRequest for a name that is no hash."""
        if not _NAME.fullmatch(name):
            raise BadRequest(f"{name!r} is no snapshot: its name must be 64 hexadecimal digits")
        return self.folder / f"{name}.jpg"

    def reading(self, name: str) -> Board | None:
        """What was read from a picture when it was kept; None if that is not here or not whole."""
        written = self._written(name)
        try:
            return None if written is None else parse_board(written)
        except BadRequest:
            return None

    def who_read(self, name: str) -> ReadBy:
        """Who read a picture when it was kept; nothing is known of older ones."""
        written = self._written(name)
        if not isinstance(written, dict):
            return ReadBy()
        return ReadBy(str(written.get("model", "")), str(written.get("calibration", "")))

    def _written(self, name: str) -> object:
        """The JSON in a picture's file; None if it is not here or not whole."""
        try:
            with self.path(name).open("rb") as file:
                # The reading stands first: the picture itself need not be read for it.
                reading = _reading_of(file.read(len(_START) + len(_COMMENT) + 2 + _LONGEST))
            return None if reading is None else msgspec.json.decode(reading)
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def verify(self, name: str) -> bool:
        """Whether the picture is here and its bytes still have this hash."""
        try:
            data = self.path(name).read_bytes()
        except FileNotFoundError:
            return False
        return hashlib.sha256(data).hexdigest() == name


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
