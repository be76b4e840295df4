"""Pictures of the table: the printed mat, cubes and hands for the simulated camera.

Positions are millimetres on the sheet; a camera pose says where that is in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from rules.errors import BadRequest
from vision.glyphs import glyph
from vision.layout import Layout
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, CameraPose, Homography, Image, through
from vision.pictures import marker_dictionary as _marker_dictionary
from vision.simulated import LaidCube

_Colour = tuple[int, int, int]

#: Bodies of the cubes, blue-green-red.
BODY: dict[str, _Colour] = {
    "red": (48, 42, 200),
    "blue": (186, 92, 30),
    "green": (70, 138, 38),
    "black": (46, 42, 40),
}
PALE: _Colour = (228, 242, 248)
PAPER: _Colour = (243, 247, 249)
_INK: _Colour = (96, 88, 82)
_WOOD: _Colour = (132, 152, 168)
_SKIN: _Colour = (150, 180, 224)
#: A breath of colour in each section, far paler than any cube.
_TINTS: dict[str, _Colour] = {
    "RESOURCES": (240, 243, 244),
    "FORBIDDEN": (236, 236, 248),
    "PERMITTED": (232, 246, 249),
    "REQUIRED": (238, 247, 238),
    "GOAL": (248, 243, 236),
}

#: The plane around the sheet that is drawn, and how finely.
_AROUND_MM = 70.0
_FINE = 5.0
#: A cube's sprite: pixels for a millimetre, millimetres from its centre to its sides.
_SPRITE_FINE = 4
_SPRITE_HALF_MM = 13
#: A lamp mirrored in a face: how bright, how large and how far beside the middle, in shares of the sprite.
_GLARE, _GLARE_SIZE, _GLARE_AT = 0.82, 0.08, 0.11


def draw_table(
    laid: Sequence[LaidCube],
    layout: Layout,
    size: tuple[int, int] = PICTURE_SIZE,
    pose: CameraPose = DEFAULT_POSE,
    hand: Sequence[tuple[float, float]] = (),
) -> Image:
    """The table as the camera sees it: the mat, every cube that is not lifted, and a hand above them."""
    picture = _empty_table(layout, size, pose).copy()
    homography = pose.homography(layout, size)
    lying = [cube for cube in laid if not cube.lifted]
    for cube in lying:
        _lay(picture, _shadow(layout.cube_mm), cube, homography)
    for cube in lying:
        body = _body(cube.color, cube.symbol, cube.orientation, layout.cube_mm)
        _lay(picture, _in_glare(body) if cube.glare else body, cube, homography)
    if hand:
        _draw_hand(picture, through(homography, hand), pose.px_per_mm)
    return picture


def draw_sheet(layout: Layout, px_per_mm: float, around_mm: float) -> Image:
    """The empty mat straight from above, with so much of the table around it; cubes are not drawn."""
    plane = _plane(layout)
    if around_mm > _AROUND_MM:
        raise BadRequest(f"no more than {_AROUND_MM} mm of the table are drawn")
    cut = round((_AROUND_MM - around_mm) * _FINE)
    inner = plane[cut : plane.shape[0] - cut, cut : plane.shape[1] - cut]
    size = (
        round((layout.sheet_mm[0] + 2 * around_mm) * px_per_mm),
        round((layout.sheet_mm[1] + 2 * around_mm) * px_per_mm),
    )
    return cv2.resize(inner, size, interpolation=cv2.INTER_AREA)


def draw_face(color: str, symbol: str, orientation: int, size: int) -> Image:
    """A cube's top face alone, `size` pixels wide: what a crop of a picture is compared with."""
    sprite = _body(color, symbol, orientation, 16.0)
    centre, half = sprite.shape[0] // 2, 8 * _SPRITE_FINE
    face = sprite[centre - half : centre + half, centre - half : centre + half]
    solid = face[..., :3] + (1 - face[..., 3:]) * np.array(PAPER, dtype=np.float32)
    small = cv2.resize(solid, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small.round().clip(0, 255), dtype=np.uint8)


# The mat -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _empty_table(layout: Layout, size: tuple[int, int], pose: CameraPose) -> Image:
    """The table with no cube on it; the same for every frame of a camera."""
    plane = _plane(layout)
    to_plane = np.array(
        [[_FINE, 0, _AROUND_MM * _FINE - 0.5], [0, _FINE, _AROUND_MM * _FINE - 0.5], [0, 0, 1]], dtype=np.float64
    )
    homography = pose.homography(layout, size) @ np.linalg.inv(to_plane)
    smooth = cv2.GaussianBlur(plane, (0, 0), _FINE / pose.px_per_mm * 0.4)
    return cv2.warpPerspective(smooth, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=4)
