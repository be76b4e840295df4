"""Calibration: honest odds, and a threshold above everything that was wrong."""

from __future__ import annotations

import numpy as np
import pytest

from models.calibrate import UNTESTED, calibrated, sure_confidence, temperature, trust_json
from vision.board import Board, SeenCube
from vision.evaluate import JudgedBoard, TrueBoard, TrueCube, judge_board
from vision.faces import FaceKind
from vision.model_file import Trust


def judged(symbol: str, confidence: float, *, sure: bool = True) -> JudgedBoard:
    truth = TrueBoard(
        image="a.jpg", kit="solid",
        cubes=(TrueCube(color="red", symbol="1", section="GOAL", mat_mm=(50, 270), yaw_deg=0),),
    )  # fmt: skip
    seen = SeenCube(
        color="red", symbol=symbol, section="goal", orientation=0, mat_mm=(50, 270), confidence=confidence, sure=sure
    )
    return judge_board(truth, Board(cubes=(seen,)))


def test_overconfident_logits_are_softened() -> None:
    rng = np.random.default_rng(5)
    answers = rng.integers(0, 4, 4000)
    honest = rng.normal(0, 1, (4000, 4)).astype(np.float32)
    odds = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    answers = np.array([rng.choice(4, p=row) for row in odds])
    assert temperature(honest, answers) == pytest.approx(1.0, abs=0.15)
    assert temperature(honest * 2.5, answers) == pytest.approx(2.5, rel=0.1)


def test_odds_are_never_made_sharper() -> None:
    logits = np.array([[1.0, 0.0]] * 50, dtype=np.float32)
    assert temperature(logits, np.zeros(50, dtype=np.int64)) == 1.0


def test_turns_of_signs_without_one_do_not_count() -> None:
    table = (FaceKind("red", "+"), FaceKind("red", "1"))
    kinds = np.array([0, 1, 1, 2])
    logits = np.eye(3, dtype=np.float32)[kinds] * 9
    wild = np.array([[0, 50, 0, 0], [5, 0, 0, 0], [5, 0, 0, 0], [0, 0, 50, 0]], dtype=np.float32)
    assert calibrated(logits, kinds, wild, np.zeros(4, dtype=np.int64), table).turn_temperature == 1.0


def test_the_threshold_is_above_everything_sure_and_wrong() -> None:
    boards = [judged("1", 0.999), judged("2", 0.97), judged("3", 0.99, sure=False)]
    assert sure_confidence(boards) == pytest.approx(0.973)


def test_of_some_thousand_cubes_one_that_looks_like_another_does_not_decide() -> None:
    boards = [judged("1", 0.95)] * 300 + [judged("1", 0.999)] * 2698 + [judged("2", 0.9999), judged("2", 0.97)]
    assert sure_confidence(boards) == pytest.approx(0.973)
    assert sure_confidence(boards[1:]) == pytest.approx(0.999)


def test_as_much_is_asked_for_as_leaves_enough_of_the_clear_cubes_sure() -> None:
    boards = [judged("1", 0.998)] * 940 + [judged("1", 0.98)] * 30 + [judged("1", 0.91)] * 30
    assert sure_confidence(boards) == pytest.approx(0.98)
    # Where too few are sure anyway, nothing more is asked of them.
    assert sure_confidence([*boards, *[judged("1", 0.998, sure=False)] * 60]) == pytest.approx(0.9)


def test_without_a_wrong_one_the_threshold_is_still_high() -> None:
    assert sure_confidence([judged("1", 0.5)]) == pytest.approx(0.9)


def test_trust_is_written_as_it_is_read() -> None:
    assert Trust(**trust_json(UNTESTED)) == UNTESTED
