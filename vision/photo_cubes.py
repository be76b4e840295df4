"""Photographed cubes: boxes with rounded edges, their printed tops and sides, and the shadows they cast.

A cube becomes a small picture with an opacity, and a small field that darkens what lies below it; whoever draws many
frames keeps both for as long as the cube lies still.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.lens import Points
from vision.photo_eye import Eye
from vision.photo_light import GAMMA, Floats, Lighting
from vision.photo_print import FACE_PX, Printed, faces_around
from vision.photo_scene import PhotoCube
from vision.pictures import Image

_Floats32 = npt.NDArray[np.float32]

#: Samples along each side of a pixel.
_FINE = 3
#: Shadows are soft: they are drawn at half the picture's size, with so much room around for their rim.
_COARSE = 2
_ROOM_PX = 8
#: A mirrored lamp in a face: how bright (in light), how wide and how far beside the middle, as shares of the face.
_GLARE, _GLARE_SIZE, _GLARE_AT = 1.1, 0.17, 0.12


@dataclass(frozen=True, eq=False)
class Sprite:
    """A small picture at a place of the large one: its colours, already multiplied by its opacity."""

    left: int
    top: int
    colour: _Floats32
    opacity: _Floats32

    def lay_on(self, picture: Image) -> None:
        high, wide = self.opacity.shape[:2]
        part = picture[self.top : self.top + high, self.left : self.left + wide]
        part[:] = (part * (1 - self.opacity) + self.colour + 0.5).astype(np.uint8)


@dataclass(frozen=True, eq=False)
class Shadow:
    """A small field at a place of the picture by which it is multiplied."""

    left: int
    top: int
    factor: _Floats32

    def lay_on(self, picture: Image) -> None:
        high, wide = self.factor.shape[:2]
        part = picture[self.top : self.top + high, self.left : self.left + wide]
        part[:] = (part * self.factor + 0.5).astype(np.uint8)


@dataclass(frozen=True, eq=False)
class _Face:
    """One side of a box: its middle, outward direction, the ways right and down it (unit vectors), and its sign."""

    middle: Floats
    out: Floats
    right: Floats
    down: Floats
    symbol: str

    def corners(self, half: float) -> Floats:
        """Clockwise from the one at the sign's top left."""
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.array([self.middle + half * (a * self.right + b * self.down) for a, b in signs])


