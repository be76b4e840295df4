"""The signs that no picture was ever trained with."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.glyphs import glyph
from vision.photo_signs import TYPEFACES, sign

ROOT = Path(__file__).resolve().parents[2]
FACES = EQUATIONS_KIT.faces


@pytest.mark.parametrize("typeface", TYPEFACES)
def test_every_face_of_the_kit_has_a_sign_of_its_own_within_its_square(typeface: str) -> None:
    signs = {symbol: sign(symbol, 64, typeface) for symbol in FACES}
    for symbol, ink in signs.items():
        assert ink.shape == (64, 64)
        assert ink.max() == 1, symbol
        assert not ink[[0, -1]].any(), symbol
        assert not ink[:, [0, -1]].any(), symbol
    for one, other in combinations(FACES, 2):
        assert np.abs(signs[one] - signs[other]).sum() > 60, (one, other)


@pytest.mark.parametrize("symbol", FACES)
def test_no_two_typefaces_are_alike_and_none_is_that_of_drawn_tables(symbol: str) -> None:
    drawn = [glyph(symbol, 64), *(sign(symbol, 64, typeface) for typeface in TYPEFACES)]
    for one, other in combinations(drawn, 2):
        assert np.abs(one - other).sum() > 20


def test_what_no_cube_bears_is_refused() -> None:
    with pytest.raises(BadRequest):
        sign("%", 64, "broad")


def test_training_sees_nothing_of_photographed_tables() -> None:
    """What is measured by photographs of the simulated table would prove little if they had been trained with."""
    files = sorted((ROOT / "models").rglob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.startswith(("vision.photo", "tests")) for name in names), path
