"""The camera over the table: where it hangs, how it looks down, and where a point of the table lies in its picture.

Lengths are millimetres of the sheet: x right, y down, height upwards from the mat. Pixels count from the centre of
the top left one. The lens bends by one number: x' = x (1 + k1 r²) in normalised coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from models.boards.arrays import Floats
from vision.layout import Layout


@dataclass(frozen=True)
class Camera:
    """A camera's pose and lens. `tilt_axis_deg` is the side to which it stands: 0 the bottom edge, 90 the right."""

    position_mm: tuple[float, float, float]
    tilt_deg: float
    tilt_axis_deg: float
    roll_deg: float
    hfov_deg: float
    k1: float = 0.0
    size: tuple[int, int] = (1280, 960)
    centre_px: tuple[float, float] | None = None

    @cached_property
    def focal_px(self) -> float:
        return float(self.size[0] / 2 / np.tan(np.radians(self.hfov_deg) / 2))

    @cached_property
    def principal(self) -> tuple[float, float]:
        return self.centre_px or ((self.size[0] - 1) / 2, (self.size[1] - 1) / 2)

    @cached_property
    def matrix(self) -> Floats:
        u, v = self.principal
        return np.array([[self.focal_px, 0, u], [0, self.focal_px, v], [0, 0, 1]])

    @cached_property
    def rotation(self) -> Floats:
        """World (x right, y down, z into the table) to camera axes (x right, y down, z ahead)."""
        tilt, axis, roll = np.radians([self.tilt_deg, self.tilt_axis_deg, self.roll_deg])
        ahead = np.array([-np.sin(tilt) * np.sin(axis), -np.sin(tilt) * np.cos(axis), np.cos(tilt)])
        cross = np.cross([0.0, 0.0, 1.0], ahead)
        skew = np.array([[0, -cross[2], cross[1]], [cross[2], 0, -cross[0]], [-cross[1], cross[0], 0]])
        leaning = np.eye(3) + skew + skew @ skew / (1 + ahead[2])
        turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        return np.asarray(turn @ leaning.T)

    @cached_property
    def eye(self) -> Floats:
        """The camera's place as a world point (z is minus the height)."""
        x, y, height = self.position_mm
        return np.array([x, y, -height])

    @cached_property
    def translation(self) -> Floats:
        return np.asarray(-self.rotation @ self.eye)

    def project(self, points_mm: npt.ArrayLike, height_mm: npt.ArrayLike = 0.0) -> Floats:
        """Where points [..., 2] at this height lie in the picture: pixels [..., 2]."""
        flat = np.asarray(points_mm, dtype=float)
        turn = self.rotation
        seen = flat @ turn[:, :2].T + self.translation - np.asarray(height_mm, dtype=float)[..., None] * turn[:, 2]
        plain = seen[..., :2] / np.maximum(seen[..., 2:], 1.0)
        if self.k1:
            plain = plain * (1 + self.k1 * np.sum(plain * plain, axis=-1, keepdims=True))
        return np.asarray(plain * self.focal_px + np.asarray(self.principal))

    def plain(self, pixels: npt.ArrayLike) -> Floats:
        """Normalised coordinates [..., 2] of pixels with the lens's bend taken out."""
        bent = (np.asarray(pixels, dtype=float) - np.asarray(self.principal)) / self.focal_px
        if not self.k1:
            return np.asarray(bent)
        straight = bent
        for _ in range(4):
            straight = bent / (1 + self.k1 * np.sum(straight * straight, axis=-1, keepdims=True))
        return np.asarray(straight)

    def on_plane(self, pixels: npt.ArrayLike, height_mm: float = 0.0) -> Floats:
        """The points of the plane at this height that are seen at these pixels."""
        plain = self.plain(pixels)
        rays = np.concatenate([plain, np.ones((*plain.shape[:-1], 1))], axis=-1) @ self.rotation
        far = (-height_mm - self.eye[2]) / rays[..., 2:]
        return np.asarray(self.eye[:2] + rays[..., :2] * far)

    def scale_at(self, point_mm: tuple[float, float], height_mm: float = 0.0) -> float:
        """About how many pixels a millimetre has at a point."""
        x, y = point_mm
        spots = self.project([[x - 5, y], [x + 5, y], [x, y - 5], [x, y + 5]], height_mm)
        return float((np.hypot(*(spots[1] - spots[0])) + np.hypot(*(spots[3] - spots[2]))) / 20)

    def to_json(self, layout: Layout) -> dict[str, Any]:
        """The camera as a label file writes it, with the exact matrices as well."""
        sides = []
        for marker in layout.markers:
            corners = self.project(layout.marker_corners(marker))
            sides.append(float(np.min(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T))))
        return {
            "height_mm": round(self.position_mm[2], 1),
            "tilt_deg": round(self.tilt_deg, 2),
            "tilt_axis_deg": round(self.tilt_axis_deg, 1),
            "roll_deg": round(self.roll_deg, 2),
            "hfov_deg": round(self.hfov_deg, 3),
            "k1": self.k1,
            "image_size": list(self.size),
            "position_mm": [round(value, 1) for value in self.position_mm],
            "smallest_marker_px": round(min(sides), 1),
            "matrix": self.matrix.tolist(),
            "rotation": self.rotation.tolist(),
            "translation": self.translation.tolist(),
        }


