"""Samples for training: what the two networks see of a picture whose truth is known, and what they should say.

The picture is looked at as the reader looks at it: through `find_mat`, so that errors of the pose are those that the
reader will meet. Crops are cut beside the true place and angle on purpose, as the finder will be wrong by a little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.faces import CROP_MM, CROP_PX, FaceKind, paper_gain
from vision.finder import MARGIN_MM, PX_PER_MM
from vision.layout import Layout
from vision.mat_view import Lost, MatView, find_mat
from vision.pictures import Image
from vision.sides import sides_of

#: Of a cube, at least this share of its face must be in view to be a sample of its face.
SEEN = 0.2
#: Crops of every cube, and crops of what is no cube, of every picture.
CROPS_A_CUBE = 2
CROPS_BESIDE = 12
#: Of the latter, so many at most are of cubes' sides as the finder would take them for tops; of sides so deep, in
#: shares of a cube.
SIDES, DEEP = 4, 0.3
#: A place so far from every cube's centre, as a share of a cube, shows no cube.
BESIDE = 0.5


@dataclass(frozen=True, slots=True)
class Samples:
    """What one picture gives. A cube's row: x, y (mm), angle (degrees), share in view, contrast.

    A crop's row: kind, quarter turn, centre off to the right and down (shares of a cube), turned beyond the quarter
    (shares of 45 degrees), share in view, contrast.
    """

    plane: npt.NDArray[np.uint8]
    gain: npt.NDArray[np.float32]
    cubes: npt.NDArray[np.float32]
    crops: npt.NDArray[np.uint8]
    answers: npt.NDArray[np.float32]


def samples_of(
    image: Image,
    truth: Mapping[str, Any],
    layout: Layout,
    table: Sequence[FaceKind],
    rng: np.random.Generator,
    height_mm: float | None = None,
) -> Samples | None:
    """The samples of a labelled picture; None where its mat is not found, as a reader would not find it either."""
    view = find_mat(image, layout)
    if isinstance(view, Lost):
        return None
    height = layout.cube_mm if height_mm is None else height_mm
    plane = view.plane(height, PX_PER_MM, MARGIN_MM)
    cubes = truth["cubes"]
    places = (
        view.to_mat(np.array([cube["image_px"] for cube in cubes], dtype=np.float64), height)
        if cubes
        else np.zeros((0, 2))
    )
    rows = np.array(
        [
            (x, y, cube["yaw_deg"], cube["visible"], cube["contrast"])
            for (x, y), cube in zip(places, cubes, strict=True)
        ],
        dtype=np.float32,
    ).reshape(-1, 5)
    kinds = [table.index(FaceKind(cube["color"], cube["symbol"])) for cube in cubes]
    crops, answers = _face_crops(view, rows, kinds, layout.cube_mm, height, rng)
    other, nothing = _other_crops(view, rows, len(table), layout, height, rng)
    return Samples(
        plane=np.asarray(plane, dtype=np.uint8),
        gain=paper_gain(plane, round(MARGIN_MM * PX_PER_MM)),
        cubes=rows,
        crops=np.concatenate((crops, other)),
        answers=np.concatenate((answers, nothing)),
    )


def _jitter(rng: np.random.Generator, count: int, usual: float, most: float) -> npt.NDArray[np.float64]:
    """Errors as the finder makes them: mostly small, now and then anything up to the most."""
    rare = rng.random(count) < 0.3
    return np.where(rare, rng.uniform(-most, most, count), np.clip(rng.normal(0, usual, count), -most, most))


def _face_crops(
    view: MatView,
    rows: npt.NDArray[np.float32],
    kinds: Sequence[int],
    cube_mm: float,
    height: float,
    rng: np.random.Generator,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    chosen = np.repeat(np.flatnonzero(rows[:, 3] >= SEEN), CROPS_A_CUBE)
    count = len(chosen)
    if not count:
        return np.zeros((0, CROP_PX, CROP_PX, 3), np.uint8), np.zeros((0, 7), np.float32)
    # Where the face's centre is, seen from the crop's: to the right and down in the upright crop.
    right, down = _jitter(rng, count, 0.5, 2.2), _jitter(rng, count, 0.5, 2.2)
    beyond = _jitter(rng, count, 2.5, 11.0)
    quarter = rng.integers(0, 4, count)
    angle = rows[chosen, 2] - beyond - 90 * quarter
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    x = rows[chosen, 0] - (right * cos - down * sin)
    y = rows[chosen, 1] - (right * sin + down * cos)
    # Cubes differ in size by a few per cent, and so do prints.
    crops = np.zeros((count, CROP_PX, CROP_PX, 3), dtype=np.uint8)
    parts = rng.integers(0, 4, count)
    for part in range(4):
        here = parts == part
        size = CROP_MM * rng.uniform(0.96, 1.04)
        crops[here] = view.patches(np.column_stack((x, y))[here], angle[here], float(size), CROP_PX, height)
    answers = np.column_stack(
        (
            np.array(kinds)[chosen],
            quarter,
            right / cube_mm,
            down / cube_mm,
            beyond / 45,
            rows[chosen, 3],
            rows[chosen, 4],
        )
    )
    return crops, answers.astype(np.float32)


def _other_crops(
    view: MatView,
    rows: npt.NDArray[np.float32],
    no_cube: int,
    layout: Layout,
    height: float,
    rng: np.random.Generator,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Crops of paper, lines, hands, table, and above all of the sides of cubes and what is between them."""
    wide, high = layout.sheet_mm
    tries = 6 * CROPS_BESIDE
    anywhere = np.column_stack(
        (rng.uniform(-MARGIN_MM, wide + MARGIN_MM, tries), rng.uniform(-MARGIN_MM, high + MARGIN_MM, tries))
    )
    # Markers are the blackest squares on the sheet.
    marker = np.array([(mark.x, mark.y) for mark in layout.markers])[rng.integers(0, len(layout.markers), tries)]
    on_marker = (rng.random(tries) < 0.15)[:, None]
    anywhere = np.where(on_marker, marker + rng.uniform(-12, 12, (tries, 2)), anywhere)
    if len(rows):
        near = rows[rng.integers(0, len(rows), tries), :2]
        way, far = rng.uniform(0, 2 * np.pi, tries), rng.uniform(BESIDE, 1.1, tries) * layout.cube_mm
        beside = near + np.column_stack((np.cos(way) * far, np.sin(way) * far))
        places = np.where((rng.random(tries) < 0.6)[:, None], beside, anywhere)
        distance = np.linalg.norm(places[:, None] - rows[None, :, :2], axis=2).min(axis=1)
        places = places[distance >= BESIDE * layout.cube_mm]
    else:
        places = anywhere
    high_px, wide_px = view.image.shape[:2]
    pixels = view.to_picture(places, height)
    inside = (pixels > -10).all(axis=1) & (pixels[:, 0] < wide_px + 10) & (pixels[:, 1] < high_px + 10)
    places, angles = places[inside], rng.uniform(0, 360, int(inside.sum()))
    sides = _side_places(view, rows, layout.cube_mm, rng) if height else np.zeros((0, 3))
    places = np.concatenate((sides[:, :2], places))[:CROPS_BESIDE]
    angles = np.concatenate((sides[:, 2], angles))[:CROPS_BESIDE]
    crops = view.patches(places, angles, CROP_MM, CROP_PX, height)
    answers = np.zeros((len(places), 7), dtype=np.float32)
    answers[:, 0] = no_cube
    answers[:, 6] = 255
    return crops, answers


def _side_places(
    view: MatView, rows: npt.NDArray[np.float32], cube_mm: float, rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Some of the sides that the camera sees (x, y, angle), a little off, where no other cube's top hides them."""
    found: list[tuple[float, float, float]] = []
    for number in rng.permutation(len(rows)):
        x, y, angle, seen = (float(value) for value in rows[number, :4])
        for side in sides_of(x, y, angle, view.eye, cube_mm):
            place = np.array([side.x, side.y]) + rng.normal(0, 0.5, 2)
            if seen < SEEN or side.depth_mm < DEEP * cube_mm:
                continue
            if np.linalg.norm(rows[:, :2] - place, axis=1).min() >= BESIDE * cube_mm:
                found.append((*place.tolist(), angle + 90 * int(rng.integers(4)) + float(rng.normal(0, 4))))
        if len(found) >= SIDES:
            break
    return np.array(found[:SIDES], dtype=np.float64).reshape(-1, 3)
