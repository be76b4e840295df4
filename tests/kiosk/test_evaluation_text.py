"""The page of figures."""

from __future__ import annotations

from typing import Any

from kiosk.evaluation_text import evaluation_text
from vision.board import Board, SeenCube
from vision.evaluate import Evaluation, JudgedBoard, TrueBoard, TrueCube, judge_board


def true(symbol: str = "3", **more: Any) -> TrueCube:
    fields = {"mat_mm": (100.0, 275.0), "yaw_deg": 0.0} | more
    return TrueCube(color="red", symbol=symbol, section="GOAL", **fields)


def read(symbol: str = "3", **more: Any) -> SeenCube:
    fields = {"mat_mm": (100.0, 275.0), "orientation": 0, "confidence": 0.99, "sure": True} | more
    return SeenCube(color="red", symbol=symbol, section="goal", **fields)


def judged(truth: TrueCube, *seen: SeenCube, **more: Any) -> JudgedBoard:
    fields = {"image": "a.jpg", "kit": "solid", "lighting": "warm", "hand": True} | more
    return judge_board(TrueBoard(cubes=(truth,), **fields), Board(cubes=seen, problems=("hand-over-mat",)), 12.5)


def test_a_perfect_reading_has_no_mistakes() -> None:
    lines = evaluation_text(Evaluation((judged(true(), read()),))).splitlines()
    assert lines[0] == "1 pictures, 1 cubes; 1 of them clear (at least 0.6 in view and a contrast of 12)"
    assert "right (colour, symbol, section)   1 of 1  (100.00 %)" in lines
    assert "sure and wrong (all cubes)        0" in lines
    assert "median time                       12.5 ms" in lines
    assert "hands named                       1 of 1; 0 wrongly" in lines
    assert "mistakes" not in lines
    assert any(line.split() == ["warm", "1", "100.00%", "100.00%", "100.00%", "0"] for line in lines)


def test_mistakes_are_listed_with_their_picture() -> None:
    boards = (
        judged(true(), read("2"), image="b.jpg"),
        judged(true(), image="c.jpg"),
        judged(true(), read(), read(mat_mm=(20.0, 20.0), sure=False), image="d.jpg"),
        judged(true(yaw_deg=92.0), read(sure=False), image="e.jpg"),
    )
    text = evaluation_text(Evaluation(boards))
    assert "  red 3      as red 2      1" in text
    assert "  red 3      as nothing    1" in text
    assert "b.jpg: red 3 at 100, 275 in goal, turned 0: read as red 2 in goal, turned 0, sure" in text
    assert "c.jpg: red 3 at 100, 275 in goal, turned 0: was not found" in text
    assert "d.jpg: red 3 at 20, 20 is not there, not sure" in text
    assert "e.jpg: red 3 at 100, 275 in goal, turned 92: read as red 3 in goal, turned 0, not sure" in text


def test_what_cannot_be_asked_is_no_mistake_unless_it_was_sure() -> None:
    quiet = evaluation_text(Evaluation((judged(true(visible=0.2), read("2", sure=False)),)))
    loud = evaluation_text(Evaluation((judged(true(visible=0.2), read("2")),)))
    assert "mistakes" not in quiet
    assert "mistakes" in loud


def test_long_lists_are_cut() -> None:
    boards = tuple(judged(true(), image=f"{number}.jpg") for number in range(60))
    text = evaluation_text(Evaluation(boards))
    assert "  and 20 more" in text


def test_nothing_was_scored() -> None:
    assert evaluation_text(Evaluation(())).startswith("0 pictures, 0 cubes")
