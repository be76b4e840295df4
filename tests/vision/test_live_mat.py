"""The mat in a view's picture, straightened: by markers, by hand, and where there is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from tests.vision.bare_mat import bare_corners, bare_picture
from vision.draw import draw_table
from vision.kept_pose import KeptPose, hand_corners, moved_mm
from vision.layout import load_layout
from vision.live_mat import AROUND_MM, PX_PER_MM, Straightened, found_mat, straightened
from vision.live_view import LiveView
from vision.mat_view import Lost, find_mat
from vision.pictures import PICTURE_SIZE, Image
from vision.simulated import SimulatedMat

LAYOUT = load_layout()
MARKED = draw_table(SimulatedMat.placed({"goal": "G6"}, EQUATIONS_KIT, LAYOUT).cubes, LAYOUT)


def view_of(image: Image, size: tuple[int, int] = PICTURE_SIZE) -> LiveView:
    _, encoded = cv2.imencode(".jpg", image)
    return LiveView(state="delivering", jpeg=bytes(encoded), size=size)


def test_a_mat_with_markers_needs_no_corners() -> None:
    found = straightened(view_of(MARKED), LAYOUT)
    assert isinstance(found, Straightened)
    assert not found.by_hand
    picture = cv2.imdecode(np.frombuffer(found.jpeg, np.uint8), cv2.IMREAD_COLOR)
    wide, high = (round((side + 2 * AROUND_MM) * PX_PER_MM) for side in LAYOUT.sheet_mm)
    assert picture is not None
    assert picture.shape == (high, wide, 3)


def test_corners_that_are_right_lay_the_sheet_where_it_is() -> None:
    corners = hand_corners(PICTURE_SIZE, bare_corners())
    found = straightened(view_of(bare_picture()), LAYOUT, corners=corners)
    assert isinstance(found, Straightened)
    assert found.by_hand
    view = found_mat(view_of(bare_picture()), LAYOUT, corners=corners)
    truth = find_mat(MARKED, LAYOUT)
    assert not isinstance(view, Lost)
    assert not isinstance(truth, Lost)
    assert moved_mm(view, KeptPose.of(truth)) < 2


def test_without_markers_and_corners_there_is_no_mat() -> None:
    assert isinstance(straightened(view_of(bare_picture()), LAYOUT), Lost)


def test_corners_that_no_sheet_can_have_find_none() -> None:
    absurd = hand_corners(PICTURE_SIZE, [(0, 0), (1279, 400), (1279, 480), (0, 959)])
    assert isinstance(straightened(view_of(bare_picture()), LAYOUT, corners=absurd), Lost)


def test_what_is_found_is_in_pixels_of_the_camera() -> None:
    """A large picture comes smaller to a page."""
    view = found_mat(view_of(MARKED, (2560, 1920)), LAYOUT)
    assert not isinstance(view, Lost)
    assert view.lens.size == (2560, 1920)


def test_without_a_picture_there_is_nothing_to_find() -> None:
    with pytest.raises(BadRequest, match="no picture"):
        straightened(LiveView(state="lost"), LAYOUT)
    with pytest.raises(BadRequest, match="cannot be read"):
        straightened(LiveView(state="delivering", jpeg=b"rubbish", size=PICTURE_SIZE), LAYOUT)
