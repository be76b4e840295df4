"""Several readings of one table made into one."""

from __future__ import annotations

import msgspec

from tests.vision.tables import board, cube
from vision.votes import agreed, pair_by_place

R2, K7, G5 = cube("R2", 200, 90), cube("K7", 100, 90), cube("G5", 60, 275)
DOUBTED = cube("R2", 200.4, 90, sure=False)


def test_readings_that_agree_are_believed() -> None:
    found = agreed([board(R2, K7), board(cube("R2", 200.3, 89.8), K7)])
    assert found.sure
    assert [(each.color, each.symbol) for each in found.cubes] == [("red", "2"), ("black", "7")]


def test_one_reading_again_and_again_is_itself() -> None:
    once = board(R2, DOUBTED)
    assert agreed([once, once]) is once


def test_two_readings_that_disagree_are_not_sure() -> None:
    found = agreed([board(R2, K7), board(cube("R3", 200, 90), K7)])
    assert not found.sure
    assert [each.sure for each in found.cubes] == [False, True]


def test_a_cube_that_some_readings_doubt_is_sure_once_two_are() -> None:
    assert not agreed([board(R2), board(DOUBTED)]).sure
    assert agreed([board(R2), board(DOUBTED), board(cube("R2", 200, 90.2))]).sure


def test_one_odd_reading_among_many_is_outvoted() -> None:
    others = [board(cube("R2", 200, 90 + n / 10), K7) for n in range(4)]
    found = agreed([board(cube("R3", 200, 90), K7), *others])
    assert found.sure
    assert found.cubes[0].symbol == "2"


def test_a_cube_that_one_of_many_saw_is_none_and_one_that_some_saw_is_a_doubt() -> None:
    few = [board(K7, problems=()) for _ in range(4)]
    ghost = agreed([board(R2, K7), *few])
    assert ghost.sure
    assert [each.symbol for each in ghost.cubes] == ["7"]
    assert not agreed([board(R2, K7), board(R2, K7), *few[:3]]).sure
    assert not agreed([board(R2, K7), board(K7)]).sure


def test_a_problem_of_half_the_readings_is_one() -> None:
    glare = board(R2, problems=("glare",))
    assert agreed([glare, board(DOUBTED), glare]).problems == ("glare",)
    assert agreed([glare, board(R2), board(cube("R2", 200, 90.1))]).problems == ()


def test_a_goal_that_reads_otherwise_each_time_is_not_clear() -> None:
    one = msgspec.structs.replace(board(G5), goal="G5")
    other = msgspec.structs.replace(board(cube("G5", 60.2, 275)), goal="G5 _ G5")
    found = agreed([one, other])
    assert not found.sure
    assert found.problems == ("unclear-goal",)


def test_pairs_lie_in_one_place() -> None:
    found = pair_by_place([R2, K7, G5], [cube("K7", 104, 90), cube("R2", 190, 90)])
    assert [number for _, number in found] == [None, 0, None]
    assert pair_by_place([], []) == []
