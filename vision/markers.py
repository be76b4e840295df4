"""The sheet's markers in a picture, with corners to a small part of a pixel.

A detector finds the squares; then each side is measured anew: along it, the place where black turns to white is
taken from profiles across it, a line is put through these places, and the lines' crossings are the corners. A
marker of 22 pixels has few pixels at a corner but many along its sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Layout
from vision.pictures import Image, marker_dictionary, sampled

#: The four corners of a square (4 x 2), clockwise as printed, from the top left one.
Corners = npt.NDArray[np.float64]
_Numbers = npt.NDArray[np.float64]

#: Places along a side at which its edge is measured, as shares of the side: its ends are left out.
_ALONG = np.linspace(0.14, 0.86, 13)
#: The profile across a side goes this far, in modules (sixths of a side: the black border is one module wide).
_REACH = 0.75
_ACROSS = np.linspace(-1, 1, 25)
#: An edge further than this from its side's line, in pixels, is something else; fewer good ones are no side.
_STRAY_PX = 0.75
_ENOUGH = 5
#: How alike a place must look to the marker that should be there (correlation of their modules).
_ALIKE = 0.75
#: A picture smaller than twice this is not made smaller still.
_SMALLEST_PX = 300
#: Modules on a side of a marker, its black border included.
_MODULES = 6


def detect_markers(grey: Image, layout: Layout) -> dict[int, Corners]:
    """The corners of the sheet's markers in a grey picture, by number; one that is hard to see may be missing.

    Other numbers are ignored. A number that is seen twice is left out: one of the two is not on the sheet.
    """
    found = _detected_in_small(grey, layout)
    # If all but one are found, where the last should be is known, and `confirmed` is quicker and better.
    if len(found) < len(layout.markers) - 1:
        # Blur hides noise, and small markers with it: the last look is the slowest.
        found = {**_detected(cv2.GaussianBlur(grey, (5, 5), 1.0), layout), **found}
    if len(found) < len(layout.markers) - 1:
        found = {**_detected(grey, layout), **found}
    return measured(grey, found)


def _detected_in_small(grey: Image, layout: Layout) -> dict[int, Corners]:
    """The markers that are found in the picture at half its size: a quarter of the work, and less noise."""
    if min(grey.shape[:2]) < 2 * _SMALLEST_PX:
        return {}
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return {number: (corners + 0.5) * 2 - 0.5 for number, corners in _detected(half, layout).items()}


def _detected(grey: Image, layout: Layout) -> dict[int, Corners]:
    corners, ids, _ = _detector(layout.dictionary).detectMarkers(grey)
    numbers = [] if ids is None else [int(number) for number in np.asarray(ids).ravel()]
    wanted = {marker.id for marker in layout.markers}
    return {
        number: np.asarray(found, dtype=np.float64).reshape(4, 2)
        for number, found in zip(numbers, corners, strict=True)
        if number in wanted and numbers.count(number) == 1
    }


@cache
def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    # The smallest marker that is of use is about 18 pixels wide in a picture of 1280.
    parameters.minMarkerPerimeterRate = 0.05
    parameters.maxMarkerPerimeterRate = 0.8
    # About a small marker's width: one look is enough, and costs a third of the usual three.
    parameters.adaptiveThreshWinSizeMin = 23
    parameters.adaptiveThreshWinSizeMax = 23
    # Small markers are blurred: only the middle of a module says what it is.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    return cv2.aruco.ArucoDetector(marker_dictionary(dictionary), parameters)


def confirmed(grey: Image, expected: Mapping[int, Corners], dictionary: str) -> dict[int, Corners]:
    """Those of the expected markers that really are in the picture about there, with their measured corners."""
    alike = {}
    for number, corners in expected.items():
        pattern = marker_pattern(dictionary, number)
        cells = _cells(grey, corners)
        if cells is not None and float(np.corrcoef(cells.ravel(), pattern.ravel())[0, 1]) > _ALIKE:
            alike[number] = corners
    return measured(grey, alike)


@cache
def marker_pattern(dictionary: str, number: int) -> _Numbers:
    """A marker's modules with its border, 1 for white and 0 for black."""
    picture = cv2.aruco.generateImageMarker(marker_dictionary(dictionary), number, _MODULES)
    return np.asarray(picture > 127, dtype=np.float64)


