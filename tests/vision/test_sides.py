"""Where the sides of cubes are seen."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.pinhole import lens_of, photograph, pose_of
from vision.layout import load_layout
from vision.mat_view import MatView, find_mat
from vision.sides import Eye, side_offset, sides_of, tops_behind

LAYOUT = load_layout()


def test_a_cube_below_the_camera_shows_no_side() -> None:
    assert sides_of(100, 100, 20, Eye(100, 100, 500), 16) == []
    assert side_offset((112, 100), (100, 100, 20), Eye(100, 100, 500), 16) is None


def test_a_camera_within_a_cube_of_the_tops_sees_nothing_that_could_be_reckoned() -> None:
    assert sides_of(0, 0, 0, Eye(300, 0, 30), 16) == []


@pytest.mark.parametrize("angle", [0.0, 30.0, 77.0])
def test_sides_lie_where_the_picture_shows_them(angle: float) -> None:
    view = find_mat(photograph(LAYOUT, pose_of(560, 8, 30), lens_of(66)), LAYOUT)
    assert isinstance(view, MatView)
    x, y, cube = 30.0, 40.0, LAYOUT.cube_mm
    found = sides_of(x, y, angle, view.eye, cube)
    assert 1 <= len(found) <= 2
    for side in found:
        # The side's true middle is half a cube above the sheet, on one of the four ways from the cube's own.
        ways = np.radians(angle + 90 * np.arange(4))
        middles = np.array([x, y]) + cube / 2 * np.column_stack((np.cos(ways), np.sin(ways)))
        shown = view.to_mat(view.to_picture(middles, cube / 2), cube)
        assert np.hypot(*(shown - (side.x, side.y)).T).min() < 0.05


def test_the_further_off_the_deeper_a_side_and_the_nearer_to_a_neighbours_place() -> None:
    near, far = (sides_of(0, 0, 0, Eye(away, 0, 500), 16)[0] for away in (150, 450))
    assert near.depth_mm < far.depth_mm < 16
    assert near.apart_mm > far.apart_mm


def test_a_side_leads_back_to_its_top() -> None:
    eye = Eye(400.0, 150.0, 520.0)
    deepest = max(sides_of(20, 30, 25, eye, 16), key=lambda side: side.depth_mm)
    assert deepest.depth_mm > 8
    tops = tops_behind(deepest.x, deepest.y, 25, eye, 16)
    assert min(np.hypot(x - 20, y - 30) for x, y in tops) < 0.01
    # Near the place below the camera sides are too shallow to look like a top.
    assert tops_behind(380.0, 150.0, 25, eye, 16) == []
