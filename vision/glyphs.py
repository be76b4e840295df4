"""The signs on the cubes as strokes of our own, so that pictures need no font.

A sign is drawn in a square of side 1, y downwards. 6 and 9 stand on a bar, as on printed cubes, so that
each has an underside.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from rules.errors import BadRequest

_Stroke = tuple[tuple[float, float], ...]

#: A pen of this width, as a share of the square.
_PEN = 0.125
_BAR_PEN = 0.075
_DOT = 0.085


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> _Stroke:
    """Part of an ellipse, in degrees; 0 is right and 90 is down."""
    count = max(8, int(abs(end - start) / 6))
    angles = (math.radians(start + (end - start) * i / count) for i in range(count + 1))
    return tuple((cx + rx * math.cos(angle), cy + ry * math.sin(angle)) for angle in angles)


_STROKES: dict[str, tuple[_Stroke, ...]] = {
    "0": (_arc(0.5, 0.5, 0.2, 0.31, 0, 360),),
    "1": (((0.35, 0.33), (0.52, 0.19), (0.52, 0.81)), ((0.36, 0.81), (0.68, 0.81))),
    "2": ((*_arc(0.5, 0.375, 0.195, 0.185, 195, 385), (0.3, 0.81), (0.715, 0.81)),),
    "3": (_arc(0.475, 0.345, 0.185, 0.155, 205, 450), _arc(0.475, 0.655, 0.215, 0.155, 270, 518)),
    "4": (((0.6, 0.82), (0.6, 0.19), (0.26, 0.64), (0.76, 0.64)),),
    "5": (((0.69, 0.19), (0.37, 0.19), (0.34, 0.46), *_arc(0.475, 0.61, 0.215, 0.2, 245, 510)),),
    "6": (
        _arc(0.5, 0.53, 0.185, 0.17, 0, 360),
        ((0.6, 0.13), *_arc(0.6, 0.53, 0.285, 0.36, 240, 180)),
    ),
    "7": (((0.28, 0.19), (0.72, 0.19), (0.43, 0.82)),),
    "8": (_arc(0.5, 0.32, 0.145, 0.13, 0, 360), _arc(0.5, 0.645, 0.21, 0.175, 0, 360)),
    "9": (
        _arc(0.5, 0.3, 0.185, 0.17, 0, 360),
        ((0.4, 0.7), *_arc(0.4, 0.3, 0.285, 0.36, 60, 0)),
    ),
    "+": (((0.5, 0.22), (0.5, 0.78)), ((0.22, 0.5), (0.78, 0.5))),
    "-": (((0.24, 0.5), (0.76, 0.5)),),
    "x": (((0.29, 0.29), (0.71, 0.71)), ((0.71, 0.29), (0.29, 0.71))),
    "÷": (((0.22, 0.5), (0.78, 0.5)),),
    "^": (((0.27, 0.6), (0.5, 0.29), (0.73, 0.6)),),
    "√": (((0.17, 0.53), (0.28, 0.49), (0.43, 0.8), (0.6, 0.2), (0.84, 0.2)),),
}
_DOTS: dict[str, tuple[tuple[float, float], ...]] = {"÷": ((0.5, 0.27), (0.5, 0.73))}
#: The bar under 6 and 9.
_BARS: dict[str, _Stroke] = {"6": ((0.3, 0.86), (0.7, 0.86)), "9": ((0.3, 0.86), (0.7, 0.86))}

#: The smallest turn, in degrees, after which a sign looks as before; 360 for every other sign.
SYMMETRY: dict[str, int] = {"0": 180, "-": 180, "÷": 180, "+": 90, "x": 90}

SYMBOLS: tuple[str, ...] = tuple(_STROKES)


def smallest_turn(symbol: str, orientation: int) -> int:
    """The least orientation that looks the same: a `-` turned by 270 lies as one turned by 90."""
    return orientation % SYMMETRY.get(symbol, 360)


def glyph(symbol: str, size: int) -> npt.NDArray[np.float32]:
    """The upright sign in a square of `size` pixels: 1 where there is ink, 0 where there is none.

    BadRequest for a sign that was never drawn.
    """
    if symbol not in _STROKES:
        raise BadRequest(f"there is no drawing of {symbol!r}")
    fine = max(4, 256 // size)
    side = size * fine
    ink = np.zeros((side, side), dtype=np.uint8)
    for stroke in _STROKES[symbol]:
        _draw(ink, stroke, _PEN)
    if symbol in _BARS:
        _draw(ink, _BARS[symbol], _BAR_PEN)
    for x, y in _DOTS.get(symbol, ()):
        cv2.circle(ink, _fixed(x, y, side), round(_DOT * side * 8), 255, -1, cv2.LINE_AA, 3)
    small = cv2.resize(ink, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, dtype=np.float32)


def _draw(ink: npt.NDArray[np.uint8], stroke: _Stroke, pen: float) -> None:
    side = ink.shape[0]
    points = np.array([_fixed(x, y, side) for x, y in stroke], dtype=np.int32)
    cv2.polylines(ink, [points], False, 255, round(pen * side), cv2.LINE_AA, 3)


def _fixed(x: float, y: float, side: int) -> tuple[int, int]:
    """A point of the unit square in eighths of a pixel, counted from the first pixel's centre."""
    return round((x * side - 0.5) * 8), round((y * side - 0.5) * 8)
