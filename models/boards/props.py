"""Other things on the table: paper, pencils, a ruler, a telephone, coins, an hourglass, the challenge block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.boards.arrays import Floats, Floats32
from models.boards.boxes import Box
from models.boards.ground import paint
from models.boards.kit import hsv_colour
from models.boards.lamps import Light
from models.boards.layouts import Plan
from models.boards.view import View, edge_points
from vision.layout import Area, Layout


@dataclass(frozen=True)
class Paper:
    """A flat sheet beside the mat: corners, colour, and how many lines are written on it."""

    corners: Floats
    colour: Floats
    lines: int


@dataclass(frozen=True)
class Round:
    """A standing cylinder: a coin, a cup, a counter or an hourglass."""

    x: float
    y: float
    radius: float
    height: float
    top: Floats
    side: Floats


@dataclass(frozen=True)
class Props:
    """Everything beside mat, cubes and hands."""

    papers: tuple[Paper, ...] = ()
    boxes: tuple[Box, ...] = ()
    rounds: tuple[Round, ...] = ()


def _any_colour(rng: np.random.Generator) -> Floats:
    return hsv_colour(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.15, 0.95))


#: Length, breadth and height in millimetres, edge, hue range, saturation and value ranges, gloss.
_KINDS = {
    "pencil": ((120, 190), (6.5, 8.5), (6.5, 8), 2.8),
    "pen": ((130, 150), (9, 12), (9, 11), 4.0),
    "phone": ((140, 165), (68, 80), (7, 10), 2.5),
    "ruler": ((200, 310), (25, 40), (1.5, 3), 0.3),
    "block": ((38, 60), (38, 60), (25, 55), 2.0),
    "eraser": ((35, 55), (16, 24), (9, 13), 1.5),
    "book": ((180, 230), (130, 170), (6, 25), 0.5),
    "brick": ((8, 12), (8, 12), (8, 11), 0.6),
    "tile": ((22, 34), (22, 34), (4, 9), 1.0),
    "stick": ((40, 90), (9, 14), (9, 14), 1.0),
}


def _box(rng: np.random.Generator, kind: str, x: float, y: float, yaw: float) -> Box:
    length, breadth, height, bevel = _KINDS[kind]
    half = np.array([rng.uniform(*length), rng.uniform(*breadth), rng.uniform(*height)]) / 2
    colour = _any_colour(rng)
    gloss = float(rng.uniform(0.1, 0.5))
    if kind == "phone":
        colour, gloss = hsv_colour(rng.uniform(0, 360), rng.uniform(0, 0.2), rng.uniform(0.03, 0.15)), 0.08
    elif kind == "pencil":
        colour = hsv_colour(rng.choice([45, 50, 220, 0, 130, 25]), rng.uniform(0.5, 0.95), rng.uniform(0.4, 0.95))
    return Box(x, y, yaw, half, min(bevel, float(half.min()) * 0.95), colour, colour, gloss, 0.04)


def pick_props(rng: np.random.Generator, layout: Layout, plan: Plan, share: float) -> Props:
    """Some things that lie clear of the cubes, most of them beside the mat."""
    if rng.random() >= share:
        return Props()
    cubes = np.array([[cube.x, cube.y] for cube in plan.cubes]).reshape(-1, 2)
    taken: list[tuple[Floats, float]] = []
    papers, boxes, rounds = [], [], []
    sheet = layout.sheet
    for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
        middle = _beside(rng, sheet, rng.uniform(60, 220))
        if len(cubes) and np.min(np.hypot(*(cubes - middle).T)) < 200 and rng.random() < 0.5:
            continue
        a, b = rng.uniform(40, 150), rng.uniform(40, 110)
        turn = rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(0, 360)
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        over = np.array([-along[1], along[0]])
        corners = middle + np.array(
            [-a * along - b * over, a * along - b * over, a * along + b * over, -a * along + b * over]
        )
        colour = hsv_colour(rng.choice([0, 50, 55, 200, 330]), rng.choice([0.0, 0.05, 0.25]), rng.uniform(0.8, 0.98))
        papers.append(Paper(corners, colour, int(rng.choice([0, 0, 8, 14]))))
    for _ in range(int(rng.integers(0, 4))):
        kind = str(rng.choice(list(_KINDS), p=[0.24, 0.1, 0.08, 0.08, 0.16, 0.08, 0.05, 0.07, 0.07, 0.07]))
        on_mat = kind in ("pencil", "pen", "brick", "stick", "tile") and rng.random() < 0.25
        middle = (
            np.array([rng.uniform(20, sheet.x1 - 20), rng.uniform(30, sheet.y1 - 30)])
            if on_mat
            else _beside(rng, sheet, rng.uniform(20, 150))
        )
        box = _box(rng, kind, float(middle[0]), float(middle[1]), float(rng.uniform(0, 360)))
        if _clear(box, cubes, taken, layout):
            boxes.append(box)
            taken.append((middle, float(box.half[:2].max())))
    for _ in range(int(rng.choice([0, 0, 0, 1, 2, 3]))):
        radius, height = [(9, 2), (12, 2), (35, 80), (16, 70), (10, 4)][int(rng.integers(5))]
        middle = _beside(rng, sheet, rng.uniform(15, 160))
        if all(np.hypot(*(middle - other)) > reach + radius + 5 for other, reach in taken) and (
            not len(cubes) or np.min(np.hypot(*(cubes - middle).T)) > radius + 14 + height * 0.4
        ):
            metal = hsv_colour(rng.choice([30, 45, 220]), rng.uniform(0, 0.5), rng.uniform(0.4, 0.8))
            side = metal if height < 5 else _any_colour(rng)
            rounds.append(
                Round(
                    float(middle[0]),
                    float(middle[1]),
                    float(radius),
                    float(height),
                    metal if height < 5 else _any_colour(rng),
                    side,
                )
            )
            taken.append((middle, float(radius)))
    return Props(tuple(papers), tuple(boxes), tuple(rounds))


def _beside(rng: np.random.Generator, sheet: Area, away: float) -> Floats:
    """A point outside the sheet, this far from its edge."""
    side = int(rng.integers(4))
    x, y = rng.uniform(sheet.x0 - 80, sheet.x1 + 80), rng.uniform(sheet.y0 - 60, sheet.y1 + 60)
    return np.array([(x, sheet.y0 - away), (x, sheet.y1 + away), (sheet.x0 - away, y), (sheet.x1 + away, y)][side])


def _clear(box: Box, cubes: Floats, taken: list[tuple[Floats, float]], layout: Layout) -> bool:
    """Whether the box keeps off the cubes, off what lies there already, and off the markers."""
    middle = np.array([box.x, box.y])
    spots = [cubes, np.array([[marker.x, marker.y] for marker in layout.markers])]
    for points, room in zip(spots, (13.0 + box.half[2] * 1.2, 17.0), strict=True):
        if len(points):
            own = (points - middle) @ box.turn[:2, :2].T
            away = np.hypot(*np.maximum(np.abs(own) - box.half[:2], 0).T)
            if np.min(away) < room:
                return False
    return all(np.hypot(*(middle - other)) > reach + box.half[:2].max() + 4 for other, reach in taken)


def lay_papers(view: View, papers: tuple[Paper, ...], table: Floats32, share: int) -> None:
    """Puts the papers on the bare table (a picture at 1/share of full size)."""
    for paper in papers:
        paint(table, view.polygon(edge_points(paper.corners, 6), share=share), paper.colour)
        for line in range(paper.lines):
            down = (line + 1.5) / (paper.lines + 2)
            a = paper.corners[0] * (1 - down) + paper.corners[3] * down
            b = paper.corners[1] * (1 - down) + paper.corners[2] * down
            ends = np.stack([a * 0.92 + b * 0.08, a * 0.1 + b * 0.9])
            away = np.array([0.0, 0.5])
            thin = np.concatenate([ends - away, ends[::-1] + away])
            paint(table, view.polygon(thin, share=share), paper.colour * 0.45)


def round_boxes(rounds: tuple[Round, ...]) -> list[Box]:
    """Boxes that throw about the shadow of the round things."""
    none = np.zeros(3)
    return [
        Box(
            thing.x,
            thing.y,
            turn,
            np.array([thing.radius * 0.92, thing.radius * 0.4, thing.height / 2]),
            0.1,
            none,
            none,
            0.5,
            0.0,
        )
        for thing in rounds
        for turn in (0.0, 45.0, 90.0, 135.0)
    ]


def draw_round(view: View, thing: Round, light: Light, canvas: Floats32) -> None:
    """A standing cylinder: its side in strips, each lit for itself, and its top."""
    angles = np.linspace(0, 2 * np.pi, 33)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * thing.radius + np.array([thing.x, thing.y])
    eye = np.array(view.camera.position_mm)
    middle = np.array([thing.x, thing.y, thing.height])
    for index in range(32):
        out = np.array([np.cos(angles[index] + 0.1), np.sin(angles[index] + 0.1), 0.0])
        if (eye - middle) @ out < thing.radius * 0.2:
            continue
        strip = np.stack([ring[index], ring[index + 1], ring[index + 1], ring[index]])
        paint(canvas, view.polygon(strip, [0, 0, thing.height, thing.height]), thing.side * _falls(light, out, middle))
    paint(canvas, view.polygon(ring[:-1], thing.height), thing.top * _falls(light, np.array([0.0, 0.0, 1.0]), middle))
    inner = (ring[:-1] - middle[:2]) * 0.8 + middle[:2]
    paint(
        canvas, view.polygon(inner, thing.height), thing.top * 0.85 * _falls(light, np.array([0.0, 0.0, 1.0]), middle)
    )


def _falls(light: Light, normal: Floats, spot: Floats) -> Floats:
    total = light.room * (0.5 + 0.5 * normal[2])
    for lamp in light.lamps:
        way, weaker = lamp.towards(spot)
        total = total + lamp.light * max(0.0, float(way @ normal)) * weaker
    return np.asarray(total)
