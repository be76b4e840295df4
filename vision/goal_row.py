"""The Goal's row: its cubes from left to right, in groups with gaps between them.

A gap is at least 0.8 of a cube wide, the space within a group less than half of one; what is in between is not clear.
A row may be laid with a slant, so spaces are measured along it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from vision.board import SeenCube

#: Spaces in the Goal, as shares of a cube: at least a gap, and at most no gap.
GAP = 0.8
NO_GAP = 0.5
#: A space so near to the middle of the two may be either.
_DOUBT = 0.07
#: Centres of one row are within this share of a cube of its line, and no row is steeper than this.
_ROW = 0.6
_STEEPEST = math.tan(math.radians(20))


def goal_groups(cubes: Sequence[SeenCube], cube_mm: float) -> tuple[list[list[SeenCube]], bool]:
    """The Goal's cubes in groups, left to right, and whether nobody could order or group them otherwise."""
    if not cubes:
        return [], True
    places = np.array([cube.mat_mm for cube in cubes], dtype=np.float64)
    slope = _slope(places)
    along = (places[:, 0] + slope * places[:, 1]) / math.hypot(1, slope)
    across = (places[:, 1] - slope * places[:, 0]) / math.hypot(1, slope)
    clear = bool(np.ptp(across) <= _ROW * cube_mm)
    order = [int(i) for i in np.argsort(along, kind="stable")]
    groups = [[cubes[order[0]]]]
    for before, here in pairwise(order):
        space = float(along[here] - along[before]) / cube_mm - 1
        middle = (GAP + NO_GAP) / 2
        clear &= space > -0.2 and abs(space - middle) > _DOUBT
        if space > middle:
            groups.append([cubes[here]])
        else:
            groups[-1].append(cubes[here])
    return groups, clear


def _slope(places: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """How far the row falls to the right; 0 where the cubes lie in no row."""
    if len(places) < 2 or np.ptp(places[:, 0]) < 1.0:
        return 0.0
    slope = float(np.polyfit(places[:, 0], places[:, 1], 1)[0])
    return slope if abs(slope) <= _STEEPEST else 0.0
