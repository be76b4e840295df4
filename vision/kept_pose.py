"""The camera's pose as it was kept when the table was set up, to notice when the camera moved; JSON both ways.

Also the sheet's corners that were set by hand, for mats without markers. Both are small files in the data folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from rules.errors import BadRequest
from rules.events import parse_object
from vision.lens import Lens, parse_lens
from vision.mat_view import MatView
from vision.pose import Pose

#: The names of the files in the data folder.
POSE_FILE = "camera-pose.json"
CORNERS_FILE = "mat-corners.json"
#: Far more than a picture has on a side.
_LARGEST_PX = 100_000


@dataclass(frozen=True, slots=True)
class KeptPose:
    """Where the camera stood, and through which lens it looked."""

    pose: Pose
    lens: Lens

    @classmethod
    def of(cls, view: MatView) -> KeptPose:
        return cls(view.pose, view.lens)

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": [round(value, 6) for value in self.pose.turn],
            "shift_mm": [round(value, 3) for value in self.pose.shift],
            "lens": self.lens.to_json(),
        }


class _WrittenPose(msgspec.Struct, forbid_unknown_fields=True):
    turn: tuple[float, float, float]
    shift_mm: tuple[float, float, float]
    lens: dict[str, Any]


def parse_pose(value: object) -> KeptPose:
    """The pose that a JSON object describes; BadRequest for anything else, or a camera below the table."""
    try:
        written = msgspec.convert(value, _WrittenPose)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no camera pose: {wrong}") from None
    pose = Pose(written.turn, written.shift_mm)
    if pose.position_mm[2] <= 0:
        raise BadRequest("this is no camera pose: the camera would be below the table")
    return KeptPose(pose, parse_lens(written.lens))


def moved_mm(view: MatView, kept: KeptPose) -> float:
    """How far from where it is the kept pose would now see the sheet, at the worst of nine places.

    A camera whose pictures have another size or shape is another camera: it is infinitely far.
    """
    if view.lens.size != kept.lens.size:
        return float("inf")
    wide, high = view.layout.sheet_mm
    grid = np.array([(x, y) for x in (0, wide / 2, wide) for y in (0, high / 2, high)], dtype=np.float64)
    before = MatView(view.image, view.layout, kept.pose, kept.lens, view.markers_seen, 0.0)
    away = before.to_mat(view.to_picture(grid, 0), 0) - grid
    return float(np.linalg.norm(away, axis=1).max())


@dataclass(frozen=True, slots=True)
class KeptCorners:
    """The sheet's corners in a picture of one size, clockwise from its top left one, as somebody set them."""

    size: tuple[int, int]
    corners_px: tuple[tuple[float, float], ...]

    def to_json(self) -> dict[str, Any]:
        return {"size": list(self.size), "corners_px": [list(corner) for corner in self.corners_px]}

    def for_size(self, wide: int, high: int) -> tuple[tuple[float, float], ...]:
        """The corners in a picture of this size; BadRequest if it has another shape."""
        across, down = wide / self.size[0], high / self.size[1]
        if abs(across / down - 1) > 0.01:
            raise BadRequest(
                f"the corners were set in a picture of {self.size[0]} x {self.size[1]}, this one is {wide} x {high}"
            )
        return tuple(((u + 0.5) * across - 0.5, (v + 0.5) * down - 0.5) for u, v in self.corners_px)


class _WrittenCorners(msgspec.Struct, forbid_unknown_fields=True):
    size: tuple[int, int]
    corners_px: list[tuple[float, float]]


def parse_hand_corners(value: object) -> KeptCorners:
    """The corners that a JSON object describes; BadRequest for anything that is no sheet seen from above."""
    try:
        written = msgspec.convert(value, _WrittenCorners)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"these are no corners: {wrong}") from None
    return hand_corners(written.size, written.corners_px)


def corners_of_text(text: str, size: tuple[int, int]) -> KeptCorners:
    """The corners that somebody typed: `u,v u,v u,v u,v`, clockwise from the sheet's top left corner."""
    number = r"-?\d+(?:\.\d+)?"
    if not re.fullmatch(rf"\s*({number},{number}\s+){{3}}{number},{number}\s*", text):
        raise BadRequest(f'corners are written like "210,180 1050,190 1060,800 200,790", not {text!r}')
    pairs = [tuple(map(float, pair.split(","))) for pair in text.split()]
    return hand_corners(size, [(u, v) for u, v in pairs])


def hand_corners(size: tuple[int, int], corners: list[tuple[float, float]]) -> KeptCorners:
    """The corners of a sheet in a picture of that size; BadRequest for what no camera over a table could see."""
    if not 0 < min(size) <= max(size) <= _LARGEST_PX:
        raise BadRequest("these are no corners: the picture has no size that a camera has")
    if len(corners) != 4:
        raise BadRequest(f"a sheet has four corners, not {len(corners)}")
    if not all(-_LARGEST_PX <= value <= _LARGEST_PX for corner in corners for value in corner):
        raise BadRequest("these are no corners: one of them is far outside every picture")
    points = np.array(corners)
    sides = np.roll(points, -1, axis=0) - points
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    if not (turns > 0).all():
        raise BadRequest("the corners must go clockwise around the sheet, its top left one first")
    if float(np.linalg.norm(sides, axis=1).min()) < 0.05 * max(size):
        raise BadRequest("the corners are too near to each other to be a sheet's")
    return KeptCorners(size, tuple((float(u), float(v)) for u, v in corners))


def read_pose(path: Path) -> KeptPose:
    """The pose in a file; BadRequest says what is wrong with it."""
    return parse_pose(parse_object(_bytes(path)))


def read_corners(path: Path) -> KeptCorners:
    """The corners in a file; BadRequest says what is wrong with it."""
    return parse_hand_corners(parse_object(_bytes(path)))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise BadRequest(f"{path} cannot be read: {trouble.strerror or trouble}") from None
