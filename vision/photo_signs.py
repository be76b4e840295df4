"""The signs on photographed cubes: typefaces of our own, of which no picture was ever trained with.

The networks are trained with boards printed in fonts of files, and with a few drawn tables whose signs are those of
`vision/glyphs.py`. So these are others: one skeleton with straight shoulders, drawn with a broad pen, with a thinner
one and slabs at its ends, or leaning.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from rules.errors import BadRequest

_Point = tuple[float, float]
_Stroke = tuple[_Point, ...]

#: A sign is drawn in a square of so many pixels, then made smaller.
_SIDE = 400


@dataclass(frozen=True, slots=True)
class Typeface:
    """How the skeleton is drawn: the pen's width as a share of the square, how far digits lean, how long slabs are."""

    pen: float
    lean_deg: float = 0.0
    slab: float = 0.0
    #: The pen's end is cut off, or round.
    round_ends: bool = True


TYPEFACES: dict[str, Typeface] = {
    "broad": Typeface(0.135),
    "slab": Typeface(0.105, slab=0.11, round_ends=False),
    "leaning": Typeface(0.115, lean_deg=9.0),
}


def _bend(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> _Stroke:
    """Part of an oval with straight shoulders, in degrees; 0 is right and 90 is down."""
    count = max(10, int(abs(end - start) / 5))
    points = []
    for step in range(count + 1):
        angle = math.radians(start + (end - start) * step / count)
        cos, sin = math.cos(angle), math.sin(angle)
        points.append(
            (
                cx + rx * math.copysign(abs(cos) ** 0.66, cos),
                cy + ry * math.copysign(abs(sin) ** 0.66, sin),
            )
        )
    return tuple(points)


_SKELETON: dict[str, tuple[_Stroke, ...]] = {
    "0": (_bend(0.5, 0.5, 0.19, 0.31, 0, 360),),
    "1": (((0.34, 0.36), (0.54, 0.19), (0.54, 0.81)),),
    "2": ((*_bend(0.5, 0.36, 0.18, 0.17, 180, 372), (0.31, 0.81), (0.69, 0.81)),),
    "3": (((0.31, 0.19), (0.68, 0.19), (0.49, 0.43), *_bend(0.48, 0.62, 0.2, 0.19, 275, 520)),),
    "4": (((0.4, 0.19), (0.27, 0.6), (0.74, 0.6)), ((0.61, 0.4), (0.61, 0.82))),
    "5": (((0.67, 0.19), (0.35, 0.19), (0.34, 0.45), *_bend(0.48, 0.61, 0.2, 0.2, 255, 515)),),
    "6": (_bend(0.5, 0.53, 0.18, 0.17, 0, 360), (*_bend(0.5, 0.42, 0.18, 0.28, 300, 180), (0.32, 0.54))),
    "7": (((0.29, 0.19), (0.71, 0.19), (0.53, 0.5), (0.45, 0.82)),),
    "8": (_bend(0.5, 0.335, 0.165, 0.145, 0, 360), _bend(0.5, 0.645, 0.195, 0.165, 0, 360)),
    "9": (_bend(0.5, 0.31, 0.18, 0.17, 0, 360), (*_bend(0.5, 0.42, 0.18, 0.28, 120, 0), (0.68, 0.3))),
    "+": (((0.5, 0.25), (0.5, 0.75)), ((0.25, 0.5), (0.75, 0.5))),
    "-": (((0.26, 0.5), (0.74, 0.5)),),
    "x": (((0.31, 0.28), (0.69, 0.72)), ((0.69, 0.28), (0.31, 0.72))),
    "÷": (((0.24, 0.5), (0.76, 0.5)),),
    "^": (((0.3, 0.63), (0.5, 0.25), (0.7, 0.63)),),
    "√": (((0.15, 0.58), (0.26, 0.52), (0.42, 0.82), (0.56, 0.18), (0.85, 0.18)),),
}
_DOTS: dict[str, _Stroke] = {"÷": ((0.5, 0.25), (0.5, 0.75))}
_DOT = 0.075
#: 6 and 9 stand on a bar, as on printed cubes.
_BARS: dict[str, _Stroke] = dict.fromkeys("69", ((0.29, 0.87), (0.71, 0.87)))
_BAR_PEN = 0.065
#: Where a typeface with slabs has them: the middle of each, level.
_SLABS: dict[str, _Stroke] = {
    "1": ((0.54, 0.81),),
    "4": ((0.61, 0.82),),
    "7": ((0.45, 0.82),),
    "x": ((0.31, 0.28), (0.69, 0.28), (0.31, 0.72), (0.69, 0.72)),
}


def sign(symbol: str, size: int, typeface: str) -> npt.NDArray[np.float32]:
    """The upright sign in a square of `size` pixels: 1 where there is ink, 0 where there is none.

    BadRequest for a sign that no cube bears.
    """
    small = cv2.resize(_drawn(symbol, typeface), (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, dtype=np.float32)


@cache
def _drawn(symbol: str, typeface: str) -> npt.NDArray[np.uint8]:
    if symbol not in _SKELETON:
        raise BadRequest(f"there is no drawing of {symbol!r}")
    face = TYPEFACES[typeface]
    if not symbol.isdigit():
        face = replace(face, lean_deg=0.0)
    ink = np.zeros((_SIDE, _SIDE), dtype=np.uint8)
    for stroke in _SKELETON[symbol]:
        _line(ink, stroke, face.pen, face)
    half = face.slab
    for x, y in _SLABS.get(symbol, ()) if half else ():
        _line(ink, ((x - half, y), (x + half, y)), 0.8 * face.pen, face)
    if symbol in _BARS:
        _line(ink, _BARS[symbol], _BAR_PEN, face)
    for point in _DOTS.get(symbol, ()):
        x, y = _leaning(point, face)
        cv2.circle(ink, (round(x * _SIDE), round(y * _SIDE)), round(_DOT * _SIDE), 255, -1, cv2.LINE_AA)
    return ink


def _line(ink: npt.NDArray[np.uint8], stroke: _Stroke, pen: float, face: Typeface) -> None:
    points = np.array([_leaning(point, face) for point in stroke]) * _SIDE
    if not face.round_ends:
        # OpenCV's pen is round: what it would add at both ends is taken off first.
        points = _shortened(points, pen * _SIDE / 2)
    cv2.polylines(ink, [points.round().astype(np.int32)], False, 255, round(pen * _SIDE), cv2.LINE_AA)
    if not face.round_ends:
        for end, before in ((points[0], points[1]), (points[-1], points[-2])):
            _cut_end(ink, end, before, pen * _SIDE / 2)


def _leaning(point: _Point, face: Typeface) -> _Point:
    x, y = point
    return x + (0.5 - y) * math.tan(math.radians(face.lean_deg)), y


def _shortened(points: npt.NDArray[np.float64], by: float) -> npt.NDArray[np.float64]:
    if np.linalg.norm(points[0] - points[-1]) < 1:
        return points
    short = points.copy()
    for end, before in ((0, 1), (-1, -2)):
        way = points[before] - points[end]
        short[end] = points[end] + way * min(0.9, by / max(float(np.linalg.norm(way)), 1e-6))
    return short


def _cut_end(
    ink: npt.NDArray[np.uint8], end: npt.NDArray[np.float64], before: npt.NDArray[np.float64], half: float
) -> None:
    way = end - before
    along = way / max(float(np.linalg.norm(way)), 1e-6) * half
    across = np.array((-along[1], along[0]))
    corners = np.array([end + across, end + across + along, end - across + along, end - across])
    cv2.fillConvexPoly(ink, corners.round().astype(np.int32), 255, cv2.LINE_AA)
