"""Where the cubes lie: a heap in Resources, rows, scattered cubes, a Goal in groups, some beside the sheet.

No two cubes overlap and none lies in a marker's quiet zone; a cube belongs to the section its centre is in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from models.boards.arrays import Floats
from rules.cubes import EQUATIONS_KIT
from rules.mat import Section
from vision.board import OFF
from vision.layout import Area, Layout

SCENARIOS = ("start", "mid", "late", "partial")
#: Between groups of a Goal, and at most within one, in cubes.
GROUP_GAP = 0.8
WITHIN_GAP = 0.5


@dataclass(frozen=True)
class Lying:
    """A cube on the table: its colour and top face, the centre, and how far the symbol is turned clockwise."""

    color: str
    symbol: str
    x: float
    y: float
    yaw_deg: float
    section: str


@dataclass
class Plan:
    """All cubes of a board, and the Goal's groups by index."""

    scenario: str
    cubes: list[Lying] = field(default_factory=list)
    goal_groups: list[list[int]] = field(default_factory=list)


class _Table:
    """The places taken so far."""

    def __init__(self, layout: Layout, cube_mm: float, in_view: Callable[[float, float], bool]) -> None:
        self.layout = layout
        self.side = cube_mm
        self.in_view = in_view
        self.spots = np.zeros((0, 3))
        self.zones = [layout.marker_zone(marker) for marker in layout.markers]

    def corners(self, x: float, y: float, yaw_deg: float, grown: float = 0.0) -> Floats:
        angle = np.radians(yaw_deg)
        half = self.side / 2 + grown
        ax = np.array([np.cos(angle), np.sin(angle)]) * half
        ay = np.array([-ax[1], ax[0]])
        return np.asarray(np.array([x, y]) + np.array([-ax - ay, ax - ay, ax + ay, -ax + ay]))

    def is_free(self, x: float, y: float, yaw_deg: float) -> bool:
        reach = self.side * 0.72
        for zone in self.zones:
            if zone.grown(reach).has(x, y):
                spots = self.corners(x, y, yaw_deg)
                low, high = spots.min(axis=0), spots.max(axis=0)
                if low[0] < zone.x1 and high[0] > zone.x0 and low[1] < zone.y1 and high[1] > zone.y0:
                    return False
        if not len(self.spots):
            return True
        apart = np.hypot(self.spots[:, 0] - x, self.spots[:, 1] - y)
        if np.any(apart < self.side * 0.995):
            return False
        near = self.spots[apart < self.side * 1.4143]
        mine = self.corners(x, y, yaw_deg, -0.02)
        return not any(
            _overlap(mine, yaw_deg, self.corners(spot[0], spot[1], spot[2], -0.02), spot[2]) for spot in near
        )

    def take(self, x: float, y: float, yaw_deg: float) -> None:
        self.spots = np.vstack([self.spots, [x, y, yaw_deg]])


def _overlap(mine: Floats, my_yaw: float, other: Floats, other_yaw: float) -> bool:
    """Whether two squares overlap: no axis of either keeps them apart."""
    for yaw in (my_yaw, my_yaw + 90, other_yaw, other_yaw + 90):
        axis = np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
        a, b = mine @ axis, other @ axis
        if a.max() <= b.min() or b.max() <= a.min():
            return False
    return True


def _inside(area: Area, x: float, y: float, line_mm: float) -> bool:
    return area.grown(-line_mm).has(x, y)


def _scatter(
    rng: np.random.Generator, table: _Table, area: Area, count: int, edge: float
) -> list[tuple[float, float, float]]:
    found: list[tuple[float, float, float]] = []
    inner = area.grown(-edge)
    squared = rng.random() < 0.3
    for _ in range(count * 30):
        if len(found) == count:
            break
        x, y = rng.uniform(inner.x0, inner.x1), rng.uniform(inner.y0, inner.y1)
        yaw = rng.normal(0, 5) + 90 * rng.integers(4) if squared else rng.uniform(0, 360)
        if table.is_free(x, y, yaw):
            table.take(x, y, yaw)
            found.append((x, y, yaw))
    return found


