"""What tables mean."""

from __future__ import annotations

import pytest

from tests.vision.shakes.meaning import goal_told, meaning_of, meaning_of_board
from vision.board import Board, SeenCube
from vision.photo_scene import PhotoCube


def test_a_goal_has_its_gaps_and_the_turns_that_can_be_told() -> None:
    cubes = [
        PhotoCube("black", "+", 118, 275, 92),
        PhotoCube("red", "1", 100, 275, 4),
        PhotoCube("red", "2", 155, 276, 177),
        PhotoCube("blue", "0", 174, 274, 183),
        PhotoCube("black", "÷", 193, 274, 268),
        PhotoCube("green", "^", 300, 180, 268),
    ]
    meaning = meaning_of(cubes)
    assert meaning.goal == "R1 K+ _ R2u B0 K÷s"
    assert ("G^", "required") in meaning.cubes
    assert len(meaning.cubes) == 6


@pytest.mark.parametrize(
    ("said", "told"),
    [("R1u K8u _ B0u", "R1u K8 _ B0"), ("K+s Gxs R-s R-u", "K+ Gx R-s R-"), ("K√s G6u", "K√s G6u"), ("", "")],
)
def test_turns_that_nobody_can_tell_are_left_out(said: str, told: str) -> None:
    assert goal_told(said) == told


def test_a_board_means_what_its_cubes_mean() -> None:
    seen = SeenCube(
        color="green", symbol="*", section="goal", orientation=0, mat_mm=(100, 275), confidence=1.0, sure=True
    )
    board = Board(cubes=(seen,), goal="G^")
    assert meaning_of_board(board) == meaning_of([PhotoCube("green", "^", 100, 275)])
