"""Symbols drawn by strokes of our own: a print that needs no font, and the signs that some fonts lack.

A symbol is a list of lines in a box one unit high and `width` wide, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.boards.arrays import Bytes, Floats

_FINE = 192
_MARGIN = 64


@dataclass(frozen=True)
class Hand:
    """How strokes are drawn: their thickness, the box's width, and which of the usual shapes are meant."""

    thickness: float = 0.15
    width: float = 0.62
    slant: float = 0.0
    one: int = 0
    four: int = 0
    seven: int = 0
    nine: int = 0
    three: int = 0
    star: int = 6
    petals: bool = False
    bar: bool = True
    square_ends: bool = False
    round_boxes: float = 2.0


def arc(x: float, y: float, rx: float, ry: float, start: float, end: float, power: float = 2.0) -> Floats:
    """Part of an ellipse, degrees clockwise from the right; a power above 2 makes it squarer."""
    angles = np.radians(np.linspace(start, end, max(6, int(abs(end - start) / 8))))
    cos, sin = np.cos(angles), np.sin(angles)
    bend = 2 / power
    return np.stack([x + rx * np.sign(cos) * np.abs(cos) ** bend, y + ry * np.sign(sin) * np.abs(sin) ** bend], axis=1)


def _line(*points: float) -> Floats:
    return np.array(points, dtype=float).reshape(-1, 2)


def _digit(symbol: str, hand: Hand) -> list[Floats]:
    w, p = hand.width, hand.round_boxes
    half = w / 2
    match symbol:
        case "0":
            return [arc(half, 0.5, half, 0.5, 0, 360, p)]
        case "1":
            stem = half + 0.06
            flag = [_line(stem - 0.24, 0.2, stem, 0.0, stem, 1.0)]
            if hand.one == 1:
                flag.append(_line(stem - 0.2, 1.0, stem + 0.2, 1.0))
            return flag
        case "2":
            return [np.concatenate([arc(half, 0.28, half, 0.28, 185, 385, p), _line(0, 1, w, 1)])]
        case "3":
            if hand.three == 1:
                upper = _line(0.03, 0, w - 0.05, 0, half * 0.9, 0.4)
                return [np.concatenate([upper, arc(half * 0.9, 0.69, w - half * 0.9, 0.31, 270, 520, p)])]
            upper = arc(half * 0.95, 0.26, half * 0.95, 0.26, 195, 450, p)
            return [upper, arc(half * 0.95, 0.74, w - half * 0.95, 0.26, 270, 525, p)]
        case "4":
            if hand.four == 1:
                return [_line(0.06, 0, 0, 0.62, w, 0.62), _line(w * 0.72, 0.3, w * 0.72, 1.0)]
            return [_line(w * 0.74, 1.0, w * 0.74, 0, 0, 0.7, w, 0.7)]
        case "5":
            return [
                np.concatenate(
                    [_line(w * 0.93, 0, 0.1, 0, 0.05, 0.44), arc(half * 0.95, 0.68, half, 0.32, 215, 500, p)]
                )
            ]
        case "6":
            if hand.nine == 1:
                return [arc(half, 0.68, half, 0.32, 0, 360, p), _line(w * 0.72, 0, 0.06, 0.52)]
            return [
                arc(half, 0.68, half, 0.32, 0, 360, p),
                np.concatenate([arc(half, 0.5, half, 0.5, 310, 180, p), _line(0, 0.68)]),
            ]
        case "7":
            lines = [_line(0, 0, w, 0, w * 0.32, 1)]
            if hand.seven == 1:
                lines.append(_line(w * 0.25, 0.52, w * 0.85, 0.52))
            elif hand.seven == 2:
                lines = [_line(0, 0.14, 0, 0, w, 0, w * 0.32, 1)]
            return lines
        case "8":
            return [arc(half, 0.255, half * 0.88, 0.255, 0, 360, p), arc(half, 0.745, half, 0.245, 0, 360, p)]
        case _:
            return [_turned(line, w) for line in _digit("6", hand)]


def _turned(line: Floats, width: float) -> Floats:
    return np.array([width, 1.0]) - line


def _sign(symbol: str, hand: Hand) -> list[Floats]:
    w = 0.72
    match symbol:
        case "+":
            return [_line(0, 0.5, w, 0.5), _line(w / 2, 0.5 - w / 2, w / 2, 0.5 + w / 2)]
        case "-":
            return [_line(0, 0.5, w * 0.9, 0.5)]
        case "x":
            a = w * 0.42
            return [_line(w / 2 - a, 0.5 - a, w / 2 + a, 0.5 + a), _line(w / 2 - a, 0.5 + a, w / 2 + a, 0.5 - a)]
        case "÷":
            return [_line(0, 0.5, w, 0.5)]
        case "^":
            return [_line(0, 0.72, w / 2, 0.22, w, 0.72)]
        case "√":
            vinculum = (w * 1.25, 0.05) if hand.bar else ()
            return [_line(0, 0.58, 0.12, 0.5, w * 0.36, 0.95, w * 0.75, 0.05, *vinculum)]
        case _:
            rays = []
            turn = -90 if hand.star % 2 else (90 if hand.star == 6 else 0)
            for ray in range(hand.star):
                angle = np.radians(turn + 360 * ray / hand.star)
                rays.append(_line(w / 2, 0.5, w / 2 + 0.4 * np.cos(angle), 0.5 + 0.4 * np.sin(angle)))
            return rays


def stroke_mask(symbol: str, hand: Hand) -> Bytes:
    """The symbol's ink, cropped, at `DIGIT_PX` pixels for the height of a digit."""
    lines = _digit(symbol, hand) if symbol.isdigit() else _sign(symbol, hand)
    side = _FINE + 2 * _MARGIN
    canvas: Bytes = np.zeros((side, side + _MARGIN), np.uint8)
    thick = max(3, round(hand.thickness * _FINE))
    room = hand.thickness / 2
    for line in lines:
        drawn = line.copy()
        if symbol.isdigit():
            drawn = room + drawn * (1 - 2 * room)
        drawn[:, 0] += hand.slant * (0.5 - drawn[:, 1])
        spots = np.round((drawn * _FINE + _MARGIN) * 16).astype(np.int32)
        cv2.polylines(canvas, [spots.reshape(-1, 1, 2)], False, 255, thick, cv2.LINE_AA, 4)
    if hand.square_ends:
        # Strokes end round where lines are drawn thick; a square brush of the same breadth squares them a little.
        canvas = cv2.morphologyEx(canvas, cv2.MORPH_OPEN, np.ones((max(3, thick // 2), max(3, thick // 2)), np.uint8))
    if symbol == "*" and hand.petals:
        # Some fonts print a star as a flower: a drop at the end of each ray.
        for line in lines:
            x, y = line[0] * 0.35 + line[1] * 0.65
            spot = (round((x + hand.slant * (0.5 - y)) * _FINE + _MARGIN), round(y * _FINE + _MARGIN))
            cv2.circle(canvas, spot, max(4, round(0.95 / hand.star * _FINE * 0.6)), 255, -1, cv2.LINE_AA)
    if symbol == "÷":
        x = round((0.36 + hand.slant * 0) * _FINE + _MARGIN)
        for y in (0.16, 0.84):
            cv2.circle(canvas, (x, round(y * _FINE + _MARGIN)), max(3, round(thick * 0.62)), 255, -1, cv2.LINE_AA)
    ys, xs = np.nonzero(canvas > 8)
    return np.ascontiguousarray(canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


#: How high a digit is in the masks, in pixels.
DIGIT_PX = _FINE
