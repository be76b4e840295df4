"""A player who is absent for a shake (X-D)."""

import pytest

from tests.rules.equations.playing import (
    AGLOA,
    Table,
    agloa,
    agloa_moving,
    agloa_selected,
    checking,
    last_cube,
    moving,
    rolled,
    writing,
)


def test_an_absent_setter_passes_the_roll_on() -> None:
    table = Table("junior", ruleset=AGLOA).shake().absent(30, "A")
    assert (table.phase, table.to_act, table.timer) == ("rolling", "B", ("roll", 90, "running"))
    table.roll(40).select(41, "B", "factorial")
    assert table.to_act == "C"
    table.select(42, "C", "multiple-operations").goal(50, "B")
    assert table.to_act == "C"
    assert table.move(51, "C", "R2", "required").to_act == "B"


def test_selecting_lapses() -> None:
    table = agloa().select(10, "A", "factorial").absent(70, "B")
    assert (table.to_act, table.timer, table.penalties) == ("C", ("select", 85, "running"), [])
    later = agloa().absent(10, "C").select(11, "A", "factorial").select(12, "B", "multiple-operations")
    assert (later.phase, later.to_act) == ("setting-goal", "A")
    last = agloa().absent(10, "A").select(11, "B", "factorial").select(12, "C", "multiple-operations")
    assert (last.phase, last.to_act, last.timer) == ("setting-goal", "B", ("goal", 132, "running"))


def test_the_goal_and_the_turn_pass_on_with_a_fresh_limit() -> None:
    table = agloa_selected().absent(50, "A")
    assert (table.to_act, table.timer) == ("B", ("goal", 170, "running"))
    shared = rolled().absent(50, "A")
    assert (shared.to_act, shared.timer) == ("B", ("roll-and-goal", 170, "running"))
    first = moving().absent(50, "B")
    assert (first.to_act, first.timer) == ("C", ("first-turn", 170, "running"))
    regular = moving().move(30, "B", "R2", "required").absent(50, "C")
    assert (regular.to_act, regular.timer) == ("A", ("turn", 110, "running"))


def test_who_is_not_on_turn_is_passed_over() -> None:
    table = moving().absent(25, "C").move(30, "B", "R2", "required")
    assert (table.to_act, table.timer) == ("A", ("turn", 90, "running"))
    assert table.move(31, "C", "Bx", "required").said == ["is-absent"]


def test_no_goal_is_answered_by_the_others() -> None:
    table = rolled().at(30, "no-goal-declared", player="A").at(40, "no-goal-agreed", player="B").absent(41, "C")
    assert (table.phase, table.codes, table.scores) == ("shake-over", ["void"], {"A": 0, "B": 0, "C": 0})


def test_a_third_party_is_none_any_more() -> None:
    table = writing("now").absent(60, "B").present(70, "A", "2x3=6")
    assert (table.phase, table.to_act) == ("checking", "C")
    assert table.check(80, "A", "C", accepted=True).scores == {"A": 6, "B": 0, "C": 2}


def test_who_must_write_and_is_absent_writes_nothing() -> None:
    table = agloa_moving().move(30, "B", "R2", "required").challenge(40, "C", "impossible")
    table.third(41, "A", presents=False).absent(50, "B")
    assert (table.phase, table.scores) == ("shake-over", {"A": 4, "B": -2, "C": 6})


def test_after_the_last_cube_the_others_write() -> None:
    table = last_cube().present(75, "A", "2x3=6").present(76, "B", "2x3=6").absent(80, "C")
    assert (table.phase, table.to_act) == ("checking", "AB")


def test_checking_lapses() -> None:
    table = checking().check(95, "A", "B", accepted=True).absent(96, "C")
    assert (table.phase, table.scores) == ("shake-over", {"A": 6, "B": 2, "C": 0})


def test_the_block_goes_back_and_nobody_pays() -> None:
    table = agloa_moving().lift(30, "C").absent(35, "C")
    assert (table.phase, table.to_act, table.penalties) == ("moving", "B", [])
    assert table.timer == ("first-turn", 145, "running")
    (record,) = [r for r in table.view.deadlines if r.task == "task-state-challenge"]
    assert (record.player, record.ended_ms, record.done_ms, record.expired_ms) == ("C", 35_000, None, None)


@pytest.mark.parametrize("setter", ["A", "B"])
def test_the_rotation_goes_on_from_who_set(setter: str) -> None:
    table = moving().absent(25, "B") if setter == "A" else Table().shake().absent(1, "A").roll().goal(20, "B")
    by, against = ("C", "A") if setter == "A" else ("C", "B")
    table.challenge(30, by, "impossible").present(40, against, None)
    assert (table.phase, table.to_act) == ("shake-over", {"A": "B", "B": "C"}[setter])
    assert table.shake(100, None).to_act == {"A": "B", "B": "C"}[setter], "absence is for one shake"


def test_once_and_not_of_two_and_not_between_shakes() -> None:
    assert moving().absent(25, "C").absent(26, "C").said == ["absent-already"]
    assert moving(players="AB").absent(25, "B").said == ["too-few-present"]
    assert moving().absent(25, "C").absent(26, "B").said == ["too-few-present"]
    assert Table().absent(1, "C").codes == ["not-now"]


def test_he_signs_all_the_same() -> None:
    table = moving().absent(25, "C").at(26, "round-stopped").present(30, "A", None).present(31, "B", None)
    assert (table.phase, table.to_act) == ("match-over", "ABC")
    assert table.at(40, "scoresheet-signed", player="C").to_act == "AB"
