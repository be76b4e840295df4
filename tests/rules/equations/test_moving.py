"""Moves, bonus moves, the last cube (V, VIII-A)."""

import pytest

from tests.rules.equations.playing import last_cube, moving


def test_turns_go_to_the_left() -> None:
    table = moving()
    for at, (player, cube, to) in enumerate(
        [("B", "R2", "required"), ("C", "Bx", "permitted"), ("A", "K7", "forbidden")]
    ):
        assert table.to_act == player
        table.move(30 + 10 * at, player, cube, to)
    assert (table.to_act, table.timer) == ("B", ("turn", 110, "running"))
    assert (table.mat("required"), table.mat("permitted"), table.mat("forbidden")) == ("R2", "Bx", "K7")


@pytest.mark.parametrize(
    ("player", "cube", "to", "start", "code", "said"),
    [
        ("C", "R2", "required", "resources", "out-of-turn", "out-of-turn"),
        ("B", "K9", "required", "resources", "illegal-move", "cube-not-there"),
        ("B", "R2", "goal", "resources", "illegal-move", "no-place-for-move"),
        ("B", "G6", "required", "goal", "illegal-move", "stays-where-played"),
        # The player is asked before the cube.
        ("C", "K9", "required", "resources", "out-of-turn", "out-of-turn"),
    ],
)
def test_what_is_no_move_changes_nothing(player: str, cube: str, to: str, start: str, code: str, said: str) -> None:
    table = moving()
    before = table.match
    table.move(30, player, cube, to, start)
    assert (table.codes, table.said) == ([code], [said])
    assert table.match.shake == before.shake


def test_two_cubes_without_bonus() -> None:
    table = moving().move(30, "B", "K7", "forbidden").move(31, "B", "K8", "forbidden")
    assert (table.to_act, table.mat("forbidden"), table.codes) == ("C", "K7", ["out-of-turn"])


def test_bonus_move_within_one_turns_time() -> None:
    table = moving().bonus(30, "B").move(35, "B", "R2", "required")
    assert table.said == ["bonus-to-forbidden"]
    table.move(40, "B", "K7", "forbidden")
    assert (table.to_act, table.timer) == ("B", ("first-turn", 140, "running"))
    table.move(45, "B", "R2", "required")
    assert (table.to_act, table.timer) == ("C", ("turn", 105, "running"))


def test_bonus_needs_two_cubes() -> None:
    table = moving(cubes="G6 R2 R3").move(30, "B", "R2", "required").bonus(40, "C")
    assert table.said == ["bonus-needs-two"]
    assert table.move(41, "C", "R3", "permitted").phase == "last-cube"


def test_bonus_leaves_the_last_cube_to_be_played_well() -> None:
    table = moving(cubes="G6 R2 R3").bonus(30, "B").move(31, "B", "R2", "forbidden").move(32, "B", "R3", "forbidden")
    assert (table.said, table.to_act) == (["last-to-forbidden"], "B")
    assert table.move(33, "B", "R3", "required").phase == "last-cube"


def test_last_cube_not_to_forbidden() -> None:
    table = moving(players="AB", cubes="G6 R2").move(50, "B", "R2", "forbidden")
    assert (table.phase, table.said, table.mat("resources")) == ("moving", ["last-to-forbidden"], "R2")


def test_after_the_last_cube_everybody_writes() -> None:
    table = last_cube()
    assert (table.phase, table.to_act, table.timer) == ("last-cube", "ABC", ("write", 190, "running"))


def test_a_lost_turn_passes_on_with_one_minute() -> None:
    table = moving().tick(210)
    assert (table.to_act, table.penalties) == ("B", [("B", 150, "time")])
    table.tick(210.001)
    assert (table.to_act, table.timer, table.codes) == ("C", ("turn", 270, "running"), ["time-lost"])


def test_a_bonus_ends_with_a_lost_turn() -> None:
    table = moving().bonus(30, "B").move(31, "B", "K7", "forbidden").tick(211).move(212, "C", "R2", "required")
    assert (table.to_act, table.mat("forbidden"), table.mat("required")) == ("A", "K7", "R2")