def _cells(grey: Image, corners: Corners) -> _Numbers | None:
    """The grey of each module between these corners; None if they are not all in the picture, or nothing is there."""
    high, wide = grey.shape[:2]
    if (corners < 1).any() or (corners[:, 0] > wide - 2).any() or (corners[:, 1] > high - 2).any():
        return None
    fine = 4
    side = _MODULES * fine
    rim = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(rim, corners.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(grey, matrix, (side, side), flags=flags).astype(np.float64)
    cells = np.asarray(flat.reshape(_MODULES, fine, _MODULES, fine)[:, 1:3, :, 1:3].mean(axis=(1, 3)))
    return cells if float(cells.std()) > 3 else None


# Corners to a part of a pixel --------------------------------------------------------------------------------


def measured(grey: Image, rough: Mapping[int, Corners]) -> dict[int, Corners]:
    """The corners measured anew; the rough ones where a side cannot be measured."""
    if not rough:
        return {}
    begun = np.array(list(rough.values()))
    found = begun
    # A corner that leaves its place was no corner of this square.
    module = np.linalg.norm(begun - np.roll(begun, 1, axis=1), axis=2).mean(axis=1) / _MODULES
    room = np.maximum(module, 1.5)[:, None]
    for _ in range(2):
        better = _crossings(*_Sides(grey, found, _REACH).lines())
        near = np.linalg.norm(better - begun, axis=2) < room
        found = np.where(near[:, :, None], better, found)
    return dict(zip(rough, found, strict=True))


def edge_spread_px(picture: Image, squares: Iterable[Corners]) -> float:
    """How wide the step from black to white is along measured markers: its standard deviation in pixels.

    Motion blurs the sides of one direction alone: the worse direction counts.
    """
    sides = _Sides(picture, np.array(list(squares)), 1.0)
    profile = np.median(sides.light, axis=1)
    low, high = profile[:, :1], profile[:, -1:]
    rising = np.maximum.accumulate((profile - low) / np.maximum(high - low, 1e-9), axis=1)
    widths = [
        (np.interp(0.841, step, place) - np.interp(0.159, step, place)) / 2
        for step, place in zip(rising, sides.offsets, strict=True)
    ]
    pairs = np.array(widths).reshape(-1, 2, 2)
    return float(np.median(pairs, axis=(0, 1)).max())


class _Sides:
    """The profiles across all sides of squares (n x 4 x 2): light, from black to white, at places along each side."""

    def __init__(self, picture: Image, squares: _Numbers, reach: float) -> None:
        self.shape = squares.shape
        self.starts = squares.reshape(-1, 2)
        along = np.roll(squares, -1, axis=1).reshape(-1, 2) - self.starts
        self.lengths = np.maximum(np.linalg.norm(along, axis=1), 1e-6)
        self.along = along / self.lengths[:, None]
        # Clockwise in the picture: this points out of the square.
        self.out = np.stack((self.along[:, 1], -self.along[:, 0]), axis=1)
        self.offsets = np.maximum(self.lengths / _MODULES * reach, 1.5)[:, None] * _ACROSS
        self.positions = self.lengths[:, None] * _ALONG
        points = (
            self.starts[:, None, None, :]
            + self.positions[:, :, None, None] * self.along[:, None, None, :]
            + self.offsets[:, None, :, None] * self.out[:, None, None, :]
        )
        levels = sampled(picture, points.reshape(-1, len(_ACROSS), 2))
        if levels.ndim == 3:
            levels = cv2.cvtColor(levels, cv2.COLOR_BGR2GRAY)
        # Pixels mix light, not the numbers that a file has for it.
        self.light = _LIGHT[levels].reshape(-1, len(_ALONG), len(_ACROSS))

    def lines(self) -> tuple[_Numbers, _Numbers]:
        """A point and a direction of the line between black and white along each side (n x 4 x 2); nan if none is."""
        slopes, heights = _straight(self.positions, _edges(self.light, self.offsets))
        half = self.lengths / 2
        middles = self.starts + self.along * half[:, None] + self.out * (slopes * half + heights)[:, None]
        return middles.reshape(self.shape), (self.along + self.out * slopes[:, None]).reshape(self.shape)


#: The light for each grey level, as most cameras write it.
_LIGHT = (np.arange(256) / 255) ** 2.2


def _edges(light: _Numbers, offsets: _Numbers) -> _Numbers:
    """Where each profile (from black to white) crosses the middle between its levels; nan where it does not.

    The levels are those of a few neighbouring profiles together: noise widens a single one's range.
    """
    quarter = light.shape[2] // 4
    black = _smooth(np.median(light[:, :, :quarter], axis=2))
    white = _smooth(np.median(light[:, :, -quarter:], axis=2))
    level = (black + white) / 2
    above = light > level[:, :, None]
    crossing = ~above[:, :, :-1] & above[:, :, 1:]
    # The crossing nearest to the middle of the profile.
    away = np.abs(_ACROSS[:-1] + _ACROSS[1:])
    first = np.where(crossing, away, np.inf).argmin(axis=2)
    low = np.take_along_axis(light, first[:, :, None], axis=2)[:, :, 0]
    high = np.take_along_axis(light, first[:, :, None] + 1, axis=2)[:, :, 0]
    share = (level - low) / np.maximum(high - low, 1e-9)
    step = (offsets[:, 1] - offsets[:, 0])[:, None]
    places = np.take_along_axis(offsets, first, axis=1) + share * step
    contrast = np.median(white - black, axis=1, keepdims=True)
    plausible = crossing.any(axis=2) & (white - black > 0.4 * contrast) & (contrast > 0.2 * white)
    return np.where(plausible, places, np.nan)


def _smooth(levels: _Numbers) -> _Numbers:
    padded = np.pad(levels, ((0, 0), (2, 2)), mode="edge")
    return np.asarray(np.median(np.lib.stride_tricks.sliding_window_view(padded, 5, axis=1), axis=2))


def _straight(positions: _Numbers, edges: _Numbers) -> tuple[_Numbers, _Numbers]:
    """Slope and height of the line through each row's edges, strays left out; nan where too few are left."""
    good = np.isfinite(edges)
    values = np.where(good, edges, 0.0)
    for _ in range(3):
        weight = good.astype(np.float64)
        count = np.maximum(weight.sum(axis=1), 1)
        mean_p, mean_e = (weight * positions).sum(axis=1) / count, (weight * values).sum(axis=1) / count
        centred = (positions - mean_p[:, None]) * weight
        slopes = (centred * values).sum(axis=1) / np.maximum((centred * positions).sum(axis=1), 1e-9)
        heights = mean_e - slopes * mean_p
        away = np.abs(edges - (slopes[:, None] * positions + heights[:, None]))
        good = np.isfinite(edges) & (away < _STRAY_PX)
    enough = good.sum(axis=1) >= _ENOUGH
    return np.where(enough, slopes, np.nan), np.where(enough, heights, np.nan)


def _crossings(middles: _Numbers, directions: _Numbers) -> _Numbers:
    """Where each square's neighbouring sides cross: its corners; nan where a side is missing or both run alike."""
    p, d = np.roll(middles, 1, axis=1), np.roll(directions, 1, axis=1)
    q, e = middles, directions
    turn = d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]
    turn = np.where(np.abs(turn) > 0.2, turn, np.nan)
    gap = q - p
    share = (gap[..., 0] * e[..., 1] - gap[..., 1] * e[..., 0]) / turn
    return np.asarray(p + d * share[..., None])