def _plane(layout: Layout) -> Image:
    """Sheet and table from straight above, finer than any camera of ours."""
    wide, high = (round((side + 2 * _AROUND_MM) * _FINE) for side in layout.sheet_mm)
    plane = _wood(wide, high)
    _cast_sheet_shadow(plane, layout)
    _fill(plane, (0, 0, *layout.sheet_mm), PAPER)
    for section, area in layout.sections:
        corners = (area.x0, area.y0, area.x1, area.y1)
        _fill(plane, corners, _TINTS[section.name])
        cv2.rectangle(plane, _at(area.x0, area.y0), _at(area.x1, area.y1), _INK, round(0.5 * _FINE), cv2.LINE_AA)
        _print_name(plane, section.name, area.centre[0], area.y0 + 4.4)
    for marker in layout.markers:
        zone = layout.marker_zone(marker)
        _fill(plane, (zone.x0, zone.y0, zone.x1, zone.y1), PAPER)
        side = round(layout.marker_mm * _FINE)
        printed = cv2.aruco.generateImageMarker(_marker_dictionary(layout.dictionary), marker.id, side)
        left, top = _at(marker.x - layout.marker_mm / 2, marker.y - layout.marker_mm / 2)
        black, white = np.array((40, 36, 34)), np.array(PAPER)
        plane[top : top + side, left : left + side] = np.where(printed[..., None] > 127, white, black)
    return plane


