"""Pictures made small, kept for those who scroll past them again, and where a reading's cubes are in a picture."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.texts import say
from kiosk.web.safety import Refused
from vision.board import Board
from vision.layout import load_layout
from vision.overlay import outlines, sheet_outline
from vision.pictures import Image

#: How wide small pictures can be had, in pixels: few sizes, so that nobody fills the memory with others.
WIDTHS = (160, 320)
QUALITY = 78
#: What is kept of small pictures in all.
MOST_BYTES = 8_000_000
#: A picture is read from its file so many times smaller, which costs a fraction.
_REDUCED = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2))


class Thumbnails:
    """Small pictures by file and width; the ones not asked for longest go first. May be used from any thread."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[tuple[Path, int], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def jpeg(self, path: Path, width: int) -> bytes:
        """The picture, so many pixels wide, as a JPEG; Refused if the file is no picture."""
        key = (path, width)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = _small(path, width)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._size += len(made)
            while self._size > self._most:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone)
        return made

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return self._size


def _small(path: Path, width: int) -> bytes:
    image = _load(path, cv2.IMREAD_COLOR, width)
    high, wide = image.shape[:2]
    small = cv2.resize(image, (width, max(1, round(high * width / wide))), interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(jpeg)


def _load(path: Path, flag: int, width: int = 0) -> Image:
    """The picture, read as small as is still wider than `width`; Refused if the file is no picture."""
    data = np.frombuffer(_bytes(path), np.uint8)
    if width:
        for _, reduced in _REDUCED:
            image = cv2.imdecode(data, reduced) if data.size else None
            if image is not None and image.shape[1] >= width:
                return image.astype(np.uint8, copy=False)
    whole = cv2.imdecode(data, flag) if data.size else None
    if whole is None:
        raise Refused(404, "no-snapshot", say("error.no-snapshot"))
    return whole.astype(np.uint8, copy=False)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        raise Refused(404, "no-snapshot", say("error.no-snapshot")) from None


class Places:
    """Where the cubes of a reading are in its picture, found when somebody asks and kept for a while."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: OrderedDict[Path, dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def body(self, path: Path, reading: Callable[[], Board | None], *, flat: bool) -> dict[str, Any]:
        """`{"size": [wide, high], "sheet": [[x, y], …], "cubes": [[[x, y], …], …]}` in pixels; null where not known."""
        with self._lock:
            if path in self._kept:
                self._kept.move_to_end(path)
                return self._kept[path]
        image = _load(path, cv2.IMREAD_COLOR)
        board = reading()
        layout = load_layout()
        found = None if board is None else outlines(image, board, layout, flat=flat)
        cubes = None if found is None else [np.round(corners, 1).tolist() for corners in found]
        sheet = sheet_outline(image, layout, flat=flat)
        corners = None if sheet is None else np.round(sheet, 1).tolist()
        made = {"size": [image.shape[1], image.shape[0]], "sheet": corners, "cubes": cubes}
        with self._lock:
            self._kept[path] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
