"""The picture's grid over the table: which point of the table each pixel sees, coarsely and at full size.

What changes slowly (light, gloss, places on the table) is computed on every eighth pixel and stretched.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from models.boards.arrays import Bytes, Floats, Floats32
from models.boards.camera import Camera

STEP = 8


class View:
    """A camera with its coarse grid. The grid has one cell more than the picture on every side."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        width, height = camera.size
        self.cells = (height // STEP + 2, width // STEP + 2)
        us = STEP * (np.arange(self.cells[1]) - 1) + (STEP - 1) / 2
        vs = STEP * (np.arange(self.cells[0]) - 1) + (STEP - 1) / 2
        self.pixels = np.stack(np.meshgrid(us, vs), axis=-1)
        #: Millimetres on the mat's plane, [rows, columns, 2].
        self.ground: Floats32 = camera.on_plane(self.pixels).astype(np.float32)

    def stretched(self, coarse: Floats32, share: int = 1) -> Floats32:
        """A coarse field at full size, or at 1/share of it."""
        step = STEP // share
        grown = cv2.resize(
            np.ascontiguousarray(coarse, dtype=np.float32),
            (self.cells[1] * step, self.cells[0] * step),
            interpolation=cv2.INTER_LINEAR,
        )
        return np.asarray(grown[step:-step, step:-step], dtype=np.float32)

    def polygon(self, points_mm: npt.ArrayLike, height_mm: npt.ArrayLike = 0.0, share: int = 1) -> Bytes:
        """Points of a plane as drawing functions take them: sixteenths of a pixel, [n, 1, 2]."""
        seen = self.camera.project(points_mm, height_mm)
        placed = (seen + 0.5) / share - 0.5
        return np.round(placed * 16).astype(np.int32).reshape(-1, 1, 2)


def edge_points(corners: npt.ArrayLike, pieces: int = 12) -> Floats:
    """A polygon with its sides cut into pieces, so that a lens may bend them."""
    spots = np.asarray(corners, dtype=float)
    share = np.linspace(0, 1, pieces, endpoint=False)[None, :, None]
    following = np.roll(spots, -1, axis=0)
    return np.asarray((spots[:, None] * (1 - share) + following[:, None] * share).reshape(-1, 2))
