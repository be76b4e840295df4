"""The sheet under the cells of small frames: which cells a cube, a marker or the whole sheet lies in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.board import SeenCube
from vision.mat_view import MatView
from vision.motion import Mask, Small

#: Around a cube's side so much is its own: what a place may be wrong by.
_AROUND_MM = 2.0
#: Around the sheet so much is watched. Who moves further away does not matter.
_BESIDE_MM = 25.0


class Ground:
    """Where places of the sheet are in small frames of one camera in one pose."""

    def __init__(self, view: MatView, height_mm: float, small: Small) -> None:
        self.view = view
        self._height_mm = height_mm
        self._small = small
        self.size = small.size
        sheet = view.layout.sheet.grown(_BESIDE_MM)
        self.watched = self._cells(_corners(sheet.x0, sheet.y0, sheet.x1, sheet.y1))
        #: Of each marker.
        self.markers = [self._cells(view.layout.marker_corners(marker)) for marker in view.layout.markers]

    def cells_of(self, cube: SeenCube) -> Mask:
        """The cells in which a cube is seen, from its foot to its top."""
        return self.cells_at(*cube.mat_mm)

    def cells_at(self, x: float, y: float) -> Mask:
        half = self.view.layout.cube_mm / 2 + _AROUND_MM
        return self._cells(_corners(x - half, y - half, x + half, y + half))

    def _cells(self, corners: Sequence[tuple[float, float]]) -> Mask:
        pixels = np.concatenate([self.view.to_picture(corners, height) for height in {0.0, self._height_mm}])
        (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
        return self._small.cells_in(float(left), float(top), float(right), float(bottom))


def _corners(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
