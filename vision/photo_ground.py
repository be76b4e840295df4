"""The photographed sheet on its table top, without a cube: what stays the same in every frame of a still camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.draw import draw_sheet
from vision.layout import Layout
from vision.photo_eye import Eye, MatPlace
from vision.photo_light import GAMMA, Lighting
from vision.pictures import Image, sampled

_Floats32 = npt.NDArray[np.float32]

#: How fine the sheet and the table top are painted, and how much of the table there is around the sheet.
_SHEET_FINE = 4.0
_TABLE_FINE = 2.0
_AROUND_MM = 260.0
#: Places are computed for every so many pixels, and between them in a straight line.
STEP_PX = 16
#: Samples along each side of a pixel.
_FINE = 2


@dataclass(frozen=True)
class Top:
    """A table top: its colour (blue-green-red), the strength and length of its grain; the sheet's tint and gloss."""

    colour: tuple[float, float, float]
    grain: float
    length: float
    planks_mm: float
    tint: tuple[float, float, float]
    gloss: float
    seed: int


_TOPS = ((96, 128, 158), (120, 122, 118), (70, 84, 96), (150, 172, 186), (104, 96, 70), (142, 150, 148))


def pick_top(rng: np.random.Generator) -> Top:
    blue, green, red = _TOPS[int(rng.integers(len(_TOPS)))]
    tint = 1 + rng.uniform(-0.012, 0.012, 3)
    return Top(
        colour=(blue, green, red),
        grain=float(rng.uniform(2, 9)),
        length=float(rng.uniform(1, 14)),
        planks_mm=float(rng.choice([0.0, 95.0, 140.0])),
        tint=(float(tint[0]), float(tint[1]), float(tint[2])),
        gloss=float(rng.uniform(0.0, 0.05)),
        seed=int(rng.integers(2**31)),
    )


def coarse_places(eye: Eye, step: int = STEP_PX) -> tuple[npt.NDArray[np.float64], int]:
    """Places on the sheet's plane (n x 3) of every so many pixels and one step beyond, row by row; how many rows."""
    wide, high = eye.lens.size
    u = np.arange(-step, wide + 2 * step, step) + (step - 1) / 2
    v = np.arange(-step, high + 2 * step, step) + (step - 1) / 2
    grid = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
    places = eye.places(grid)
    return np.column_stack((places, np.zeros(len(places)))), len(v)


def fine_field(coarse: _Floats32, size: tuple[int, int], step: int = STEP_PX, fine: int = 1) -> _Floats32:
    """What was computed at coarse places, for every pixel (or for `fine` samples along each side of one)."""
    rows, columns = coarse.shape[:2]
    scale = step * fine
    wide = cv2.resize(coarse, (columns * scale, rows * scale), interpolation=cv2.INTER_LINEAR)
    across, down = size
    return np.asarray(wide[scale : scale + down * fine, scale : scale + across * fine], dtype=np.float32)


