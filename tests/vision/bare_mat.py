"""Pictures of a mat without markers, and where its corners are in them."""

from __future__ import annotations

import cv2
import numpy as np

from rules.cubes import EQUATIONS_KIT
from vision.draw import draw_table
from vision.layout import load_layout
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, Image, through
from vision.simulated import SimulatedMat

_LAYOUT = load_layout()
_TO_PICTURE = DEFAULT_POSE.homography(_LAYOUT, PICTURE_SIZE)
_PAPER = (240, 245, 246)


def bare_picture(noise: int = 0) -> Image:
    """A table with six cubes whose sheet has nothing printed in its corners; each number has another noise."""
    table = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+", "goal": "G6"}, EQUATIONS_KIT, _LAYOUT)
    picture = draw_table(table.cubes, _LAYOUT)
    for marker in _LAYOUT.markers:
        half = _LAYOUT.marker_mm / 2 + 1
        around = [(marker.x + a * half, marker.y + b * half) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cv2.fillConvexPoly(picture, through(_TO_PICTURE, np.array(around)).round().astype(np.int32), _PAPER)
    grain = np.random.default_rng(noise).integers(0, 4, picture.shape, dtype=np.uint8)
    return np.asarray(cv2.subtract(picture, grain), dtype=np.uint8)


def bare_corners() -> list[tuple[float, float]]:
    """The sheet's corners in it, clockwise from the top left one."""
    wide, high = _LAYOUT.sheet_mm
    found = through(_TO_PICTURE, np.array([(0, 0), (wide, 0), (wide, high), (0, high)], dtype=np.float64))
    return [(float(u), float(v)) for u, v in found]
