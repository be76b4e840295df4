"""Photographed cubes as small pictures, and their shadows."""

from __future__ import annotations

import numpy as np
import pytest

from vision.layout import load_layout
from vision.photo import pick_look
from vision.photo_cubes import CubeMaker, fallen
from vision.photo_scene import PhotoCube

LAYOUT = load_layout()
LOOK = pick_look(2, LAYOUT)
MAKER = CubeMaker(LOOK.printed, LOOK.lighting, LAYOUT.cube_mm)


@pytest.mark.parametrize("angle", [0, 37.5, 200])
def test_a_cube_covers_its_top_face_and_nothing_far_from_it(angle: float) -> None:
    sprite = MAKER.sprite(PhotoCube("red", "3", 120, 200, angle), LOOK.eye)
    assert sprite is not None
    u, v = LOOK.eye.pixels([(120, 200, 16)])[0].round().astype(int)
    assert sprite.opacity[v - sprite.top, u - sprite.left] == pytest.approx(1, abs=0.01)
    covered = float(sprite.opacity.sum()) / LOOK.eye.px_per_mm(120, 200, 16) ** 2
    assert 220 < covered < 480
    assert sprite.colour.max() <= 255.5


def test_its_colour_is_its_own() -> None:
    picture = np.full((960, 1280, 3), 200, dtype=np.uint8)
    sprite = MAKER.sprite(PhotoCube("red", "-", 120, 200), LOOK.eye)
    assert sprite is not None
    sprite.lay_on(picture)
    u, v = LOOK.eye.pixels([(120, 195.5, 16)])[0].round().astype(int)
    blue, green, red = (int(value) for value in picture[v, u])
    assert LOOK.printed.solid
    assert red > 2 * max(blue, green)


def test_a_shadow_darkens_beside_the_foot_and_a_held_cubes_is_elsewhere() -> None:
    low, high = (MAKER.shadow(PhotoCube("red", "3", 120, 200, height_mm=up), LOOK.eye) for up in (0, 60))
    assert low is not None
    assert high is not None
    assert 0.1 < low.factor.min() < 0.9
    assert low.factor.max() <= 1
    assert (low.left, low.top) != (high.left, high.top)


def test_what_is_out_of_the_picture_is_not_drawn() -> None:
    away = PhotoCube("red", "3", 5000, 200)
    assert MAKER.sprite(away, LOOK.eye) is None
    assert MAKER.shadow(away, LOOK.eye) is None


def test_a_shadow_falls_away_from_the_lamp() -> None:
    spread = fallen(np.array([(10.0, 0.0, 100.0), (10.0, 0.0, 0.0)]), np.array((0.0, 0.0, 200.0)))
    assert spread == pytest.approx(np.array([(20, 0, 0), (10, 0, 0)]))
