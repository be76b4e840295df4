"""Labelled pictures of the simulated table as its camera draws them: a small part of training, so that it is read too.

Cubes are drawn flat on the sheet there: their tops are at height 0.
"""

from __future__ import annotations

import random
from typing import Any

from rules.cubes import Kit
from rules.errors import BadRequest
from rules.mat import Section
from vision.draw import draw_table, hand_outline
from vision.layout import Layout
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, CameraPose, Image, through
from vision.simulated import SimulatedMat

#: Tops of drawn cubes lie on the sheet.
HEIGHT_MM = 0.0


def simulated_board(seed: int, kit: Kit, layout: Layout) -> tuple[Image, dict[str, Any]]:
    """A picture of a simulated table in the middle of play, and its truth as labelled folders write it."""
    rng = random.Random(seed)  # noqa: S311  the same seed gives the same picture; nothing here is secret
    table = SimulatedMat.rolled(kit, layout, rng)
    for cube in rng.sample(table.cubes, rng.randint(0, 18)):
        section = rng.choice(tuple(Section))
        area = layout.area(section)
        x, y = rng.uniform(area.x0, area.x1), rng.uniform(area.y0, area.y1)
        try:
            table = table.dropped(cube.id, x, y, layout=layout, orientation=rng.choice((0, 90, 180, 270)))
        except BadRequest:
            break
    if rng.random() < 0.15:
        table = table.lifted(rng.choice(table.cubes).id)
    pose = DEFAULT_POSE
    if rng.random() < 0.7:
        pose = CameraPose(
            px_per_mm=rng.uniform(1.8, 2.7),
            turn_deg=rng.uniform(-6, 6),
            lean=(rng.uniform(-1e-4, 1e-4), rng.uniform(-1e-4, 1e-4)),
            shift_px=(rng.uniform(-15, 15), rng.uniform(-15, 15)),
        )
    hand: tuple[tuple[float, float], ...] = ()
    if rng.random() < 0.15:
        hand = hand_outline(rng.uniform(20, 410), rng.uniform(30, 300))
    picture = draw_table(table.cubes, layout, PICTURE_SIZE, pose, hand)
    homography = pose.homography(layout, PICTURE_SIZE)
    cubes = []
    for cube in table.lying:
        u, v = through(homography, [(cube.x, cube.y)])[0]
        cubes.append(
            {
                "color": cube.color,
                "symbol": cube.symbol,
                "section": layout.section_at(cube.x, cube.y).upper(),
                "mat_mm": [cube.x, cube.y],
                "yaw_deg": float(cube.orientation),
                "orientation": cube.orientation,
                "visible": _in_view(cube.x, cube.y, layout.cube_mm, hand),
                "contrast": 200.0,
                "image_px": [float(u), float(v)],
            }
        )
    return picture, {"kit": "simulated", "lighting": "drawn", "cubes": cubes}


def _in_view(x: float, y: float, side: float, hand: tuple[tuple[float, float], ...]) -> float:
    """The share of a cube's face that the hand leaves in view."""
    if not hand:
        return 1.0
    import cv2
    import numpy as np

    outline = np.array(hand, dtype=np.float32)
    steps = [(i + 0.5) / 6 - 0.5 for i in range(6)]
    free = sum(cv2.pointPolygonTest(outline, (x + dx * side, y + dy * side), False) < 0 for dx in steps for dy in steps)
    return free / 36
