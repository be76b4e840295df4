"""Files through the reader: every kind of trouble has a name, and what the data folder knows is used."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.reading import Looker, open_looker
from rules.errors import BadRequest
from tests.vision.pinhole import covered, lens_of, photograph, pixels, pose_of
from vision.board import Board, SeenCube
from vision.decode import Decided, Opinion
from vision.kept_pose import CORNERS_FILE, KeptCorners
from vision.layout import load_layout
from vision.mat_view import MatView
from vision.net_reader import BrokenReader

LAYOUT = load_layout()
LENS = lens_of(66)
POSE = pose_of(560, 12, 40)
PICTURE = photograph(LAYOUT, POSE, LENS)


class OneCube:
    """Says of every sheet that a red 3 lies on it."""

    height_mm = 16.0

    def opinions(self, view: MatView) -> list[Opinion]:
        odds = np.array([1.0])
        return [
            Opinion(
                x=200.04,
                y=180.0,
                angle_deg=97.0,
                heat=1.0,
                visible=1.0,
                kinds=odds,
                turns=odds,
                agreed=True,
                whole=True,
            )
        ]

    def decided(self, view: MatView) -> list[Decided]:
        return [Decided(opinion, 0, free=True) for opinion in self.opinions(view)]

    def board(self, view: MatView, decided: list[Decided]) -> Board:
        cubes = tuple(
            SeenCube(
                color="red", symbol="3", section="permitted", orientation=180, mat_mm=(200.0, 180.0), confidence=1.0
            )
            for _ in decided
        )
        return Board(cubes=cubes, problems=("marker-missing",) if view.markers_missing else ())


def kept(path: Path, picture: np.ndarray) -> Path:  # type: ignore[type-arg]
    cv2.imwrite(str(path), picture)
    return path


def test_a_picture_is_read_and_its_cubes_turns_are_known(tmp_path: Path) -> None:
    seen = Looker(LAYOUT, OneCube()).see(kept(tmp_path / "a.png", PICTURE))
    assert (len(seen.board.cubes), seen.error) == (1, "")
    assert seen.image is not None
    assert seen.view is not None
    assert seen.ms > 0
    # Half a turn as it was read, and the seven degrees beyond a quarter that the finder saw.
    assert seen.angles_deg == (187.0,)
    assert seen.height_mm == 16


def test_a_picture_without_a_mat_is_a_problem_and_no_error(tmp_path: Path) -> None:
    seen = Looker(LAYOUT, OneCube()).see(kept(tmp_path / "a.png", np.full((480, 640, 3), 200, dtype=np.uint8)))
    assert seen.board == Board(problems=("no-mat",), sure=False)
    assert seen.error == ""
    assert seen.view is None


@pytest.mark.parametrize(("name", "problem"), [("none.jpg", "no-file"), (".", "no-picture"), ("text", "no-picture")])
def test_what_is_no_picture_is_a_problem_and_an_error(name: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no picture")
    seen = Looker(LAYOUT, OneCube()).see(tmp_path / name)
    assert seen.board == Board(problems=(problem,), sure=False)
    assert seen.error
    assert seen.image is None


def test_a_model_that_cannot_be_used_is_a_problem_of_every_picture(tmp_path: Path) -> None:
    seen = Looker(LAYOUT, BrokenReader("model-corrupt")).see(kept(tmp_path / "a.png", PICTURE))
    assert seen.board.problems == ("model-corrupt",)
    assert "model-corrupt" in seen.error


def test_corners_set_by_hand_serve_where_no_marker_is_found(tmp_path: Path) -> None:
    wide, high = LAYOUT.sheet_mm
    rim = pixels(POSE, LENS, [(0, 0), (wide, 0), (wide, high), (0, high)], 0)
    corners = KeptCorners((1280, 960), tuple((float(u), float(v)) for u, v in rim))
    bare = kept(tmp_path / "bare.png", covered(PICTURE, POSE, LENS, LAYOUT, 0, 1, 2, 3))
    assert Looker(LAYOUT, OneCube()).see(bare).board.problems == ("no-mat",)
    assert len(Looker(LAYOUT, OneCube(), corners=corners).see(bare).board.cubes) == 1
    one = kept(tmp_path / "one.png", covered(PICTURE, POSE, LENS, LAYOUT, 0, 1, 2))
    assert Looker(LAYOUT, OneCube(), corners=corners).see(one).board.problems == ("marker-missing",)
    # Corners that were set in pictures of another shape are no use, and that is said.
    other = KeptCorners((1280, 720), corners.corners_px)
    seen = Looker(LAYOUT, OneCube(), corners=other).see(bare)
    assert seen.board.problems == ("other-shape",)
    assert "1280 x 720" in seen.error


def test_a_lens_for_another_shape_is_named(tmp_path: Path) -> None:
    seen = Looker(LAYOUT, OneCube(), lens=lens_of(66, size=(640, 400))).see(kept(tmp_path / "a.png", PICTURE))
    assert seen.board.problems == ("other-shape",)


def test_the_tables_reader_uses_what_its_folder_knows(tmp_path: Path) -> None:
    corners = KeptCorners((1280, 960), ((210, 180), (1050, 190), (1060, 800), (200, 790)))
    (tmp_path / CORNERS_FILE).write_text(json.dumps(corners.to_json()))
    lens = tmp_path / "lens.json"
    lens.write_text(json.dumps(LENS.to_json()))
    looker = open_looker(tmp_path, lens=lens)
    assert looker.corners == corners
    assert looker.lens is not None
    assert looker.lens.across_deg == pytest.approx(66, abs=1e-3)
    with pytest.raises(BadRequest):
        open_looker(tmp_path, lens=tmp_path / "none.json")
    with pytest.raises(BadRequest):
        open_looker(tmp_path, pose=lens)


def test_a_folder_without_a_model_gives_a_reader_that_says_so(tmp_path: Path) -> None:
    assert isinstance(open_looker(tmp_path, model=tmp_path).reader, BrokenReader)
