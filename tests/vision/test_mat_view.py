"""The mat as a camera sees it: places to millimetres, from every side, with hidden markers and unknown lenses."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadRequest
from tests.vision.pinhole import covered, lens_of, photograph, pixels, pose_of
from vision.draw import draw_table
from vision.layout import load_layout
from vision.mat_view import Lost, MatView, find_mat
from vision.pictures import Image
from vision.pose import Pose

LAYOUT = load_layout()
GRID = np.array([(x, y) for x in (10, 120, 216, 330, 422) for y in (10, 100, 165, 240, 320)], dtype=np.float64)
BLANK = np.zeros((960, 1280, 3), dtype=np.uint8)

#: Tilted enough to show the focal length.
SLANTED = [
    (lens_of(66, 0.0), pose_of(600, 18, 30, 4)),
    (lens_of(58, -0.06), pose_of(640, 14, 200, -8)),
    (lens_of(74, 0.04), pose_of(480, 16, 300, 178)),
]


def found(image: Image, **more: object) -> MatView:
    view = find_mat(image, LAYOUT, **more)  # type: ignore[arg-type]
    assert isinstance(view, MatView), view
    return view


def worst_mm(view: MatView, pose: Pose, lens: object, height: float) -> float:
    """The largest mistake of places at a height, over the whole sheet."""
    away = view.to_mat(pixels(pose, lens, GRID, height), height) - GRID  # type: ignore[arg-type]
    return float(np.linalg.norm(away, axis=1).max())


@given(
    st.floats(450, 700), st.floats(0, 24), st.floats(0, 360), st.floats(0, 360), st.floats(-0.1, 0.1), st.floats(0, 30)
)
@settings(max_examples=60, deadline=None)
def test_to_mat_undoes_to_picture_and_both_agree_with_opencv(
    height: float, tilt: float, towards: float, turn: float, k1: float, above: float
) -> None:
    lens, pose = lens_of(66, k1), pose_of(height, tilt, towards, turn)
    view = MatView(BLANK, LAYOUT, pose, lens, (0, 1, 2, 3), 0.0)
    seen = view.to_picture(GRID, above)
    assert np.abs(seen - pixels(pose, lens, GRID, above)).max() < 1e-6
    assert np.abs(view.to_mat(seen, above) - GRID).max() < 1e-3
    # A vector of almost no turn has few digits.
    assert abs(pose.position_mm[2] - height) < 1e-2
    assert abs(pose.tilt_deg - tilt) < 1e-2


@pytest.mark.parametrize(("lens", "pose"), SLANTED)
def test_a_slanted_picture_shows_pose_and_lens(lens: object, pose: Pose) -> None:
    view = found(photograph(LAYOUT, pose, lens))  # type: ignore[arg-type]
    assert view.markers_seen == (0, 1, 2, 3)
    assert view.markers_missing == ()
    assert worst_mm(view, pose, lens, 0) < 0.25
    assert worst_mm(view, pose, lens, 16) < 0.4
    assert abs(view.lens.across_deg - lens.across_deg) < 1.5  # type: ignore[attr-defined]
    assert abs(view.lens.distortion[0] - lens.distortion[0]) < 0.02  # type: ignore[attr-defined]
    assert view.reprojection_px < 0.5
    assert view.doubt_mm < 0.4


def test_straight_from_above_the_usual_lens_decides_and_the_doubt_says_so() -> None:
    usual, other, pose = lens_of(66), lens_of(60), pose_of(560)
    view = found(photograph(LAYOUT, pose, usual))
    assert worst_mm(view, pose, usual, 16) < 0.4
    assert view.doubt_mm > 0.3
    # Another lens looks the same from there: the sheet is right, the tops are off, but not by more than the doubt says.
    view = found(photograph(LAYOUT, pose, other))
    assert worst_mm(view, pose, other, 0) < 0.25
    assert worst_mm(view, pose, other, 16) < 3 * view.doubt_mm
    # Who knows the lens has no doubt.
    view = found(photograph(LAYOUT, pose, other), lens=other)
    assert worst_mm(view, pose, other, 16) < 0.3
    assert view.doubt_mm < 0.2
    assert view.lens == other


@pytest.mark.parametrize("numbers", [*itertools.combinations(range(4), 1), *itertools.combinations(range(4), 2)])
def test_one_or_two_markers_may_be_hidden(numbers: tuple[int, ...]) -> None:
    lens, pose = SLANTED[0]
    view = found(covered(photograph(LAYOUT, pose, lens), pose, lens, LAYOUT, *numbers))
    assert view.markers_missing == numbers
    assert worst_mm(view, pose, lens, 16) < 0.7


@pytest.mark.parametrize("blur", [0.8, 1.5])
def test_a_marker_that_is_hard_to_see_is_found_by_the_others(blur: float) -> None:
    for lens, pose in SLANTED:
        view = found(cv2.GaussianBlur(photograph(LAYOUT, pose, lens), (0, 0), blur))
        assert view.markers_seen == (0, 1, 2, 3)
        assert worst_mm(view, pose, lens, 16) < 0.6


def test_one_marker_is_not_enough_and_none_is_no_mat() -> None:
    lens, pose = SLANTED[0]
    picture = photograph(LAYOUT, pose, lens)
    assert find_mat(covered(picture, pose, lens, LAYOUT, 0, 1, 2), LAYOUT) == Lost("marker-missing", (3,))
    assert find_mat(BLANK, LAYOUT) == Lost("no-mat")


def test_other_markers_are_ignored_and_a_number_seen_twice_is_not_believed() -> None:
    lens, pose = SLANTED[0]
    picture = photograph(LAYOUT, pose, lens)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, seen in ((7, (0, 1, 2, 3)), (0, (1, 2, 3))):
        crowded = picture.copy()
        crowded[10:90, 10:90] = 255
        crowded[20:80, 20:80] = cv2.aruco.generateImageMarker(dictionary, number, 60)[..., None]
        view = found(crowded)
        assert set(seen) <= set(view.markers_seen)
        assert worst_mm(view, pose, lens, 16) < 0.7


def test_a_mat_without_markers_is_found_by_corners_set_by_hand() -> None:
    lens, pose = SLANTED[0]
    picture = covered(photograph(LAYOUT, pose, lens), pose, lens, LAYOUT, 0, 1, 2, 3)
    wide, high = LAYOUT.sheet_mm
    rim = pixels(pose, lens, [(0, 0), (wide, 0), (wide, high), (0, high)], 0)
    view = found(picture, corners=[(float(u), float(v)) for u, v in rim.round()])
    assert view.markers_seen == ()
    # The sections' lines make up for what a hand cannot do.
    assert worst_mm(view, pose, lens, 0) < 1.0
    assert isinstance(find_mat(picture, LAYOUT), Lost)


def test_markers_are_believed_before_hands() -> None:
    lens, pose = SLANTED[0]
    view = found(photograph(LAYOUT, pose, lens), corners=[(0, 0), (900, 0), (900, 600), (0, 600)])
    assert worst_mm(view, pose, lens, 16) < 0.4


def test_a_lens_of_another_shape_is_refused_and_one_of_another_size_scaled() -> None:
    lens, pose = SLANTED[0]
    picture = photograph(LAYOUT, pose, lens)
    with pytest.raises(BadRequest, match="640 x 400"):
        find_mat(picture, LAYOUT, lens_of(66, size=(640, 400)))
    view = found(picture, lens=lens_of(66, size=(640, 480)))
    assert worst_mm(view, pose, lens, 16) < 0.4


def test_the_simulated_cameras_pictures_are_accepted() -> None:
    view = found(draw_table((), LAYOUT))
    assert view.markers_seen == (0, 1, 2, 3)
    assert view.reprojection_px < 1


@pytest.mark.parametrize("fine", [0.5, 1.125, 2.0])
def test_a_plane_shows_the_picture_at_its_places(fine: float) -> None:
    lens, pose = lens_of(66, -0.08), pose_of(560, 15, 70, 20)
    picture = np.zeros((960, 1280, 3), dtype=np.uint8)
    rows, columns = np.mgrid[0:960, 0:1280]
    picture[..., 0], picture[..., 1] = columns / 5, rows / 4
    view = MatView(picture, LAYOUT, pose, lens, (), 0.0)
    plane = view.plane(16, fine, 20)
    assert plane.shape == (round(370 * fine), round(472 * fine), 3)
    high, wide = plane.shape[:2]
    for column, row in ((0, 0), (wide - 1, high - 1), (wide // 2, high // 3), (3, high - 5)):
        place = ((column + 0.5) / fine - 20, (row + 0.5) / fine - 20)
        u, v = view.to_picture([place], 16)[0]
        if 1 < u < 1278 and 1 < v < 958:
            blue, green, _ = plane[row, column]
            assert abs(float(blue) - u / 5) < 1.2
            assert abs(float(green) - v / 4) < 1.2


def test_a_patch_stands_upright_when_its_cube_is_turned() -> None:
    lens, pose = lens_of(66), pose_of(560, 10, 70)
    sheet = MatView(photograph(LAYOUT, pose, lens), LAYOUT, pose, lens, (), 0.0)
    # Marker 0's modules, whichever way it is asked for.
    upright = sheet.patches([(15, 15)], [0], 22, 48, 0)[0]
    for quarter in range(4):
        turned = sheet.patches([(15, 15)], [90 * quarter], 22, 48, 0)[0]
        back = np.rot90(upright, quarter)
        assert float(np.abs(turned.astype(float) - back.astype(float)).mean()) < 6
    assert sheet.patches(np.zeros((0, 2)), [], 22, 48, 16).shape == (0, 48, 48, 3)


def test_with_a_lens_that_is_narrower_than_usual_no_marker_is_taken_for_a_stray() -> None:
    lens, pose = lens_of(50, 0.037), pose_of(579, 18, 270, 6)
    view = found(covered(photograph(LAYOUT, pose, lens), pose, lens, LAYOUT, 2))
    assert view.markers_missing == (2,)
    assert worst_mm(view, pose, lens, 16) < 1.0


@pytest.mark.parametrize("way", [0, 90, 180, 270, 30])
def test_a_wall_is_seen_from_the_way_that_it_faces_and_not_in_a_mirror(way: float) -> None:
    lens, pose = lens_of(66), pose_of(560, 12, 40)
    picture = np.zeros((960, 1280, 3), dtype=np.uint8)
    rows, columns = np.mgrid[0:960, 0:1280]
    picture[..., 0], picture[..., 1] = columns / 5, rows / 4
    view = MatView(picture, LAYOUT, pose, lens, (), 0.0)
    (wall,) = view.walls([(150, 200)], [way], 16, 32, 8.0)
    # Who looks at a wall has its right on the way's left hand, and its upper part is higher above the sheet.
    angle = math.radians(way)
    for right, up in ((-7.75, 7.75), (7.75, 7.75), (-7.75, -7.75), (7.75, -7.75)):
        place = (150 + right * math.sin(angle), 200 - right * math.cos(angle))
        u, v = view.to_picture([place], 8 + up)[0]
        blue, green, _ = wall[0 if up > 0 else 31, 31 if right > 0 else 0]
        assert abs(float(blue) - u / 5) < 1.2
        assert abs(float(green) - v / 4) < 1.2
    assert view.walls(np.zeros((0, 2)), [], 16, 32, 8.0).shape == (0, 32, 32, 3)


def test_pixels_for_a_millimetre() -> None:
    lens = lens_of(66)
    view = MatView(BLANK, LAYOUT, pose_of(500), lens, (), 0.0)
    assert math.isclose(view.px_per_mm, lens.focal_px[0] / 500, rel_tol=1e-3)
