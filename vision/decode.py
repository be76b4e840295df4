"""Joint decoding: what the networks say of single places, put together to a table that can be.

Two cubes cannot lie in one place, no kit has more cubes of a colour than it has, and a kit is printed in one way: all
its green cubes bear ^, or all bear *. Where one of these changes an answer, that cube is not sure any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rules.cubes import Kit
from vision.faces import OLDER_PRINTS, FaceKind

#: Nearer than this share of a cube, two places may be one cube: cubes that touch are a whole cube apart.
OVERLAP = 0.93
#: So far apart, two places of which both networks say that each is a cube are two that touch, found a little off.
_TOUCHING = 0.8
#: A place that is more likely no cube than this is none.
NOTHING = 0.5
#: A place is a cube only if both networks together speak for some kind of it at least so much: fingertips look like
#: cubes of every kind a little, and like none of them well.
LEAST = 0.28
#: A second answer for a place counts if it stands at least this share of the first.
_RIVAL = 0.4
#: From this standing on, of 1, nobody says that there is no cube.
_STANDS = 0.7

Odds = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the networks say of one place: centre (mm), angle, the odds of each kind (the last: no cube) and turn."""

    x: float
    y: float
    angle_deg: float
    heat: float
    visible: float
    kinds: Odds
    turns: Odds
    #: Whether both looks at the place gave the same answer.
    agreed: bool
    #: Whether the whole face is within the picture.
    whole: bool

    @property
    def cube_odds(self) -> float:
        return float(1 - self.kinds[-1])

    @property
    def standing(self) -> float:
        """How much both networks together speak for a cube at this place."""
        return min(max(self.heat * self.cube_odds, 1e-6), 1 - 1e-6)


@dataclass(frozen=True, slots=True)
class Decided:
    """An opinion and the kind that was decided on; not `free` if the rest of the table had a say in it."""

    opinion: Opinion
    kind: int
    free: bool


def separate(
    opinions: Sequence[Opinion], cube_mm: float, eye_mm: tuple[float, float] | None = None
) -> list[tuple[Opinion, bool]]:
    """The opinions that are cubes, none in another's place, and whether each had its place for itself.

    `eye_mm` is the place straight below the camera. The side of a cube that the camera sees looks like another cube
    between the top and that place; it does not count as a rival of its own top.
    """
    ranked = sorted((opinion for opinion in opinions if _is_cube(opinion)), key=lambda opinion: -opinion.standing)
    kept: list[tuple[Opinion, bool]] = []
    for opinion in ranked:
        rival = next((i for i, (other, _) in enumerate(kept) if _distance(opinion, other) < OVERLAP * cube_mm), None)
        if rival is None:
            kept.append((opinion, True))
            continue
        better, _ = kept[rival]
        if _touch(opinion, better, cube_mm) and not _is_side(opinion, better, cube_mm, eye_mm):
            # Neither is sure of its place.
            kept[rival] = (better, False)
            kept.append((opinion, False))
            continue
        if opinion.standing < _RIVAL * better.standing or _is_side(opinion, better, cube_mm, eye_mm):
            continue
        if _distance(opinion, better) > 0.3 * cube_mm or _best(opinion) != _best(better):
            # Two answers that cannot both be right: the better one stays, but nobody should build on it.
            stays = opinion if _is_side(better, opinion, cube_mm, eye_mm) else better
            kept[rival] = (stays, False)
    return kept


def _is_cube(opinion: Opinion) -> bool:
    """Whether a place is taken for a cube at all; what is neither a cube nor paper is a stranger on the sheet."""
    return opinion.cube_odds > 1 - NOTHING and opinion.heat * float(opinion.kinds[:-1].max()) >= LEAST


def _touch(one: Opinion, other: Opinion, cube_mm: float) -> bool:
    """Whether two places that are a little too near each other are two cubes all the same."""
    return min(one.standing, other.standing) >= _STANDS and _distance(one, other) >= _TOUCHING * cube_mm


