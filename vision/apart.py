"""Places kept apart: which of the places that were looked at are cubes, none of them in another's place.

Two cubes cannot lie in one place, and the side of a cube is no cube, however well its sign can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.decode import Opinion, best_kind
from vision.faces import FaceKind
from vision.sides import Eye, side_offset

#: Nearer than this share of a cube, two places may be one cube: cubes that touch are a whole cube apart.
OVERLAP = 0.93
#: So far apart, two places of which both are clearly cubes are two that touch, found a little off.
_TOUCHING = 0.8
#: A second answer for a place counts if it is at least this share as strong as the first.
_RIVAL = 0.4
#: Of two places that cannot both be cubes, one so near (mm) to where the other's side should be is that side.
_SIDE_MM = 4.0
#: Where both could be cubes, it is the side if it is nearer to the side's place than to that of a cube that touches,
#: and may be it (nobody should build on it) if it is so near (mm).
_NEARER, _MAYBE_SIDE_MM = 0.5, 2.5
#: A cube is of one colour all around: what is read in the colour of the other and lies so near (mm) to where its side
#: should be is that side, and also what lies a little further off if it is nearer to the other than cubes that touch (a
#: share of a cube). On 1400 drawn boards 54 of 56 such sides lay so, and none of 14 cubes that touch.
_SAME_COLOR_MM, _TOO_NEAR, _TOO_NEAR_MM = 1.6, 0.94, 2.6


def separate(
    opinions: Sequence[Opinion], cube_mm: float, eye: Eye | None = None, table: Sequence[FaceKind] = ()
) -> list[tuple[Opinion, bool]]:
    """The opinions that are cubes, none in another's place, and whether each had its place for itself.

    Without the table of kinds nobody knows what is of the same colour.
    """
    cubes = [opinion for opinion in opinions if opinion.is_cube]
    doubted: set[int] = set()
    if eye is not None:
        cubes, doubted = _without_sides(cubes, cube_mm, eye, table)
    kept: list[tuple[Opinion, bool]] = []
    for opinion in sorted(cubes, key=lambda each: -each.standing):
        free = id(opinion) not in doubted
        rival = next((i for i, (other, _) in enumerate(kept) if _distance(opinion, other) < OVERLAP * cube_mm), None)
        if rival is None:
            kept.append((opinion, free))
            continue
        better, _ = kept[rival]
        if _touch(opinion, better, cube_mm):
            # Neither is sure of its place.
            kept[rival] = (better, False)
            kept.append((opinion, False))
            continue
        if opinion.strength < _RIVAL * better.strength:
            continue
        if _distance(opinion, better) > 0.3 * cube_mm or best_kind(opinion) != best_kind(better):
            # Two answers that cannot both be right: the better one stays, but nobody should build on it.
            kept[rival] = (better, False)
    return kept


def _without_sides(
    cubes: Sequence[Opinion], cube_mm: float, eye: Eye, table: Sequence[FaceKind]
) -> tuple[list[Opinion], set[int]]:
    """The places that are not sides of others, and those of them (by id) that may be."""
    left: list[Opinion] = []
    doubted: set[int] = set()
    # A side lies nearer to the camera than its top: what is further off is decided first.
    for opinion in sorted(cubes, key=lambda each: -np.hypot(each.x - eye.x, each.y - eye.y)):
        of = [_side_of(opinion, top, cube_mm, eye, table) for top in left]
        if True in of:
            continue
        if None in of:
            doubted.add(id(opinion))
        left.append(opinion)
    return left, doubted


def _side_of(opinion: Opinion, top: Opinion, cube_mm: float, eye: Eye, table: Sequence[FaceKind]) -> bool | None:
    """Whether a place is the side of this top; None where that cannot be told."""
    apart = _distance(opinion, top)
    if not 0.4 * cube_mm < apart < 1.2 * cube_mm:
        return False
    found = side_offset((opinion.x, opinion.y), (top.x, top.y, top.angle_deg), eye, cube_mm)
    if found is None:
        return False
    off_mm, neighbour_mm = found
    same_mm = _TOO_NEAR_MM if apart < _TOO_NEAR * cube_mm else _SAME_COLOR_MM
    if off_mm < same_mm and _same_color(opinion, top, table):
        return True
    if apart < OVERLAP * cube_mm and not _touch(opinion, top, cube_mm):
        return off_mm < _SIDE_MM
    if off_mm < _NEARER * neighbour_mm:
        return True
    return None if off_mm < _MAYBE_SIDE_MM else False


def _same_color(one: Opinion, other: Opinion, table: Sequence[FaceKind]) -> bool:
    return bool(table) and table[best_kind(one)].color == table[best_kind(other)].color


def _touch(one: Opinion, other: Opinion, cube_mm: float) -> bool:
    """Whether two places that are a little too near each other are two cubes all the same."""
    return one.stands and other.stands and _distance(one, other) >= _TOUCHING * cube_mm


def _distance(one: Opinion, other: Opinion) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))
