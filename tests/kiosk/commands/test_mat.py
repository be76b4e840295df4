"""`tablejudge mat`: print it, keep corners and pose."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from tests.kiosk.drawn_pdf import drawn_pages
from tests.vision.pinhole import lens_of, photograph, pose_of
from vision.layout import load_layout


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["mat", *words])


@pytest.mark.parametrize(("paper", "count"), [("poster", 1), ("a4", 4), ("letter", 4)])
def test_the_mat_is_printed(paper: str, count: int, tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    result = run("--pdf", str(out), "--paper", paper)
    assert (result.exit_code, result.output) == (0, f"{out}: written\n")
    assert len(drawn_pages(out.read_bytes())) == count


def test_without_a_word_it_says_what_it_can_do() -> None:
    result = run()
    assert result.exit_code == 0
    assert "corners" in result.output


def test_wrong_calls(tmp_path: Path) -> None:
    assert run("--pdf", str(tmp_path / "a.pdf"), "--paper", "a5").exit_code == 2
    assert run("--pdf", str(tmp_path / "a.pdf"), "corners").exit_code == 2
    assert run("--pdf", str(tmp_path / "no" / "such" / "a.pdf")).exit_code == 1


def test_corners_are_kept_shown_and_forgotten(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    assert run("corners", *data).output == "no corners are kept\n"
    text = "210,180 1050,190.5 1060,800 200,790"
    assert run("corners", "--set", text, *data).exit_code == 0
    shown = run("corners", *data)
    assert (shown.exit_code, shown.output) == (0, f"{text} in pictures of 1280 x 960\n")
    assert run("corners", "--forget", *data).output == "forgotten\n"
    assert run("corners", *data).output == "no corners are kept\n"
    assert run("corners", "--forget", *data).exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "1,2 3,4"), "written like"),
        (("--set", "210,180 200,790 1060,800 1050,190"), "clockwise"),
        (("--set", "210,180 1050,190 1060,800 200,790", "--size", "big"), "1280x960"),
        (("--set", "210,180 1050,190 1060,800 200,790", "--forget"), "cannot go together"),
    ],
)
def test_corners_that_are_none_are_refused(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = run("corners", *words, "--data", str(tmp_path))
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_spoilt_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "mat-corners.json").write_text("{}")
    (tmp_path / "camera-pose.json").write_text("[]")
    assert run("corners", "--data", str(tmp_path)).exit_code == 1
    assert run("pose", "--data", str(tmp_path)).exit_code == 1


def test_a_pose_is_kept_shown_and_forgotten(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), photograph(load_layout(), pose_of(560, 12, 90), lens_of(66)))
    assert run("pose", *data).output == "no pose is kept\n"
    kept = run("pose", "--set", str(picture), *data)
    assert kept.exit_code == 0
    assert "and leans by 1" in kept.output
    assert "56" in kept.output
    written = json.loads((tmp_path / "data" / "camera-pose.json").read_text())
    assert set(written) == {"turn", "shift_mm", "lens"}
    assert run("pose", *data).output.startswith("the camera is ")
    assert run("pose", "--forget", *data).output == "forgotten\n"
    assert run("pose", *data).output == "no pose is kept\n"


def test_a_pose_without_a_mat_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "grey.png"
    cv2.imwrite(str(picture), np.full((480, 640, 3), 128, dtype=np.uint8))
    data = ("--data", str(tmp_path / "data"))
    result = run("pose", "--set", str(picture), *data)
    assert result.exit_code == 1
    assert "no-mat" in result.output
    assert run("pose", "--set", str(tmp_path / "none.png"), *data).exit_code == 1
    assert run("pose", "--set", str(picture), "--forget", *data).exit_code == 2
