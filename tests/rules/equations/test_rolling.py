"""The lot, the roll, the rotation (I-D, II)."""

import pytest

from tests.rules.equations.playing import ALL, Table, rolled


def lot(table: Table, rolls: str) -> Table:
    for at, (player, face) in enumerate(roll.split(":") for roll in rolls.split()):
        table.at(at, "lot-rolled", player=player, face=face)
    return table


@pytest.mark.parametrize(
    ("rolls", "setter"),
    [
        ("A:1 B:3 C:2", "B"),
        ("C:0 B:+ A:-", "C"),
        # All signs: everybody again. A tie: only those two again.
        ("A:+ B:- C:+ A:0 B:1 C:2", "C"),
        ("A:3 B:3 C:0 B:2 A:1", "B"),
        ("A:3 B:3 C:0 B:+ A:-", None),
        ("A:1 B:3", None),
    ],
)
def test_lot(rolls: str, setter: str | None) -> None:
    table = lot(Table(), rolls)
    assert table.match.next_setter == setter
    waiting = table.to_act
    assert setter in (None, waiting), "the winner sets the Goal of the next shake"
    table.shake(10, None)
    assert (table.phase, table.to_act) == (("rolling", setter) if setter else ("shake-over", waiting))


def test_who_is_asked_to_roll() -> None:
    table = Table()
    assert table.to_act == "", "a match may begin without a lot"
    asked = []
    for at, (player, face) in enumerate(("A3", "C+", "B3", "B2", "A1")):
        asked.append(table.at(at, "lot-rolled", player=player, face=face).to_act)
    assert asked == ["BC", "B", "AB", "A", "B"]


def test_lot_is_rolled_once_each() -> None:
    table = lot(Table(), "A:1 A:3 B:2 C:0")
    assert table.match.next_setter == "B"
    assert table.said == ["not-in-lot", "lot-won"]
    assert lot(table, "").at(9, "lot-rolled", player="A", face="3").codes[-1] == "not-now"


def test_the_first_shake_needs_a_name_or_the_lot() -> None:
    table = Table().shake(setter=None)
    assert (table.phase, table.view.shake, table.said) == ("shake-over", 0, ["who-sets-first"])


def test_roll_is_resources() -> None:
    table = Table().shake().at(5, "cubes-rolled", resources=ALL)
    assert (table.phase, table.to_act) == ("setting-goal", "A")
    assert sorted(table.mat("resources").split()) == sorted(ALL.split())
    assert table.timer == ("roll-and-goal", 120, "running")


def test_goal_setters_take_turns_to_the_left() -> None:
    table = rolled().goal().challenge(30, "B", "impossible").third(31, "C", presents=False).present(32, "A", None)
    assert (table.phase, table.to_act) == ("shake-over", "B")
    table.shake(40, None)
    assert (table.phase, table.to_act, table.view.shake) == ("rolling", "B", 2)


def test_no_second_shake_within_one() -> None:
    assert rolled().shake(6).codes == ["not-now"]
