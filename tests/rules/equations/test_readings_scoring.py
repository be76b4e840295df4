"""Readings of writing, checking, scoring and absence: what this house takes, and that the other choice differs."""

from __future__ import annotations

import pytest

from rules.equations.readings import Rejection, SilentOpponent, SilentThird
from tests.rules.equations.leagues import otherwise
from tests.rules.equations.playing import AGLOA, Table, agloa_moving, checking, last_cube, rolled, writing
from tests.rules.equations.reading_case import Case, holds


def no_goal() -> Table:
    return rolled().at(6, "no-goal-declared", player="A")


def accepted_then_ruled_wrong(table: Table) -> Table:
    """C's Equation after Impossible: both checkers take it, and a judge does not."""
    table.check(100, "C", "A", accepted=True).check(101, "C", "B", accepted=True)
    return table.at(110, "judge-ruled", writer="C", correct=False, judge="Lee")


def stood_in() -> Table:
    """A is absent, B sets the Goal in A's place, and the shake is played out."""
    table = Table().shake().absent(1, "A").roll().goal(20, "B").challenge(30, "C", "impossible")
    return table.present(40, "B", None)


CASES = [
    Case(
        "points.correct_without_paper",
        6,
        lambda: agloa_moving().challenge(30, "B", "impossible").third(31, "C", presents=False).present(40, "A", None),
        lambda table: table.scores,
        {"A": 2, "B": 6, "C": 4},
        {"A": 2, "B": 6, "C": 6},
    ),
    Case(
        "readings.rejection",
        Rejection.ALWAYS,
        lambda: checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=False),
        lambda table: table.scores,
        {"A": 6, "B": 2, "C": 2},
        {"A": 2, "B": 6, "C": 6},
    ),
    Case(
        "readings.rejection",
        Rejection.BY_A_JUDGE,
        lambda: checking().check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=False),
        lambda table: (table.phase, table.to_act, table.timer[2], table.codes),
        ("shake-over", "B", "stopped", []),
        ("checking", "", "stopped", ["for-a-judge"]),
    ),
    Case(
        "readings.any_fault_bears_out",
        False,
        lambda: (
            checking("now", "2x4=6")
            .check(100, "A", "B", accepted=True)
            .at(101, "equation-checked", writer="A", by="C", accepted=False, reason="multi-digit")
        ),
        lambda table: table.scores["A"],
        2,
        6,
    ),
    Case(
        "accepting_counts_after",
        frozenset({"now", "impossible"}),
        lambda: checking("now", "2x4=6").check(100, "A", "B", accepted=True).check(101, "A", "C", accepted=False),
        lambda table: table.scores,
        {"A": 2, "B": 6, "C": 6},
        {"A": 2, "B": 2, "C": 6},
    ),
    Case(
        "readings.silent_third",
        SilentThird.LIMIT,
        lambda: writing("now").present(60, "A", "2x3=6").tick(170.001),
        lambda table: (table.phase, table.to_act),
        ("writing", "B"),
        ("checking", "BC"),
    ),
    Case(
        "readings.silent_third",
        SilentThird.EXTRA_MINUTE,
        lambda: writing("now").present(60, "A", "2x3=6").tick(180.001),
        lambda table: (table.phase, table.penalties),
        ("checking", []),
        ("writing", [("B", 180, "time")]),
    ),
    Case(
        "readings.promise_binds",
        False,
        lambda: (
            writing("impossible")
            .third(60, "B", presents=True)
            .present(90, "C", "2x4=6")
            .present(91, "B", None)
            .check(95, "C", "A", accepted=False)
            .check(96, "C", "B", accepted=False)
        ),
        lambda table: table.scores,
        {"A": 6, "B": 2, "C": 2},
        {"A": 6, "B": 4, "C": 2},
    ),
    Case(
        "change_makes_incorrect",
        True,
        lambda: checking().present(95, "A", "2x4=6"),
        lambda table: (table.phase, table.codes),
        ("checking", ["not-now"]),
        ("shake-over", ["changed"]),
    ),
    Case(
        "readings.silence_accepts",
        True,
        lambda: checking("impossible").tick(280.001).at(290, "judge-ruled", writer="C", correct=False, judge="Lee"),
        lambda table: table.view.shakes[0].scores,
        {"A": 6, "B": 4, "C": 2},
        {"A": 2, "B": 2, "C": 2},
    ),
    Case(
        "readings.judges_proof_counts",
        False,
        lambda: accepted_then_ruled_wrong(checking("impossible")),
        lambda table: table.scores,
        {"A": 2, "B": 2, "C": 2},
        {"A": 6, "B": 4, "C": 2},
    ),
    Case(
        "readings.late_acceptance_counts",
        True,
        lambda: (
            checking("impossible", "2x4=6").check(100, "C", "A", accepted=False).check(101, "C", "B", accepted=True)
        ),
        lambda table: table.scores["B"],
        4,
        2,
    ),
    Case(
        "readings.first_proof_decides",
        True,
        lambda: checking("now", "2x4=6").check(100, "A", "B", accepted=False),
        lambda table: (table.phase, table.scores),
        ("checking", {"A": 0, "B": 0, "C": 0}),
        ("shake-over", {"A": 2, "B": 6, "C": 6}),
    ),
    Case(
        "readings.first_proof_decides",
        True,
        lambda: checking().check(100, "A", "B", accepted=False),
        lambda table: table.phase,
        "checking",
        "checking",
    ),
    Case(
        "readings.silent_opponent",
        SilentOpponent.AGREES,
        lambda: no_goal().tick(76.001),
        lambda table: (table.phase, len(table.penalties)),
        ("no-goal-declared", 2),
        ("shake-over", 0),
    ),
    Case(
        "readings.penalties_outlive_void",
        False,
        lambda: (
            rolled()
            .at(6, "judge-warned", player="C", judge="Lee", why="noise")
            .at(7, "judge-penalized", player="C", judge="Lee", why="noise")
            .lift(10, "B")
            .at(11, "block-returned")
            .at(12, "no-goal-declared", player="A")
            .at(13, "no-goal-agreed", player="B")
            .at(14, "no-goal-agreed", player="C")
        ),
        lambda table: (table.scores, table.view.shakes[0].penalties),
        ({"A": 0, "B": -1, "C": -1}, {"A": 0, "B": -1, "C": -1}),
        ({"A": 0, "B": 0, "C": -1}, {"A": 0, "B": 0, "C": -1}),
    ),
    Case(
        "points.absent",
        -2,
        stood_in,
        lambda table: table.scores["A"],
        0,
        -2,
    ),
    Case(
        "readings.absence_makes_two_players",
        True,
        lambda: (
            Table("junior", ruleset=AGLOA)
            .shake()
            .absent(1, "C")
            .roll()
            .select(10, "A", "factorial")
            .select(11, "B", "multiple-operations")
        ),
        lambda table: (table.phase, table.to_act),
        ("setting-goal", "A"),
        ("selecting-variations", "B"),
    ),
    Case(
        "readings.absence_makes_two_players",
        True,
        lambda: (
            Table()
            .shake()
            .absent(1, "C")
            .roll()
            .goal()
            .challenge(30, "B", "impossible")
            .present(40, "A", "2x3=6")
            .check(50, "A", "B", accepted=True)
            .at(60, "judge-ruled", writer="A", correct=False, judge="Lee")
        ),
        lambda table: table.scores["B"],
        2,
        6,
    ),
    Case(
        "readings.stand_in_sets_again",
        True,
        stood_in,
        lambda table: table.to_act,
        "C",
        "B",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.setting)
