"""The eye of a photographic picture: a camera that hangs over the sheet, tilted a little, with a bent lens."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Layout
from vision.lens import Lens, Points
from vision.mat_view import on_plane
from vision.pictures import PICTURE_SIZE
from vision.pose import Pose

#: Where cameras hang over the sheet, in millimetres and degrees; the angle that a picture's width spans.
HEIGHT_MM = (450.0, 700.0)
TILT_DEG = 18.0
ACROSS_DEG = (58.0, 74.0)
#: The sheet's corners are at least so far inside the picture, and its width has at least this share of it.
_INSIDE_PX = 14.0
#: Nothing is nearer to the lens than this, and nothing further aside (a tangent) than this is in any picture.
_NEAR_MM = 30.0
_WIDEST = 1.2
_LEAST_WIDTH = 0.62


@dataclass(frozen=True)
class MatPlace:
    """Where the sheet lies on the table top: moved by millimetres and turned about its middle, from where it began."""

    dx: float = 0.0
    dy: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True)
class Eye:
    """A pose and a lens: from places above the sheet to pixels and back."""

    pose: Pose
    lens: Lens

    @cached_property
    def _rotation(self) -> npt.NDArray[np.float64]:
        return self.pose.rotation

    @cached_property
    def place(self) -> npt.NDArray[np.float64]:
        """The camera's own x, y and height."""
        return np.array(self.pose.position_mm)

    def pixels(self, solid: npt.ArrayLike) -> Points:
        """The pixels (n x 2) of points (n x 3: x, y and height). What is far out of view stays out of view."""
        points = np.asarray(solid, dtype=np.float64).reshape(-1, 3) * (1, 1, -1)
        seen = points @ self._rotation.T + np.array(self.pose.shift)
        # A lens's polynomial holds for what it sees; further out it would bend an elbow back into the picture.
        ahead = np.maximum(seen[:, 2:], _NEAR_MM)
        aside = seen[:, :2] / ahead
        aside *= np.minimum(1, _WIDEST / np.maximum(np.linalg.norm(aside, axis=1, keepdims=True), 1e-9))
        return self.lens.project(np.column_stack((aside, np.ones(len(aside)))))

    def places(self, pixels: npt.ArrayLike, height_mm: float = 0.0) -> Points:
        """The places (n x 2) at a height that these pixels show."""
        return on_plane(self.pose, self.lens, np.asarray(pixels, dtype=np.float64).reshape(-1, 2), height_mm)

    def px_per_mm(self, x: float, y: float, height_mm: float = 0.0) -> float:
        """How large a place is in the picture."""
        ends = self.pixels([(x - 4, y, height_mm), (x + 4, y, height_mm), (x, y - 4, height_mm), (x, y + 4, height_mm)])
        return float(np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])) / 16

    def bumped(self, shift_mm: tuple[float, float, float], turn_deg: tuple[float, float, float]) -> Eye:
        """This camera pushed by so much along its own axes and turned about them."""
        turn, _ = cv2.Rodrigues(np.radians(np.array(turn_deg, dtype=np.float64)))
        moved = turn @ np.array(self.pose.shift) + np.array(shift_mm)
        return Eye(_pose(turn @ self._rotation, moved), self.lens)

    def over(self, mat: MatPlace, layout: Layout) -> Eye:
        """This camera as the sheet has it, when the sheet was pushed over the table."""
        if mat == MatPlace():
            return self
        angle = math.radians(mat.turn_deg)
        turn = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
        middle = np.array((*layout.sheet.centre, 0.0))
        shift = middle - turn @ middle + np.array((mat.dx, mat.dy, 0.0))
        return Eye(_pose(self._rotation @ turn, self._rotation @ shift + np.array(self.pose.shift)), self.lens)


def _pose(rotation: npt.NDArray[np.float64], shift: npt.NDArray[np.float64]) -> Pose:
    vector, _ = cv2.Rodrigues(rotation)
    a, b, c = (float(value) for value in vector.ravel())
    x, y, z = (float(value) for value in shift)
    return Pose((a, b, c), (x, y, z))


def pose_over(
    aim: tuple[float, float],
    *,
    height_mm: float = 560,
    tilt_deg: float = 0,
    towards_deg: float = 0,
    turn_deg: float = 0,
) -> Pose:
    """A camera that looks at a place of the sheet from this height, leaning towards one side of it."""
    tilt, towards, turn = (math.radians(angle) for angle in (tilt_deg, towards_deg, turn_deg))
    away = height_mm * math.tan(tilt)
    position = np.array((aim[0] - away * math.cos(towards), aim[1] - away * math.sin(towards), -height_mm))
    forward = np.array((aim[0], aim[1], 0.0)) - position
    forward /= np.linalg.norm(forward)
    right = np.cross((-math.sin(turn), math.cos(turn), 0.0), forward)
    right /= np.linalg.norm(right)
    rotation = np.stack((right, np.cross(forward, right), forward))
    return _pose(rotation, -rotation @ position)


def pick_eye(rng: np.random.Generator, layout: Layout, size: tuple[int, int] = PICTURE_SIZE) -> Eye:
    """A camera that has the whole sheet in view.

    Its lens bends by more than one number, and its middle is not the picture's: no picture that the reader was
    trained with has such a lens.
    """
    wide, high = size
    middle_x, middle_y = layout.sheet.centre
    across, down = layout.sheet_mm
    corners = np.array([(0, 0, 0), (across, 0, 0), (across, down, 0), (0, down, 0)], dtype=np.float64)
    while True:
        focal = wide / 2 / math.tan(math.radians(rng.uniform(*ACROSS_DEG)) / 2)
        centre = ((wide - 1) / 2 + rng.uniform(-7, 7), (high - 1) / 2 + rng.uniform(-7, 7))
        bend = (rng.uniform(-0.1, 0.05), rng.uniform(-0.03, 0.03), *rng.uniform(-0.001, 0.001, 2), 0.0)
        lens = Lens(size, (focal, focal * rng.uniform(0.9985, 1.0015)), centre, tuple(map(float, bend)))
        pose = pose_over(
            (middle_x + rng.normal(0, 10), middle_y + rng.normal(0, 8)),
            height_mm=float(rng.uniform(*HEIGHT_MM)),
            tilt_deg=float(rng.uniform(0, TILT_DEG)),
            towards_deg=float(rng.uniform(0, 360)),
            turn_deg=float(rng.normal(0, 2.5)),
        )
        eye = Eye(pose, lens)
        seen = eye.pixels(corners)
        inside = (seen > _INSIDE_PX).all() and (seen < np.array(size) - _INSIDE_PX).all()
        if inside and float(np.ptp(seen[:, 0])) > _LEAST_WIDTH * wide:
            return eye
