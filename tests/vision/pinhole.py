"""Pictures of the empty sheet through a real lens: what the tests of geometry look at."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.draw import draw_sheet
from vision.layout import Layout
from vision.lens import Lens
from vision.photo_eye import pose_over
from vision.pictures import PICTURE_SIZE, Image
from vision.pose import Pose

_AROUND_MM = 70.0
_FINE = 5.0


def lens_of(across_deg: float = 66.0, k1: float = 0.0, size: tuple[int, int] = PICTURE_SIZE) -> Lens:
    wide, high = size
    focal = wide / 2 / math.tan(math.radians(across_deg / 2))
    return Lens(size, (focal, focal), ((wide - 1) / 2, (high - 1) / 2), (k1, 0.0, 0.0, 0.0, 0.0))


def pose_of(
    height_mm: float = 560,
    tilt_deg: float = 0,
    towards_deg: float = 0,
    turn_deg: float = 0,
    aim: tuple[float, float] = (216, 165),
) -> Pose:
    """A camera that looks at a place of the sheet from this height, leaning towards one side of it."""
    return pose_over(aim, height_mm=height_mm, tilt_deg=tilt_deg, towards_deg=towards_deg, turn_deg=turn_deg)


def pixels(pose: Pose, lens: Lens, points_mm: npt.ArrayLike, height_mm: float) -> npt.NDArray[np.float64]:
    """Where OpenCV, asked on its own, sees these places."""
    flat = np.asarray(points_mm, dtype=np.float64).reshape(-1, 2)
    solid = np.column_stack((flat, np.full(len(flat), -height_mm)))
    seen, _ = cv2.projectPoints(solid, np.array(pose.turn), np.array(pose.shift), lens.matrix, lens.terms)
    return np.asarray(seen).reshape(-1, 2)


@cache
def _plane(layout: Layout) -> Image:
    return cv2.GaussianBlur(draw_sheet(layout, _FINE, _AROUND_MM), (0, 0), 1.2)


def photograph(layout: Layout, pose: Pose, lens: Lens) -> Image:
    """The empty sheet on its table."""
    return through_lens(_plane(layout), _FINE, _AROUND_MM, pose, lens)


def through_lens(plane: Image, px_per_mm: float, around_mm: float, pose: Pose, lens: Lens) -> Image:
    """A flat picture on the table, with so much around its top left corner, as the camera sees it."""
    wide, high = lens.size
    step = 8
    u, v = np.meshgrid(np.arange(-step, wide + 2 * step, step), np.arange(-step, high + 2 * step, step))
    straight = cv2.undistortPoints(
        np.stack((u, v), axis=-1).reshape(-1, 1, 2).astype(np.float64), lens.matrix, lens.terms
    ).reshape(-1, 2)
    rotation, _ = cv2.Rodrigues(np.array(pose.turn))
    rays = np.column_stack((straight, np.ones(len(straight)))) @ rotation
    start = -rotation.T @ np.array(pose.shift)
    mm = start[:2] - rays[:, :2] * (start[2] / rays[:, 2:])
    coarse = ((mm + around_mm) * px_per_mm - 0.5).reshape(*u.shape, 2).astype(np.float32)
    # Between the places that were computed, in a straight line; pixel (0, 0) is at the second of them.
    columns, rows = np.meshgrid(np.arange(wide) / step + 1, np.arange(high) / step + 1)
    maps = cv2.remap(coarse, columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR)
    return cv2.remap(plane, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def covered(image: Image, pose: Pose, lens: Lens, layout: Layout, *numbers: int) -> Image:
    """The picture with something grey on these markers."""
    hidden = image.copy()
    for marker in layout.markers:
        if marker.id in numbers:
            zone = layout.marker_zone(marker)
            corners = [(zone.x0, zone.y0), (zone.x1, zone.y0), (zone.x1, zone.y1), (zone.x0, zone.y1)]
            cv2.fillConvexPoly(hidden, pixels(pose, lens, corners, 0).round().astype(np.int32), (150, 160, 170))
    return hidden