class CubeMaker:
    """Draws the cubes of one kit under one light. `cube_mm` is the length of their sides."""

    def __init__(self, printed: Printed, lighting: Lighting, cube_mm: float) -> None:
        self._printed = printed
        self._lighting = lighting
        self._half = cube_mm / 2

    @cached_property
    def _rounded(self) -> tuple[_Floats32, _Floats32, _Floats32]:
        """How far the surface leans right and down near a face's edges, and where a face with round corners is."""
        half, bevel = self._half, self._printed.bevel_mm
        axis = ((np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1) * half
        over = np.clip((np.abs(axis) - (half - bevel)) / bevel, 0, 1) * np.sign(axis) * 0.72
        right, down = np.meshgrid(over, over)
        past = np.maximum(np.abs(axis) - (half - bevel), 0)
        away = np.hypot(past[None, :], past[:, None])
        pixel = 2 * half / FACE_PX
        shape = np.clip((bevel - away) / pixel + 0.5, 0, 1)
        return right.astype(np.float32), down.astype(np.float32), shape.astype(np.float32)

    def sprite(self, cube: PhotoCube, eye: Eye) -> Sprite | None:
        """The cube as the camera sees it; None where it is out of the picture."""
        faces = self._faces(cube)
        solid = np.concatenate([faces[0].corners(self._half), _lowered(faces[0].corners(self._half), 2 * self._half)])
        pixels = eye.pixels(solid)
        frame = _frame(pixels, eye.lens.size, 2)
        if frame is None:
            return None
        left, top, right, bottom = frame
        canvas = np.zeros(((bottom - top) * _FINE, (right - left) * _FINE, 4), dtype=np.float32)
        # Between the round corners of three faces the body shows.
        middle = pixels.mean(axis=0)
        self._fill_hull(canvas, (pixels - middle) * 0.955 + middle - (left, top), cube)
        for face in reversed(faces):
            if (eye.place - face.middle) @ face.out > 0:
                self._paint(canvas, face, cube, eye, (left, top))
        size = (right - left, bottom - top)
        small = np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        return Sprite(left, top, small[..., :3], small[..., 3:])

    def _faces(self, cube: PhotoCube) -> list[_Face]:
        """The top, then the sides."""
        angle = np.radians(cube.angle_deg)
        x_axis = np.array((np.cos(angle), np.sin(angle), 0.0))
        y_axis = np.array((-np.sin(angle), np.cos(angle), 0.0))
        up = np.array((0.0, 0.0, 1.0))
        middle = np.array((cube.x, cube.y, cube.height_mm + self._half))
        faces = [_Face(middle + self._half * up, up, x_axis, y_axis, cube.symbol)]
        around = ((x_axis, -y_axis), (y_axis, x_axis), (-x_axis, y_axis), (-y_axis, -x_axis))
        for (out, along), symbol in zip(around, faces_around(cube.color, cube.symbol), strict=True):
            faces.append(_Face(middle + self._half * out, out, along, -up, symbol))
        return faces

    def _fill_hull(self, canvas: _Floats32, pixels: Points, cube: PhotoCube) -> None:
        light = self._lighting.on(np.array([(cube.x, cube.y, cube.height_mm)]))[0] * 0.5
        colour = _shown(_light_of(self._printed.body(cube.color)) * light)
        hull = cv2.convexHull(((pixels + 0.5) * _FINE - 0.5).round().astype(np.int32))
        cv2.fillConvexPoly(canvas, hull, (*map(float, colour), 1.0))

    def _paint(self, canvas: _Floats32, face: _Face, cube: PhotoCube, eye: Eye, origin: tuple[int, int]) -> None:
        colour = self._coloured(face, cube, eye)
        shape = self._rounded[2]
        texture = np.dstack((colour * shape[..., None], shape)).astype(np.float32)
        corners = np.array([(0, 0), (FACE_PX, 0), (FACE_PX, FACE_PX), (0, FACE_PX)], dtype=np.float32) - np.float32(0.5)
        seen = (eye.pixels(face.corners(self._half)) - origin + 0.5) * _FINE - 0.5
        way = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
        high, wide = canvas.shape[:2]
        drawn = cv2.warpPerspective(texture, way, (wide, high), flags=cv2.INTER_LINEAR)
        canvas *= 1 - drawn[..., 3:]
        canvas += drawn

    def _coloured(self, face: _Face, cube: PhotoCube, eye: Eye) -> Floats:
        """The face as it appears (FACE_PX x FACE_PX x 3), by lamps, room, paper below and gloss."""
        lighting, printed = self._lighting, self._printed
        right, down, _ = self._rounded
        ink = printed.face(face.symbol)[..., None]
        own = _light_of(printed.body(cube.color)) * (1 - ink) + _light_of(printed.ink(cube.color)) * ink
        normal = face.out + right[..., None] * face.right + down[..., None] * face.down
        normal = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        upwards = normal[..., 2:]
        place = np.array([(cube.x, cube.y, cube.height_mm)])
        room = lighting.parts(place)[1][0]
        # The lower end of a side lies in the cubes' own shade, and the paper shines on it.
        low = 1.0 if face.out[2] > 0.5 else np.linspace(1.0, 0.55, FACE_PX)[:, None, None]
        light = room * (0.6 + 0.4 * upwards) * low + 0.12 * np.clip(1 - upwards, 0, 1)
        shine = np.zeros((FACE_PX, FACE_PX, 3))
        sight = eye.place - face.middle
        sight = sight / np.linalg.norm(sight)
        for lamp in lighting.lamps:
            way = lamp.middle - face.middle
            way = way / np.linalg.norm(way)
            given = lamp.falling(place, lighting.about)[0] * lamp.light / lighting.white / way[2]
            facing = np.clip(normal @ way, 0, None)[..., None]
            light = light + facing * given
            half_way = (way + sight) / np.linalg.norm(way + sight)
            lobe = np.clip(normal @ half_way, 0, None)[..., None] ** printed.sharpness
            shine = shine + printed.gloss * lobe * given * (facing > 0)
        if cube.glare and face.out[2] > 0.5:
            shine = shine + _mirrored()
        return _shown(own * light + shine)

    def shadow(self, cube: PhotoCube, eye: Eye) -> Shadow | None:
        """What the cube takes of the light on the sheet around it; None where that is out of the picture."""
        half = self._half
        top = self._faces(cube)[0].corners(half)
        solid = np.concatenate([top, _lowered(top, 2 * half)])
        place = np.array([(cube.x, cube.y, 0.0)])
        whole = self._lighting.on(place)[0]
        casts = []
        for lamp in self._lighting.lamps:
            share = lamp.falling(place, self._lighting.about)[0] * lamp.light / self._lighting.white / whole
            casts.append((share, [eye.pixels(fallen(solid, point)) for point in lamp.points]))
        foot = eye.pixels(_lowered(solid[4:], cube.height_mm))
        every = np.concatenate([foot, *(pixels for _, cast in casts for pixels in cast)])
        frame = _frame(every, eye.lens.size, _ROOM_PX)
        if frame is None:
            return None
        left, upper, right, lower = frame
        size = (right - left, lower - upper)
        small = (-(-size[0] // _COARSE), -(-size[1] // _COARSE))
        lost = np.zeros((small[1], small[0], 3), dtype=np.float32)
        for share, cast in casts:
            cover = np.zeros((small[1], small[0]), dtype=np.float32)
            for pixels in cast:
                cover += _filled(pixels - (left, upper), small)
            lost += (cover / len(cast))[..., None] * share.astype(np.float32)
        # Where the cube stands, the room's light does not come either.
        close = max(0.0, 1 - cube.height_mm / 10) * 0.4
        px_per_mm = eye.px_per_mm(cube.x, cube.y)
        lost = np.asarray(cv2.GaussianBlur(lost, (0, 0), px_per_mm / _COARSE), dtype=np.float32)
        if close:
            touch = cv2.GaussianBlur(_filled(foot - (left, upper), small), (0, 0), 1.6 * px_per_mm / _COARSE)
            lost += close * np.asarray(touch, dtype=np.float32)[..., None] * (1 - lost)
        factor = np.clip(1 - lost, 0.04, 1) ** np.float32(1 / GAMMA)
        wide = (small[0] * _COARSE, small[1] * _COARSE)
        full = cv2.resize(factor, wide, interpolation=cv2.INTER_LINEAR)[: size[1], : size[0]]
        return Shadow(left, upper, np.asarray(full, dtype=np.float32))


def fallen(solid: Floats, lamp: Floats) -> Floats:
    """Where the shadows of points (n x 3) fall on the sheet, from one point of a lamp."""
    far = lamp[2] / np.maximum(lamp[2] - solid[:, 2:], 1.0)
    spread = lamp + (solid - lamp) * far
    spread[:, 2] = 0
    return np.asarray(spread)


def _lowered(corners: Floats, by: float) -> Floats:
    return np.asarray(corners - np.array((0.0, 0.0, by)))


def _frame(pixels: Points, size: tuple[int, int], room: int) -> tuple[int, int, int, int] | None:
    """The rectangle of whole pixels around these places, within the picture; None if it is empty."""
    left, top = np.maximum(np.floor(pixels.min(axis=0)) - room, 0).astype(int)
    right, bottom = np.minimum(np.ceil(pixels.max(axis=0)) + room + 1, size).astype(int)
    return (int(left), int(top), int(right), int(bottom)) if left < right and top < bottom else None


def _filled(pixels: Points, small: tuple[int, int]) -> _Floats32:
    """1 within the hull of these places, at the shadows' coarse size."""
    cover = np.zeros((small[1], small[0]), dtype=np.uint8)
    spots = (((pixels + 0.5) / _COARSE - 0.5) * 8).round().astype(np.int32)
    cv2.fillConvexPoly(cover, cv2.convexHull(spots), 255, cv2.LINE_AA, 3)
    return np.asarray(cover / np.float32(255), dtype=np.float32)


def _mirrored() -> Floats:
    axis = (np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5
    away = (axis[None, :] - _GLARE_AT) ** 2 + (axis[:, None] + _GLARE_AT) ** 2
    return np.asarray(_GLARE * np.exp(-away / (2 * _GLARE_SIZE**2))[..., None])


def _light_of(colour: tuple[float, float, float]) -> Floats:
    return np.asarray((np.array(colour) / 255) ** GAMMA)


def _shown(light: Floats) -> Floats:
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / GAMMA))
