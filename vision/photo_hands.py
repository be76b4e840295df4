"""Photographed hands: fingers, palm, forearm and sleeve as rounded limbs above the sheet, and their shadow on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Points
from vision.photo_cubes import fallen
from vision.photo_eye import Eye
from vision.photo_light import GAMMA, Floats, Lighting
from vision.photo_scene import Hand
from vision.pictures import Image

_Colour = tuple[float, float, float]

#: Tones of skin and of sleeves, blue-green-red under white light.
SKINS: tuple[_Colour, ...] = ((150, 178, 224), (120, 152, 205), (84, 112, 164), (52, 70, 108))
SLEEVES: tuple[_Colour, ...] = ((120, 74, 44), (64, 60, 140), (70, 70, 72), (196, 200, 204), (60, 110, 80))
#: Shadows are drawn at a quarter of the picture's size.
_COARSE = 4


@dataclass(frozen=True, slots=True)
class _Limb:
    """A rounded limb from one end to the other: along the arm, across it, height above the fingertips, and radius."""

    start: tuple[float, float, float, float]
    end: tuple[float, float, float, float]


#: From the lowest to the highest. Thumb and first finger hold what is at (0, 0).
_FINGERS = (
    _Limb((36, 42, 14, 5.5), (72, 50, 32, 8)),
    _Limb((22, 33, 10, 6.5), (66, 42, 36, 9)),
    _Limb((9, 21, 6, 6.5), (60, 31, 38, 9)),
    _Limb((1, -10, 2, 7), (46, -24, 30, 10.5)),
    _Limb((0, 10, 2, 6.5), (54, 19, 38, 9)),
    _Limb((60, 11, 36, 31), (96, 12, 42, 29)),
    _Limb((92, 11, 42, 26), (150, 8, 48, 22)),
    _Limb((150, 8, 48, 23), (430, 0, 85, 36)),
)


def _solid(hand: Hand, local: npt.NDArray[np.float64]) -> Floats:
    angle = np.radians(hand.arm_deg)
    along = np.array((np.cos(angle), np.sin(angle)))
    across = np.array((-along[1], along[0])) * (1 if hand.left else -1)
    flat = np.array((hand.x, hand.y)) + local[:, :1] * along + local[:, 1:2] * across
    return np.column_stack((flat, local[:, 2] + hand.height_mm))


def _balls(hand: Hand, limbs: list[_Limb], shrink: float = 1.0, towards: Floats | None = None) -> Floats:
    """Points (limbs x n x 3) around both ends of every limb."""
    ends = np.array([(limb.start, limb.end) for limb in limbs], dtype=np.float64).reshape(-1, 4)
    centres = _solid(hand, ends[:, :3])
    points = centres[:, None] + _RING[None] * (ends[:, 3] * shrink)[:, None, None]
    if towards is not None:
        # The lit part of a round limb is off its middle.
        points = points + towards * (ends[:, 3] * (1 - shrink) * 0.5)[:, None, None]
    return np.asarray(points.reshape(len(limbs), -1, 3))


def _pixels(eye: Eye, points: Floats) -> Points:
    """The pixels (limbs x n x 2) of points (limbs x n x 3)."""
    return eye.pixels(points.reshape(-1, 3)).reshape(*points.shape[:2], 2)


_TURNS = np.linspace(0, 2 * np.pi, 12, endpoint=False)
_RING = np.stack((np.cos(_TURNS), np.sin(_TURNS), np.zeros_like(_TURNS)), axis=1)


def _sleeve(hand: Hand) -> list[_Limb]:
    start = hand.sleeve_mm
    high = 44 + start / 14
    cuff = _Limb((start, 8, high, 31), (start + 14, 8, high + 2, 32))
    sleeve = _Limb((start + 10, 8, high + 2, 31), (560, 0, 105, 50))
    return [sleeve, cuff]


def draw_shadow(picture: Image, hand: Hand, eye: Eye, lighting: Lighting) -> None:
    """Darkens the picture where the hand keeps the lamps' light off."""
    wide, high = eye.lens.size
    small = (wide // _COARSE, high // _COARSE)
    place = np.array([(hand.x, hand.y, 0.0)])
    whole = lighting.on(place)[0]
    solid = _balls(hand, [*_FINGERS, *_sleeve(hand)])
    lost = np.zeros((small[1], small[0], 3), dtype=np.float32)
    for lamp in lighting.lamps:
        share = lamp.falling(place, lighting.about)[0] * lamp.light / lighting.white / whole
        points = lamp.points[:: max(1, len(lamp.points) // 3)]
        cover = np.zeros((small[1], small[0]), dtype=np.float32)
        for point in points:
            mask = np.zeros((small[1], small[0]), dtype=np.uint8)
            cast = fallen(solid.reshape(-1, 3), point).reshape(solid.shape)
            for pixels in _pixels(eye, cast) / _COARSE:
                _fill(mask, pixels, 255)
            cover += mask
        lost += cover[..., None] * (share / (255 * len(points))).astype(np.float32)
    soft = cv2.GaussianBlur(lost, (0, 0), 4.5 * eye.px_per_mm(hand.x, hand.y) / _COARSE)
    factor = np.asarray(np.clip(1 - soft * 0.92, 0.05, 1) ** np.float32(1 / GAMMA), dtype=np.float32)
    rows, columns = np.flatnonzero(factor.min(axis=(1, 2)) < 0.997), np.flatnonzero(factor.min(axis=(0, 2)) < 0.997)
    if not len(rows) or not len(columns):
        return
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    part = picture[top * _COARSE : bottom * _COARSE, left * _COARSE : right * _COARSE]
    full = cv2.resize(factor[top:bottom, left:right], (part.shape[1], part.shape[0]), interpolation=cv2.INTER_LINEAR)
    part[:] = cv2.multiply(part, full, dtype=cv2.CV_8U)


def draw_hand(picture: Image, hand: Hand, eye: Eye, lighting: Lighting) -> None:
    """Lays the hand over the picture."""
    sleeve = _sleeve(hand)
    outline = _pixels(eye, _balls(hand, [*_FINGERS, *sleeve])).reshape(-1, 2)
    wide, high = eye.lens.size
    left, top = np.maximum(np.floor(outline.min(axis=0)) - 4, 0).astype(int)
    right, bottom = np.minimum(np.ceil(outline.max(axis=0)) + 5, (wide, high)).astype(int)
    if left >= right or top >= bottom:
        return
    light = lighting.on(np.array([(hand.x, hand.y, 40.0)]))[0] ** (1 / GAMMA)
    skin = np.array(SKINS[hand.skin % len(SKINS)]) * light
    cloth = np.array(SLEEVES[hand.sleeve % len(SLEEVES)]) * light
    lamp = lighting.lamps[0].middle - np.array((hand.x, hand.y, 0))
    towards = np.array((*lamp[:2], 0.0)) / np.linalg.norm(lamp)
    part = picture[top:bottom, left:right]
    layer = np.empty_like(part)
    layer[:] = (skin * 0.7).clip(0, 255)
    cover = np.zeros(part.shape[:2], dtype=np.uint8)
    for limbs, colour in ((list(_FINGERS), skin), (sleeve, cloth)):
        # Ring by ring over all limbs, so that one runs into the other.
        for shrink, bright in ((1.0, 0.66), (0.86, 0.8), (0.68, 0.9), (0.48, 0.97), (0.26, 1.02)):
            shade = tuple(map(float, (colour * bright).clip(0, 255)))
            for spots in _pixels(eye, _balls(hand, limbs, shrink, towards)) - (left, top):
                _fill(layer, spots, shade)
                if shrink == 1.0:
                    _fill(cover, spots, 255)
    soft = cv2.GaussianBlur(layer, (0, 0), 2.2)
    rim = cv2.GaussianBlur(cover, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    part[:] = (part * (1 - rim) + soft * rim + 0.5).astype(np.uint8)


def _fill(image: Image, pixels: Points, colour: float | tuple[float, ...]) -> None:
    hull = cv2.convexHull((pixels * 8).round().astype(np.int32))
    cv2.fillConvexPoly(image, hull, colour, cv2.LINE_AA, 3)
