"""What a label says of a picture: markers in view, and how far a sign stands out."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.boards import TRAINING, draw
from models.boards.boxes import Patch
from models.boards.draw import draw_file
from models.boards.lamps import mirror_spread
from models.boards.truth import _contrast, markers_in_view
from vision.layout import load_layout

LAYOUT = load_layout()
STYLE = replace(TRAINING, stroke_only=True, hand_share=0.0)


def test_markers_that_are_covered_or_washed_out_are_not_in_view() -> None:
    scene = draw.pick_scene(np.random.default_rng(3), STYLE, LAYOUT)
    picture, _, _ = draw._photograph(scene, np.random.default_rng(3))
    assert markers_in_view(scene, picture) == 4
    first, second = (scene.camera.project([[marker.x, marker.y]])[0].astype(int) for marker in LAYOUT.markers[:2])
    covered = cv2.circle(picture.copy(), first.tolist(), 60, (120, 150, 190), -1)
    assert markers_in_view(scene, covered) == 3
    assert markers_in_view(scene, cv2.circle(covered, second.tolist(), 60, (255, 255, 255), -1)) == 2


def test_a_board_with_fewer_than_two_markers_in_view_is_laid_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter((1, 0, 2))
    monkeypatch.setattr(draw, "markers_in_view", lambda *_: next(answers))
    scenes = []
    real = draw.pick_scene
    monkeypatch.setattr(draw, "pick_scene", lambda *given: scenes.append(real(*given)) or scenes[-1])
    _, told, _ = draw_file(5, STYLE)
    assert len(scenes) == 3
    assert len(told["cubes"]) == len(scenes[-1].plan.cubes)


def test_a_coloured_rim_lends_a_washed_out_sign_no_contrast() -> None:
    side = 30
    face, ink = np.ones((side, side), np.float32), np.zeros((side, side), np.float32)
    ink[8:22, 13:17] = 1
    patch = Patch(0, 0, np.zeros((side, side, 3), np.float32), face, face, ink)
    white = np.full((side, side, 3), 250, np.uint8)
    white[:2] = white[-2:] = white[:, :2] = white[:, -2:] = (40, 40, 200)
    assert _contrast(patch, white) < 1
    white[8:22, 13:17] = (40, 40, 200)
    assert _contrast(patch, white) > 200


def test_a_rim_that_blur_carries_inwards_lends_a_small_face_no_contrast() -> None:
    side = 19
    face, ink = np.ones((side, side), np.float32), np.zeros((side, side), np.float32)
    ink[5:14, 8:11] = 1
    patch = Patch(0, 0, np.zeros((side, side, 3), np.float32), face, face, ink)
    white = np.full((side, side, 3), 250, np.uint8)
    white[:3] = white[-3:] = white[:, :3] = white[:, -3:] = (160, 160, 235)
    assert _contrast(patch, white) < 1


def test_rougher_surfaces_spread_a_lamp_further() -> None:
    spreads = [mirror_spread(roughness / 10) for roughness in range(1, 9)]
    assert spreads == sorted(spreads)
    assert spreads[0] == pytest.approx(2 * 0.13**2)
