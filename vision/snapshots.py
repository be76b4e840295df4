"""Snapshots: pictures kept as evidence, named by the hash of their bytes, each with what was read from it."""

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


class SnapshotStore:
    """A folder of `<hash>.jpg` and `<hash>.json`. What is in it never changes; only new pictures come."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def keep(self, image: Image, board: Board) -> str:
        """The hash of the picture as it now lies on the disk, together with its reading.

        Both files are whole and durable before this returns. The reading is written first: where there is a
        picture, there is what was read from it. A picture that is already kept stays as it is.
        """
        # Only who keeps pictures needs OpenCV, not who shows them.
        import cv2

        written, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not written:
            raise BadRequest("this picture cannot be written as JPEG")
        data = encoded.tobytes()
        name = hashlib.sha256(data).hexdigest()
        if self.reading(name) is None:
            self._write(self._file(name, ".json"), msgspec.json.encode(board_json(board)))
        if not self.verify(name):
            self._write(self._file(name, ".jpg"), data)
        return name

    def path(self, name: str) -> Path:
        """Where the picture of this hash is, or would be; BadRequest for a name that is no hash."""
        return self._file(name, ".jpg")

    def reading(self, name: str) -> Board | None:
        """What was read from a picture when it was kept; None if that is not here or not whole."""
        path = self._file(name, ".json")
        try:
            return parse_board(msgspec.json.decode(path.read_bytes()))
        except (FileNotFoundError, msgspec.DecodeError, BadRequest):
            return None

    def verify(self, name: str) -> bool:
        """Whether the picture is here and its bytes still have this hash."""
        try:
            data = self.path(name).read_bytes()
        except FileNotFoundError:
            return False
        return hashlib.sha256(data).hexdigest() == name

    def _file(self, name: str, ending: str) -> Path:
        if not _NAME.fullmatch(name):
            raise BadRequest(f"{name!r} is no snapshot: its name must be 64 hexadecimal digits")
        return self.folder / f"{name}{ending}"

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
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
