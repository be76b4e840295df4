"""Shadows on the table: true half-shadows of boxes from every point of a lamp, and the dark where things touch."""

from __future__ import annotations

import cv2
import numpy as np

from models.boards.arrays import Floats, Floats32
from models.boards.boxes import Box
from models.boards.lamps import Lamp, Light
from models.boards.view import View, edge_points

#: Shadows are drawn at half the picture's size.
SHARE = 2


def _size(view: View) -> tuple[int, int]:
    width, height = view.camera.size
    return height // SHARE, width // SHARE


def cast(points: Floats, lamp_point: Floats) -> Floats:
    """Where points (x, y, height) throw their shadow on the table: [..., 2]."""
    drop = lamp_point[..., 2:] / np.maximum(lamp_point[..., 2:] - points[..., 2:], 1.0)
    return np.asarray(lamp_point[..., :2] + (points[..., :2] - lamp_point[..., :2]) * drop)


def box_shadows(view: View, boxes: list[Box], lamp: Lamp) -> Floats32:
    """How much of the lamp each half-size pixel of the table sees past the boxes, 0 to 1."""
    rows, columns = _size(view)
    if not boxes:
        return np.ones((rows, columns), np.float32)
    corners = np.stack([box.corners() for box in boxes])
    value = 255 // len(lamp.points)
    total = np.zeros((rows, columns), np.uint8)
    layer = np.zeros_like(total)
    tops = cast(corners[None, :, 4:], lamp.points[:, None, None])
    bases = np.broadcast_to(corners[None, :, :4, :2], tops.shape)
    outlines = np.concatenate([bases, tops], axis=2)
    # Corners are rounded and stand a little inside.
    middles = outlines.mean(axis=2, keepdims=True)
    outlines = middles + (outlines - middles) * 0.97
    spots = view.polygon(outlines.reshape(-1, 2), share=SHARE).reshape(*outlines.shape[:3], 1, 2)
    for sample in spots:
        layer[:] = 0
        for spot in sample:
            cv2.fillConvexPoly(layer, cv2.convexHull(spot), value, cv2.LINE_AA, 4)
        cv2.add(total, layer, dst=total)
    blurred = cv2.GaussianBlur(total, (0, 0), 0.6 + 2.5 * min(0.4, lamp.radius_mm / lamp.reach_mm))
    return np.asarray(1 - blurred.astype(np.float32) * np.float32(1 / (value * len(lamp.points))), dtype=np.float32)


def touching_dark(view: View, boxes: list[Box], depth: float) -> Floats32:
    """How much of the room's light reaches each half-size pixel of the table, 0 to 1."""
    rows, columns = _size(view)
    mask = np.zeros((rows, columns), np.uint8)
    if not boxes:
        return np.ones((rows, columns), np.float32)
    for box in boxes:
        cv2.fillConvexPoly(mask, view.polygon(box.corners()[:4, :2], share=SHARE), 255, cv2.LINE_AA, 4)
    scale = view.camera.scale_at((216, 165)) / SHARE
    near = cv2.GaussianBlur(mask, (0, 0), 1.6 * scale)
    small = cv2.resize(mask, (columns // 4, rows // 4), interpolation=cv2.INTER_AREA)
    wide = cv2.resize(cv2.GaussianBlur(small, (0, 0), 7.0 * scale / 4), (columns, rows), interpolation=cv2.INTER_LINEAR)
    dark = cv2.addWeighted(near, 0.45 * depth / 255, wide, 0.55 * depth / 255, 0, dtype=cv2.CV_32F)
    return np.asarray(1 - dark, dtype=np.float32)


def patch_shadow(view: View, light: Light, soft_mm: float) -> Floats32 | None:
    """The first lamp's light through a window: bright inside the patch, dark around; None without one."""
    if light.patch is None:
        return None
    rows, columns = _size(view)
    mask = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(mask, [view.polygon(edge_points(light.patch), share=SHARE)], 255, cv2.LINE_AA, 4)
    soft = max(0.4, soft_mm * view.camera.scale_at((216, 165)) / SHARE)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft).astype(np.float32) / 255, dtype=np.float32)
