"""Lenses measured with the printed board: right from good pictures, refused with a reason from others."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np
import pytest

from rules.errors import BadRequest
from tests.vision.pinhole import lens_of, pose_of, through_lens
from vision.charuco import ENOUGH_CORNERS, SQUARE_MM, SQUARES, BoardView, calibrate, charuco_board, find_board
from vision.layout import load_layout
from vision.lens import Lens
from vision.markers import detect_markers
from vision.pictures import Image
from vision.pose import Pose

_FINE = 4
_AROUND_MM = 20.0
WIDE, HIGH = (count * SQUARE_MM for count in SQUARES)
LENS = lens_of(70, -0.08)

#: Height, tilt, side, turn: held at a slant, each time to another side.
SLANTS = [
    (230, 25, 0, 0),
    (240, 28, 90, 10),
    (230, 25, 180, -10),
    (240, 28, 270, 5),
    (210, 5, 0, 90),
    (260, 20, 45, 45),
]


def board_pose(height: float, tilt: float, towards: float, turn: float) -> Pose:
    return pose_of(height, tilt, towards, turn, aim=(WIDE / 2, HIGH / 2))


@cache
def printed() -> Image:
    size = (round(WIDE * _FINE), round(HIGH * _FINE))
    board = charuco_board().generateImage(size, marginSize=0, borderBits=1)
    around = round(_AROUND_MM * _FINE)
    page = cv2.copyMakeBorder(board, around, around, around, around, cv2.BORDER_CONSTANT, value=255)
    return cv2.GaussianBlur(page, (0, 0), 0.8)


def photographed(pose: Pose, lens: Lens = LENS) -> Image:
    """The board on its paper, as this lens sees it."""
    grey = through_lens(printed(), _FINE, _AROUND_MM, pose, lens)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


@cache
def good_views() -> tuple[BoardView, ...]:
    return tuple(find_board(str(number), photographed(board_pose(*slant))) for number, slant in enumerate(SLANTS))


def test_good_pictures_give_the_lens() -> None:
    found = calibrate(good_views())
    assert found.used == ("0", "1", "2", "3", "4", "5")
    assert found.unused == ()
    assert found.lens.error_px is not None
    assert found.lens.error_px < 0.5
    assert max(found.errors_px) < 0.6
    assert abs(found.lens.across_deg - 70) < 0.7
    # What counts is where a pixel looks: within a third of a pixel over the whole picture's middle.
    places = np.array([(u, v) for u in (200, 640, 1080) for v in (150, 480, 810)], dtype=np.float64)
    away = found.lens.directions(places) - LENS.directions(places)
    shift = np.abs(away - away.mean(axis=0)).max() * LENS.focal_px[0]
    assert shift < 1.5


def test_the_corners_are_where_they_are_printed() -> None:
    view = good_views()[0]
    assert len(view.board_mm) == (SQUARES[0] - 1) * (SQUARES[1] - 1)
    pose = board_pose(*SLANTS[0])
    away = LENS.project(pose.seen(view.board_mm)) - view.picture_px
    assert float(np.abs(away).max()) < 0.5


def test_too_few_pictures_are_refused() -> None:
    with pytest.raises(BadRequest, match="seen in 3 of 3 pictures; 5 are needed"):
        calibrate(good_views()[:3])
    with pytest.raises(BadRequest, match="seen in 0 of 0 pictures"):
        calibrate([])


def test_pictures_without_the_board_do_not_count() -> None:
    blank = find_board("blank", np.full((960, 1280, 3), 128, dtype=np.uint8))
    assert len(blank.board_mm) < ENOUGH_CORNERS
    found = calibrate([*good_views(), blank])
    assert found.unused == ("blank",)


def test_pictures_that_are_too_alike_are_refused() -> None:
    flat = [find_board(str(number), photographed(board_pose(230 + number, 3, 10 * number, 0))) for number in range(5)]
    with pytest.raises(BadRequest, match="too alike"):
        calibrate(flat)
    two = [good_views()[0], good_views()[2]]
    with pytest.raises(BadRequest, match="only 2 different slants"):
        calibrate([*two, *two, *two])


def test_a_board_in_one_corner_is_refused() -> None:
    small = [BoardView(view.name, view.size, view.board_mm, view.picture_px * 0.3 + 20) for view in good_views()]
    with pytest.raises(BadRequest, match="parts of the picture"):
        calibrate(small)


def test_pictures_of_two_sizes_are_refused() -> None:
    other = BoardView("other", (640, 480), good_views()[0].board_mm, good_views()[0].picture_px / 2)
    with pytest.raises(BadRequest, match="one size"):
        calibrate([*good_views(), other])


def test_pictures_that_no_lens_explains_are_refused() -> None:
    rng = np.random.default_rng(7)
    shaken = [
        BoardView(view.name, view.size, view.board_mm, view.picture_px + rng.normal(0, 6, view.picture_px.shape))
        for view in good_views()
    ]
    with pytest.raises(BadRequest, match="no lens explains"):
        calibrate(shaken)


def test_the_board_is_not_taken_for_the_mat() -> None:
    grey = cv2.cvtColor(photographed(board_pose(*SLANTS[0])), cv2.COLOR_BGR2GRAY)
    assert detect_markers(grey, load_layout()) == {}
    assert math.isclose(WIDE, 252)
