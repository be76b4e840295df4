"""Where cubes at any angle can be put: clear of each other, of the lines and of the markers."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

from rules.mat import Section
from tests.vision.shakes.meaning import LAYOUT
from vision.board import OFF
from vision.layout import Area
from vision.photo_scene import PhotoCube

#: Between cubes, and between a cube's rim and a line.
CLEAR_MM = 2.5
LINE_MM = 3.0
_HALF = LAYOUT.cube_mm / 2
#: On the sheet above Resources and below the Goal, between the markers.
_OFF = (Area(46, 10, 386, 16), Area(46, 318, 386, 321))


def extent_mm(angle_deg: float) -> float:
    """Half the breadth of a cube that is turned like this."""
    angle = np.radians(angle_deg)
    return float(_HALF * (abs(np.cos(angle)) + abs(np.sin(angle))))


def corners(cube: PhotoCube) -> np.ndarray:
    angle = np.radians(cube.angle_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * _HALF @ turn + (cube.x, cube.y)


def apart_mm(one: PhotoCube, other: PhotoCube) -> float:
    """How wide the space between two cubes is at least; negative where they overlap (separating axes)."""
    widest = -np.inf
    for cube in (one, other):
        for turned in (0, 90):
            angle = np.radians(cube.angle_deg + turned)
            axis = np.array((np.cos(angle), np.sin(angle)))
            a, b = corners(one) @ axis, corners(other) @ axis
            widest = max(widest, float(max(a.min() - b.max(), b.min() - a.max())))
    return widest


def is_free(cube: PhotoCube, others: Iterable[PhotoCube], clear_mm: float = CLEAR_MM) -> bool:
    return all(
        abs(cube.x - other.x) + abs(cube.y - other.y) > 4.3 * _HALF or apart_mm(cube, other) >= clear_mm
        for other in others
    )


def free_place(
    rng: random.Random, section: str, angle_deg: float, others: Iterable[PhotoCube]
) -> tuple[float, float] | None:
    """Somewhere in a section (or `off` all of them) where a cube lies clearly; None if there seems to be no room."""
    lying = list(others)
    for _ in range(300):
        if section == OFF:
            area = rng.choice(_OFF)
        else:
            area = LAYOUT.area(Section(section)).grown(-extent_mm(angle_deg) - LINE_MM)
        x, y = round(rng.uniform(area.x0, area.x1), 1), round(rng.uniform(area.y0, area.y1), 1)
        probe = PhotoCube("red", "0", x, y, angle_deg)
        clear_of_markers = not any(
            LAYOUT.marker_zone(marker).grown(extent_mm(angle_deg)).has(x, y) for marker in LAYOUT.markers
        )
        if clear_of_markers and is_free(probe, lying):
            return x, y
    return None
