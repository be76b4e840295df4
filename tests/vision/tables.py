"""Boards, cubes and frames made up for the tests of the watcher."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from rules.cubes import EQUATIONS_KIT
from rules.mat import Section
from vision.board import Board, SeenCube, goal_text, kit_cube
from vision.goal_row import goal_groups
from vision.layout import load_layout
from vision.pictures import Image

LAYOUT = load_layout()
KIT = EQUATIONS_KIT
_COLORS = {kind.letter: kind.name for kind in KIT.kinds}


def cube(name: str, x: float, y: float, orientation: int = 0, *, sure: bool = True) -> SeenCube:
    """A cube as `R2` at a place of the sheet."""
    return SeenCube(
        color=_COLORS[name[0]],
        symbol=name[1:],
        section=LAYOUT.section_at(x, y),
        orientation=orientation,
        mat_mm=(x, y),
        confidence=0.99 if sure else 0.6,
        sure=sure,
    )


def board(*cubes: SeenCube, problems: tuple[str, ...] = ()) -> Board:
    """A board of these cubes, with its Goal."""
    goal = [each for each in cubes if each.section == Section.GOAL.value]
    groups, _ = goal_groups(goal, LAYOUT.cube_mm)
    text = goal_text([kit_cube(KIT, each.color, each.symbol, each.orientation) for each in group] for group in groups)
    sure = not problems and all(each.sure for each in cubes)
    return Board(cubes=cubes, goal=text, problems=problems, sure=sure)


#: Made-up frames show a sheet of this many pixels for a millimetre, and cubes as squares with a few strokes.
PX = 3
_INKS = {"red": 90, "blue": 110, "green": 140, "black": 40}


def picture(cubes: Iterable[SeenCube], *, light: float = 1.0, noise: int | None = None) -> Image:
    """A crude picture of these cubes: enough for who looks at changes only."""
    wide, high = (round(side * PX) for side in LAYOUT.sheet_mm)
    image = np.full((high, wide), 200, dtype=np.uint8)
    for marker in LAYOUT.markers:
        corners = np.array(LAYOUT.marker_corners(marker)) * PX
        (x0, y0), (x1, y1) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
        image[y0:y1, x0:x1] = 30
    half = round(LAYOUT.cube_mm * PX / 2)
    for each in cubes:
        x, y = (round(value * PX) for value in each.mat_mm)
        image[max(y - half, 0) : y + half, max(x - half, 0) : x + half] = _INKS[each.color]
        # Each face has strokes of its own.
        for bit in range(6):
            if (ord(each.symbol) >> bit) & 1:
                dx, dy = (bit % 3 - 1) * 5 * PX, ((bit // 3) * 6 - 3) * PX
                cv2.circle(image, (x + dx, y + dy), 2 * PX, 250, -1)
    lit = np.clip(image * light, 0, 255)
    if noise is not None:
        lit = np.clip(lit + np.random.default_rng(noise).normal(0, 5, lit.shape), 0, 255)
    return np.asarray(np.repeat(lit.astype(np.uint8)[..., None], 3, axis=2))
