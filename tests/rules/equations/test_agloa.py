"""The data of AGLOA Equations, and each of its limits at its very boundary."""

import pytest

from rules.adjudicator.books import BOOKS
from rules.equations.agloa import AGLOA_2019
from rules.equations.rulebook import MLAG_2018, Task
from tests.rules.equations.playing import (
    AGLOA,
    Table,
    agloa,
    agloa_moving,
    agloa_selected,
)


def test_limits_are_those_of_section_xi() -> None:
    tasks = AGLOA_2019.tasks
    named = {"roll": 60, "select": 15, "goal": 120, "no_goal": 60, "first_turn": 120, "turn": 60, "claim": 15}
    limits: dict[str, Task] = {name: getattr(tasks, name) for name in (*named, "write", "check")}
    assert {name: task.limit_ms // 1000 for name, task in limits.items()} == {**named, "write": 120, "check": 120}
    assert [name for name, task in limits.items() if task.extra_ms == 0] == ["claim"]
    assert len({task.cite for task in limits.values()}) == len(limits)


def test_the_engine_and_the_adjudicator_know_the_same_divisions() -> None:
    for book in (MLAG_2018, AGLOA_2019):
        assert book.divisions == tuple(BOOKS[book.ruleset].divisions)
        assert book.title == BOOKS[book.ruleset].title


def test_initials() -> None:
    assert [d for d in AGLOA_2019.divisions if AGLOA_2019.needs_initials(d)] == ["elementary", "middle"]


@pytest.mark.parametrize(
    ("t", "state", "points"),
    [(60, "running", 0), (60.001, "countdown", 0), (70.001, "extra-minute", 1), (130, "extra-minute", 1)],
)
def test_the_minute_for_rolling(t: float, state: str, points: int) -> None:
    table = Table("junior", ruleset=AGLOA).shake().tick(t)
    assert (table.timer, len(table.penalties)) == (("roll", 60, state), points)


def test_a_lost_roll_is_for_a_judge_and_still_taken() -> None:
    table = Table("junior", ruleset=AGLOA).shake().tick(130.001)
    assert table.penalties == [("A", 70, "time"), ("A", 130, "time-again")]
    assert (table.timer, table.codes, table.to_act) == (("none", None, "stopped"), ["time-lost"], "A")
    table.roll(200)
    assert (table.phase, table.timer) == ("selecting-variations", ("select", 215, "running"))


@pytest.mark.parametrize(
    ("t", "state", "points"),
    [(134, "running", 0), (144, "countdown", 0), (144.001, "extra-minute", 1), (204, "extra-minute", 1)],
)
def test_the_two_minutes_for_the_goal(t: float, state: str, points: int) -> None:
    table = agloa_selected().tick(t)
    assert (table.timer, len(table.penalties)) == (("goal", 134, state), points)


def test_a_lost_goal_is_for_a_judge_and_still_taken() -> None:
    table = agloa_selected().tick(204.001)
    assert table.penalties == [("A", 144, "time"), ("A", 204, "time-again")]
    assert (table.phase, table.timer[2], table.to_act) == ("setting-goal", "stopped", "A")
    assert table.goal(300).timer == ("first-turn", 420, "running")


def test_silence_on_no_goal_costs_twice_and_agrees() -> None:
    table = agloa_selected().at(30, "no-goal-declared", player="A").at(40, "no-goal-agreed", player="B").tick(160.001)
    assert table.penalties == [("C", 100, "time"), ("C", 160, "time-again")]
    assert (table.phase, table.to_act, table.codes) == ("shake-over", "A", ["void"])


def test_a_turn_costs_twice_at_the_very_end() -> None:
    assert agloa_moving().tick(210).penalties == [("B", 150, "time")]
    table = agloa_moving().tick(210.001)
    assert (table.penalties[-1], table.to_act) == (("B", 210, "time-again"), "C")


def test_an_invalid_challenge_costs_a_point_a_silent_block_one_and_not_two() -> None:
    table = agloa_moving().challenge(30, "A", "now").lift(40, "C").tick(55.001).challenge(56, "C", "impossible")
    assert table.penalties == [("A", 30, "invalid-challenge"), ("C", 55, "no-challenge")]
    assert (table.phase, table.codes) == ("moving", ["set-aside", "set-aside"])


def test_two_judges_need_no_warning() -> None:
    table = agloa_moving().at(30, "judge-penalized", player="A", judge="Lee", why="x", second_judge="Lee")
    assert table.codes == ["no-warning"], "one judge is not two"
    table.at(31, "judge-penalized", player="A", judge="Lee", why="x", second_judge="Kim")
    assert (table.penalties, table.view.penalties[0].cite) == ([("A", 31, "conduct")], "IX-D")
    assert table.view.penalties[0].initials == "Lee, Kim", "both stand for it"


@pytest.mark.parametrize("second", ["lee", " LEE "])
def test_one_judge_in_other_letters_is_not_two(second: str) -> None:
    table = agloa_moving().at(30, "judge-penalized", player="A", judge="Lee", why="x", second_judge=second)
    assert (table.codes, table.penalties) == (["no-warning"], [])


@pytest.mark.parametrize(
    ("again", "codes", "phase", "scores"),
    [
        ("2x4=6", ["changed"], "shake-over", {"A": 2, "B": 6, "C": 6}),
        (" 2 x 3=6", ["not-now"], "checking", {"A": 0, "B": 0, "C": 0}),
        (None, ["not-now"], "checking", {"A": 0, "B": 0, "C": 0}),
    ],
)
def test_changing_what_was_presented(again: str | None, codes: list[str], phase: str, scores: dict[str, int]) -> None:
    """While others still write, and while it is checked."""
    table = agloa_moving().move(30, "B", "R2", "required").move(40, "C", "Bx", "required").challenge(50, "A", "now")
    table.present(60, "A", "2x3=6").present(61, "A", again).third(62, "B", presents=False)
    assert (table.codes, table.phase, table.scores) == (codes, phase, scores)
    late = agloa_moving().move(30, "B", "R2", "required").move(40, "C", "Bx", "required").challenge(50, "A", "now")
    late.present(60, "A", "2x3=6").third(62, "B", presents=False).check(63, "A", "B", accepted=False)
    late.present(64, "A", again)
    assert (late.codes, late.phase, late.scores) == (codes, phase, scores)


def test_a_spoilt_equation_is_spoilt_once_and_is_checked_by_nobody() -> None:
    table = agloa_moving().move(30, "B", "R2", "required").move(40, "C", "Bx", "required").challenge(50, "A", "now")
    table.present(60, "A", "2x3=6").present(61, "A", "2x4=6").present(62, "A", "2x3=6").present(63, "B", "2x3=6")
    assert (table.codes, table.phase, table.to_act) == (["changed", "not-now"], "checking", "AC")
    table.check(64, "A", "B", accepted=True).check(65, "B", "A", accepted=True).check(66, "B", "C", accepted=True)
    assert (table.codes[-1], table.scores) == ("not-now", {"A": 2, "B": 6, "C": 2})


def test_second_words_change_nothing_under_mlag() -> None:
    table = Table().shake().roll().goal().move(30, "B", "R2", "required").challenge(50, "C", "impossible")
    table.present(60, "B", "2x3=6").present(61, "B", "2x4=6")
    assert (table.codes, table.match.playing.findings) == (["not-now"], ())


def test_variations_decide_what_is_correct() -> None:
    """With Factorial 3! is 6; the one who rejects it has not shown a fault."""
    table = agloa(cubes="R3 R+ B0 G6 K7").select(10, "A", "factorial")
    table.select(11, "B", "multiple-operations").select(12, "C", {"name": "base", "base": 8}).goal(20, goal="G6")
    table.move(30, "B", "R3", "required").challenge(40, "C", "impossible").third(41, "A", presents=False)
    table.present(50, "B", "(3!)+0=6").check(60, "B", "A", accepted=False).check(61, "B", "C", accepted=False)
    assert table.scores == {"A": 2, "B": 6, "C": 2}
