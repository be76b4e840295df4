"""The camera of photographic pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.pinhole import pixels
from vision.layout import load_layout
from vision.photo_eye import HEIGHT_MM, MatPlace, pick_eye

LAYOUT = load_layout()


@pytest.mark.parametrize("seed", range(12))
def test_a_camera_has_the_whole_sheet_in_view_and_knows_where_things_are(seed: int) -> None:
    eye = pick_eye(np.random.default_rng(seed), LAYOUT)
    places = np.array([(0, 0), (432, 330), (216, 100), (30, 280)], dtype=float)
    seen = eye.pixels(np.column_stack((places, np.full(4, 16.0))))
    assert seen == pytest.approx(pixels(eye.pose, eye.lens, places, 16), abs=1e-6)
    assert (seen > 0).all()
    assert (seen < (1280, 960)).all()
    assert eye.places(seen, 16) == pytest.approx(places, abs=0.01)
    assert HEIGHT_MM[0] <= eye.place[2] <= HEIGHT_MM[1]
    # Bent by more than the one number that a solver without a calibration looks for.
    assert all(eye.lens.distortion[:4])


def test_a_pushed_sheet_shows_where_it_was_pushed_to() -> None:
    eye = pick_eye(np.random.default_rng(3), LAYOUT)
    pushed = eye.over(MatPlace(5, -3, 0), LAYOUT)
    assert pushed.pixels([(100, 100, 0)]) == pytest.approx(eye.pixels([(105, 97, 0)]), abs=1e-6)
    turned = eye.over(MatPlace(0, 0, 2), LAYOUT)
    middle = [(*LAYOUT.sheet.centre, 0)]
    assert turned.pixels(middle) == pytest.approx(eye.pixels(middle), abs=1e-6)
    assert abs(turned.pixels([(0, 0, 0)]) - eye.pixels([(0, 0, 0)])).max() > 5


@pytest.mark.parametrize("seed", range(12))
def test_what_is_far_out_of_view_is_not_bent_back_into_it(seed: int) -> None:
    eye = pick_eye(np.random.default_rng(seed), LAYOUT)
    far = eye.pixels([(216 + 1500 * dx, 165 + 1500 * dy, z) for dx in (-1, 1) for dy in (-1, 1) for z in (0, 100, 900)])
    assert np.isfinite(far).all()
    assert ((far < 0) | (far > (1279, 959))).any(axis=1).all()


def test_a_bumped_camera_sees_the_sheet_elsewhere() -> None:
    eye = pick_eye(np.random.default_rng(3), LAYOUT)
    assert eye.bumped((0, 0, 0), (0, 0, 0)).pixels([(9, 9, 0)]) == pytest.approx(eye.pixels([(9, 9, 0)]), abs=1e-6)
    assert abs(eye.bumped((5, 0, 0), (0, 0, 0)).pixels([(9, 9, 0)]) - eye.pixels([(9, 9, 0)])).max() > 3
