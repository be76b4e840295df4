"""What a picture is here, and how the sheet lies in it: camera poses, markers, homographies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from rules.errors import BadRequest
from vision.layout import Layout

#: A colour picture: height x width x 3, blue-green-red, 8 bits.
Image: TypeAlias = npt.NDArray[Any]
#: A 3 x 3 matrix from one plane to another.
Homography: TypeAlias = npt.NDArray[np.float64]

PICTURE_SIZE = (1280, 960)


@dataclass(frozen=True, slots=True)
class CameraPose:
    """How a camera above the table looks at the sheet, as simple numbers.

    `turn_deg` is how far the sheet appears turned clockwise; `lean` makes it smaller towards the right and
    the bottom, per millimetre; `shift_px` moves it in the picture.
    """

    px_per_mm: float = 2.6
    turn_deg: float = 0.0
    lean: tuple[float, float] = (0.0, 0.0)
    shift_px: tuple[float, float] = (0.0, 0.0)

    def homography(self, layout: Layout, size: tuple[int, int]) -> Homography:
        """From millimetres on the sheet to pixels of a picture of this size (the top left pixel's centre is 0, 0)."""
        (wide, high), (across, down) = size, layout.sheet_mm
        cos, sin = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        centre = np.array([[1, 0, -across / 2], [0, 1, -down / 2], [0, 0, 1]], dtype=np.float64)
        turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], dtype=np.float64)
        lean = np.array([[1, 0, 0], [0, 1, 0], [*self.lean, 1]], dtype=np.float64)
        x, y = (wide - 1) / 2 + self.shift_px[0], (high - 1) / 2 + self.shift_px[1]
        picture = np.array([[self.px_per_mm, 0, x], [0, self.px_per_mm, y], [0, 0, 1]], dtype=np.float64)
        return picture @ lean @ turn @ centre


#: Not quite straight and not quite in the middle, as cameras are: who reads must use the markers.
DEFAULT_POSE = CameraPose(px_per_mm=2.58, turn_deg=1.1, lean=(0.00008, -0.00012), shift_px=(6.0, -3.0))


def through(homography: Homography, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """These points (n x 2) as the homography maps them."""
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    mapped = np.hstack((flat, np.ones((len(flat), 1)))) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def sampled(image: Image, places: npt.NDArray[Any]) -> Image:
    """The picture at these places (rows x columns x 2: u and v), between pixels as they are mixed; outside, its rim."""
    where = np.ascontiguousarray(places, dtype=np.float32)
    return cv2.remap(image, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload,no-any-return]


@cache
def marker_dictionary(name: str) -> cv2.aruco.Dictionary:
    """OpenCV's marker dictionary of this name; BadRequest if there is none."""
    number = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
    if number is None:
        raise BadRequest(f"there is no marker dictionary {name!r}")
    return cv2.aruco.getPredefinedDictionary(number)


@cache
def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 4
    # A marker of the sheet is about 5 % of the picture's width; the small squares on cubes need no look.
    parameters.minMarkerPerimeterRate = 0.06
    parameters.adaptiveThreshWinSizeMin = 13
    parameters.adaptiveThreshWinSizeMax = 33
    parameters.adaptiveThreshWinSizeStep = 20
    return cv2.aruco.ArucoDetector(marker_dictionary(dictionary), parameters)


def find_markers(image: Image, layout: Layout) -> dict[int, npt.NDArray[np.float64]]:
    """The sheet's markers that the picture shows: the four corners (4 x 2) of each, by number.

    A number that is seen twice is left out: one of the two is not on the sheet.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, ids, _ = _detector(layout.dictionary).detectMarkers(grey)
    numbers = [] if ids is None else [int(number) for number in np.asarray(ids).ravel()]
    wanted = {marker.id for marker in layout.markers}
    return {
        number: np.asarray(found, dtype=np.float64).reshape(4, 2)
        for number, found in zip(numbers, corners, strict=True)
        if number in wanted and numbers.count(number) == 1
    }


#: With this many markers the sheet's place is certain enough to read.
ENOUGH_MARKERS = 3
#: A corner further than this from where the other corners put it belongs to something else.
_TOLERANCE_MM = 1.5


def sheet_homography(found: Mapping[int, npt.NDArray[np.float64]], layout: Layout) -> Homography | None:
    """From millimetres to pixels, by the markers found; None if they are too few or do not agree."""
    markers = [marker for marker in layout.markers if marker.id in found]
    if len(markers) < ENOUGH_MARKERS:
        return None
    on_sheet = np.array([layout.marker_corners(marker) for marker in markers], dtype=np.float64).reshape(-1, 2)
    in_picture = np.concatenate([found[marker.id] for marker in markers])
    homography, _ = cv2.findHomography(on_sheet, in_picture)
    if homography is None or not np.all(np.isfinite(homography)) or abs(np.linalg.det(homography)) < 1e-12:
        return None
    matrix = np.asarray(homography, dtype=np.float64)
    back = through(np.asarray(np.linalg.inv(matrix), dtype=np.float64), in_picture)
    if float(np.abs(back - on_sheet).max()) > _TOLERANCE_MM:
        return None
    return matrix
