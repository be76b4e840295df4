"""The truth of a simulated table: which cube lies where. A value; every change gives a new one.

Cubes lie square to the sheet. Whatever is put down here comes to lie clearly: in one section or in none,
beside every other cube, and in the Goal in one row with gaps that nobody can take for anything else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from rules.cubes import Cube, Kit, Turn
from rules.errors import BadRequest
from rules.mat import Goal, Mat, Section
from vision.layout import Area, Layout

#: How much of the table around the sheet still holds cubes.
TABLE_MM = 12.0
#: Cubes lie at least so far from each other, and their sides from any line.
CLEAR_MM = 1.5
#: Shares of a cube: a gap between the Goal's groups, and the widest space within one.
GAP_CUBES = 0.8
WITHIN_CUBES = 0.5
#: Cubes of the Goal lie in one row if their centres differ by less than this share of a cube.
ROW_CUBES = 0.4

_DEGREES = {Turn.UPRIGHT: 0, Turn.SIDEWAYS: 90, Turn.UPSIDE_DOWN: 180}
_STEP_MM = 2.0


class LaidCube(msgspec.Struct, frozen=True, kw_only=True):
    """One physical cube: its top face, its centre on the sheet, how it is turned; lifted, it is in a hand.

    With `glare` a lamp is mirrored in its face.

    `{"id":"red-1","color":"red","symbol":"3","x":30.0,"y":50.5,"orientation":90,"lifted":false,"glare":false}`
    """

    id: str
    color: str
    symbol: str
    x: float
    y: float
    orientation: int = 0
    lifted: bool = False
    glare: bool = False


class SimulatedMat(msgspec.Struct, frozen=True, kw_only=True):
    """Every cube of the simulated table, and a hand above it if there is one (its outline in millimetres).

    JSON both ways: `parse_simulated(value)` and `mat.to_json()`.
    """

    cubes: tuple[LaidCube, ...] = ()
    hand: tuple[tuple[float, float], ...] = ()

    @classmethod
    def rolled(cls, kit: Kit, layout: Layout, rng: random.Random) -> SimulatedMat:
        """All cubes of the kit in Resources, with random faces and turns, none touching another."""
        places = list(_scattered(layout, rng, kit.size))
        cubes = []
        for kind in kit.kinds:
            for number in range(1, kind.count + 1):
                x, y = places.pop()
                symbol, orientation = rng.choice(kind.faces), rng.choice((0, 90, 180, 270))
                cubes.append(
                    LaidCube(
                        id=f"{kind.name}-{number}", color=kind.name, symbol=symbol, x=x, y=y, orientation=orientation
                    )
                )
        return cls(cubes=tuple(cubes))

    @classmethod
    def placed(cls, sections: Mat | Mapping[str, str], kit: Kit, layout: Layout) -> SimulatedMat:
        """Cubes in rows as `{"goal": "B3 _ G5", "required": "R2", …}` says; no more of a colour than the kit has."""
        mat = sections if isinstance(sections, Mat) else Mat.parse(sections, kit)
        excess = kit.too_many(mat.cubes)
        if excess is not None:
            raise BadRequest(f"the kit has only {excess.count} {excess.name} cubes")
        counts = {kind.letter: 0 for kind in kit.kinds}
        cubes: list[LaidCube] = []

        def lay(cube: Cube, place: tuple[float, float]) -> None:
            kind = kit.kind_of(cube)
            if kind is None:
                raise BadRequest(f"{str(cube)!r} has no colour: it cannot lie on a table")
            counts[cube.kind] += 1
            cubes.append(
                LaidCube(
                    id=f"{kind.name}-{counts[cube.kind]}",
                    color=kind.name,
                    symbol=cube.face,
                    x=place[0],
                    y=place[1],
                    orientation=_DEGREES[cube.turn],
                )
            )

        for cube, place in zip(mat.goal.cubes, _goal_places(mat.goal, layout), strict=True):
            lay(cube, place)
        for section in Section:
            if section is not Section.GOAL:
                places = _rows(layout.area(section), layout.cube_mm)
                for cube in mat.at(section):
                    free = next(places, None)
                    if free is None:
                        raise BadRequest(f"so many cubes do not fit into {section.value}")
                    lay(cube, free)
        return cls(cubes=tuple(cubes))

    def cube(self, cube_id: str) -> LaidCube:
        found = next((cube for cube in self.cubes if cube.id == cube_id), None)
        if found is None:
            raise BadRequest(f"there is no cube {cube_id!r} on this table")
        return found

    @property
    def lying(self) -> tuple[LaidCube, ...]:
        """The cubes that are in nobody's hand."""
        return tuple(cube for cube in self.cubes if not cube.lifted)

    def find(self, cube: Cube, section: Section, layout: Layout, kit: Kit) -> LaidCube:
        """The first cube with this colour and face in a section, however it is turned."""
        kind = kit.kind_of(cube)
        for laid in self.lying:
            if (
                laid.symbol == cube.face
                and (kind is None or laid.color == kind.name)
                and layout.section_at(laid.x, laid.y) == section.value
            ):
                return laid
        raise BadRequest(f"there is no {cube.upright} in {section.value}")

    def lifted(self, cube_id: str) -> SimulatedMat:
        """The table with this cube in somebody's hand."""
        return self._with(msgspec.structs.replace(self.cube(cube_id), lifted=True))

    def dropped(
        self, cube_id: str, x: float, y: float, *, layout: Layout, orientation: int | None = None
    ) -> SimulatedMat:
        """The table with this cube put down at (x, y), or at the nearest place where it lies clearly.

        That place is in the section that was aimed at while there is room in it. BadRequest if there is none
        on the whole table.
        """
        cube = self.cube(cube_id)
        if not (math.isfinite(x) and math.isfinite(y)):
            raise BadRequest(f"({x!r}, {y!r}) is no place on the table")
        if orientation is None:
            orientation = cube.orientation
        elif orientation not in (0, 90, 180, 270):
            raise BadRequest(f"a cube is turned by 0, 90, 180 or 270 degrees, not {orientation!r}")
        others = tuple(other for other in self.lying if other.id != cube_id)
        table = layout.sheet.grown(TABLE_MM)
        x, y = min(max(x, table.x0), table.x1), min(max(y, table.y0), table.y1)
        place = _nearest_place(x, y, others, layout)
        if place is None:
            raise BadRequest("there is no room left on the table")
        return self._with(msgspec.structs.replace(cube, x=place[0], y=place[1], orientation=orientation, lifted=False))

    def moved(self, cube_id: str, section: Section, *, layout: Layout, orientation: int | None = None) -> SimulatedMat:
        """The table with this cube in the first free place of a section's rows."""
        others = tuple(other for other in self.lying if other.id != cube_id)
        for x, y in _rows(layout.area(section), layout.cube_mm):
            if _lies_clearly(x, y, others, layout):
                return self.dropped(cube_id, x, y, layout=layout, orientation=orientation)
        return self.dropped(cube_id, *layout.area(section).centre, layout=layout, orientation=orientation)

    def goal_laid(self, goal: Goal, kit: Kit, layout: Layout) -> SimulatedMat:
        """The table with this Goal laid in one row from cubes that lie in Resources; the Goal must be empty."""
        if any(layout.section_at(cube.x, cube.y) == Section.GOAL.value for cube in self.lying):
            raise BadRequest("there are cubes in the Goal already")
        table = self
        for cube, (x, y) in zip(goal.cubes, _goal_places(goal, layout), strict=True):
            laid = table.find(cube, Section.RESOURCES, layout, kit)
            table = table._with(msgspec.structs.replace(laid, x=x, y=y, orientation=_DEGREES[cube.turn]))
        return table

    def with_glare(self, cube_id: str) -> SimulatedMat:
        """The table with a lamp mirrored in this cube's face."""
        return self._with(msgspec.structs.replace(self.cube(cube_id), glare=True))

    def without_glare(self) -> SimulatedMat:
        """The table with every lamp turned away."""
        cubes = tuple(msgspec.structs.replace(cube, glare=False) for cube in self.cubes)
        return msgspec.structs.replace(self, cubes=cubes)

    def with_hand(self, outline: tuple[tuple[float, float], ...]) -> SimulatedMat:
        """The table with a hand of this outline above it; an empty outline takes the hand away."""
        return msgspec.structs.replace(self, hand=outline)

    def _with(self, changed: LaidCube) -> SimulatedMat:
        cubes = tuple(changed if cube.id == changed.id else cube for cube in self.cubes)
        return msgspec.structs.replace(self, cubes=cubes)

    def to_json(self) -> dict[str, Any]:
        written: dict[str, Any] = msgspec.to_builtins(self)
        return written


