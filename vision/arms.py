"""Arms of a sign: what tells a bold x from a star in any print. A star has five or six arms, or eight; an x has four.

The face network knows the prints that it was trained with, and takes a fat x of another print for a star now and then.
Around the sign's middle, four arms come back at every quarter turn and five or six do not: how strongly the sign rises
and falls four, five and six times in a turn tells them apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import CROP_MM, CROP_PX, FaceKind

_Numbers = npt.NDArray[np.float64]

#: Half the face's inner part, without rims, and how far from the crop's middle a sign reaches (mm).
_INNER_MM, _REACH_MM = 6.5, 6.25
#: What differs from the body by less than so many times what half of the face does is not taken for the sign.
_NOISE = 1.5
#: The circles on which arms are counted, in shares of the sign's own radius, and the steps of a turn.
_CIRCLES = np.linspace(0.5, 1.5, 6)
_STEPS = 64
#: Of what changes along the circles (in up to twelve waves a turn), an x has at least so much in four waves and at most
#: so much in five and six; its radius (root mean square) is at most so many millimetres: a wider sign is no sign, but
#: a face that a lamp has washed out. Of 5260 green x and 2645 stars on drawn boards with training's and other fonts,
#: this is true of four in five x, of eight of the ten that were taken for stars, and of no star.
_FOUR, _MORE, _WIDEST_MM = 0.55, 0.1, 4.0
_WAVES = 12


def four_armed(crop: npt.NDArray[np.uint8]) -> bool:
    """Whether the sign of a face (CROP_PX x CROP_PX x 3, upright or not) clearly has the four arms of an x."""
    ink = _ink(crop)
    axis = np.arange(CROP_PX) - (CROP_PX - 1) / 2
    across, down = np.meshgrid(axis, axis)
    px_per_mm = CROP_PX / CROP_MM
    sign = np.where(np.hypot(across, down) < _REACH_MM * px_per_mm, np.maximum(ink - _NOISE * _usual(ink), 0), 0)
    whole = float(sign.sum())
    if whole <= 0:
        return False
    x, y = float((sign * across).sum()) / whole, float((sign * down).sum()) / whole
    radius = float(np.sqrt((sign * ((across - x) ** 2 + (down - y) ** 2)).sum() / whole))
    if radius > _WIDEST_MM * px_per_mm:
        return False
    waves = _waves(ink, x, y, radius)
    return bool(waves[3] >= _FOUR and waves[4] + waves[5] <= _MORE)


def as_x(kinds: _Numbers, table: Sequence[FaceKind]) -> _Numbers:
    """The odds of a face that was taken for a star, with those of the star and the x of its colour exchanged."""
    star = table[int(np.argmax(kinds[:-1]))]
    other = FaceKind(star.color, "x")
    if star.symbol != "*" or other not in table:
        return kinds
    pair = [table.index(star), table.index(other)]
    changed = kinds.copy()
    changed[pair] = kinds[pair[::-1]]
    return changed


def _ink(crop: npt.NDArray[np.uint8]) -> _Numbers:
    """How far each pixel's colour is from the body's."""
    colours = crop.astype(np.float64)
    body = np.median(_inner(colours).reshape(-1, 3), axis=0)
    return np.asarray(np.linalg.norm(colours - body, axis=2))


def _usual(ink: _Numbers) -> float:
    return float(np.median(_inner(ink)))


def _inner(face: _Numbers) -> _Numbers:
    rim = round((CROP_MM / 2 - _INNER_MM) * CROP_PX / CROP_MM)
    return face[rim:-rim, rim:-rim]


def _waves(ink: _Numbers, x: float, y: float, radius: float) -> _Numbers:
    """Of what changes along circles around a place, the share of one wave a turn, of two, and so on."""
    turn = np.arange(_STEPS) / _STEPS * 2 * np.pi
    middle = (CROP_PX - 1) / 2
    columns = middle + x + radius * _CIRCLES[:, None] * np.cos(turn)
    rows = middle + y + radius * _CIRCLES[:, None] * np.sin(turn)
    along = cv2.remap(
        ink.astype(np.float32),
        columns.astype(np.float32),
        rows.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    power = (np.abs(np.fft.rfft(along, axis=1)) ** 2)[:, 1 : _WAVES + 1].sum(axis=0)
    return np.asarray(power / max(float(power.sum()), 1e-9))