def _beside(
    rng: np.random.Generator, table: _Table, spot: tuple[float, float, float], loose: float
) -> tuple[float, float, float]:
    """A place that touches this one on some side, or nearly."""
    x, y, yaw = spot
    side = np.radians(yaw + 90 * rng.integers(4))
    other = yaw + (0.0 if rng.random() < 0.6 else rng.normal(0, 14))
    lean = np.radians((other - yaw + 45) % 90 - 45)
    reach = table.side / 2 * (1 + np.abs(np.cos(lean)) + np.abs(np.sin(lean))) + rng.exponential(loose) + 0.03
    along = rng.normal(0, 0.3) * table.side if rng.random() < 0.75 else 0.0
    return (
        float(x + reach * np.cos(side) - along * np.sin(side)),
        float(y + reach * np.sin(side) + along * np.cos(side)),
        float(other + 90 * rng.integers(4)),
    )


def _heap(
    rng: np.random.Generator, table: _Table, area: Area, count: int, edge: float
) -> list[tuple[float, float, float]]:
    """Cubes as they fall: clusters that touch at any angle."""
    found: list[tuple[float, float, float]] = []
    loose = rng.choice([0.2, 0.8, 3.0])
    fresh = rng.uniform(0.05, 0.4)
    spread = rng.uniform(0.3, 1.0)
    middle = rng.uniform(area.x0 + 40, area.x1 - 40) if area.width > 100 else area.centre[0]
    room = Area(
        max(area.x0, middle - area.width * spread * 0.6),
        area.y0,
        min(area.x1, middle + area.width * spread * 0.6),
        area.y1,
    )
    for attempt in range(count * 40):
        if len(found) == count:
            break
        if attempt > count * 20:
            room = area
        if not found or rng.random() < fresh:
            inner = room.grown(-edge)
            spot = (rng.uniform(inner.x0, inner.x1), rng.uniform(inner.y0, inner.y1), rng.uniform(0, 360))
        else:
            spot = _beside(rng, table, found[int(rng.integers(len(found)))], loose)
        if _inside(room, spot[0], spot[1], edge) and table.is_free(*spot):
            table.take(*spot)
            found.append(spot)
    return found


def _rows(
    rng: np.random.Generator, table: _Table, area: Area, count: int, edge: float
) -> list[tuple[float, float, float]]:
    """Tidy rows: cubes side by side with small gaps."""
    found: list[tuple[float, float, float]] = []
    gap = float(rng.choice([0.1, 1.0, rng.uniform(0, 8)]))
    inner = area.grown(-edge)
    slope = rng.normal(0, 2.0)
    y = float(rng.uniform(inner.y0, max(inner.y0 + 1, inner.y0 + inner.height * 0.5)))
    left = float(rng.uniform(inner.x0, inner.x0 + inner.width * 0.4))
    x = left
    wobble = rng.choice([0.5, 3.0, 8.0])
    for _ in range(count * 6):
        if len(found) == count:
            break
        lean = rng.normal(0, wobble)
        grow = (np.abs(np.cos(np.radians(lean))) + np.abs(np.sin(np.radians(lean)))) * table.side / 2
        place = (
            x + grow,
            y + (x - left) * np.sin(np.radians(slope)) + rng.normal(0, 0.6),
            lean + 90 * float(rng.integers(4)),
        )
        x += 2 * grow + gap + abs(rng.normal(0, 0.3))
        if x > inner.x1:
            x = left
            y += table.side * 1.25 + rng.uniform(0, 6)
            if y > inner.y1:
                break
            continue
        if _inside(area, place[0], place[1], edge) and table.is_free(*place):
            table.take(*place)
            found.append(place)
    return found


def _goal(rng: np.random.Generator, table: _Table, area: Area, count: int) -> list[list[tuple[float, float, float]]]:
    """Groups of cubes, left to right."""
    side = table.side
    wobble = float(rng.choice([1.0, 3.0, 7.0]))
    apart = float(rng.choice([0.03, rng.uniform(0, 0.3)]))
    split = rng.choice([0.0, 0.3, 0.6])
    groups: list[list[tuple[float, float, float]]] = [[]]
    x = 0.0
    y = float(rng.uniform(area.y0 + side * 0.8, area.y1 - side * 0.8))
    for index in range(count):
        lean = float(np.clip(rng.normal(0, wobble), -14, 14))
        half = (np.abs(np.cos(np.radians(lean))) + np.abs(np.sin(np.radians(lean)))) * side / 2
        if index and rng.random() < split:
            groups.append([])
            x += side * rng.uniform(GROUP_GAP + 0.12, 2.2)
        elif index:
            x += min(side * apart * rng.uniform(0.3, 1.0) + 0.05, side * (WITHIN_GAP - 0.2))
        turned = float(rng.choice([0, 0, 0, 0, 90, 180, 270]))
        groups[-1].append((x + half, float(y + rng.normal(0, 0.8)), lean + turned))
        x += 2 * half
    free = area.width - 8 - x
    if free < 0:
        return _goal(rng, table, area, count - 1) if count > 1 else []
    left = area.x0 + 4 + rng.uniform(0, free)
    placed = [[(left + spot[0], spot[1], spot[2]) for spot in group] for group in groups]
    if not all(table.is_free(*spot) for group in placed for spot in group):
        return _goal(rng, table, area, count)
    for group in placed:
        for spot in group:
            table.take(*spot)
    return placed


