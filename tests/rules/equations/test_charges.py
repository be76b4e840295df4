"""Charging a bonus move of the leader (IV-C-2, V-C-2, IX-B)."""

import pytest

from tests.rules.equations.playing import AGLOA, Table, agloa_leading, agloa_moving, moving


def led_turn(cubes: int = 2) -> Table:
    """B, who leads, has made a bonus move on his turn: the bonus cube at 142 s, the second one at 145 s."""
    table = agloa_leading().goal(120, "B").move(130, "A", "R2", "required").bonus(140, "B")
    table.move(142, "B", "K7", "forbidden")
    return table.move(145, "B", "Bx", "permitted") if cubes == 2 else table


def test_the_second_cube_goes_back_and_the_turn_stays() -> None:
    table = led_turn().charge(150, "A", "B", "bonus-in-lead")
    assert (table.codes, table.penalties) == (["upheld"], [("B", 150, "bonus-in-lead")])
    assert (table.mat("forbidden"), table.mat("permitted"), table.to_act) == ("K7", "", "A")
    assert table.timer == ("turn", 205, "running")
    assert table.charge(151, "A", "B", "bonus-in-lead").codes[-1] == "not-upheld", "it is undone already"


def test_the_bonus_cube_alone_is_the_regular_move() -> None:
    table = led_turn(1).charge(143, "A", "B", "bonus-in-lead")
    assert (table.codes, table.to_act, table.mat("forbidden")) == (["upheld"], "A", "K7")
    assert table.timer == ("turn", 203, "running")
    assert table.take_back(144, "B", "K7", "forbidden").codes[-1] == "not-now"


@pytest.mark.parametrize(("t", "turn", "deadline"), [(260.001, "A", 320), (390.001, "B", 450)])
def test_the_bonus_cube_of_a_turn_that_was_lost_ends_nobody_elses_turn(t: float, turn: str, deadline: int) -> None:
    """Play goes on to the left (V-A): the turn has passed with its time, and nobody has acted since."""
    table = led_turn(1).tick(t).charge(t + 5, "A", "B", "bonus-in-lead")
    assert (table.codes[-1], table.penalties[-1]) == ("upheld", ("B", t + 5, "bonus-in-lead"))
    assert (table.to_act, table.timer, table.mat("forbidden")) == (turn, ("turn", deadline, "running"), "K7")


def test_the_word_alone_is_no_offence() -> None:
    table = agloa_leading().bonus(120, "B").charge(121, "A", "B", "bonus-in-lead")
    assert (table.codes, table.penalties) == (["not-upheld"], [])


def test_the_goal_setters_cube_goes_back_before_the_goal_and_after() -> None:
    before = agloa_leading().bonus(120, "B").move(122, "B", "K7", "forbidden").charge(125, "A", "B", "bonus-in-lead")
    assert (before.codes, before.mat("forbidden"), before.to_act) == (["upheld"], "", "B")
    assert (before.phase, before.timer) == ("setting-goal", ("goal", 234, "running"))
    assert before.at(130, "no-goal-declared", player="B").phase == "no-goal-declared", "nothing commits him any more"
    after = agloa_leading().bonus(120, "B").move(122, "B", "K7", "forbidden").goal(130, "B")
    after.charge(140, "A", "B", "bonus-in-lead")
    assert (after.mat("forbidden"), after.mat("goal"), after.timer) == ("", "G6", ("first-turn", 250, "running"))


@pytest.mark.parametrize("action", ["move", "challenge"])
def test_insulated_by_a_move_or_a_valid_challenge(action: str) -> None:
    table = led_turn()
    if action == "move":
        table.move(150, "A", "R3", "permitted")
    else:
        table.challenge(150, "A", "impossible")
    table.charge(155, "A", "B", "bonus-in-lead")
    assert (table.codes, table.penalties, table.mat("forbidden")) == (["insulated"], [], "K7")


def test_not_insulated_by_an_invalid_challenge_a_refused_move_or_a_lost_turn() -> None:
    table = led_turn().challenge(146, "B", "impossible").move(147, "A", "G5", "required").tick(335.001)
    assert table.charge(336, "A", "B", "bonus-in-lead").codes[-1] == "upheld"


def test_charged_while_the_block_is_out() -> None:
    table = led_turn().lift(146, "A").charge(147, "A", "B", "bonus-in-lead").challenge(148, "A", "impossible")
    assert (table.codes, table.phase, table.mat("permitted")) == (["upheld"], "writing", "")


