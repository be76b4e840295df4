"""Looks at places where a cube may lie: what the face networks say of each, in two looks, or eight where they doubt.

A look is by one of the two networks, at the crop turned by some quarter and a little larger or smaller: another picture
of the same face. The second look is at the place that the first one found, so its fit is the finer one; where they
doubt, each network looks from the other three sides at what was found by then. What they take for a star has its arms
counted, and where they doubt a colour they look at the cube's own sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.arms import as_x, four_armed
from vision.confidence import softened
from vision.decode import TOLD, Opinion
from vision.faces import CROP_MM, CROP_PX, FaceKind, Floats, evened
from vision.finder import Place
from vision.mat_view import MatView
from vision.model_file import Networks
from vision.side_colors import in_doubt, walls_in_view, with_side
from vision.sides import tops_behind
from vision.tuning import Tuning

_Numbers = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Look:
    """By which network, with the crop turned by how many quarters, and how much larger than usual."""

    network: int
    quarter: int
    size: float


#: How every place is looked at, and how those are looked at again of which these two are not certain.
USUAL = (Look(0, 0, 1.0), Look(1, 1, 1.06))
AGAIN = (
    (Look(0, 1, 0.97), Look(0, 2, 1.04), Look(0, 3, 1.06)),
    (Look(1, 0, 1.0), Look(1, 2, 1.02), Look(1, 3, 0.98)),
)
#: What the likeliest kind must be given, of 1, to be certain of a place.
_CERTAIN = 0.99


class Impressions:
    """What the looks so far say of some places: where and how turned, and the odds of kinds and turns together."""

    def __init__(self, places: Sequence[Place], kinds: int, table: Sequence[FaceKind] = ()) -> None:
        self.centres: _Numbers = np.array([(place.x, place.y) for place in places], dtype=np.float64)
        self.angles: _Numbers = np.array([place.angle_deg for place in places], dtype=np.float64)
        self.visible: _Numbers = np.ones(len(places))
        self.agreed = np.ones(len(places), dtype=np.bool_)
        self._looks = np.zeros(len(places))
        self._best = np.full(len(places), -1)
        self._kinds = np.zeros((len(places), kinds))
        self._turns = np.zeros((len(places), 4))
        self._sixes = [number for number, kind in enumerate(table) if kind.symbol == "6"]
        self._nines = [number for number, kind in enumerate(table) if kind.symbol == "9"]

    def add(self, which: _Indices, kinds: _Numbers, turns: _Numbers, visible: Floats) -> None:
        """What one look gave to these places: odds (n, k), with turns counted from the places' angles.

        Looks that differ about 6 or 9 differ about the turn by half a turn: all turns are kept as those of a 6.
        """
        if self._sixes and self._nines:
            nine = kinds[:, self._nines].max(axis=1) > kinds[:, self._sixes].max(axis=1)
            nine &= np.isin(kinds.argmax(axis=1), [*self._sixes, *self._nines])
            turns = np.where(nine[:, None], np.roll(turns, 2, axis=1), turns)
        self._kinds[which] += np.log(np.maximum(kinds, 1e-12))
        self._turns[which] += np.log(np.maximum(turns, 1e-12))
        self._looks[which] += 1
        self.visible[which] = np.minimum(self.visible[which], visible)
        best = kinds.argmax(axis=1)
        before = self._best[which]
        self.agreed[which] &= (before < 0) | (before == best)
        self._best[which] = best

    def kinds(self) -> _Numbers:
        """The odds of each kind that all looks together give: what one of them rules out is ruled out."""
        return softened((self._kinds / self._looks[:, None]).astype(np.float32), 1.0)

    def turns(self) -> _Numbers:
        """The odds of each quarter turn, likewise; of a 9 those that it would have as a 6."""
        return softened((self._turns / self._looks[:, None]).astype(np.float32), 1.0)


class Looks:
    """Looks at one kit's cubes; `height_mm` is where their tops are above the sheet."""

    def __init__(self, networks: Networks, tuning: Tuning | None, cube_mm: float, height_mm: float) -> None:
        self.networks = networks
        self.tuning = tuning
        self.cube_mm = cube_mm
        self.height_mm = height_mm

    def opinions(
        self, view: MatView, places: Sequence[Place], gain: Floats, others: Sequence[Place] = ()
    ) -> list[Opinion]:
        """What all looks at these places make of them; `others` are not looked at, but may stand before them."""
        if not places:
            return []
        seen = Impressions(places, len(self.networks.table) + 1, self.networks.table)
        for look in USUAL:
            self._look((look,), view, gain, seen, np.arange(len(places)))
        doubtful = np.flatnonzero((seen.kinds().max(axis=1) < _CERTAIN) | ~seen.agreed)
        if len(doubtful):
            for looks in AGAIN:
                self._look(looks, view, gain, seen, doubtful)
        kinds, turns, whole = seen.kinds(), seen.turns(), self._whole(view, seen)
        self._count_arms(view, seen, kinds)
        if self.height_mm:
            self._ask_sides(view, gain, seen, kinds, [*places, *others])
        return [
            Opinion(
                x=float(seen.centres[i, 0]),
                y=float(seen.centres[i, 1]),
                angle_deg=float(seen.angles[i]),
                heat=place.heat,
                visible=float(seen.visible[i]),
                kinds=kinds[i],
                turns=turns[i],
                agreed=bool(seen.agreed[i]),
                whole=bool(whole[i]),
            )
            for i, place in enumerate(places)
        ]

    def _look(self, looks: Sequence[Look], view: MatView, gain: Floats, seen: Impressions, which: _Indices) -> None:
        """Adds looks of one network at some of the places, and moves them to where it found their faces."""
        centres = seen.centres[which]
        angles = [seen.angles[which] - 90 * look.quarter for look in looks]
        crops = [
            view.patches(centres, turned, CROP_MM * look.size, CROP_PX, self.height_mm)
            for look, turned in zip(looks, angles, strict=True)
        ]
        kind, turn, fit = self.networks.read_faces(evened(np.concatenate(crops), gain), looks[0].network)
        if self.tuning is not None:
            kind = self.tuning.apply(kind)
        trust, moved, straightened = self.networks.trust, np.zeros_like(centres), np.zeros(len(which))
        for number, (look, turned) in enumerate(zip(looks, angles, strict=True)):
            own = slice(number * len(which), (number + 1) * len(which))
            # A face in a crop that was turned back by some quarters seems turned on by as many.
            turns = np.roll(softened(turn[own], trust.turn_temperature), -look.quarter, axis=1)
            seen.add(which, softened(kind[own], trust.kind_temperature), turns, fit[own, 3])
            # No face is moved by more than a crop can show.
            right, down = (np.clip(fit[own, :2].astype(np.float64), -0.2, 0.2) * self.cube_mm).T
            cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
            moved += np.column_stack((right * cos - down * sin, right * sin + down * cos)) / len(looks)
            straightened += np.clip(fit[own, 2], -0.3, 0.3) * 45 / len(looks)
        seen.centres[which] = centres + moved
        seen.angles[which] += straightened

    def _count_arms(self, view: MatView, seen: Impressions, kinds: _Numbers) -> None:
        """Takes what was taken for a star for an x where it has four arms; then not all agree about it."""
        table = self.networks.table
        best = kinds[:, :-1].argmax(axis=1)
        stars = np.array([number for number, kind in enumerate(best) if table[kind].symbol == "*"], dtype=np.intp)
        crops = view.patches(seen.centres[stars], seen.angles[stars], CROP_MM, CROP_PX, self.height_mm)
        for number, crop in zip(stars, crops, strict=True):
            if four_armed(crop):
                kinds[number] = as_x(kinds[number], table)
                seen.agreed[number] = False

    def _ask_sides(
        self, view: MatView, gain: Floats, seen: Impressions, kinds: _Numbers, places: Sequence[Place]
    ) -> None:
        """Adds to doubtful colours what the sides of the same cubes show."""
        table = self.networks.table
        others = np.array([(place.x, place.y) for place in places])
        walls = [
            wall
            for number in np.flatnonzero(in_doubt(kinds, table) & (kinds[:, -1] < 1 - TOLD))
            for wall in walls_in_view(
                int(number), (*seen.centres[number], seen.angles[number]), others, view.eye, self.cube_mm
            )
        ]
        if not walls:
            return
        edges, ways = [(wall.x, wall.y) for wall in walls], [wall.way_deg for wall in walls]
        crops = evened(view.walls(edges, ways, CROP_MM, CROP_PX, self.height_mm / 2), gain)
        looks = []
        for look in range(len(USUAL)):
            kind, _, _ = self.networks.read_faces(crops, look)
            looks.append(softened(kind if self.tuning is None else self.tuning.apply(kind), 1.0))
        for number, wall in enumerate(walls):
            kinds[wall.cube] = with_side(kinds[wall.cube], [look[number] for look in looks], table)

    def _whole(self, view: MatView, seen: Impressions) -> npt.NDArray[np.bool_]:
        """Whether each cube's face lies in the picture with all its corners, however it is turned.

        What could be the side of a cube whose top is beyond the picture's edge is not whole either.
        """
        whole = self._within(view, seen.centres)
        if self.height_mm:
            for number in np.flatnonzero(whole):
                x, y = seen.centres[number]
                tops = tops_behind(x, y, seen.angles[number], view.eye, self.cube_mm)
                whole[number] = not tops or bool(self._within(view, np.array(tops)).all())
        return whole

    def _within(self, view: MatView, centres: _Numbers) -> npt.NDArray[np.bool_]:
        """Whether faces with these centres lie in the picture."""
        reach = self.cube_mm / 2**0.5
        around = np.array([(-reach, 0), (reach, 0), (0, -reach), (0, reach)])
        pixels = view.to_picture((centres[:, None] + around).reshape(-1, 2), self.height_mm).reshape(-1, 4, 2)
        high, wide = view.image.shape[:2]
        inside = (pixels >= 0) & (pixels <= np.array([wide - 1, high - 1]))
        return np.asarray(inside.all(axis=(1, 2)))
