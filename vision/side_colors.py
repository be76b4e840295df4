"""Colours of sides: a cube is of one colour all around, so the sides that the camera sees tell its top's colour too.

Thin ink on a pale top may be too faint or too blurred for its colour, while a bolder sign on a side shows it. A side is
seen at a slant, so what it says counts for less than what the top says, and only where nothing stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.faces import FaceKind
from vision.sides import Eye

_Numbers = npt.NDArray[np.float64]

#: Sides are asked where a second colour has at least this share of the odds.
DOUBT = 0.002
#: How deep a side must seem on the tops' plane (mm) to be asked.
_DEEP_MM = 3.0
#: Nothing may lie so near (mm) to the spot that is so far before the side (mm).
_CLEAR_MM, _BEFORE_MM = 20.0, 10.0
#: What lies nearer to a cube than this share of one is no neighbour: it is the side itself.
_NEIGHBOUR = 0.93
#: How much of a side's log odds count, and the least odds of a colour that it can give. Chosen on boards with the
#: fonts and lamps of training that no network was trained with.
_WEIGHT, _LEAST = 0.4, 1e-4


@dataclass(frozen=True, slots=True)
class Wall:
    """A side in full view: whose it is, the middle of its upper edge (mm), and the way that it faces (degrees)."""

    cube: int
    x: float
    y: float
    way_deg: float


def walls_in_view(cube: int, top: tuple[float, float, float], others: _Numbers, eye: Eye, cube_mm: float) -> list[Wall]:
    """The sides of the cube with this top (x, y, angle) that the camera sees well; `others` (n, 2) may stand before."""
    x, y, angle_deg = top
    far = others[np.hypot(others[:, 0] - x, others[:, 1] - y) >= _NEIGHBOUR * cube_mm]
    found = []
    for quarter in range(4):
        way_deg = angle_deg + 90 * quarter
        across, down = np.cos(np.radians(way_deg)), np.sin(np.radians(way_deg))
        edge_x, edge_y = x + cube_mm / 2 * across, y + cube_mm / 2 * down
        depth_mm = ((eye.x - edge_x) * across + (eye.y - edge_y) * down) * cube_mm / eye.height
        spot = edge_x + _BEFORE_MM * across, edge_y + _BEFORE_MM * down
        if depth_mm >= _DEEP_MM and (np.hypot(far[:, 0] - spot[0], far[:, 1] - spot[1]) >= _CLEAR_MM).all():
            found.append(Wall(cube, float(edge_x), float(edge_y), float(way_deg)))
    return found


def color_odds(kinds: _Numbers, table: Sequence[FaceKind]) -> dict[str, _Numbers]:
    """The share of each colour among the odds (n, k) of what is a cube."""
    colors = dict.fromkeys(kind.color for kind in table)
    whole = np.maximum(kinds[:, :-1].sum(axis=1), 1e-12)
    return {
        color: kinds[:, [i for i, kind in enumerate(table) if kind.color == color]].sum(axis=1) / whole
        for color in colors
    }


def in_doubt(kinds: _Numbers, table: Sequence[FaceKind]) -> npt.NDArray[np.bool_]:
    """Whether the colour of each place (odds n, k) is in doubt at all."""
    shares = np.sort(np.stack(list(color_odds(kinds, table).values()), axis=1), axis=1)
    return np.asarray(shares[:, -2] >= DOUBT) if shares.shape[1] > 1 else np.zeros(len(kinds), dtype=np.bool_)


def with_side(kinds: _Numbers, looks: Sequence[_Numbers], table: Sequence[FaceKind]) -> _Numbers:
    """The odds (k) of a top together with what looks (n, k each one row) at one of its sides say of its colour."""
    side = {
        color: float(np.mean([np.log(max(float(color_odds(look[None], table)[color][0]), _LEAST)) for look in looks]))
        for color in dict.fromkeys(kind.color for kind in table)
    }
    weighed = np.array([np.exp(_WEIGHT * side[kind.color]) for kind in table]) * kinds[:-1]
    changed = kinds.copy()
    # Whether there is a cube at all a side does not tell.
    changed[:-1] = weighed / max(float(weighed.sum()), 1e-300) * kinds[:-1].sum()
    return changed
