"""When a reading is sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.confidence import confidence_of, is_sure, softened, turn_of
from vision.decode import Decided, Opinion
from vision.faces import FaceKind
from vision.model_file import Trust

TRUST = Trust(kind_temperature=1.0, turn_temperature=1.0, sure_confidence=0.9, sure_visible=0.6, sure_heat=0.4)
KINDS = np.array([0.97, 0.02, 0.01])
OPINION = Opinion(100.0, 80.0, 3.0, 0.9, 1.0, KINDS, np.array([0.0, 0.98, 0.01, 0.01]), True, True)
CUBE = Decided(OPINION, 0, True)


def sure(cube: Decided = CUBE, confidence: float = 0.95, line_mm: float = 10.0, doubt_mm: float = 0.2) -> bool:
    return is_sure(cube, confidence, line_mm, doubt_mm, TRUST)


def test_a_clear_cube_is_sure() -> None:
    assert sure()


@pytest.mark.parametrize(
    "cube",
    [
        replace(CUBE, free=False),
        replace(CUBE, opinion=replace(OPINION, agreed=False)),
        replace(CUBE, opinion=replace(OPINION, whole=False)),
        replace(CUBE, opinion=replace(OPINION, visible=0.5)),
        replace(CUBE, opinion=replace(OPINION, heat=0.3)),
    ],
)
def test_one_doubt_is_enough(cube: Decided) -> None:
    assert not sure(cube)


def test_confidence_and_the_way_to_the_next_line_count() -> None:
    assert not sure(confidence=0.89)
    assert not sure(line_mm=0.5)
    assert sure(line_mm=3.0)
    assert not sure(line_mm=3.0, doubt_mm=2.0)


def test_a_star_must_be_read_more_confidently() -> None:
    assert not is_sure(CUBE, 0.99, 10.0, 0.2, TRUST, "*")
    assert is_sure(CUBE, 0.999, 10.0, 0.2, TRUST, "*")
    assert is_sure(CUBE, 0.99, 10.0, 0.2, TRUST, "x")


@given(st.lists(st.floats(-30, 30), min_size=2, max_size=9), st.floats(0.5, 4.0))
def test_odds_add_up_and_keep_their_order(logits: list[float], temperature: float) -> None:
    row = np.array([logits], dtype=np.float32)
    odds = softened(row, temperature)
    assert odds.sum() == pytest.approx(1)
    assert odds[0, row[0].argmax()] == odds.max()
    assert odds.max() >= softened(row, temperature * 2).max() - 1e-12


@pytest.mark.parametrize(
    ("symbol", "odds", "expected"),
    [
        ("x", (0.1, 0.2, 0.3, 0.4), (0, 1.0)),
        ("-", (0.1, 0.45, 0.05, 0.4), (1, 0.85)),
        ("÷", (0.1, 0.05, 0.8, 0.05), (2, 0.9)),
        ("7", (0.1, 0.05, 0.8, 0.05), (2, 0.8)),
    ],
)
def test_a_turn_counts_as_far_as_the_sign_tells_it(
    symbol: str, odds: tuple[float, ...], expected: tuple[int, float]
) -> None:
    quarter, share = turn_of(replace(OPINION, turns=np.array(odds)), FaceKind("red", symbol))
    assert (quarter, share) == (expected[0], pytest.approx(expected[1]))


def test_confidence_is_of_the_kind_that_was_decided_on_and_its_turn() -> None:
    assert confidence_of(replace(CUBE, kind=1), 0.5) == pytest.approx(0.01)