def _off(rng: np.random.Generator, table: _Table, count: int) -> list[tuple[float, float, float]]:
    """Cubes in no section: in the sheet's margins or beside it on the table."""
    found: list[tuple[float, float, float]] = []
    around = table.layout.sheet.grown(float(rng.choice([0.0, 40.0, 60.0])))
    for _ in range(count * 40):
        if len(found) == count:
            break
        x, y, yaw = rng.uniform(around.x0, around.x1), rng.uniform(around.y0, around.y1), rng.uniform(0, 360)
        clear = table.layout.section_at(x, y) == OFF and table.layout.line_distance(x, y) > 2.5
        if clear and table.in_view(x, y) and table.is_free(x, y, yaw):
            table.take(x, y, yaw)
            found.append((x, y, yaw))
    return found


def _shares(rng: np.random.Generator, scenario: str) -> dict[str, int]:
    """How many cubes lie where."""
    if scenario == "start":
        return {"RESOURCES": 24}
    total = 24 if scenario != "partial" else int(rng.choice([0, 1, 2, 3, 5, 7, 9, 12, 16, 20]))
    off = int(rng.choice([0, 0, 0, 1, 2, 4]))
    goal = int(min(total, rng.choice([0, 1, 2, 3, 4, 5, 6, 8, 11])))
    off = min(off, total - goal)
    rest = total - goal - off
    left = {"mid": rng.uniform(0.4, 0.85), "late": rng.uniform(0, 0.25), "partial": rng.uniform(0, 1)}[scenario]
    resources = round(rest * left)
    played = rng.multinomial(rest - resources, rng.dirichlet([1.5, 1.5, 1.5]))
    return {
        "GOAL": goal,
        "RESOURCES": resources,
        "FORBIDDEN": int(played[0]),
        "PERMITTED": int(played[1]),
        "REQUIRED": int(played[2]),
        "OFF": off,
    }


def lay_cubes(
    rng: np.random.Generator,
    layout: Layout,
    scenario: str,
    cube_mm: float,
    star: str,
    in_view: Callable[[float, float], bool],
) -> Plan:
    """A board of this scenario; `star` is the print of the green cubes' sign, `*` or `^`."""
    table = _Table(layout, cube_mm, in_view)
    shares = _shares(rng, scenario)
    plan = Plan(scenario)
    dice = [
        (kind.name, kind.faces[int(rng.integers(len(kind.faces)))])
        for kind in EQUATIONS_KIT.kinds
        for _ in range(kind.count)
    ]
    order = rng.permutation(len(dice))
    dice = [(dice[i][0], star if dice[i][1] == "^" else dice[i][1]) for i in order]

    def add(spot: tuple[float, float, float], section: str) -> int:
        color, symbol = dice[len(plan.cubes)]
        plan.cubes.append(Lying(color, symbol, float(spot[0]), float(spot[1]), float(spot[2] % 360), section))
        return len(plan.cubes) - 1

    for name, count in shares.items():
        if not count:
            continue
        if name == "OFF":
            for spot in _off(rng, table, count):
                add(spot, "OFF")
        elif name == "GOAL":
            for group in _goal(rng, table, layout.area(Section.GOAL), count):
                plan.goal_groups.append([add(spot, name) for spot in group])
        else:
            area = layout.area(Section[name])
            # Mostly well inside; at times right at a line.
            edge = float(rng.choice([1.5, table.side * 0.55, table.side * 0.75]))
            way = [_heap, _scatter, _rows][int(rng.choice(3, p=[0.5, 0.3, 0.2]))]
            spots = way(rng, table, area, count, edge)
            spots += _scatter(rng, table, area, count - len(spots), edge) if len(spots) < count else []
            for spot in spots:
                add(spot, name)
    return plan
