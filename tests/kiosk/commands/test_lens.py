"""`tablejudge lens`: the board, and the lens from its pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner, Result

from kiosk.cli import main
from tests.kiosk.drawn_pdf import drawn_pages
from tests.vision.test_charuco import SLANTS, board_pose, photographed
from vision.lens import read_lens


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["lens", *words])


def test_the_board_is_printed(tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    assert run("board", "--pdf", str(out), "--paper", "letter").exit_code == 0
    assert len(drawn_pages(out.read_bytes())) == 1


def test_a_lens_is_found_and_written(tmp_path: Path) -> None:
    paths = []
    for number, slant in enumerate(SLANTS):
        path = tmp_path / f"{number}.png"
        cv2.imwrite(str(path), photographed(board_pose(*slant)))
        paths.append(str(path))
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((960, 1280, 3), 128, dtype=np.uint8))
    out = tmp_path / "lens.json"
    result = run("calibrate", *paths, str(blank), str(tmp_path / "none.png"), "--out", str(out))
    assert result.exit_code == 0
    assert "none.png: there is no such file" in result.output
    assert "blank.png: too little of the board is seen; left out" in result.output
    assert "6 pictures: the lens sees 70." in result.output or "6 pictures: the lens sees 69." in result.output
    assert abs(read_lens(out).across_deg - 70) < 0.7


def test_too_few_pictures_are_refused_with_words(tmp_path: Path) -> None:
    out = tmp_path / "lens.json"
    result = run("calibrate", str(tmp_path / "none.png"), "--out", str(out))
    assert result.exit_code == 1
    assert "5 are needed at least" in result.output
    assert not out.exists()
    assert run("calibrate").exit_code == 2
