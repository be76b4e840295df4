"""Problems of pictures by their names."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.pinhole import covered, lens_of, photograph, pixels, pose_of
from vision.kept_pose import KeptPose
from vision.layout import load_layout
from vision.mat_view import Lost, MatView, find_mat
from vision.pictures import Image
from vision.quality import judge, lost_problems, picture_problems
from vision.reader import PROBLEMS

LAYOUT = load_layout()
LENS = lens_of(66)
POSE = pose_of(560, 12, 40)
EMPTY = photograph(LAYOUT, POSE, LENS)


def problems(picture: Image, *tops: tuple[float, float], kept: KeptPose | None = None) -> tuple[str, ...]:
    view = find_mat(picture, LAYOUT)
    named = lost_problems(picture, view) if isinstance(view, Lost) else picture_problems(view, tops, kept)
    assert set(named) <= set(PROBLEMS)
    return named


def view_of(picture: Image) -> MatView:
    view = find_mat(picture, LAYOUT)
    assert isinstance(view, MatView)
    return view


def test_a_good_picture_has_none() -> None:
    assert problems(EMPTY) == ()


def test_a_dark_picture_is_dark_before_it_is_black() -> None:
    assert problems((EMPTY * 0.5).astype(np.uint8)) == ()
    assert problems((EMPTY * 0.15).astype(np.uint8)) == ("dark",)
    assert problems((EMPTY * 0.02).astype(np.uint8)) == ("no-mat", "dark")
    assert problems(np.zeros_like(EMPTY)) == ("no-mat", "dark")


@pytest.mark.parametrize(("noise", "named"), [(0.02, ()), (0.14, ("dark",))])
def test_noise_as_strong_as_a_pale_sign_is_too_little_light(noise: float, named: tuple[str, ...]) -> None:
    paper = judge(view_of(EMPTY), ()).paper
    grain = np.random.default_rng(4).normal(0, noise * paper, EMPTY.shape[:2])[..., None]
    picture = np.clip(EMPTY * 0.8 + grain, 0, 255).astype(np.uint8)
    assert problems(picture) == named
    assert judge(view_of(picture), ()).noise == pytest.approx(noise * paper, rel=0.35)


def test_a_blurred_picture_is_blurred_whether_or_not_its_markers_are_found() -> None:
    assert problems(cv2.GaussianBlur(EMPTY, (0, 0), 1.0)) == ()
    spreads = [judge(view_of(cv2.GaussianBlur(EMPTY, (0, 0), blur)), ()).spread_mm for blur in (0.5, 1.0, 1.6)]
    assert spreads == sorted(spreads)
    for blur in (1.6, 3.0, 5.0, 9.0):
        assert "blurred" in problems(cv2.GaussianBlur(EMPTY, (0, 0), blur))
    assert "blurred" in problems(cv2.blur(EMPTY, (15, 1)))
    assert "blurred" in problems(cv2.blur(EMPTY, (1, 15)))


def test_a_picture_of_something_else_has_no_mat_and_is_otherwise_good() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3)).astype(np.uint8)
    assert problems(noise) == ("no-mat",)
    assert problems(np.full((480, 640, 3), 128, dtype=np.uint8)) == ("no-mat",)
    assert problems(np.full((1, 1, 3), 200, dtype=np.uint8)) == ("no-mat",)


@pytest.mark.parametrize("numbers", [(0,), (1, 3)])
def test_a_hidden_marker_is_named(numbers: tuple[int, ...]) -> None:
    assert problems(covered(EMPTY, POSE, LENS, LAYOUT, *numbers)) == ("marker-missing",)
    assert problems(covered(EMPTY, POSE, LENS, LAYOUT, 0, 1, 2)) == ("marker-missing",)


def white_disc(radius_mm: float) -> Image:
    dim = (EMPTY * 0.85).astype(np.uint8)
    rim = [(216 + radius_mm * np.cos(a), 180 + radius_mm * np.sin(a)) for a in np.linspace(0, 6.28, 40)]
    cv2.fillPoly(dim, [pixels(POSE, LENS, rim, 0).round().astype(np.int32)], (255, 255, 255))
    return dim


def test_a_white_spot_in_which_a_cube_could_hide_is_glare() -> None:
    assert problems(white_disc(14)) == ("glare",)
    assert problems(white_disc(4)) == ()


def test_a_washed_out_face_is_glare() -> None:
    picture = (EMPTY * 0.85).astype(np.uint8)
    top = pixels(POSE, LENS, [(192, 172), (208, 172), (208, 188), (192, 188)], 16).round().astype(np.int32)
    cv2.fillConvexPoly(picture, top, (40, 40, 180))
    assert problems(picture, (200.0, 180.0)) == ()
    cv2.fillConvexPoly(picture, top, (255, 255, 255))
    assert problems(picture, (200.0, 180.0)) == ("glare",)
    assert judge(view_of(picture), [(100.0, 80.0), (200.0, 180.0)]).washed_out == (1,)


def test_a_hand_and_an_object_are_named() -> None:
    hand = EMPTY.copy()
    cv2.fillPoly(
        hand, [pixels(POSE, LENS, [(200, 150), (250, 150), (250, 420), (200, 420)], 0).astype(np.int32)], (96, 134, 190)
    )
    assert problems(hand) == ("hand-over-mat",)
    thing = EMPTY.copy()
    cv2.fillPoly(
        thing, [pixels(POSE, LENS, [(200, 150), (240, 150), (240, 190), (200, 190)], 0).astype(np.int32)], (90, 160, 60)
    )
    assert problems(thing) == ("unclear-object",)


def test_a_camera_that_was_pushed_is_named_and_one_that_stands_is_not() -> None:
    kept = KeptPose.of(view_of(EMPTY))
    assert problems(EMPTY, kept=kept) == ()
    pushed = photograph(LAYOUT, pose_of(560, 12, 40, aim=(228, 165)), LENS)
    assert problems(pushed, kept=kept) == ("camera-moved",)
    assert problems(pushed) == ()


def test_corners_by_hand_miss_no_marker() -> None:
    picture = covered(EMPTY, POSE, LENS, LAYOUT, 0, 1, 2, 3)
    wide, high = LAYOUT.sheet_mm
    rim = pixels(POSE, LENS, [(0, 0), (wide, 0), (wide, high), (0, high)], 0)
    view = find_mat(picture, LAYOUT, corners=[(float(u), float(v)) for u, v in rim])
    assert isinstance(view, MatView)
    assert "marker-missing" not in picture_problems(view, ())
    assert judge(view, ()).spread_mm == 0
