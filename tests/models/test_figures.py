"""The card's figures: text and place."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.figures import CARD, figures_text, write_card
from vision.board import Board, SeenCube
from vision.evaluate import Evaluation, TrueBoard, TrueCube, judge_board
from vision.model_file import MODELS


def evaluation() -> Evaluation:
    places = [(50.0 + 20 * i, 270.0) for i in range(4)]
    truth = TrueBoard(
        image="a.jpg", kit="solid", lighting="warm",
        cubes=tuple(TrueCube(color="red", symbol="1", section="GOAL", mat_mm=place, yaw_deg=0) for place in places),
    )  # fmt: skip
    seen = tuple(
        SeenCube(color="red", symbol=symbol, section="goal", orientation=0, mat_mm=place, confidence=1.0, sure=sure)
        for symbol, place, sure in zip("1113", places, (True, True, False, False), strict=True)
    )
    return Evaluation((judge_board(truth, Board(cubes=seen)),))


def test_the_figures_say_what_was_counted() -> None:
    text = figures_text(evaluation(), MODELS / "equations")
    assert "| clear cubes right (colour, symbol, section) | 3 of 4 (75.00%) |" in text
    assert "| clear cubes sure | 2 of 4 (50.00%) |" in text
    assert "| sure and wrong, of all cubes, clear or not | 0 |" in text
    assert "| red 1 | red 3 | 1 |" in text
    assert "| lighting warm | 4 |" in text


def test_figures_go_between_the_marks(tmp_path: Path) -> None:
    card = tmp_path / "CARD.md"
    card.write_text("before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n", encoding="utf-8")
    write_card(card, "figures", "new \\1 figures")
    assert card.read_text(encoding="utf-8") == (
        "before\n<!-- figures -->\nnew \\1 figures\n<!-- end of figures -->\nafter\n"
    )


def test_a_card_without_marks_is_left_alone(tmp_path: Path) -> None:
    card = tmp_path / "CARD.md"
    card.write_text("nothing here", encoding="utf-8")
    with pytest.raises(SystemExit):
        write_card(card, "figures", "x")
    assert card.read_text(encoding="utf-8") == "nothing here"


def test_our_card_has_figures() -> None:
    text = CARD.read_text(encoding="utf-8")
    assert "clear cubes right" in text.split("<!-- figures -->")[1].split("<!-- end of figures -->")[0]
