"""The finder: where cubes lie, by a network that looks at the plane of their tops from straight above.

Its grid has a cell for every few millimetres. A cell in the middle of a cube is hot, and says how far the cube's
centre is from its own, how the cube is turned (up to a quarter) and how much of its face is in view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Floats, evened

#: The straightened picture that the finder takes: how fine, and how much of the table around the sheet.
PX_PER_MM = 1.125
MARGIN_MM = 72.0
#: Pixels of that picture for one cell of the grid; the picture's sides must be multiples of twice that.
CELL_PX = 4
#: Heat, of 1, from which on a cell is looked at more closely.
WARM = 0.25
#: The quarters by which the picture is turned for the finder; what it says of all is taken together. A sign that parts
#: a face in two (a large ÷) misleads it from one side and not from the other.
QUARTERS = (0, 2)
#: No more cubes are looked for: the largest kit and half as many doubtful places again.
MOST = 36


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cube may lie: its top's centre in millimetres, angle clockwise up to a quarter, heat, share in view."""

    x: float
    y: float
    angle_deg: float
    heat: float
    visible: float


def finder_input(plane: npt.NDArray[np.uint8], gain: Floats) -> Floats:
    """The straightened picture as the network takes it (1, 3, h, w), its sides filled up to multiples of 8."""
    high, wide = plane.shape[:2]
    fill_down, fill_right = -high % (2 * CELL_PX), -wide % (2 * CELL_PX)
    filled = cv2.copyMakeBorder(plane, 0, fill_down, 0, fill_right, cv2.BORDER_REPLICATE)
    return evened(np.asarray(filled, dtype=np.uint8)[None], gain)


def looked_around(find: Callable[[Floats], Floats], plane: Floats) -> Floats:
    """The mean of the grids (6, h, w) that a finder gives to the picture (1, 3, 4h, 4w) and to it turned."""
    grids = []
    for quarter in QUARTERS:
        # Against the clock and back; angles count up to a quarter only, so that no turn changes them.
        grid = np.rot90(find(np.ascontiguousarray(np.rot90(plane, quarter, (2, 3)))), -quarter, (1, 2)).copy()
        for _ in range(quarter):
            grid[1], grid[2] = -grid[2], grid[1].copy()
        grids.append(grid)
    return np.asarray(np.mean(grids, axis=0), dtype=np.float32)


def places_of(grid: Floats) -> list[Place]:
    """The places that a grid (6, h, w) tells of, hottest first."""
    heat = 1 / (1 + np.exp(-grid[0]))
    hottest_near = cv2.dilate(heat, np.ones((3, 3), dtype=np.uint8))
    rows, columns = np.nonzero((heat >= hottest_near) & (heat > WARM))
    order = np.argsort(-heat[rows, columns], kind="stable")[:MOST]
    places = []
    for row, column in zip(rows[order], columns[order], strict=True):
        across, down, cos, sin, visible = (float(value) for value in grid[1:, row, column])
        places.append(
            Place(
                x=(column + 0.5 + across) * CELL_PX / PX_PER_MM - MARGIN_MM,
                y=(row + 0.5 + down) * CELL_PX / PX_PER_MM - MARGIN_MM,
                angle_deg=float(np.degrees(np.arctan2(sin, cos))) / 4,
                heat=float(heat[row, column]),
                visible=min(max(visible, 0.0), 1.0),
            )
        )
    return places
