"""The lens of a camera: from directions to pixels, as OpenCV's model has it, and its file (JSON, both ways).

A lens is known from a calibration (`vision/charuco.py`), or it is guessed: then the solver of `vision/pose.py`
finds focal length and first radial term together with the pose, starting at `usual_lens`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from rules.errors import BadRequest
from rules.events import parse_object

Points = npt.NDArray[np.float64]

#: What a camera over a table usually has: the small boards' standard lens sees 66 degrees across the picture,
#: webcams between 60 and 78.
USUAL_ACROSS_DEG = 66.0
#: A lens file serves pictures of another size if their shape is the same within this share.
SAME_SHAPE = 0.01


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal lengths and centre in pixels of pictures of one size, and the distortion k1 k2 p1 p2 k3.

    The centre of the top left pixel is (0, 0). `error_px` is the calibration's; None if the lens is a guess.
    """

    size: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)
    error_px: float | None = None

    @property
    def matrix(self) -> npt.NDArray[np.float64]:
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]], dtype=np.float64)

    @property
    def terms(self) -> npt.NDArray[np.float64]:
        """The distortion as OpenCV takes it."""
        return np.array(self.distortion, dtype=np.float64)

    @property
    def across_deg(self) -> float:
        """The angle that the picture's width spans, distortion left aside."""
        return math.degrees(2 * math.atan(self.size[0] / 2 / self.focal_px[0]))

    def for_size(self, wide: int, high: int) -> Lens:
        """This lens in pictures of another size but the same shape; BadRequest for another shape."""
        if (wide, high) == self.size:
            return self
        factor = wide / self.size[0]
        if abs(high / self.size[1] / factor - 1) > SAME_SHAPE:
            raise BadRequest(f"the lens is known for pictures of {self.size[0]} x {self.size[1]}, not {wide} x {high}")
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        # Pixels are areas: the picture's corner, half a pixel outside the first centre, stays where it is.
        centre = ((cx + 0.5) * factor - 0.5, (cy + 0.5) * factor - 0.5)
        return replace(self, size=(wide, high), focal_px=(fx * factor, fy * factor), centre_px=centre)

    def project(self, seen: Points) -> Points:
        """Pixels (n x 2) of points (n x 3) in the camera's own axes: x right, y down, z forward."""
        x, y = seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2]
        k1, k2, p1, p2, k3 = self.distortion
        squared = x * x + y * y
        radial = 1 + squared * (k1 + squared * (k2 + squared * k3))
        bent_x, bent_y = x * radial, y * radial
        if p1 or p2:
            bent_x = bent_x + 2 * p1 * x * y + p2 * (squared + 2 * x * x)
            bent_y = bent_y + p1 * (squared + 2 * y * y) + 2 * p2 * x * y
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.stack((bent_x * fx + cx, bent_y * fy + cy), axis=1)

    def directions(self, pixels: Points) -> Points:
        """The directions (n x 2: x / z and y / z) in which these pixels look."""
        flat = np.asarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        if not len(flat):
            return np.zeros((0, 2))
        until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
        straight = cv2.undistortPoints(flat, self.matrix, self.terms, criteria=until)
        return np.asarray(straight, dtype=np.float64).reshape(-1, 2)

    def to_json(self) -> dict[str, Any]:
        return {
            "size": list(self.size),
            "focal_px": [round(value, 3) for value in self.focal_px],
            "centre_px": [round(value, 3) for value in self.centre_px],
            "distortion": [round(value, 6) for value in self.distortion],
            "error_px": None if self.error_px is None else round(self.error_px, 4),
        }


def usual_lens(wide: int, high: int) -> Lens:
    """The lens that a picture of this size was probably taken with."""
    focal = wide / 2 / math.tan(math.radians(USUAL_ACROSS_DEG / 2))
    return Lens((wide, high), (focal, focal), ((wide - 1) / 2, (high - 1) / 2))


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    """A lens as its file writes it."""

    size: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    error_px: float | None = None


def parse_lens(value: object) -> Lens:
    """The lens that a JSON object describes; BadRequest for anything else, or if no lens can be like that."""
    try:
        written = msgspec.convert(value, _Written)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no lens: {wrong}") from None
    wide, high = written.size
    if wide <= 0 or high <= 0 or not all(0.2 < focal / wide < 20 for focal in written.focal_px):
        raise BadRequest("this is no lens: the size must be positive and the focal length in proportion to it")
    if not (0 < written.centre_px[0] < wide and 0 < written.centre_px[1] < high):
        raise BadRequest("this is no lens: the centre must be in the picture")
    if max(map(abs, written.distortion)) > 5:
        raise BadRequest("this is no lens: a distortion so strong leaves no picture")
    return Lens(written.size, written.focal_px, written.centre_px, written.distortion, written.error_px)


def read_lens(path: Path) -> Lens:
    """The lens in a file; BadRequest says what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise BadRequest(f"{path} cannot be read: {trouble.strerror or trouble}") from None
    return parse_lens(parse_object(data))