def test_here_and_there(case: Case) -> None:
    holds(case)


# --- what follows from some of them


def test_where_a_judge_decides_the_shake_waits_for_one() -> None:
    table = last_cube().present(80, "A", "2x3=6").present(81, "B", "2+3=6").present(82, "C", None)
    there = otherwise(table, "readings.rejection", Rejection.BY_A_JUDGE)
    there.check(90, "A", "B", accepted=False).check(91, "A", "C", accepted=True)
    assert (there.to_act, there.timer[0]) == ("AC", "check"), "the other Equation has its own time"
    there.check(92, "B", "A", accepted=False).check(93, "B", "C", accepted=False)
    assert (there.phase, there.to_act, there.timer[2]) == ("checking", "", "stopped")
    assert there.view.prompt.code == "prompt-judge-decides"
    assert there.tick(5000).phase == "checking"
    there.absent(5001, "C")
    assert there.codes == ["for-a-judge"]
    there.at(5002, "judge-ruled", writer="B", correct=False, judge="Lee")
    assert there.phase == "checking"
    there.at(5003, "judge-ruled", writer="A", correct=True, judge="Lee")
    assert (there.phase, there.scores) == ("shake-over", {"A": 4, "B": 2, "C": 0})


def test_where_a_third_party_buys_the_extra_minute() -> None:
    table = otherwise(writing("now").present(60, "A", "2x3=6"), "readings.silent_third", SilentThird.EXTRA_MINUTE)
    assert (table.tick(240).phase, table.tick(240.001).phase) == ("writing", "checking")
    assert (table.match.playing.third_presents, table.codes) == (False, [])


def test_a_name_bears_a_rejection_out() -> None:
    """Where only a named fault counts, one of several names is enough, and so is a reason shown at the table."""
    setting = "readings.any_fault_bears_out"
    for reason, correct in (("not-equal", False), (None, False), ("form", True)):
        table = checking("now", "2x4=6").check(100, "A", "B", accepted=True)
        there = otherwise(table, setting, False)
        there.at(101, "equation-checked", writer="A", by="C", accepted=False, reason=reason)
        assert (there.scores["A"] == 6) == correct


def test_a_refused_penalty_of_a_void_shake_stays_refused() -> None:
    """In a division with initials: pending ones are refused, and nobody can initial them any more."""
    table = rolled("middle").lift(10, "B").at(11, "block-returned").lift(12, "C").at(13, "block-returned")
    table.at(14, "penalty-refused", penalty=1, judge="Lee").at(15, "no-goal-declared", player="A")
    table.at(16, "no-goal-agreed", player="B").at(17, "no-goal-agreed", player="C")
    there = otherwise(table, "readings.penalties_outlive_void", False)
    assert [penalty.status for penalty in there.view.penalties] == ["refused", "refused"]
    assert there.at(18, "penalty-approved", penalty=2, judge="Lee").said[-1] == "penalty-not-pending"