class Ground:
    """Draws the empty table under one light."""

    def __init__(self, layout: Layout, top: Top, lighting: Lighting, vignette: float) -> None:
        self._layout = layout
        self._top = top
        self._lighting = lighting
        self._vignette = vignette
        self._sheet = draw_sheet(layout, _SHEET_FINE, 0)
        self._table = _painted(top, layout)

    def draw(self, eye: Eye, mat: MatPlace) -> Image:
        """The empty table as this camera (already where the sheet has it) sees it."""
        size = eye.lens.size
        places, rows = coarse_places(eye)
        shaped = places[:, :2].reshape(rows, -1, 2).astype(np.float32)
        fine = fine_field(shaped, size, fine=_FINE)
        table_fine = fine_field(_on_table(shaped, mat, self._layout), size, fine=_FINE)
        table = cv2.remap(  # type: ignore[call-overload]
            self._table,
            (table_fine + np.float32(_AROUND_MM)) * np.float32(_TABLE_FINE),
            None,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        sheet = sampled(self._sheet, fine * np.float32(_SHEET_FINE) - np.float32(0.5))
        on_sheet, shade = self._edges(fine)
        both = table * shade[..., None] * (1 - on_sheet[..., None])
        both += sheet * on_sheet[..., None] * np.array(self._top.tint, dtype=np.float32)
        whole = np.asarray(cv2.resize(both, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        light = self._lighting.on(places) ** (1 / GAMMA) * self._sheen(places, eye)
        lit = fine_field(light.reshape(rows, -1, 3).astype(np.float32), size)
        picture = whole * lit * _falloff(size, self._vignette)[..., None]
        return np.asarray(np.clip(picture + 0.5, 0, 255), dtype=np.uint8)

    def _edges(self, fine: _Floats32) -> tuple[_Floats32, _Floats32]:
        """Where the sheet is, and how dark the table is just beside it."""
        wide, high = self._layout.sheet_mm
        x, y = fine[..., 0], fine[..., 1]
        inside = np.minimum(np.minimum(x, wide - x), np.minimum(y, high - y))
        on_sheet = np.clip(inside * 3 + 0.5, 0, 1)
        shade = 1 - 0.35 * np.exp(-np.clip(-inside, 0, None) / 1.3)
        return on_sheet, shade

    def _sheen(self, places: npt.NDArray[np.float64], eye: Eye) -> npt.NDArray[np.float64]:
        """How much brighter a half-glossy sheet is towards a lamp's mirror image."""
        sight = eye.place - places
        sight /= np.linalg.norm(sight, axis=1, keepdims=True)
        bright = np.ones((len(places), 1))
        for lamp in self._lighting.lamps:
            way = lamp.middle - places
            way /= np.linalg.norm(way, axis=1, keepdims=True)
            half_way = way + sight
            half_way /= np.linalg.norm(half_way, axis=1, keepdims=True)
            bright += self._top.gloss * np.clip(half_way[:, 2:], 0, None) ** 30
        return bright


def _on_table(places: _Floats32, mat: MatPlace, layout: Layout) -> _Floats32:
    """Places of the sheet as places of the table top, where the sheet has been pushed."""
    middle = np.array(layout.sheet.centre, dtype=np.float32)
    angle = np.radians(mat.turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], dtype=np.float32)
    return np.asarray((places - middle) @ turn + middle + np.array((mat.dx, mat.dy), dtype=np.float32), np.float32)


def _painted(top: Top, layout: Layout) -> Image:
    rng = np.random.default_rng(top.seed)
    wide, high = (round((side + 2 * _AROUND_MM) * _TABLE_FINE) for side in layout.sheet_mm)
    grain = np.zeros((high, wide), dtype=np.float32)
    for cells, strength in ((12, 0.6), (60, 0.8), (high // 2, 0.5)):
        rough = rng.standard_normal((cells, max(2, round(cells / top.length)))).astype(np.float32)
        grain += strength * cv2.resize(rough, (wide, high), interpolation=cv2.INTER_CUBIC)
    if top.planks_mm:
        step = round(top.planks_mm * _TABLE_FINE)
        for number, start in enumerate(range(0, high, step)):
            grain[start : start + step] += 0.8 * np.sin(number * 2.4)
            grain[start : start + 2] -= 4.0
    painted = np.array(top.colour, dtype=np.float32) + top.grain * grain[..., None]
    return np.asarray(painted.clip(0, 255), dtype=np.uint8)


def _falloff(size: tuple[int, int], vignette: float) -> _Floats32:
    """How much darker the picture is towards its corners."""
    wide, high = size
    x, y = (np.arange(wide) / wide * 2 - 1) ** 2, (np.arange(high) / high * 2 - 1) ** 2
    away = (x[None, :] + y[:, None] * (high / wide) ** 2) / (1 + (high / wide) ** 2)
    return np.asarray(1 - vignette * away**1.5, dtype=np.float32)
