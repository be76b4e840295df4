"""Boards as values."""

from __future__ import annotations

import msgspec
import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.mat import Mat
from vision.board import Board, SeenCube, board_json, goal_text, kit_cube, parse_board


def cube(color: str, symbol: str, section: str, orientation: int = 0) -> SeenCube:
    return SeenCube(
        color=color, symbol=symbol, section=section, orientation=orientation, mat_mm=(1.5, 2.0), confidence=0.9
    )


BOARD = Board(
    cubes=(cube("red", "2", "required"), cube("blue", "÷", "off"), cube("green", "5", "goal", 90)), goal="G5s"
)


def test_a_board_is_read_and_written_without_loss() -> None:
    assert parse_board(msgspec.json.decode(msgspec.json.encode(board_json(BOARD)))) == BOARD
    with pytest.raises(BadRequest, match="no board"):
        parse_board({"cubes": "none"})


def test_a_board_becomes_a_mat_without_the_cubes_that_lie_off_it() -> None:
    assert BOARD.mat(EQUATIONS_KIT) == Mat.parse({"required": "R2", "goal": "G5s"}, EQUATIONS_KIT)


def test_no_board_may_invent_a_cube() -> None:
    with pytest.raises(BadRequest, match="no red cube"):
        Board(cubes=(cube("red", "9", "required"),)).mat(EQUATIONS_KIT)
    with pytest.raises(BadRequest, match="'pink'"):
        kit_cube(EQUATIONS_KIT, "pink", "1")


@pytest.mark.parametrize(("orientation", "text"), [(0, "K7"), (90, "K7s"), (180, "K7u"), (270, "K7s")])
def test_turns_are_written_as_the_rules_write_them(orientation: int, text: str) -> None:
    assert str(kit_cube(EQUATIONS_KIT, "black", "7", orientation)) == text


def test_groups_are_written_with_gaps() -> None:
    groups = [[kit_cube(EQUATIONS_KIT, "blue", "3")], [kit_cube(EQUATIONS_KIT, "red", "2", 180)]]
    assert goal_text(groups) == "B3 _ R2u"
    assert goal_text([]) == ""