def _wood(wide: int, high: int) -> Image:
    """A quiet wooden table top: broad and fine grain along the x axis, always the same."""
    rng = np.random.default_rng(16)
    rows, columns = high // 3, wide // 12
    grain = np.zeros((rows, columns), dtype=np.float32)
    for across, along, strength in ((high // 60, 6, 7.0), (high // 12, 10, 4.0), (rows, 24, 2.5)):
        noise = rng.standard_normal((across, along)).astype(np.float32)
        grain += strength * cv2.resize(noise, (columns, rows), interpolation=cv2.INTER_CUBIC)
    wood = np.array(_WOOD, dtype=np.float32) + grain[..., None] * np.array((0.9, 1.0, 1.05), dtype=np.float32)
    return cv2.resize(wood.clip(0, 255).astype(np.uint8), (wide, high), interpolation=cv2.INTER_CUBIC)


def _cast_sheet_shadow(plane: Image, layout: Layout) -> None:
    shade = np.full(plane.shape[:2], 255, dtype=np.uint8)
    cv2.rectangle(shade, _at(0.6, 1.0), _at(layout.sheet_mm[0] + 1.2, layout.sheet_mm[1] + 1.8), 166, -1)
    soft = cv2.GaussianBlur(shade, (0, 0), 1.4 * _FINE)
    cv2.multiply(plane, cv2.merge((soft, soft, soft)), plane, 1 / 255)


def _at(x: float, y: float) -> tuple[int, int]:
    """A place on the sheet as a pixel of the plane."""
    return round((x + _AROUND_MM) * _FINE), round((y + _AROUND_MM) * _FINE)


def _fill(plane: Image, sides: tuple[float, float, float, float], colour: _Colour) -> None:
    (x0, y0), (x1, y1) = _at(sides[0], sides[1]), _at(sides[2], sides[3])
    plane[y0:y1, x0:x1] = colour


def _print_name(plane: Image, name: str, x: float, y: float) -> None:
    """The section's name in small spaced capitals, centred at x."""
    text, scale = " ".join(name), 0.62
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    left, top = _at(x, y)
    cv2.putText(plane, text, (left - wide // 2, top + high // 2), cv2.FONT_HERSHEY_SIMPLEX, scale, _INK, 1, cv2.LINE_AA)


# Cubes and hands ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _body(color: str, symbol: str, orientation: int, cube_mm: float) -> npt.NDArray[np.float32]:
    """A cube's sprite: blue, green and red already multiplied by the fourth channel, its opacity."""
    if color not in BODY:
        raise BadRequest(f"there is no drawing of a {color!r} cube")
    fine = 2 * _SPRITE_FINE
    side = 2 * _SPRITE_HALF_MM * fine
    cube = cube_mm * fine
    shape = _rounded(side, cube, 2.2 * fine)
    top = _rounded(side, cube - 2.2 * fine, 1.6 * fine)
    # Light falls from above: the sides are darker than the top, and the top a little lighter at its far edge.
    slope = np.linspace(1.08, 0.94, side, dtype=np.float32)[:, None]
    light = (0.8 + 0.2 * top) * slope
    colour = np.array(BODY[color], dtype=np.float32) * light[..., None]
    edge = np.clip(top - np.roll(top, round(0.5 * fine), axis=0), 0, 1)
    colour += 26 * edge[..., None]
    ink = np.zeros((side, side), dtype=np.float32)
    size = round(cube * 0.86)
    start = (side - size) // 2
    ink[start : start + size, start : start + size] = np.rot90(glyph(symbol, size), -(orientation // 90))
    colour = colour * (1 - ink[..., None]) + np.array(PALE, dtype=np.float32) * ink[..., None]
    sprite = np.dstack((colour * shape[..., None], shape)).astype(np.float32)
    small = 2 * _SPRITE_HALF_MM * _SPRITE_FINE
    return np.asarray(cv2.resize(sprite, (small, small), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _in_glare(sprite: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """A cube with a lamp mirrored in it: a bright spot beside the middle of its face."""
    side = sprite.shape[0]
    axis = np.arange(side, dtype=np.float32) / side - 0.5
    away = (axis[None, :] - _GLARE_AT) ** 2 + (axis[:, None] + _GLARE_AT) ** 2
    spot = _GLARE * np.exp(-away / (2 * _GLARE_SIZE**2))[..., None] * sprite[..., 3:]
    lit = sprite.copy()
    lit[..., :3] = sprite[..., :3] * (1 - spot) + 255 * spot
    return lit


@lru_cache(maxsize=4)
def _shadow(cube_mm: float) -> npt.NDArray[np.float32]:
    """The soft shadow of a cube as a sprite; drawn before all bodies, so that it falls on paper alone."""
    side = 2 * _SPRITE_HALF_MM * _SPRITE_FINE
    shape = _rounded(side, cube_mm * _SPRITE_FINE, 2.2 * _SPRITE_FINE)
    shifted = np.roll(shape, (round(1.5 * _SPRITE_FINE), round(0.9 * _SPRITE_FINE)), axis=(0, 1))
    soft = np.asarray(cv2.GaussianBlur(shifted, (0, 0), 1.2 * _SPRITE_FINE), dtype=np.float32)
    return np.dstack((np.zeros((side, side, 3), dtype=np.float32), 0.4 * soft)).astype(np.float32)


def _rounded(side: int, square: float, radius: float) -> npt.NDArray[np.float32]:
    """1 within a centred square with round corners, 0 outside, with a smooth border."""
    axis = np.abs(np.arange(side, dtype=np.float32) - (side - 1) / 2) - (square / 2 - radius)
    outside = np.maximum(axis, 0)
    distance = np.hypot(outside[:, None], outside[None, :])
    return np.asarray(np.clip(radius - distance + 0.5, 0, 1), dtype=np.float32)


def _lay(picture: Image, sprite: npt.NDArray[np.float32], cube: LaidCube, homography: Homography) -> None:
    """Blend a sprite into the picture where its cube lies."""
    half, step = _SPRITE_HALF_MM, 1 / _SPRITE_FINE
    to_sheet = np.array(
        [[step, 0, cube.x - half + step / 2], [0, step, cube.y - half + step / 2], [0, 0, 1]], dtype=np.float64
    )
    corners = through(homography, [(cube.x + dx, cube.y + dy) for dx in (-half, half) for dy in (-half, half)])
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    limits = (picture.shape[1], picture.shape[0])
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)) + 1, limits).astype(int)
    if left >= right or top >= bottom:
        return
    here = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], dtype=np.float64)
    warped = cv2.warpPerspective(sprite, here @ homography @ to_sheet, (right - left, bottom - top))
    part = picture[top:bottom, left:right]
    part[:] = (part * (1 - warped[..., 3:]) + warped[..., :3] + 0.5).astype(np.uint8)


#: A right hand with its first finger stretched, the finger's tip at (0, 0), its arm towards the Goal's reader.
_HAND = (
    (-7, 4), (0, -4), (7, 4), (9, 42), (16, 30), (25, 30), (29, 44), (36, 40), (43, 46), (46, 60), (54, 60), (60, 72),
    (58, 112), (46, 138), (44, 180), (46, 400), (-18, 400), (-12, 180), (-14, 136), (-30, 108), (-48, 84), (-47, 74),
    (-38, 74), (-22, 88), (-14, 84), (-10, 50),
)  # fmt: skip


def hand_outline(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """The outline, in millimetres, of a hand whose finger points at (x, y)."""
    points = np.array(_HAND, dtype=np.float64)
    for _ in range(3):
        # Cutting every corner at a quarter of its sides makes a smooth outline.
        following = np.roll(points, -1, axis=0)
        points = np.stack((0.75 * points + 0.25 * following, 0.25 * points + 0.75 * following), axis=1).reshape(-1, 2)
    return tuple((round(float(px) + x, 1), round(float(py) + y, 1)) for px, py in points)


def _draw_hand(picture: Image, outline: npt.NDArray[np.float64], px_per_mm: float) -> None:
    high, wide = picture.shape[:2]
    points = (outline * 8).round().astype(np.int32)
    shape = np.zeros((high, wide), dtype=np.uint8)
    cv2.fillPoly(shape, [points], 255, cv2.LINE_AA, 3)
    cover = shape.astype(np.float32) / 255
    away = np.array([[1, 0, 3 * px_per_mm], [0, 1, 4 * px_per_mm]], dtype=np.float64)
    moved = cv2.warpAffine(cover, away, (wide, high))
    shade = np.asarray(cv2.GaussianBlur(moved, (0, 0), 3 * px_per_mm), dtype=np.float32)
    # Lighter in the middle and darker towards the rim, as round things are.
    small = cv2.resize(cover, (wide // 4, high // 4), interpolation=cv2.INTER_AREA)
    round_ = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1.2 * px_per_mm), (wide, high))
    skin = np.array(_SKIN, dtype=np.float32) * (0.66 + 0.36 * np.asarray(round_, dtype=np.float32))[..., None]
    lit = picture * (1 - 0.42 * shade[..., None])
    picture[:] = (lit * (1 - cover[..., None]) + skin.clip(0, 255) * cover[..., None]).astype(np.uint8)
