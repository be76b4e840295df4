"""Pictures of the mat with what was read from them, drawn when somebody asks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from kiosk.texts import say
from kiosk.web.safety import Refused
from vision.board import Board
from vision.layout import load_layout
from vision.overlay import draw_overlay

QUALITY = 85


def with_overlay(path: Path, reading: Board) -> bytes:
    """The picture as a JPEG with its reading drawn over it; Refused if the file is no picture."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise Refused(404, "no-snapshot", say("error.no-snapshot"))
    drawn = draw_overlay(image.astype(np.uint8, copy=False), reading, load_layout())
    _, jpeg = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(jpeg)
