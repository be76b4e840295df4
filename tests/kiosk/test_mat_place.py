"""Corners and pose of the camera, kept as `tablejudge mat` keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.cli import main
from kiosk.mat_place import forget_place, keep_place, kept_corners, kept_pose
from rules.errors import BadRequest
from vision.kept_pose import CORNERS_FILE, POSE_FILE, KeptPose, corners_of_text
from vision.lens import usual_lens
from vision.pose import Pose

CORNERS = corners_of_text("210,180 1050,190 1060,800 200,790", (1280, 960))


def test_corners_are_kept_as_the_command_keeps_them(tmp_path: Path) -> None:
    command = ["mat", "corners", "--data", str(tmp_path), "--set", "210,180 1050,190 1060,800 200,790"]
    assert CliRunner().invoke(main, command).exit_code == 0
    by_command = (tmp_path / CORNERS_FILE).read_bytes()
    assert kept_corners(tmp_path) == CORNERS
    assert forget_place(tmp_path, CORNERS_FILE)
    keep_place(tmp_path, CORNERS)
    assert (tmp_path / CORNERS_FILE).read_bytes() == by_command


def test_a_pose_is_kept_and_forgotten(tmp_path: Path) -> None:
    pose = KeptPose(Pose((0.0, 0.0, 0.0), (-216.0, -165.0, 600.0)), usual_lens(1280, 960))
    assert kept_pose(tmp_path) is None
    keep_place(tmp_path, pose)
    found = kept_pose(tmp_path)
    assert found is not None
    assert found.pose == pose.pose
    assert forget_place(tmp_path, POSE_FILE)
    assert not forget_place(tmp_path, POSE_FILE)


def test_a_file_that_cannot_be_used_is_none(tmp_path: Path) -> None:
    (tmp_path / CORNERS_FILE).write_text("{}")
    assert kept_corners(tmp_path) is None


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="cannot be written"):
        keep_place(tmp_path / "nowhere", CORNERS)
    (tmp_path / CORNERS_FILE).mkdir()
    with pytest.raises(BadRequest, match="cannot be removed"):
        forget_place(tmp_path, CORNERS_FILE)
