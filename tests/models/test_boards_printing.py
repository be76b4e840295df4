"""The print on drawn cubes: fonts as data, strokes of our own."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from models.boards.printing import FACE_PX, STROKES, FontFace, Print, font_faces, pick_print
from models.boards.strokes import DIGIT_PX, Hand, stroke_mask

SYMBOLS = "0123456789+-x÷^*√"


def test_held_back_families_are_never_trained_on() -> None:
    families: dict[str, set[str]] = {"train": set(), "held-back": set()}
    for face in font_faces():
        families[face.split].add(face.family)
        assert face.package.startswith("fonts-")
    assert not families["train"] & families["held-back"]
    assert len(families["held-back"]) >= 6
    assert len(font_faces()) >= 40


@pytest.mark.parametrize("thickness", [0.09, 0.15, 0.24])
@pytest.mark.parametrize("weight_px", [-1, 0, 2])
@pytest.mark.parametrize("size", [0.5, 0.74])
def test_the_dots_of_a_division_sign_stand_clear_of_its_bar(thickness: float, weight_px: int, size: float) -> None:
    face = Print(None, Hand(thickness=thickness), size, weight_px=weight_px).face("÷")
    parts, _, stats, _ = cv2.connectedComponentsWithStats((face > 64).astype(np.uint8))
    assert parts == 4
    tops, heights = stats[1:, cv2.CC_STAT_TOP], stats[1:, cv2.CC_STAT_HEIGHT]
    order = np.argsort(tops)
    gaps = tops[order][1:] - (tops[order] + heights[order])[:-1]
    assert gaps.min() >= FACE_PX // 16


@pytest.mark.parametrize("seed", range(8))
def test_a_one_is_never_a_bare_bar(seed: int) -> None:
    hand = pick_print(np.random.default_rng(seed), (), stroke_share=1.0).hand
    one, minus = (Print(None, hand, 0.6).face(symbol) for symbol in "1-")
    widths = [int((side.max(axis=axis) > 128).sum()) for side, axis in ((one, 0), (minus, 1))]
    assert widths[0] > 1.3 * widths[1]


@pytest.mark.parametrize("shape", range(3))
def test_strokes_tell_every_symbol_apart(shape: int) -> None:
    hand = Hand(
        one=shape % 2,
        petals=shape == 1,
        four=shape % 2,
        seven=shape,
        nine=shape % 2,
        three=shape % 2,
        star=(5, 6, 8)[shape],
    )
    faces = {symbol: Print(None, hand, 0.6).face(symbol) for symbol in SYMBOLS}
    for first, second in combinations(SYMBOLS, 2):
        apart = np.abs(faces[first].astype(int) - faces[second].astype(int)).mean() / 255
        assert apart > 0.02, (first, second)


def test_a_nine_is_a_six_turned_by_half() -> None:
    hand = Hand()
    six, nine = stroke_mask("6", hand), stroke_mask("9", hand)
    assert six.shape == nine.shape
    assert np.abs(six.astype(int) - cv2.rotate(nine, cv2.ROTATE_180).astype(int)).mean() < 12


def test_a_digit_has_the_height_that_was_asked_for() -> None:
    mask = stroke_mask("8", Hand())
    assert mask.shape[0] == pytest.approx(DIGIT_PX, abs=6)
    face = Print(None, Hand(), 0.6).face("8")
    rows = np.nonzero(face.max(axis=1) > 128)[0]
    assert rows.max() - rows.min() == pytest.approx(0.6 * FACE_PX, abs=5)


def test_a_bar_under_the_six_tells_its_foot() -> None:
    plain, barred = (Print(None, Hand(), 0.6, under=under).face("6") for under in ("", "bar"))
    foot = slice(int(FACE_PX * 0.78), None)
    assert barred[foot].sum() > plain[foot].sum() + 255 * 20


def test_signs_that_a_font_lacks_are_drawn_by_strokes() -> None:
    lacking = Print(None, Hand(), 0.6, own_signs=frozenset("√"))
    with_font = replace(lacking, font=FontFace("none", "fonts-none", "/no/such/font.ttf", "train"))
    assert np.array_equal(with_font.face("√"), lacking.face("√"))


def test_without_fonts_all_symbols_are_strokes() -> None:
    picked = pick_print(np.random.default_rng(3), (), stroke_share=0.0)
    assert picked.name == STROKES
    assert all(picked.face(symbol).any() for symbol in SYMBOLS)
