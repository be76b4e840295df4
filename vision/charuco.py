"""A lens measured: pictures of a printed board of squares and markers, from several sides, give focal length and bend.

The board's markers are of another dictionary than the mat's, so that neither is taken for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from rules.errors import BadRequest
from vision.lens import Lens, Points, usual_lens
from vision.pictures import Image, marker_dictionary

#: Squares across and down, and their sides in millimetres: a board of 252 x 168 mm fits A4 and Letter.
SQUARES = (9, 6)
SQUARE_MM = 28.0
MARKER_MM = 21.0
DICTIONARY = "DICT_5X5_100"

#: A picture counts if so many of the board's 40 inner corners are seen in it.
ENOUGH_CORNERS = 12
#: So many pictures at least; two differ if the board leans so differently in them, in degrees.
ENOUGH_VIEWS = 5
DIFFERENT_DEG = 8.0
#: Between the two that differ most, at least so much: flat views cannot give a focal length.
LEAN_DEG = 15.0
#: The corners of all pictures together must be in so many of the picture's 4 x 4 parts.
ENOUGH_PARTS = 9
#: A fit worse than this is no fit.
WORST_PX = 1.5

_Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BoardView:
    """What one picture shows of the board: places on it (n x 2, mm) and in the picture (n x 2), and its size."""

    name: str
    size: tuple[int, int]
    board_mm: Points
    picture_px: Points


@dataclass(frozen=True, slots=True)
class Calibration:
    """The lens with its error, which pictures gave it, and which showed too little."""

    lens: Lens
    used: tuple[str, ...]
    unused: tuple[str, ...]
    #: The root mean square error of each picture that was used.
    errors_px: tuple[float, ...]


@cache
def charuco_board() -> cv2.aruco.CharucoBoard:
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, marker_dictionary(DICTIONARY))


def find_board(name: str, image: Image) -> BoardView:
    """The board's corners in a picture; none of them if it shows no board."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    high, wide = grey.shape[:2]
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(grey)
    if ids is None or corners is None:
        return BoardView(name, (wide, high), np.zeros((0, 2)), np.zeros((0, 2)))
    numbers = np.asarray(ids).ravel()
    all_mm = np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64)[:, :2]
    found = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    return BoardView(name, (wide, high), all_mm[numbers], found)


def calibrate(views: Sequence[BoardView]) -> Calibration:
    """The lens with which these pictures were taken; BadRequest says what is missing if they are not enough."""
    used = [view for view in views if len(view.board_mm) >= ENOUGH_CORNERS]
    unused = tuple(view.name for view in views if len(view.board_mm) < ENOUGH_CORNERS)
    sizes = sorted({view.size for view in used})
    if len(sizes) > 1:
        listed = ", ".join(f"{wide} x {high}" for wide, high in sizes)
        raise BadRequest(f"all pictures must have one size, these have {listed}")
    if len(used) < ENOUGH_VIEWS:
        raise BadRequest(
            f"the board is clearly seen in {len(used)} of {len(views)} pictures; {ENOUGH_VIEWS} are needed at least"
        )
    _check_variety(used)
    wide, high = sizes[0]
    start = usual_lens(wide, high)
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    error, matrix, terms, _, _, _, _, each = cv2.calibrateCameraExtended(
        [_solid(view) for view in used],
        [view.picture_px.astype(np.float32).reshape(-1, 1, 2) for view in used],
        (wide, high),
        start.matrix,
        np.zeros(5),
        flags=flags,
    )
    if not np.isfinite(error) or error > WORST_PX:
        raise BadRequest(
            f"no lens explains these pictures (they are {error:.1f} px off): is the board flat, and are they sharp?"
        )
    k1, k2, p1, p2, k3 = (float(value) for value in np.asarray(terms).ravel()[:5])
    lens = Lens(
        (wide, high),
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2, k3),
        float(error),
    )
    errors = tuple(round(float(value), 3) for value in np.asarray(each).ravel())
    return Calibration(lens, tuple(view.name for view in used), unused, errors)


def _solid(view: BoardView) -> npt.NDArray[np.float32]:
    return np.column_stack((view.board_mm, np.zeros(len(view.board_mm)))).astype(np.float32)


def _check_variety(views: Sequence[BoardView]) -> None:
    """BadRequest if the pictures are too alike to tell a lens from a distance."""
    directions = np.array([_lean(view) for view in views])
    apart = np.degrees(np.arccos(np.clip(directions @ directions.T, -1, 1)))
    if float(apart.max()) < LEAN_DEG:
        raise BadRequest(
            f"the pictures are too alike: the board leans by {apart.max():.0f} degrees from one to another, "
            f"{LEAN_DEG:.0f} are needed; hold it at a slant, each time to another side"
        )
    different: list[int] = []
    for index in range(len(views)):
        if all(apart[index, other] >= DIFFERENT_DEG for other in different):
            different.append(index)
    if len(different) < 3:
        raise BadRequest(
            f"the pictures are too alike: there are only {len(different)} different slants, 3 are needed at least"
        )
    wide, high = views[0].size
    parts = {
        (int(np.clip(u * 4 // wide, 0, 3)), int(np.clip(v * 4 // high, 0, 3)))
        for view in views
        for u, v in view.picture_px
    }
    if len(parts) < ENOUGH_PARTS:
        raise BadRequest(
            f"the board was seen in {len(parts)} of 16 parts of the picture, {ENOUGH_PARTS} are needed: "
            "bring it nearer, and into the corners"
        )


def _lean(view: BoardView) -> _Numbers:
    """The direction in which the board faces, by the usual lens: good enough to compare pictures."""
    lens = usual_lens(*view.size)
    _, turn, _ = cv2.solvePnP(_solid(view).astype(np.float64), view.picture_px, lens.matrix, lens.terms)
    rotation, _ = cv2.Rodrigues(turn)
    return np.asarray(rotation[:, 2], dtype=np.float64)
