"""Readings against labels."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadRequest
from vision.board import Board, SeenCube
from vision.evaluate import (
    Evaluation,
    Tally,
    TrueBoard,
    TrueCube,
    judge_board,
    match,
    nearest_quarter,
    parse_truth,
    turn_tells,
)


def true(color: str = "red", symbol: str = "3", section: str = "GOAL", **more: Any) -> TrueCube:
    fields = {"mat_mm": (100.0, 275.0), "yaw_deg": 0.0} | more
    return TrueCube(color=color, symbol=symbol, section=section, **fields)


def read(color: str = "red", symbol: str = "3", section: str = "goal", **more: Any) -> SeenCube:
    fields = {"mat_mm": (100.0, 275.0), "orientation": 0, "confidence": 0.99, "sure": True} | more
    return SeenCube(color=color, symbol=symbol, section=section, **fields)


def board(*cubes: TrueCube, **more: Any) -> TrueBoard:
    return TrueBoard(**({"image": "a.jpg", "kit": "solid", "cubes": cubes} | more))


def judged(truth: TrueCube, *seen: SeenCube) -> Any:
    return judge_board(board(truth), Board(cubes=seen)).cubes[0]


@pytest.mark.parametrize(("yaw", "quarter"), [(0, 0), (44, 0), (46, 90), (181, 180), (300, 270), (359, 0), (-10, 0)])
def test_the_nearest_quarter(yaw: float, quarter: int) -> None:
    assert nearest_quarter(yaw) == quarter


@pytest.mark.parametrize(
    ("symbol", "yaw", "tells"),
    [
        *(("3", 0, True), ("3", 29, True), ("3", 31, False), ("3", 45, False), ("3", 61, True), ("x", 0, False)),
        *(("+", 90, False), ("*", 180, False), ("0", 185, True), ("÷", 150, True), ("-", 134, False), ("^", 331, True)),
    ],
)
def test_where_a_turn_can_be_told(symbol: str, yaw: float, tells: bool) -> None:
    assert turn_tells(symbol, yaw) is tells


def test_right_is_colour_symbol_and_section() -> None:
    assert judged(true(), read()).right
    assert not judged(true(), read(color="blue")).right
    assert not judged(true(), read(symbol="2")).right
    assert not judged(true(), read(section="resources")).right
    assert not judged(true()).right
    assert judged(true(section="OFF"), read(section="off")).right
    assert judged(true(), read(sure=False)).right


def test_the_turn_counts_where_it_can_be_told() -> None:
    assert judged(true(yaw_deg=95), read(orientation=90)).right_turn
    assert not judged(true(yaw_deg=95), read(orientation=270)).right_turn
    assert judged(true(symbol="8", yaw_deg=95), read(symbol="8", orientation=270)).right_turn
    assert not judged(true(symbol="8", yaw_deg=95), read(symbol="8", orientation=0)).right_turn
    assert judged(true(symbol="x", yaw_deg=95), read(symbol="x", orientation=0)).right_turn
    assert judged(true(yaw_deg=44), read(orientation=180)).right_turn


def test_sure_and_wrong_is_about_everything_that_was_said() -> None:
    assert not judged(true(), read()).sure_and_wrong
    assert judged(true(), read(symbol="2")).sure_and_wrong
    assert judged(true(), read(section="off")).sure_and_wrong
    assert judged(true(yaw_deg=90), read(orientation=0)).sure_and_wrong
    assert not judged(true(), read(symbol="2", sure=False)).sure_and_wrong
    assert not judged(true()).sure_and_wrong


def test_readings_go_to_the_nearest_cube_within_half_a_cube() -> None:
    cubes = (true(mat_mm=(100.0, 100.0)), true(mat_mm=(116.0, 100.0)))
    seen = (read(mat_mm=(115.0, 100.0)), read(mat_mm=(101.0, 100.0)), read(mat_mm=(140.0, 100.0)))
    assert match(cubes, seen, 8) == [1, 0]
    # The nearer pair has the reading; the other cube goes without.
    assert match(cubes, (read(mat_mm=(107.9, 100.0)),), 9) == [0, None]
    assert match(cubes, (read(mat_mm=(108.1, 100.0)),), 9) == [None, 0]
    assert match(cubes, (), 8) == [None, None]


@given(
    st.lists(st.tuples(st.floats(0, 60), st.floats(0, 60)), max_size=7),
    st.lists(st.tuples(st.floats(0, 60), st.floats(0, 60)), max_size=7),
)
def test_no_reading_is_given_away_twice(places: list[tuple[float, float]], seen: list[tuple[float, float]]) -> None:
    found = match([true(mat_mm=place) for place in places], [read(mat_mm=place) for place in seen], 8)
    given_away = [index for index in found if index is not None]
    assert len(found) == len(places)
    assert len(set(given_away)) == len(given_away)
    for place, index in zip(places, found, strict=True):
        if index is not None:
            assert (place[0] - seen[index][0]) ** 2 + (place[1] - seen[index][1]) ** 2 <= 64.0001


def test_a_reading_of_nothing_is_a_false_cube() -> None:
    result = judge_board(board(true()), Board(cubes=(read(), read(mat_mm=(300.0, 50.0)))))
    assert len(result.false) == 1
    assert not result.without_error
    evaluation = Evaluation((result,))
    assert (evaluation.false_cubes, evaluation.sure_and_wrong) == (1, 1)


def test_the_main_figures_are_those_of_clear_cubes_and_sure_and_wrong_of_all() -> None:
    hidden = true(mat_mm=(50.0, 50.0), visible=0.59, symbol="2")
    faint = true(mat_mm=(80.0, 50.0), contrast=11.9)
    cubes = (true(), hidden, faint)
    result = judge_board(board(*cubes), Board(cubes=(read(), read(mat_mm=(50.0, 50.0)))))
    evaluation = Evaluation((result,))
    assert evaluation.tally() == Tally(1, 1, 1, 1, 1, 1, 1, 1, 1, 0)
    assert evaluation.tally("partly hidden").sure_and_wrong == 1
    assert evaluation.tally("faint").found == 0
    assert evaluation.sure_and_wrong == 1
    # What cannot be asked of a reader does not spoil a board.
    assert result.without_error
    assert evaluation.boards_without_error == 1


def test_figures_by_kit_and_light_and_confusions() -> None:
    results = (
        judge_board(board(true(), kit="ivory", lighting="warm"), Board(cubes=(read(symbol="2", sure=False),)), 30.0),
        judge_board(board(true(), lighting="warm"), Board(), 10.0),
        judge_board(board(true(), lighting="dim"), Board(cubes=(read(),)), 20.0),
    )
    evaluation = Evaluation(results)
    assert {name: tally.right for name, tally in evaluation.by("kit").items()} == {"ivory": 0, "solid": 1}
    assert {name: tally.cubes for name, tally in evaluation.by("lighting").items()} == {"dim": 1, "warm": 2}
    assert evaluation.confusions == {("red 3", "red 2"): 1, ("red 3", "nothing"): 1}
    assert evaluation.median_ms == 20
    written = evaluation.to_json()
    assert (written["boards"], written["boards_without_error"], written["clear"]["right"]) == (3, 1, 1)
    assert written["confusions"][0]["times"] == 1


def test_hands_that_were_named() -> None:
    cases = (
        (True, ("hand-over-mat",)),
        (True, ()),
        (False, ("hand-over-mat",)),
        (False, ()),
        (None, ("hand-over-mat",)),
    )
    results = tuple(judge_board(board(hand=hand), Board(problems=problems)) for hand, problems in cases)
    assert Evaluation(results).hands == {"with": 2, "named": 1, "named_wrongly": 1}


def test_nothing_at_all() -> None:
    evaluation = Evaluation(())
    assert evaluation.tally() == Tally()
    assert evaluation.to_json()["median_ms"] == 0


def test_labels_are_read_and_other_things_refused() -> None:
    cube = {"color": "red", "symbol": "3", "section": "GOAL", "mat_mm": [1, 2], "yaw_deg": 5, "image_px": [3, 4]}
    label = {"image": "a.jpg", "kit": "solid", "cubes": [cube], "camera": {"k1": 0}, "hand": False}
    truth = parse_truth(label)
    assert truth.cubes[0].mat_mm == (1, 2)
    assert truth.cubes[0].clearness == "clear"
    for wrong in ({}, label | {"cubes": [{"color": "red"}]}, [], label | {"image": 3}):
        with pytest.raises(BadRequest, match="no label"):
            parse_truth(wrong)
