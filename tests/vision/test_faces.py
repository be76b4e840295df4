"""The table of faces, and the evening out of light."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cubes import EQUATIONS_KIT, Kind, Kit
from vision.faces import PAPER_LEVEL, FaceKind, evened, face_table, paper_gain


def test_the_table_has_every_face_of_the_kit_and_the_older_print() -> None:
    table = face_table(EQUATIONS_KIT)
    assert len(table) == len(set(table)) == 25
    assert FaceKind("green", "^") in table
    assert FaceKind("green", "*") in table
    assert FaceKind("red", "7") not in table
    assert FaceKind("blue", "√") not in table
    assert {kind.color for kind in table if kind.symbol == "6"} == {"green"}


def test_another_kit_is_another_table() -> None:
    kit = Kit("two", (Kind("R", "red", ("A", "^"), 3), Kind("B", "blue", ("U",), 1)), {})
    assert face_table(kit) == (
        FaceKind("red", "A"),
        FaceKind("red", "^"),
        FaceKind("red", "*"),
        FaceKind("blue", "U"),
    )


@pytest.mark.parametrize(("symbol", "turn"), [("x", 90), ("*", 90), ("8", 180), ("÷", 180), ("6", 360), ("√", 360)])
def test_a_sign_can_be_told_from_itself_turned_only_so_far(symbol: str, turn: int) -> None:
    assert FaceKind("green", symbol).turn_deg == turn


@given(st.tuples(*[st.integers(30, 250)] * 3), st.integers(0, 20))
def test_the_paper_comes_to_its_level_under_any_lamp(paper: tuple[int, int, int], margin: int) -> None:
    plane = np.zeros((200, 240, 3), dtype=np.uint8)
    plane[:] = (7, 90, 40)
    plane[margin : 200 - margin, margin : 240 - margin] = paper
    # Dark cubes on a fifth of it.
    plane[60:110, 40:200] = (20, 10, 12)
    gain = paper_gain(plane, margin)
    assert np.allclose(np.array(paper) * gain, PAPER_LEVEL, atol=1e-4)


def test_a_sleeve_over_most_of_the_sheet_is_not_its_paper() -> None:
    plane = np.full((200, 240, 3), (210, 215, 220), dtype=np.uint8)
    plane[:, :150] = (20, 35, 60)
    gain = paper_gain(plane, 8)
    assert np.allclose(np.array([210, 215, 220]) * gain, PAPER_LEVEL, atol=1e-4)
    # A lamp that lights a small part of the sheet makes no sleeve of the rest.
    plane = np.full((200, 240, 3), 90, dtype=np.uint8)
    plane[20:60, 20:60] = 250
    assert np.allclose(90 * paper_gain(plane, 8), PAPER_LEVEL, atol=1e-4)


def test_a_black_picture_gives_no_endless_gain() -> None:
    gain = paper_gain(np.zeros((80, 80, 3), dtype=np.uint8), 8)
    assert np.isfinite(gain).all()
    assert gain.max() < 0.1


def test_pictures_are_laid_out_as_the_networks_take_them() -> None:
    pictures = np.arange(2 * 3 * 4 * 3, dtype=np.uint8).reshape(2, 3, 4, 3)
    gain = np.array([0.5, 1.0, 2.0], dtype=np.float32)
    out = evened(pictures, gain)
    assert out.shape == (2, 3, 3, 4)
    assert out.dtype == np.float32
    assert out[1, 2, 1, 3] == pictures[1, 1, 3, 2] * 2.0
    assert out[0, 0, 2, 1] == pictures[0, 2, 1, 0] * 0.5
