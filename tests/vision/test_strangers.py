"""What is neither paper nor cube: hands, objects, cubes nobody found; and shadows, prints and lamps, which are not."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from tests.vision.pinhole import lens_of, photograph, pixels, pose_of
from vision.draw import draw_table, hand_outline
from vision.layout import load_layout
from vision.mat_view import MatView, find_mat
from vision.pictures import Image
from vision.simulated import SimulatedMat
from vision.strangers import Strangers, find_strangers

LAYOUT = load_layout()
LENS = lens_of(66)
POSE = pose_of(560, 12, 40)
EMPTY = photograph(LAYOUT, POSE, LENS)

SKINS = ((150, 180, 224), (96, 134, 190), (60, 80, 120), (40, 52, 84))


def strangers(picture: Image, *tops: tuple[float, float]) -> Strangers:
    return find_strangers(MatView(picture, LAYOUT, POSE, LENS, (0, 1, 2, 3), 0.0), tops)


def painted(shape: list[tuple[float, float]], colour: tuple[int, int, int], opacity: float = 1.0) -> Image:
    """The empty sheet with a shape on it (millimetres)."""
    cover = np.zeros(EMPTY.shape[:2], dtype=np.uint8)
    cv2.fillPoly(cover, [pixels(POSE, LENS, shape, 0).round().astype(np.int32)], 255)
    soft = cv2.GaussianBlur(cover, (0, 0), 1.5).astype(np.float64)[..., None] / 255 * opacity
    return (EMPTY * (1 - soft) + np.array(colour) * soft).astype(np.uint8)


def box(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def test_an_empty_sheet_has_none() -> None:
    found = strangers(EMPTY)
    assert (found.regions, found.hand, found.object) == ((), False, False)
    assert not found.mask.any()


@pytest.mark.parametrize("gain", [(1.0, 1.0, 1.0), (0.5, 0.7, 0.95), (0.35, 0.35, 0.35), (1.0, 0.8, 0.7)])
def test_nor_under_other_lamps(gain: tuple[float, ...]) -> None:
    assert strangers((EMPTY * np.array(gain)).astype(np.uint8)).regions == ()


def test_nor_with_a_light_that_falls_off() -> None:
    across = np.linspace(1.0, 0.4, EMPTY.shape[1])[None, :, None] * np.array((0.9, 1.0, 1.0))
    assert strangers((EMPTY * across).astype(np.uint8)).regions == ()


@pytest.mark.parametrize("skin", SKINS)
def test_an_arm_that_comes_in_from_outside_is_a_hand(skin: tuple[int, int, int]) -> None:
    found = strangers(painted(box(200, 150, 250, 400), skin))
    assert found.hand
    assert found.regions[0].at_rim
    assert found.regions[0].mm2 == pytest.approx(50 * 180, rel=0.15)


@pytest.mark.parametrize("skin", SKINS)
def test_a_finger_is_enough_and_a_pencil_is_an_object(skin: tuple[int, int, int]) -> None:
    finger = strangers(painted(box(60, -40, 78, 18), skin))
    assert finger.hand
    pencil = strangers(painted(box(60, -40, 68, 26), (60, 90, 200)))
    assert not pencil.hand
    assert pencil.object


def test_a_thing_in_the_middle_is_an_object_until_it_is_known_as_a_cube() -> None:
    picture = painted(box(192, 172, 208, 188), (48, 42, 200))
    found = strangers(picture)
    assert found.object
    assert not found.hand
    assert not strangers(picture, (200.0, 180.0)).object


@pytest.mark.parametrize("depth", [0.3, 0.6])
def test_a_shadow_is_nothing(depth: float) -> None:
    found = strangers(painted(box(150, 100, 300, 400), (40, 34, 30), depth))
    assert not found.hand
    assert not found.object


def test_a_mirrored_lamp_is_no_hand() -> None:
    found = strangers(painted(box(150, 250, 260, 340), (255, 255, 255), 1.0))
    assert not found.hand
    assert not found.object


@pytest.mark.parametrize("seed", range(4))
def test_a_drawn_table_with_and_without_a_hand(seed: int) -> None:
    table = SimulatedMat.rolled(EQUATIONS_KIT, LAYOUT, random.Random(seed))
    tops = [(cube.x, cube.y) for cube in table.cubes]
    for hand in ((), hand_outline(120 + 60 * seed, 90)):
        view = find_mat(draw_table(table.cubes, LAYOUT, hand=hand), LAYOUT)
        assert isinstance(view, MatView)
        found = find_strangers(view, tops)
        assert found.hand is bool(hand)
        assert not found.object or hand


@pytest.mark.parametrize("level", [0, 1, 14, 128, 254, 255])
def test_a_sheet_of_one_level_has_none(level: int) -> None:
    """Night, and a camera that is dazzled: whatever the light, nothing breaks."""
    found = strangers(np.full_like(EMPTY, level))
    assert (found.regions, found.hand, found.object) == ((), False, False)


@pytest.mark.parametrize("gain", [0.02, 0.06, 0.14])
def test_a_sheet_in_the_dark_of_few_levels_has_none(gain: float) -> None:
    found = strangers((EMPTY * gain).astype(np.uint8))
    assert not found.hand
