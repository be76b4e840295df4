"""What lies on the sheet and is neither paper nor a known cube: a hand, a sleeve, something that was put down.

The paper is bright and has, under a lamp, nearly one colour that changes slowly across the sheet: a smooth surface is
fitted to it. Shadows darken paper but hardly change its colour; skin, cloth and table do. What is left after the known
cubes, the thin print and the shadows is measured in square millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Points
from vision.mat_view import MatView
from vision.pictures import Image

_Numbers = npt.NDArray[np.float32]
_Mask = npt.NDArray[np.uint8]

#: The sheet is looked at this finely, from a picture twice as fine.
PX_PER_MM = 0.5
#: Distance of colours, as logarithms of red and blue over green, beyond which something is not paper; and the share of
#: the paper's light below which it cannot be a shadow either.
COLOUR_FAR = 0.14
SHADE_DARK = 0.3
#: Around a cube so much more is left out: its shadow's darkest part, and what the finder may be wrong by.
_AROUND_CUBE_MM = 4.0
#: Narrower than this is print.
_PRINT_MM = 5.0
#: Who reaches over the sheet comes in at its rim: a large region there is a hand, and so is one as broad as a finger
#: that has the colour of skin. A sleeve may be as white as paper: so much skin is a hand anywhere.
HAND_MM2 = 400.0
FINGER_MM = 14.0
SKIN_MM2 = 2500.0
#: Any other region is some object if it is at least half as large as a cube's face.
OBJECT_MM2 = 128.0
#: What is brighter than paper can be is a mirrored lamp.
_MIRRORED = 1.05
#: A shadow is no further than this from the paper's colour, darker than this share of its light, and even: its mean
#: colour is nearly as far from the paper's as its pixels are. If it is warmer, red has changed less than this, and blue
#: by this many times as much. A larger one at the rim may be a sleeve.
_SHADOW_FAR = 0.35
_SHADOW_SHADE = 0.95
_EVEN = 0.75
_WARM = 0.16
_WARMER = 1.25
_SLEEVE_MM2 = 6000.0
_SKIN_RED = 0.1
#: The rim is so wide: a sheet does not lie quite flat, nor is it cut quite true.
_RIM_MM = 3.0


@dataclass(frozen=True, slots=True)
class Strangers:
    """The regions that are neither paper nor cube, nor a cube's shadow, largest first; and a mask of all of them."""

    regions: tuple[Region, ...]
    #: At PX_PER_MM: 255 where something strange is.
    mask: _Mask

    @property
    def hand(self) -> bool:
        return any(region.is_hand for region in self.regions)

    @property
    def object(self) -> bool:
        """Whether something lies there that is no hand: perhaps a cube that nobody found."""
        return any(region.mm2 > OBJECT_MM2 and not region.is_hand for region in self.regions)


@dataclass(frozen=True, slots=True)
class Region:
    """One strange region: its size, how broad it is where it is broadest, whether it touches the sheet's rim."""

    mm2: float
    broad_mm: float
    at_rim: bool
    #: Whether it has the colour of skin, be it pale or dark.
    skin: bool

    @property
    def is_hand(self) -> bool:
        if self.at_rim and self.mm2 > HAND_MM2:
            return True
        finger = self.at_rim and self.mm2 > OBJECT_MM2 and self.broad_mm > FINGER_MM
        return self.skin and (finger or self.mm2 > SKIN_MM2)


def find_strangers(view: MatView, tops: Sequence[tuple[float, float]], fine: Image | None = None) -> Strangers:
    """What is strange on the sheet, when cubes' tops are known to lie at these places (millimetres).

    `fine` is `view.plane(0, 2 * PX_PER_MM, 0)`, if the caller has it.
    """
    fine = view.plane(0, 2 * PX_PER_MM, 0) if fine is None else fine
    sheet = cv2.resize(fine, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    known = _known(view, tops, sheet.shape[:2])
    paper = _against_paper(np.asarray(sheet, dtype=np.uint8), known == 0)
    far = paper.far
    other = (far > COLOUR_FAR) & (paper.shade < _MIRRORED) | (paper.shade < SHADE_DARK)
    strange = (other & (known == 0)).astype(np.uint8) * 255
    side = round(_PRINT_MM * PX_PER_MM) | 1
    opened = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((side, side), dtype=np.uint8)), np.uint8)
    regions = sorted(_regions(opened, paper, far), key=lambda region: -region.mm2)
    return Strangers(tuple(regions), opened)


def _known(view: MatView, tops: Sequence[tuple[float, float]], shape: tuple[int, ...]) -> _Mask:
    """What needs no explanation: markers, and every cube from its foot to where its top seems to be on the sheet."""
    layout = view.layout
    mask = np.zeros(shape[:2], dtype=np.uint8)
    for marker in layout.markers:
        _fill(mask, _square(marker.x, marker.y, layout.marker_mm / 2 + 2))
    half = layout.cube_mm / 2 * 2**0.5 + _AROUND_CUBE_MM
    feet = np.array([_square(x, y, half) for x, y in tops]).reshape(-1, 4, 2)
    # Where a ray through the top meets the sheet.
    seen = view.to_mat(view.to_picture(feet, layout.cube_mm), 0).reshape(-1, 4, 2)
    for corners in np.concatenate((feet, seen), axis=1):
        _fill(mask, corners)
    return mask