def pick_camera(rng: np.random.Generator, layout: Layout, ranges: CameraRanges) -> Camera:
    """A camera within the ranges that has the whole sheet in view (or nearly, one time in so many)."""
    width, height = ranges.size
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * np.array(layout.sheet_mm)
    middle = np.array(layout.sheet_mm) / 2
    cut_px = 40.0 if rng.random() < ranges.cut_share else -6.0
    steep = rng.random() < ranges.steep_share
    while True:
        far = rng.uniform(*ranges.height_mm)
        tilt = rng.uniform(*(ranges.steep_deg if steep else ranges.tilt_deg))
        axis = rng.uniform(0, 360)
        aside = far * np.tan(np.radians(tilt))
        aim = middle + rng.normal(0, ranges.aim_mm, 2)
        place = aim + aside * np.array([np.sin(np.radians(axis)), np.cos(np.radians(axis))])
        roll = rng.uniform(-180, 180) if rng.random() < ranges.any_roll_share else rng.normal(0, ranges.roll_deg)
        bent = 0.0 if rng.random() < ranges.straight_share else rng.uniform(*ranges.k1)
        usual = rng.random() < ranges.usual_hfov_share
        camera = Camera(
            position_mm=(float(place[0]), float(place[1]), float(far)),
            tilt_deg=float(tilt),
            tilt_axis_deg=float(axis),
            roll_deg=float(roll),
            hfov_deg=float(rng.normal(66, 1.0) if usual else rng.uniform(*ranges.hfov_deg)),
            k1=round(float(bent), 4),
            size=ranges.size,
        )
        seen = camera.project(corners)
        inside = np.all((seen > -cut_px) & (seen < np.array([width - 1, height - 1]) + cut_px))
        broad = np.ptp(seen[:, 0]) / width >= ranges.least_width and np.ptp(seen[:, 0]) > 0
        if inside and broad:
            return camera


@dataclass(frozen=True)
class CameraRanges:
    """What a camera may be like."""

    height_mm: tuple[float, float] = (450.0, 700.0)
    tilt_deg: tuple[float, float] = (0.0, 12.0)
    steep_deg: tuple[float, float] = (10.0, 25.0)
    steep_share: float = 0.45
    roll_deg: float = 4.0
    any_roll_share: float = 0.06
    hfov_deg: tuple[float, float] = (50.0, 80.0)
    usual_hfov_share: float = 0.35
    k1: tuple[float, float] = (-0.15, 0.1)
    straight_share: float = 0.25
    aim_mm: float = 22.0
    cut_share: float = 0.08
    least_width: float = 0.45
    size: tuple[int, int] = (1280, 960)
