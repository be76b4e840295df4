"""The table and what lies flat on it: boards of wood, cloth, the printed mat, sheets of paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from models.boards.arrays import Bytes, Floats, Floats32
from models.boards.kit import hsv_colour
from models.boards.view import STEP, View, edge_points
from vision.layout import Layout

TABLES = ("wood", "cloth", "plain", "stone", "check")
_PATTERN_PX = 1024
_PATTERNS = 6
_MAT_PRINTS = 10


@dataclass(frozen=True)
class Table:
    """A table top: its pattern, two colours (linear), how the pattern lies, and its gloss."""

    kind: str
    pattern: int
    low: Floats
    high: Floats
    px_per_mm: float
    turn_deg: float
    shift: tuple[float, float]
    roughness: float
    reflectance: float


@dataclass(frozen=True)
class Sheet:
    """A printed mat: paper and ink (linear), its print, gloss, and how it is warped."""

    print_number: int
    paper: Floats
    ink: Floats
    laminated: bool
    roughness: float
    reflectance: float
    warp: tuple[float, float, float, float]
    folds: tuple[float, ...]


def pick_table(rng: np.random.Generator) -> Table:
    """Some table."""
    kind = str(rng.choice(TABLES, p=[0.42, 0.2, 0.26, 0.07, 0.05]))
    value = rng.uniform(0.1, 0.92)
    if kind == "wood":
        hue, saturation = rng.uniform(14, 40), rng.uniform(0.15, 0.65)
        value = rng.uniform(0.2, 0.85)
        spread = rng.uniform(0.06, 0.4)
    else:
        hue, saturation = rng.uniform(0, 360), rng.choice([rng.uniform(0, 0.12), rng.uniform(0.1, 0.8)])
        spread = {"cloth": 0.12, "plain": 0.06, "stone": 0.35, "check": 0.5}[kind] * rng.uniform(0.3, 1.2)
    return Table(
        kind=kind,
        pattern=int(rng.integers(_PATTERNS)),
        low=hsv_colour(hue, saturation * 1.1, value * (1 - spread)),
        high=hsv_colour(
            hue + rng.normal(0, 4), saturation * rng.uniform(0.7, 1.0), min(1.0, value * (1 + spread * 0.5))
        ),
        px_per_mm=float(rng.uniform(0.9, 2.2)),
        turn_deg=float(rng.choice([0, 90]) + rng.normal(0, 6) if rng.random() < 0.7 else rng.uniform(0, 360)),
        shift=(float(rng.uniform(0, 2000)), float(rng.uniform(0, 2000))),
        roughness=float(rng.uniform(0.2, 0.6)),
        reflectance=float(rng.choice([0.0, 0.0, 0.01, 0.03])) if kind != "cloth" else 0.0,
    )


def pick_sheet(rng: np.random.Generator) -> Sheet:
    """Some mat."""
    laminated = bool(rng.random() < 0.35)
    return Sheet(
        print_number=int(rng.integers(_MAT_PRINTS)),
        paper=hsv_colour(rng.uniform(25, 60), rng.choice([0.0, 0.03, rng.uniform(0, 0.14)]), rng.uniform(0.88, 0.98)),
        ink=hsv_colour(rng.uniform(0, 360), rng.uniform(0, 0.15), rng.uniform(0.08, 0.3)),
        laminated=laminated,
        roughness=float(rng.uniform(0.05, 0.22) if laminated else rng.uniform(0.4, 0.8)),
        reflectance=float(rng.uniform(0.03, 0.05) if laminated else rng.choice([0.0, 0.01])),
        warp=(
            float(rng.normal(0, 0.025)),
            float(rng.uniform(0.002, 0.012)),
            float(rng.uniform(0, 6.3)),
            float(rng.uniform(0, 6.3)),
        ),
        folds=tuple(float(at) for at in ((1 / 2, 1 / 4, 3 / 4)[: rng.integers(1, 4)])) if rng.random() < 0.18 else (),
    )


@cache
def table_pattern(kind: str, number: int) -> Bytes:
    """A pattern of this kind, 0 to 255; the same number gives the same picture."""
    rng = np.random.default_rng([7, TABLES.index(kind), number])
    size = (_PATTERN_PX, _PATTERN_PX)

    def rough(rows: int, columns: int) -> Floats32:
        cells = rng.normal(0, 1, (rows, columns)).astype(np.float32)
        return np.asarray(cv2.resize(cells, size, interpolation=cv2.INTER_CUBIC), dtype=np.float32)

    drawn: Floats32
    if kind == "wood":
        along = rough(12, 5) * 0.5 + rough(int(rng.integers(40, 90)), 6) * 0.5
        rings = np.sin(
            along * rng.uniform(1.0, 3.0) + np.linspace(0, rng.uniform(20, 90), _PATTERN_PX, dtype=np.float32)[:, None]
        )
        drawn = rings * rng.uniform(0.1, 0.5) + rough(200, 8) * 0.35 + rough(600, 24) * 0.25 + rough(30, 4) * 0.4
        if number % 3 == 2:
            for edge in np.cumsum(rng.integers(90, 190, 8)):
                if edge < _PATTERN_PX - 4:
                    drawn[edge : edge + 3] -= 2.5
    elif kind == "cloth":
        step = int(rng.integers(2, 5))
        weave = np.indices(size).astype(np.float32)
        drawn = (np.sin(weave[0] * np.pi / step) + np.sin(weave[1] * np.pi / step)) * 0.5
        drawn = drawn + rng.normal(0, 0.8, size).astype(np.float32) + rough(6, 6) * 0.5
    elif kind == "stone":
        drawn = rough(300, 300) * 0.6 + rough(90, 90) * 0.5 + rough(8, 8) * 0.4
        drawn = drawn + (rng.random(size) < 0.03) * rng.normal(0, 3, size).astype(np.float32)
    elif kind == "check":
        cell = int(rng.integers(24, 90))
        rows, columns = np.indices(size) // cell
        drawn = (
            ((rows % 2) + (columns % 2)).astype(np.float32) * 1.6 - 1.6 + rng.normal(0, 0.25, size).astype(np.float32)
        )
    else:
        drawn = rng.normal(0, 0.7, size).astype(np.float32) + rough(5, 5) * 0.8 + rough(60, 60) * 0.25
    return np.asarray(np.clip(128 + 52 * drawn, 0, 255), dtype=np.uint8)


@cache
def _mat_print(layout: Layout, number: int) -> Bytes:
    """The mat's ink at 8 pixels a millimetre; the same number gives the same print."""
    rng = np.random.default_rng([11, number])
    fine = 8
    width, height = (round(side * fine) for side in layout.sheet_mm)
    ink = np.zeros((height, width), np.uint8)
    grey = int(rng.choice([255, 230, 170]))
    thick = round(fine * rng.uniform(0.3, 1.1))
    letter = rng.uniform(2.2, 7.0)
    for section, area in layout.sections:
        a, b = (round(area.x0 * fine), round(area.y0 * fine)), (round(area.x1 * fine), round(area.y1 * fine))
        cv2.rectangle(ink, a, b, grey, thick, cv2.LINE_AA)
        name = section.name if number % 2 == 0 else section.name.title()
        scale = letter * fine / 22
        heavy = max(1, round(letter * fine / (14 if number % 3 else 9)))
        (wide, high), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, scale, heavy)
        left = (a[0] + b[0] - wide) // 2 if number % 4 < 2 else a[0] + 3 * fine
        cv2.putText(
            ink,
            name,
            (left, a[1] + high + 2 * fine),
            cv2.FONT_HERSHEY_SIMPLEX,
            scale,
            int(grey * 0.8),
            heavy,
            cv2.LINE_AA,
        )
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.dictionary))
    for marker in layout.markers:
        zone = layout.marker_zone(marker)
        ink[
            max(0, round(zone.y0 * fine)) : round(zone.y1 * fine), max(0, round(zone.x0 * fine)) : round(zone.x1 * fine)
        ] = 0
        side = round(layout.marker_mm * fine)
        drawn = cv2.aruco.generateImageMarker(dictionary, marker.id, side)
        y, x = round((marker.y - layout.marker_mm / 2) * fine), round((marker.x - layout.marker_mm / 2) * fine)
        ink[y : y + side, x : x + side] = 255 - drawn
    return ink


