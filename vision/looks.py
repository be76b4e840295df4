"""Looks at places where a cube may lie: what the face networks say of each, in two looks, or eight where they doubt.

A look is by one of the two networks, at the crop turned by some quarter and a little larger or smaller: another picture
of the same face. The second look is at the place that the first one found, so its fit is the finer one; where they
doubt, each network looks from the other three sides at what was found by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.confidence import softened
from vision.decode import Opinion
from vision.faces import CROP_MM, CROP_PX, Floats, evened
from vision.finder import Place
from vision.mat_view import MatView
from vision.model_file import Networks
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

    def __init__(self, places: Sequence[Place], kinds: int) -> None:
        self.centres: _Numbers = np.array([(place.x, place.y) for place in places], dtype=np.float64)
        self.angles: _Numbers = np.array([place.angle_deg for place in places], dtype=np.float64)
        self.visible: _Numbers = np.ones(len(places))
        self.agreed = np.ones(len(places), dtype=np.bool_)
        self._looks = np.zeros(len(places))
        self._best = np.full(len(places), -1)
        self._kinds = np.zeros((len(places), kinds))
        self._turns = np.zeros((len(places), 4))

    def add(self, which: _Indices, kinds: _Numbers, turns: _Numbers, visible: Floats) -> None:
        """What one look gave to these places: odds (n, k), with turns counted from the places' angles."""
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
        """The odds of each quarter turn, likewise."""
        return softened((self._turns / self._looks[:, None]).astype(np.float32), 1.0)


class Looks:
    """Looks at one kit's cubes; `height_mm` is where their tops are above the sheet."""

    def __init__(self, networks: Networks, tuning: Tuning | None, cube_mm: float, height_mm: float) -> None:
        self.networks = networks
        self.tuning = tuning
        self.cube_mm = cube_mm
        self.height_mm = height_mm

    def opinions(self, view: MatView, places: Sequence[Place], gain: Floats) -> list[Opinion]:
        """What all looks at these places make of them."""
        if not places:
            return []
        seen = Impressions(places, len(self.networks.table) + 1)
        for look in USUAL:
            self._look((look,), view, gain, seen, np.arange(len(places)))
        doubtful = np.flatnonzero((seen.kinds().max(axis=1) < _CERTAIN) | ~seen.agreed)
        if len(doubtful):
            for looks in AGAIN:
                self._look(looks, view, gain, seen, doubtful)
        kinds, turns, whole = seen.kinds(), seen.turns(), self._whole(view, seen.centres)
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

    def _whole(self, view: MatView, centres: _Numbers) -> npt.NDArray[np.bool_]:
        """Whether each cube's face lies in the picture with all its corners, however it is turned."""
        reach = self.cube_mm / 2**0.5
        around = np.array([(-reach, 0), (reach, 0), (0, -reach), (0, reach)])
        pixels = view.to_picture((centres[:, None] + around).reshape(-1, 2), self.height_mm).reshape(-1, 4, 2)
        high, wide = view.image.shape[:2]
        inside = (pixels >= 0) & (pixels <= np.array([wide - 1, high - 1]))
        return np.asarray(inside.all(axis=(1, 2)))
