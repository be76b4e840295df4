"""Poses, markers and homographies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.errors import BadRequest
from vision.draw import draw_table
from vision.layout import load_layout
from vision.pictures import (
    DEFAULT_POSE,
    PICTURE_SIZE,
    CameraPose,
    find_markers,
    marker_dictionary,
    sheet_homography,
    through,
)

LAYOUT = load_layout()
POSES = (
    DEFAULT_POSE,
    CameraPose(),
    CameraPose(px_per_mm=2.3, turn_deg=-6, lean=(0.0003, 0.0002)),
    CameraPose(px_per_mm=2.4, turn_deg=180, shift_px=(-10, 12)),
)


@pytest.mark.parametrize("pose", POSES)
def test_the_markers_tell_where_the_sheet_lies(pose: CameraPose) -> None:
    found = find_markers(draw_table((), LAYOUT, pose=pose), LAYOUT)
    assert sorted(found) == [0, 1, 2, 3]
    measured = sheet_homography(found, LAYOUT)
    assert measured is not None
    points = [(16, 30), (416, 305), (216, 165), (0, 330)]
    truth = through(pose.homography(LAYOUT, PICTURE_SIZE), points)
    assert np.abs(through(measured, points) - truth).max() < 1.0


def test_the_whole_sheet_and_a_cube_beside_it_are_in_the_default_picture() -> None:
    sheet = LAYOUT.sheet.grown(12)
    corners = through(
        DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE),
        [(sheet.x0, sheet.y0), (sheet.x1, sheet.y0), (sheet.x1, sheet.y1), (sheet.x0, sheet.y1)],
    )
    assert (corners >= 0).all()
    assert (corners <= np.array(PICTURE_SIZE) - 1).all()


def test_a_turned_camera_sees_the_sheet_turned_clockwise() -> None:
    centre, right = through(CameraPose(turn_deg=90).homography(LAYOUT, PICTURE_SIZE), [(216, 165), (316, 165)])
    assert right[1] > centre[1] + 100


def test_three_markers_are_enough_and_two_are_not() -> None:
    found = find_markers(draw_table((), LAYOUT), LAYOUT)
    three = {number: corners for number, corners in found.items() if number != 2}
    two = {number: corners for number, corners in three.items() if number != 0}
    assert sheet_homography(three, LAYOUT) is not None
    assert sheet_homography(two, LAYOUT) is None


def test_markers_that_contradict_each_other_give_no_place() -> None:
    found = find_markers(draw_table((), LAYOUT), LAYOUT)
    assert sheet_homography(found | {0: found[0] + 40.0}, LAYOUT) is None


def test_a_marker_that_is_seen_twice_is_not_trusted() -> None:
    picture = draw_table((), LAYOUT)
    square = picture[40:120, 95:175].copy()
    assert list(find_markers(square_on_table(square), LAYOUT)) == [0]
    picture[430:510, 500:580] = square
    assert sorted(find_markers(picture, LAYOUT)) == [1, 2, 3]


def square_on_table(square: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    wide = cv2.copyMakeBorder(square, 300, 300, 300, 300, cv2.BORDER_CONSTANT, value=(240, 240, 240))
    return np.asarray(wide)


def test_an_unknown_dictionary_is_refused() -> None:
    with pytest.raises(BadRequest, match="'DICT_9X9'"):
        marker_dictionary("DICT_9X9")