def _is_side(side: Opinion, top: Opinion, cube_mm: float, eye_mm: tuple[float, float] | None) -> bool:
    """Whether one place can be the side of the cube whose top is the other."""
    if eye_mm is None or not 0.5 * cube_mm < _distance(side, top) < OVERLAP * cube_mm:
        return False
    to_eye = np.array([eye_mm[0] - top.x, eye_mm[1] - top.y])
    to_side = np.array([side.x - top.x, side.y - top.y])
    return bool(to_eye @ to_side > 0.6 * np.linalg.norm(to_eye) * np.linalg.norm(to_side))


def decide(found: Sequence[tuple[Opinion, bool]], table: Sequence[FaceKind], kit: Kit) -> list[Decided]:
    """The likeliest kinds of all cubes together that the kit allows."""
    odds = [np.log(np.maximum(opinion.kinds[:-1], 1e-9)) for opinion, _ in found]
    masked = _one_print(odds, table)
    decided = [
        Decided(opinion, int(np.argmax(log)), free and int(np.argmax(log)) == _best(opinion))
        for (opinion, free), log in zip(found, masked, strict=True)
    ]
    return _within_kit(decided, masked, table, kit)


def _one_print(odds: Sequence[Odds], table: Sequence[FaceKind]) -> list[Odds]:
    """The odds without the print of each sign that all cubes together speak against."""
    masked = [log.copy() for log in odds]
    for newer, older in OLDER_PRINTS.items():
        new = [i for i, kind in enumerate(table) if kind.symbol == newer]
        old = [i for i, kind in enumerate(table) if kind.symbol == older]
        if not new or not old:
            continue
        # Only cubes that bear the sign at all have a say.
        voters = [log for log in odds if int(np.argmax(log)) in (*new, *old)]
        lead = sum(float(log[new].max() - log[old].max()) for log in voters)
        for log in masked:
            log[old if lead >= 0 else new] = -np.inf
    return masked


def _within_kit(decided: list[Decided], odds: Sequence[Odds], table: Sequence[FaceKind], kit: Kit) -> list[Decided]:
    """No more cubes of a colour than the kit has: what loses least by it gets another colour, or is no cube at all."""
    colors = [kind.color for kind in table]
    limits = {kind.name: kind.count for kind in kit.kinds}
    left = list(zip(decided, odds, strict=True))
    for _ in range(2 * len(decided)):
        counts = {color: sum(colors[cube.kind] == color for cube, _ in left) for color in limits}
        over = next((color for color in limits if counts[color] > limits[color]), None)
        if over is None:
            break
        ours = [number for number, (cube, _) in enumerate(left) if colors[cube.kind] == over]
        weakest = min(ours, key=lambda number: left[number][0].opinion.standing)
        standing = left[weakest][0].opinion.standing
        open_kinds = [i for i, color in enumerate(colors) if counts[color] < limits[color]]
        cost, number, kind = min(
            (_cost(*left[number], open_kinds, number) for number in ours), default=(np.inf, weakest, 0)
        )
        if standing < _STANDS and np.log(standing / (1 - standing)) < cost:
            del left[weakest]
            continue
        if cost == np.inf:
            # There are more cubes than the kit has, and all of them stand: nobody knows which is the stranger.
            return [replace(cube, free=cube.free and colors[cube.kind] != over) for cube, _ in left]
        changed = replace(left[number][0], kind=kind, free=False)
        left = [
            (changed if i == number else _doubted(cube) if i in ours else cube, log)
            for i, (cube, log) in enumerate(left)
        ]
    return [cube for cube, _ in left]


def _cost(cube: Decided, odds: Odds, open_kinds: Sequence[int], number: int) -> tuple[float, int, int]:
    """What it costs to take a cube for the likeliest of other kinds, its number, and that kind."""
    if not open_kinds:
        return np.inf, number, cube.kind
    best = open_kinds[int(np.argmax(odds[list(open_kinds)]))]
    return float(odds[cube.kind] - odds[best]), number, best


def _doubted(cube: Decided) -> Decided:
    """A cube of a colour of which there was one too many: free only if there was no doubt about it."""
    return replace(cube, free=cube.free and bool(cube.opinion.kinds.max() >= 0.999))


def _best(opinion: Opinion) -> int:
    return int(np.argmax(opinion.kinds[:-1]))


def _distance(one: Opinion, other: Opinion) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))