def test_the_last_cube_was_not_the_last() -> None:
    table = agloa_moving("junior", "AB").challenge(30, "B", "impossible").present(40, "A", None)
    table.shake(100, None).roll(105, "G6 R2 K7 Bx").select(110, "B", "factorial").select(
        112, "A", "multiple-operations"
    )
    table.select(114, "A", "number-of-factors").goal(120, "B").move(130, "A", "R2", "required").bonus(140, "B")
    table.move(141, "B", "K7", "forbidden").move(142, "B", "Bx", "permitted")
    assert table.phase == "last-cube"
    table.charge(150, "A", "B", "bonus-in-lead")
    assert (table.phase, table.to_act, table.timer) == ("moving", "A", ("turn", 210, "running"))
    assert (table.mat("resources"), table.mat("permitted")) == ("Bx", "")


def test_presenting_after_the_last_cube_insulates() -> None:
    table = agloa_moving("junior", "AB").challenge(30, "B", "impossible").present(40, "A", None)
    table.shake(100, None).roll(105, "G6 R2 K7 Bx").select(110, "B", "factorial").select(
        112, "A", "multiple-operations"
    )
    table.select(114, "A", "number-of-factors").goal(120, "B").move(130, "A", "R2", "required").bonus(140, "B")
    table.move(141, "B", "K7", "forbidden").move(142, "B", "Bx", "permitted").present(143, "A", "2x3=6")
    assert table.charge(150, "A", "B", "bonus-in-lead").codes == ["insulated"]


def test_who_is_tied_or_behind_may() -> None:
    table = agloa_moving().bonus(30, "B").move(31, "B", "K7", "forbidden").charge(32, "A", "B", "bonus-in-lead")
    behind = agloa_leading().goal(120, "B").bonus(130, "A").move(131, "A", "K7", "forbidden")
    behind.charge(132, "B", "A", "bonus-in-lead")
    assert (table.codes, behind.codes) == (["not-upheld"], ["not-upheld"])


def test_points_that_wait_for_a_judge_do_not_count() -> None:
    """A, at −1 once a judge has initialled it, would let B lead."""
    table = Table("middle", "AB", ruleset=AGLOA).shake().roll().tick(85.001)
    table.select(90, "A", "factorial").select(91, "B", "upside-down").select(92, "B", "multiple-operations").goal(100)
    waiting = table.bonus(110, "B").move(111, "B", "K7", "forbidden")
    waiting.charge(112, "A", "B", "bonus-in-lead")
    assert (waiting.codes, waiting.view.penalties[0].status) == (["not-upheld"], "pending")


def test_applied_points_of_the_running_shake_count_at_once() -> None:
    table = Table("junior", "AB", ruleset=AGLOA).shake().roll().tick(85.001)
    table.select(90, "A", "factorial").select(91, "B", "number-of-factors").select(92, "B", "multiple-operations")
    table.goal(100).bonus(110, "B").move(111, "B", "K7", "forbidden").charge(112, "A", "B", "bonus-in-lead")
    assert table.codes == ["upheld"]


def test_mlag_leaders_may_make_bonus_moves() -> None:
    table = moving("senior", "AB").challenge(30, "B", "impossible").present(40, "A", None)
    table.shake(100, None).roll(105).bonus(110, "B").move(111, "B", "K7", "forbidden")
    assert table.charge(112, "A", "B", "bonus-in-lead").codes == ["not-upheld"]
    assert [a for a in table.view.actions if a.event == "illegal-procedure-charged"] == []


def test_not_by_oneself_and_not_with_other_words() -> None:
    table = led_turn().charge(150, "B", "B", "bonus-in-lead").charge(151, "A", "B", "humming")
    assert table.codes == ["not-upheld", "not-upheld"]


def test_the_screen_offers_the_charge_whether_or_not_he_leads() -> None:
    def charges(table: Table) -> list[str | None]:
        return [action.player for action in table.view.actions if action.event == "illegal-procedure-charged"]

    assert charges(led_turn()) == ["A"]
    tied = agloa_moving().bonus(30, "B").move(31, "B", "K7", "forbidden")
    assert charges(tied) == ["A", "C"]
    assert charges(tied.move(32, "B", "K8", "forbidden").move(33, "C", "R2", "required")) == []