def parse_simulated(value: object, kit: Kit) -> SimulatedMat:
    """The other direction of `SimulatedMat.to_json`; BadRequest for anything else or a face no kit has."""
    try:
        table = msgspec.convert(value, SimulatedMat)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no simulated mat: {wrong}") from None
    faces = {(kind.name, face) for kind in kit.kinds for face in kind.faces}
    for cube in table.cubes:
        if (cube.color, cube.symbol) not in faces:
            raise BadRequest(f"no {cube.color} cube of the kit shows {cube.symbol!r}")
        if cube.orientation not in (0, 90, 180, 270):
            raise BadRequest(f"a cube is turned by 0, 90, 180 or 270 degrees, not {cube.orientation!r}")
    if len({cube.id for cube in table.cubes}) < len(table.cubes):
        raise BadRequest("two cubes have the same id")
    return table


def _scattered(layout: Layout, rng: random.Random, count: int) -> Iterator[tuple[float, float]]:
    """Random places in Resources: one cube a cell of a grid, anywhere within its cell."""
    area = layout.area(Section.RESOURCES).grown(-CLEAR_MM)
    cell = layout.cube_mm * 1.75
    columns, rows = int(area.width // cell), int(area.height // cell)
    if columns * rows < count:
        raise BadRequest(f"{count} cubes do not fit into {Section.RESOURCES.value}")
    wide, high = area.width / columns, area.height / rows
    free_x, free_y = wide - layout.cube_mm - CLEAR_MM, high - layout.cube_mm - CLEAR_MM
    for place in rng.sample(range(columns * rows), count):
        row, column = divmod(place, columns)
        yield (
            round(area.x0 + (column + 0.5) * wide + (rng.random() - 0.5) * free_x, 1),
            round(area.y0 + (row + 0.5) * high + (rng.random() - 0.5) * free_y, 1),
        )


def _rows(area: Area, cube_mm: float) -> Iterator[tuple[float, float]]:
    """Places in a section, row by row below its printed name, with a finger's room between cubes."""
    pitch = cube_mm * 1.375
    inner = area.grown(-cube_mm * 0.75)
    top = inner.y0 + cube_mm * 0.35
    columns, rows = int(inner.width // pitch) + 1, int((inner.y1 - top) // pitch) + 1
    for row in range(rows):
        for column in range(columns):
            yield inner.x0 + column * pitch, top + row * pitch


def _goal_places(goal: Goal, layout: Layout) -> Iterator[tuple[float, float]]:
    """The places of a Goal's cubes, left to right, in the middle of its section."""
    area, cube_mm = layout.area(Section.GOAL), layout.cube_mm
    step, gap = cube_mm + 2 * CLEAR_MM, cube_mm * (GAP_CUBES + 0.2) - 2 * CLEAR_MM
    length = step * len(goal.cubes) + gap * max(len(goal.groups) - 1, 0)
    if length > area.width - 2 * CLEAR_MM:
        raise BadRequest(f"the Goal {str(goal)!r} is too long for its section")
    x, y = area.centre
    x += (step - length) / 2
    for group in goal.groups:
        for _ in group:
            yield x, y
            x += step
        x += gap


def _nearest_place(x: float, y: float, others: tuple[LaidCube, ...], layout: Layout) -> tuple[float, float] | None:
    """The clear place nearest to (x, y), in the section aimed at if it has one."""
    x, y = round(x, 1), round(y, 1)
    aimed = [area for section, area in layout.sections if section.value == layout.section_at(x, y)]
    for area in (*aimed, layout.sheet.grown(TABLE_MM)):
        inner = area.grown(-layout.cube_mm / 2)
        tried = -1.0
        for reach in (20.0, 60.0, 180.0, 2 * max(layout.sheet_mm)):
            for distance, column, row in _around(x, y, reach, inner):
                if distance > tried and _lies_clearly(column, row, others, layout):
                    return column, row
            tried = reach
    return None


def _around(x: float, y: float, reach: float, area: Area) -> list[tuple[float, float, float]]:
    """Points of an area on a grid through (x, y), no further than `reach`: distance, x and y, the nearest first."""

    def axis(start: float, end: float, middle: float) -> list[float]:
        first = math.ceil((max(start, middle - reach) - middle) / _STEP_MM)
        last = math.floor((min(end, middle + reach) - middle) / _STEP_MM)
        return [round(middle + number * _STEP_MM, 1) for number in range(first, last + 1)]

    columns, rows = axis(area.x0, area.x1, x), axis(area.y0, area.y1, y)
    points = ((math.hypot(column - x, row - y), column, row) for column in columns for row in rows)
    return sorted(point for point in points if point[0] <= reach)


@cache
def _bare(layout: Layout) -> tuple[Area, tuple[tuple[Area, Area], ...], tuple[Area, ...]]:
    """Where a cube's centre may be on the empty table: within the first area; of each pair either outside the
    first or within the second; outside all the last."""
    half = layout.cube_mm / 2
    lines = tuple((area.grown(half + CLEAR_MM), area.grown(-half - CLEAR_MM)) for _, area in layout.sections)
    zones = tuple(layout.marker_zone(marker).grown(half) for marker in layout.markers)
    return layout.sheet.grown(TABLE_MM - half), lines, zones


def _lies_clearly(x: float, y: float, others: tuple[LaidCube, ...], layout: Layout) -> bool:
    """Whether a cube at (x, y) is on the table, clear of lines, markers and other cubes, and clear in the Goal."""
    room = layout.cube_mm + CLEAR_MM
    if any(abs(x - other.x) < room and abs(y - other.y) < room for other in others):
        return False
    table, lines, zones = _bare(layout)
    if not table.has(x, y) or any(zone.has(x, y) for zone in zones):
        return False
    if any(outer.has(x, y) and not inner.has(x, y) for outer, inner in lines):
        return False
    return layout.section_at(x, y) != Section.GOAL.value or _clear_in_goal(x, y, others, layout)


def _clear_in_goal(x: float, y: float, others: tuple[LaidCube, ...], layout: Layout) -> bool:
    """Whether a cube there is in the row of the Goal's other cubes, with no doubtful gap beside it."""
    cube_mm = layout.cube_mm
    row = [other for other in others if layout.section_at(other.x, other.y) == Section.GOAL.value]
    if any(abs(y - other.y) > ROW_CUBES * cube_mm for other in row):
        return False
    sides = (
        [other.x - x for other in row if other.x >= x],
        [x - other.x for other in row if other.x < x],
    )
    for distances in sides:
        space = min(distances) - cube_mm if distances else None
        if space is not None and (
            space < CLEAR_MM or (WITHIN_CUBES - 0.05) * cube_mm < space < (GAP_CUBES + 0.05) * cube_mm
        ):
            return False
    return True
