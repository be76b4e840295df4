"""What has changed between two frames, cell by cell: light that comes and goes is no change, a cube is.

A frame is looked at small and grey, in cells about as large as a cube. Of each cell its light and the slope of its
light are taken out, and two cells are alike if one is the other in a stronger or weaker light. So neither exposure nor
lamps nor the soft shadow of somebody who passes by change a cell; an edge that comes, goes or moves does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Image

Mask = npt.NDArray[np.bool_]
_Numbers = npt.NDArray[np.float32]
_Cells = npt.NDArray[np.intp]

#: Frames are made so wide; a cell has so many pixels in each direction, which is about a cube of a usual picture.
WIDTH = 320
CELL = 8
#: What stays the same may be so much brighter or darker than before.
_DARKER, _BRIGHTER = 0.5, 2.0
#: Levels by which a cell must differ (root mean square): at the least; for each level of noise; and for each level of
#: its own contrast, since nothing that is fixed to a table stands quite still in a picture.
_LEAST = 2.0
_FOR_NOISE = 2.5
_FOR_CONTRAST = 0.08
#: The noise that is expected before any was measured, and the strongest that is believed.
_NOISE, _MOST_NOISE = 1.0, 5.0
#: How much the newest frame says of the noise.
_NEWEST = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A frame, small: what is left of each cell when its light is taken out (rows x columns cells)."""

    rows: int
    columns: int
    #: Of the frame it was made from.
    width_px: int
    height_px: int
    #: Cells x pixels.
    detail: _Numbers
    #: The sum of its squares, cell by cell.
    power: _Numbers
    #: How light each cell is.
    level: _Numbers

    @property
    def size(self) -> tuple[int, int, int, int]:
        return self.rows, self.columns, self.width_px, self.height_px

    def cells_in(self, left: float, top: float, right: float, bottom: float) -> Mask:
        """The cells that a rectangle of the frame's pixels touches."""
        mask = np.zeros((self.rows, self.columns), dtype=np.bool_)
        across, down = self.columns / self.width_px, self.rows / self.height_px
        x0, x1 = (min(max(int(x * across), 0), self.columns) for x in (left, right + 1 / across))
        y0, y1 = (min(max(int(y * down), 0), self.rows) for y in (top, bottom + 1 / down))
        mask[y0:y1, x0:x1] = True
        return mask.ravel()


def small(image: Image) -> Small:
    """The picture, small."""
    high, wide = image.shape[:2]
    columns = max(1, min(WIDTH, wide) // CELL)
    rows = max(1, round(high * columns / wide))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    reduced = cv2.resize(grey, (columns * CELL, rows * CELL), interpolation=cv2.INTER_AREA)
    cells = reduced.reshape(rows, CELL, columns, CELL).swapaxes(1, 2).reshape(rows * columns, CELL * CELL)
    values = cells.astype(np.float32)
    slopes = _slopes()
    detail = np.asarray(values - (values @ slopes) @ slopes.T, dtype=np.float32)
    return Small(rows, columns, wide, high, detail, np.einsum("ij,ij->i", detail, detail), values.mean(axis=1))


@cache
def _slopes() -> _Numbers:
    """What a plane over a cell is made of: three columns of length 1, each square to the others."""
    y, x = np.mgrid[-1 : 1 : CELL * 1j, -1 : 1 : CELL * 1j]
    columns = np.stack((np.ones_like(x), x, y), axis=-1).reshape(-1, 3)
    return np.asarray(columns / np.linalg.norm(columns, axis=0), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """How far each cell of two frames differs, in levels, and by how much it may."""

    levels: _Numbers
    contrast: _Numbers

    def changed(self, noise: float) -> Mask:
        return np.asarray(self.levels > _LEAST + _FOR_NOISE * noise + _FOR_CONTRAST * self.contrast)


def difference(one: Small, other: Small, cells: _Cells | None = None) -> Difference:
    """How two small frames of one size differ, in all cells or in some."""
    a, b, one_power, other_power = one.detail, other.detail, one.power, other.power
    if cells is not None:
        a, b, one_power, other_power = a[cells], b[cells], one_power[cells], other_power[cells]
    both = np.einsum("ij,ij->i", a, b)
    gain = np.clip(both / np.maximum(other_power, 1e-3), _DARKER, _BRIGHTER)
    left = one_power - 2 * gain * both + gain * gain * other_power
    pixels = CELL * CELL
    levels = np.sqrt(np.maximum(left, 0) / pixels)
    return Difference(levels.astype(np.float32), np.sqrt(np.maximum(one_power, other_power) / pixels))


class Motion:
    """Compares frames, and learns meanwhile how noisy the camera is."""

    def __init__(self) -> None:
        self.noise = _NOISE
        #: Where changes matter; None: everywhere.
        self.where: Mask | None = None

    def changed(self, now: Small, then: Small, *, quiet: bool = False) -> Mask:
        """The cells that have changed, of those that matter. `quiet`: both are known to show the same table."""
        if now is then:
            return np.zeros(now.rows * now.columns, dtype=np.bool_)
        if now.size != then.size:
            return np.ones(now.rows * now.columns, dtype=np.bool_)
        found = difference(now, then)
        mask = found.changed(self.noise)
        if self.where is not None and len(self.where) == len(mask):
            mask &= self.where
        if quiet or not mask.any():
            self.learn(found)
        return mask

    def learn(self, found: Difference) -> None:
        """Takes the noise from two frames of the same table: half of all cells differ by less than the noise."""
        seen = min(float(np.median(found.levels)), _MOST_NOISE)
        self.noise += _NEWEST * (seen - self.noise)
