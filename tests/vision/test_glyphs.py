"""The signs on the cubes."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.glyphs import SYMBOLS, SYMMETRY, glyph, smallest_turn


def test_every_face_of_the_kit_has_a_drawing() -> None:
    assert set(EQUATIONS_KIT.faces) == set(SYMBOLS)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_sign_looks_the_same_after_exactly_the_turns_of_its_symmetry(symbol: str) -> None:
    upright = glyph(symbol, 64)
    for quarter in (1, 2, 3):
        difference = float(np.abs(upright - np.rot90(upright, -quarter)).mean())
        same = (90 * quarter) % SYMMETRY.get(symbol, 360) == 0
        assert difference < 0.01 if same else difference > 0.02, (symbol, quarter, difference)


def test_no_two_signs_look_the_same_in_any_turn() -> None:
    pictures = [(symbol, np.rot90(glyph(symbol, 48), k)) for symbol in SYMBOLS for k in range(4)]
    nearest = min((float(np.abs(one - other).mean()), a, b) for a, one in pictures for b, other in pictures if a != b)
    assert nearest[0] > 0.025, nearest


@pytest.mark.parametrize(
    ("symbol", "orientation", "least"), [("-", 270, 90), ("0", 180, 0), ("+", 270, 0), ("x", 90, 0), ("6", 180, 180)]
)
def test_symmetric_signs_have_their_smallest_turn(symbol: str, orientation: int, least: int) -> None:
    assert smallest_turn(symbol, orientation) == least


def test_a_sign_that_was_never_drawn_is_refused() -> None:
    with pytest.raises(BadRequest, match="'Λ'"):
        glyph("Λ", 32)
