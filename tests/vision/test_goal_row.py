"""The Goal's row: order, groups, gaps, slant."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.board import SeenCube
from vision.goal_row import goal_groups

SIDE = 16.0


def row(*spaces: float, slant_deg: float = 0.0, x: float = 40.0, y: float = 270.0) -> list[SeenCube]:
    """Cubes numbered from the left, with these spaces between them as shares of a cube."""
    along, cubes = 0.0, []
    for number, space in enumerate((None, *spaces)):
        along += 0 if space is None else (1 + space) * SIDE
        place = (x + along * math.cos(math.radians(slant_deg)), y + along * math.sin(math.radians(slant_deg)))
        cubes.append(
            SeenCube(color="red", symbol=str(number), section="goal", orientation=0, mat_mm=place, confidence=1.0)
        )
    return cubes


def texts(groups: list[list[SeenCube]]) -> list[str]:
    return ["".join(cube.symbol for cube in group) for group in groups]


def test_no_cube_is_a_clear_goal() -> None:
    assert goal_groups([], SIDE) == ([], True)


@given(st.lists(st.sampled_from([0.0, 0.2, 0.49, 0.81, 1.5]), max_size=8), st.floats(-12, 12), st.randoms())
def test_groups_are_told_by_their_gaps_along_a_slanted_row(spaces: list[float], slant: float, rng: object) -> None:
    cubes = row(*spaces, slant_deg=slant)
    expected = "0"
    for number, space in enumerate(spaces, start=1):
        expected += ("|" if space > 0.65 else "") + str(number)
    shuffled = cubes.copy()
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    groups, clear = goal_groups(shuffled, SIDE)
    assert "|".join(texts(groups)) == expected
    assert clear


@pytest.mark.parametrize("space", [0.6, 0.65, 0.7])
def test_a_space_that_is_neither_is_not_clear(space: float) -> None:
    assert not goal_groups(row(0.0, space, 0.0), SIDE)[1]


def test_two_rows_are_not_clear() -> None:
    cubes = [*row(0.1, 0.1), *row(0.1, y=290.0)]
    assert not goal_groups(cubes, SIDE)[1]


def test_a_column_is_not_clear() -> None:
    cubes = [*row(), *row(y=287.0)]
    assert not goal_groups(cubes, SIDE)[1]