@cache
def mat_print(layout: Layout, number: int, tenths: int) -> Bytes:
    """The mat's ink at tenths / 10 pixels a millimetre."""
    full = _mat_print(layout, number)
    size = (round(layout.sheet_mm[0] * tenths / 10), round(layout.sheet_mm[1] * tenths / 10))
    return np.asarray(cv2.resize(full, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _tones(low: Floats, high: Floats) -> Floats32:
    """256 colours from one to another, as cv2.LUT takes them."""
    share = np.linspace(0, 1, 256)[:, None]
    return (low * (1 - share) + high * share).astype(np.float32).reshape(1, 256, 3)


def draw_table(view: View, table: Table, share: int) -> Floats32:
    """The bare table's own colours, linear, at 1/share of the picture's size."""
    angle = np.radians(table.turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    at = view.ground @ (turn * table.px_per_mm).T.astype(np.float32) + np.array(table.shift, np.float32)
    pattern = table_pattern(table.kind, table.pattern)
    seen = cv2.remap(
        pattern,
        view.stretched(at[..., 0], share),
        view.stretched(at[..., 1], share),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    return np.asarray(cv2.LUT(cv2.merge([seen, seen, seen]), _tones(table.low, table.high)), dtype=np.float32)


@dataclass(frozen=True)
class Laid:
    """The mat as it lies in the picture: the rectangle around it, where it is in there, and its own colours."""

    left: int
    top: int
    share: Floats32
    colours: Floats32


def sheet_mask(view: View, layout: Layout, share: int = 1) -> Bytes:
    """Where the sheet lies, 0 to 255, at 1/share of the picture's size."""
    width, height = layout.sheet_mm
    columns, rows = view.camera.size
    mask = np.zeros((rows // share, columns // share), np.uint8)
    outline = edge_points(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * [width, height])
    cv2.fillPoly(mask, [view.polygon(outline, share=share)], 255, cv2.LINE_AA, 4)
    return mask


def draw_sheet(view: View, layout: Layout, sheet: Sheet) -> Laid:
    """The mat with its print."""
    width, height = layout.sheet_mm
    mask = sheet_mask(view, layout)
    left, top, wide, high = cv2.boundingRect(mask)
    scale = view.camera.scale_at((width / 2, height / 2))
    tenths = int(np.clip(round(scale * 11), 14, 40))
    ink = mat_print(layout, sheet.print_number, tenths)
    # The coarse cells around the rectangle, stretched, and cut to it.
    c0, r0 = left // STEP, top // STEP
    c1, r1 = (left + wide) // STEP + 3, (top + high) // STEP + 3
    at = view.ground[r0:r1, c0:c1] * np.float32(tenths / 10) - np.float32(0.5)
    size = (at.shape[1] * STEP, at.shape[0] * STEP)
    x, y = left + STEP - c0 * STEP, top + STEP - r0 * STEP
    maps = [
        cv2.resize(np.ascontiguousarray(at[..., i]), size, interpolation=cv2.INTER_LINEAR)[y : y + high, x : x + wide]
        for i in (0, 1)
    ]
    seen = cv2.remap(ink, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = cv2.LUT(cv2.merge([seen, seen, seen]), _tones(sheet.paper, sheet.ink))
    share = mask[top : top + high, left : left + wide].astype(np.float32) * np.float32(1 / 255)
    return Laid(left, top, share, np.asarray(colours, dtype=np.float32))


def sheet_shading(view: View, layout: Layout, sheet: Sheet) -> Floats32:
    """How the sheet's own warp brightens and darkens it: a coarse field about 1."""
    x, y = view.ground[..., 0], view.ground[..., 1]
    size, rate, phase, way = sheet.warp
    field = 1 + size * np.sin((x * np.cos(way) + y * np.sin(way)) * rate * 2 + phase)
    for at in sheet.folds:
        side = x / layout.sheet_mm[0] - at
        field = field + 0.03 * np.sign(side) * np.exp(-np.abs(side) * 9)
    return np.asarray(field, dtype=np.float32)


def paint(canvas: Floats32, polygon: Bytes, colour: npt.ArrayLike) -> None:
    """Fills a polygon (sixteenths of a pixel) with smooth edges."""
    low = polygon.reshape(-1, 2).min(axis=0) // 16 - 2
    high = polygon.reshape(-1, 2).max(axis=0) // 16 + 3
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(canvas.shape[1], int(high[0])), min(canvas.shape[0], int(high[1]))
    if x0 >= x1 or y0 >= y1:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [polygon - np.array([x0, y0], np.int32) * 16], 255, cv2.LINE_AA, 4)
    share = (mask.astype(np.float32) / 255)[..., None]
    part = canvas[y0:y1, x0:x1]
    part += share * (np.asarray(colour, dtype=np.float32) - part)
