"""The kits of photographic pictures."""

from __future__ import annotations

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT, Kind
from vision.photo_print import FACE_PX, faces_around, pick_print
from vision.photo_signs import TYPEFACES


@pytest.mark.parametrize("kind", EQUATIONS_KIT.kinds, ids=lambda kind: kind.name)
@pytest.mark.parametrize("typeface", TYPEFACES)
def test_every_face_of_the_kit_is_printed_and_has_others_around_it(kind: Kind, typeface: str) -> None:
    printed = pick_print(np.random.default_rng(1), typeface)
    for symbol in kind.faces:
        ink = printed.face(symbol)
        assert ink.shape == (FACE_PX, FACE_PX)
        assert 0.03 < ink.mean() < 0.35
        around = faces_around(kind.name, symbol)
        assert symbol not in around
        assert len(set(around)) == 4
        assert set(around) <= set(kind.faces)


def test_there_are_coloured_kits_and_pale_ones() -> None:
    kits = [pick_print(np.random.default_rng(seed), "broad") for seed in range(12)]
    assert {kit.solid for kit in kits} == {True, False}
    for kit in kits:
        assert abs(np.mean(kit.body("red")) - np.mean(kit.ink("red"))) > 60
