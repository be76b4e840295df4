"""Lamps and how their light changes."""

from __future__ import annotations

import numpy as np
import pytest

from vision.layout import load_layout
from vision.photo_light import STEADY, LightNow, Shade, change_field, pick_lighting

LAYOUT = load_layout()
PLACES = np.array([(x, y, 0.0) for y in (0, 165, 330) for x in (0, 216, 432)], dtype=float)


@pytest.mark.parametrize("seed", range(12))
def test_no_paper_is_brighter_than_white_and_none_is_black(seed: int) -> None:
    light = pick_lighting(np.random.default_rng(seed), LAYOUT).on(PLACES)
    assert (light < 0.9).all()
    assert (light > 0.15).all()


def test_a_steady_light_changes_nothing() -> None:
    lighting = pick_lighting(np.random.default_rng(1), LAYOUT)
    assert change_field(lighting.parts(PLACES), STEADY, PLACES, 3) == pytest.approx(np.ones((3, 3, 3)))


def test_lamps_off_leave_the_room_and_people_take_light_where_they_stand() -> None:
    lighting = pick_lighting(np.random.default_rng(1), LAYOUT)
    off = change_field(lighting.parts(PLACES), LightNow(lamps=0), PLACES, 3)
    assert (off < 0.95).all()
    assert (off > 0.3).all()
    shaded = change_field(lighting.parts(PLACES), LightNow(shades=(Shade(0, 0, 120, 0.5),)), PLACES, 3)
    assert shaded[0, 0].max() < 0.9
    assert shaded[2, 2].min() > 0.99
    assert change_field(lighting.parts(PLACES), LightNow(band=(0.1, 0.0)), PLACES, 3).min() < 0.95