def _square(x: float, y: float, half: float) -> Points:
    return np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


def _fill(mask: _Mask, points: Points) -> None:
    hull = cv2.convexHull((points * PX_PER_MM - 0.5).round().astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 255)


@dataclass(frozen=True, slots=True)
class _Paper:
    """How each pixel differs from the paper there: redder and bluer (over green, as logarithms), and its light."""

    redder: _Numbers
    bluer: _Numbers
    #: As a share of the paper's.
    shade: _Numbers

    @property
    def far(self) -> _Numbers:
        """The distance of the colours."""
        return np.asarray(np.sqrt(self.redder**2 + self.bluer**2), dtype=np.float32)


#: The paper's light is found from the brighter part of the sheet; so much of it must be brighter.
_ENOUGH_BRIGHTER = 0.1
#: Logarithms of the levels; the darkest hardly have a colour.
_LOG = np.log(np.arange(256) + 6).astype(np.float32)


def _against_paper(sheet: npt.NDArray[np.uint8], free: npt.NDArray[np.bool_]) -> _Paper:
    logs = _LOG[sheet]
    green = logs[..., 1]
    values = np.stack((green, logs[..., 2] - green, logs[..., 0] - green), axis=-1)
    terms = _terms(*free.shape)
    chosen = np.zeros_like(free)
    chosen[1::4, 1::4] = free[1::4, 1::4]
    if chosen.sum() < 60:
        same = np.zeros(free.shape, dtype=np.float32)
        return _Paper(same, same, same + 1)
    away = values - terms @ _smooth_surface(terms[chosen], values[chosen])
    return _Paper(away[..., 1], away[..., 2], np.exp(away[..., 0]))


@cache
def _terms(high: int, wide: int) -> _Numbers:
    """What a surface of the second degree is made of, at each pixel."""
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    return np.stack((np.ones_like(x), x, y, x * x, x * y, y * y), axis=-1).astype(np.float32)


def _smooth_surface(terms: _Numbers, values: _Numbers) -> _Numbers:
    """Coefficients (6 x 3) of the paper's light and colour. Bright and even pixels count, others less and less."""
    # The paper is the brightest large thing on the sheet: begin with the brighter part.
    light = values[:, 0]
    brighter = light > (usual := np.quantile(light, 0.4))
    if brighter.mean() < _ENOUGH_BRIGHTER:
        # In the dark, and in glaring light, most of the sheet has one and the same level.
        brighter = light >= usual
    weight = brighter.astype(np.float32)
    scales = np.array((0.25, 0.06, 0.06), dtype=np.float32)
    ridge = 1e-3 * len(terms) * np.diag((0.0, 0.1, 0.1, 1.0, 1.0, 1.0)).astype(np.float32)
    paper = np.zeros((6, 3), dtype=np.float32)
    for wide in (2.0, 2.0, 1.0, 1.0, 1.0):
        weighted = terms * weight[:, None]
        paper = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ values)
        away = (values - terms @ paper) / (scales * wide)
        weight = 1 / (1 + (away**2).sum(axis=1)) ** 2
    return paper


def _regions(mask: _Mask, paper: _Paper, far: _Numbers) -> Iterator[Region]:
    """The connected regions of the mask that are no shadows."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    rim = round(_RIM_MM * PX_PER_MM)
    high, wide = mask.shape
    inwards = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    for number in range(1, count):
        left, top, across, down, size = (int(value) for value in stats[number])
        part = (slice(top, top + down), slice(left, left + across))
        here = labels[part] == number
        mm2 = size / PX_PER_MM**2
        at_rim = left <= rim or top <= rim or left + across >= wide - rim or top + down >= high - rim
        redder, bluer, shade, apart = (
            float(values[part][here].mean()) for values in (paper.redder, paper.bluer, paper.shade, far)
        )
        if _is_shadow(redder, bluer, shade, apart) and not (at_rim and mm2 > _SLEEVE_MM2):
            continue
        # Skin is redder than paper, and not much less blue: yellow things are.
        skin = redder > _SKIN_RED and -1.6 * redder < bluer < 0.5 * redder
        yield Region(mm2, 2 * float(inwards[part][here].max()) / PX_PER_MM, at_rim, skin)


def _is_shadow(redder: float, bluer: float, shade: float, far: float) -> bool:
    """Whether a region looks like paper without its main lamp: darker, of one colour, and that one of another lamp.

    Lamps differ from warm to cool, and then blue changes more than red; skin is red before all.
    """
    even = (redder**2 + bluer**2) ** 0.5 > _EVEN * far
    cooler = redder < 0 < bluer
    warmer = 0 <= redder < _WARM and -bluer > _WARMER * redder
    return even and (cooler or warmer) and far < _SHADOW_FAR and SHADE_DARK < shade < _SHADOW_SHADE
