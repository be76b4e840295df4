"""Kept poses and corners: files both ways, and how far a camera moved."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from rules.errors import BadRequest
from tests.vision.pinhole import lens_of, pose_of
from vision.kept_pose import (
    KeptCorners,
    KeptPose,
    corners_of_text,
    moved_mm,
    parse_hand_corners,
    parse_pose,
    read_corners,
    read_pose,
)
from vision.layout import load_layout
from vision.lens import Lens
from vision.mat_view import MatView
from vision.pose import Pose

LAYOUT = load_layout()
BLANK = np.zeros((960, 1280, 3), dtype=np.uint8)


def view(pose: Pose, lens: Lens) -> MatView:
    return MatView(BLANK, LAYOUT, pose, lens, (0, 1, 2, 3), 0.0)


def test_a_pose_is_its_file(tmp_path: Path) -> None:
    kept = KeptPose.of(view(pose_of(600, 12, 30, 5), lens_of(70, -0.02)))
    path = tmp_path / "pose.json"
    path.write_text(json.dumps(kept.to_json()))
    again = read_pose(path)
    assert np.allclose(again.pose.turn, kept.pose.turn, atol=1e-5)
    assert np.allclose(again.pose.position_mm, kept.pose.position_mm, atol=0.05)
    assert again.lens.across_deg == pytest.approx(70, abs=1e-3)


def test_a_camera_that_stands_still_has_not_moved_and_one_that_was_pushed_has() -> None:
    lens = lens_of(66)
    kept = KeptPose.of(view(pose_of(600, 5, 30), lens))
    assert moved_mm(view(pose_of(600, 5, 30), lens), kept) < 0.01
    assert 4 < moved_mm(view(pose_of(600, 5, 30, aim=(222, 165)), lens), kept) < 8
    # A degree of turn is a few millimetres at the corners.
    assert 3 < moved_mm(view(pose_of(600, 5, 30, 1), lens), kept) < 8
    assert moved_mm(view(pose_of(600, 5, 30), lens_of(66, size=(640, 480))), kept) == float("inf")


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"turn": [0, 0], "shift_mm": [0, 0, 1], "lens": lens_of().to_json()},
        {"turn": [0, 0, 0], "shift_mm": [0, 0, -500], "lens": lens_of().to_json()},
        {"turn": [0, 0, 0], "shift_mm": [0, 0, 500], "lens": {}},
    ],
)
def test_what_is_no_pose_is_refused(value: object) -> None:
    with pytest.raises(BadRequest):
        parse_pose(value)


def test_corners_as_text_and_as_a_file(tmp_path: Path) -> None:
    kept = corners_of_text(" 210,180 1050,190.5 1060,800 200,790 ", (1280, 960))
    assert kept.corners_px == ((210, 180), (1050, 190.5), (1060, 800), (200, 790))
    assert parse_hand_corners(kept.to_json()) == kept
    path = tmp_path / "corners.json"
    path.write_text(json.dumps(kept.to_json()))
    assert read_corners(path) == kept
    with pytest.raises(BadRequest, match="cannot be read"):
        read_corners(tmp_path / "none.json")


def test_corners_in_a_picture_of_another_size() -> None:
    kept = KeptCorners((1280, 960), ((209.5, 179.5), (1049.5, 189.5), (1059.5, 799.5), (199.5, 789.5)))
    assert kept.for_size(640, 480) == ((104.5, 89.5), (524.5, 94.5), (529.5, 399.5), (99.5, 394.5))
    with pytest.raises(BadRequest, match="1280 x 720"):
        kept.for_size(1280, 720)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "written like"),
        ("1,2 3,4 5,6", "written like"),
        ("a,b c,d e,f g,h", "written like"),
        ("210,180 200,790 1060,800 1050,190", "clockwise"),
        ("210,180 1060,800 1050,190 200,790", "clockwise"),
        ("10,10 20,10 20,20 10,20", "too near"),
    ],
)
def test_corners_that_are_no_sheets_are_refused(text: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        corners_of_text(text, (1280, 960))


def test_a_file_with_the_wrong_number_of_corners_is_refused() -> None:
    with pytest.raises(BadRequest, match="four corners, not 3"):
        parse_hand_corners({"size": [1280, 960], "corners_px": [[0, 0], [1000, 0], [1000, 700]]})
    with pytest.raises(BadRequest, match="no corners"):
        parse_hand_corners({"size": [1280, 960]})
    with pytest.raises(BadRequest, match="no size"):
        parse_hand_corners({"size": [0, 960], "corners_px": [[0, 0], [1000, 0], [1000, 700], [0, 700]]})


@pytest.mark.parametrize(
    ("size", "corner"), [([10**400, 1], [0, 700]), ([1280, 960], [1e308, 700]), ([1280, 960], [0, -(10.0**300)])]
)
def test_numbers_of_no_camera_are_refused(size: list[int], corner: list[float]) -> None:
    with pytest.raises(BadRequest, match="these are no corners"):
        parse_hand_corners({"size": size, "corners_px": [[0, 0], [1000, 0], [1000, 700], corner]})
