"""Photographed hands."""

from __future__ import annotations

import numpy as np

from vision.layout import load_layout
from vision.photo import pick_look
from vision.photo_hands import draw_hand, draw_shadow
from vision.photo_scene import Hand

LOOK = pick_look(2, load_layout())


def blank() -> np.ndarray:
    return np.full((960, 1280, 3), 200, dtype=np.uint8)


def test_a_hand_reaches_from_its_fingertips_to_the_rim_and_leaves_what_it_holds_in_view() -> None:
    picture = blank()
    draw_hand(picture, Hand(216, 150, arm_deg=90), LOOK.eye, LOOK.lighting)
    changed = (picture != 200).any(axis=2)
    tip = LOOK.eye.pixels([(216, 150, 16)])[0].round().astype(int)
    wrist = LOOK.eye.pixels([(216, 270, 50)])[0].round().astype(int)
    assert not changed[tip[1], tip[0]]
    assert changed[wrist[1], wrist[0]]
    assert changed[-1].any()
    assert not changed[: tip[1] - 40].any()


def test_its_shadow_darkens_only() -> None:
    picture = blank()
    draw_shadow(picture, Hand(216, 150), LOOK.eye, LOOK.lighting)
    assert picture.max() <= 200
    assert picture.min() < 185


def test_a_hand_far_away_draws_nothing() -> None:
    picture = blank()
    draw_hand(picture, Hand(216, 3000), LOOK.eye, LOOK.lighting)
    draw_shadow(picture, Hand(216, 3000), LOOK.eye, LOOK.lighting)
    assert (picture == 200).all()
