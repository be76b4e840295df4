"""The drawn boards' camera: its conventions and its geometry."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.boards.camera import Camera, CameraRanges, pick_camera
from vision.layout import load_layout

ABOVE = Camera((216.0, 165.0, 600.0), 0, 0, 0, 66)

cameras = st.builds(
    Camera,
    position_mm=st.tuples(st.floats(-100, 500), st.floats(-100, 500), st.floats(450, 700)),
    tilt_deg=st.floats(0, 25),
    tilt_axis_deg=st.floats(0, 360),
    roll_deg=st.floats(-180, 180),
    hfov_deg=st.floats(50, 80),
    k1=st.floats(-0.15, 0.1),
)


@given(cameras, st.floats(0, 20))
@settings(max_examples=60, deadline=None)
def test_what_a_pixel_sees_lies_at_that_pixel(camera: Camera, height: float) -> None:
    pixels = np.array([[640.0, 480.0], [500.0, 700.0], [900.0, 300.0]])
    seen = camera.on_plane(pixels, height)
    assert camera.project(seen, height) == pytest.approx(pixels, abs=0.05)


@given(cameras)
@settings(max_examples=40, deadline=None)
def test_the_label_s_matrices_place_points_as_opencv_does(camera: Camera) -> None:
    label = camera.to_json(load_layout())
    spots = np.array([[50.0, 60.0, 16.0], [300.0, 200.0, 0.0]])
    turn, _ = cv2.Rodrigues(np.array(label["rotation"]))
    world = spots * [1, 1, -1]
    bend = np.array([label["k1"], 0, 0, 0])
    told, _ = cv2.projectPoints(world, turn, np.array(label["translation"]), np.array(label["matrix"]), bend)
    assert camera.project(spots[:, :2], spots[:, 2]) == pytest.approx(told.reshape(-1, 2), abs=1e-3)


def test_straight_above_the_mat_is_upright_and_centred() -> None:
    assert ABOVE.project([[216, 165]])[0] == pytest.approx([639.5, 479.5])
    right, below = ABOVE.project([[226, 165], [216, 175]])
    assert right[0] > 639.5
    assert right[1] == pytest.approx(479.5)
    assert below[1] > 479.5


def test_a_camera_tilted_at_the_bottom_edge_sees_the_far_edge_smaller() -> None:
    reach = 600 * np.tan(np.radians(20))
    camera = Camera((216.0, 165.0 + reach, 600.0), 20, 0, 0, 66)
    assert camera.project([[216, 165]])[0] == pytest.approx([639.5, 479.5], abs=1e-6)
    far = np.ptp(camera.project([[0, 0], [432, 0]])[:, 0])
    near = np.ptp(camera.project([[0, 330], [432, 330]])[:, 0])
    assert near > far * 1.1


def test_roll_turns_the_mat_clockwise_in_the_picture() -> None:
    turned = Camera(ABOVE.position_mm, 0, 0, 10, 66)
    left, right = turned.project([[166, 165], [266, 165]])
    assert np.degrees(np.arctan2(right[1] - left[1], right[0] - left[0])) == pytest.approx(10)


def test_picked_cameras_see_the_whole_sheet_large_enough() -> None:
    layout = load_layout()
    ranges = CameraRanges(cut_share=0)
    rng = np.random.default_rng(5)
    corners = [[0, 0], [432, 0], [432, 330], [0, 330]]
    for _ in range(40):
        camera = pick_camera(rng, layout, ranges)
        seen = camera.project(corners)
        assert seen.min() >= 0
        assert (seen < [1280, 960]).all()
        assert np.ptp(seen[:, 0]) >= 0.45 * 1280
