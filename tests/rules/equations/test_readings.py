"""Every reading of the flow that a league may choose: what this house takes, and that the other choice differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rules.equations.readings import HOUSE, LostGoal, Rejection, SilentOpponent, SilentThird
from rules.equations.rulebook import MLAG_2018
from rules.limits import MINUTE_MS, SECOND_MS
from tests.rules.equations.leagues import otherwise
from tests.rules.equations.playing import (
    AGLOA,
    Table,
    agloa,
    agloa_leading,
    agloa_moving,
    agloa_selected,
    checking,
    last_cube,
    moving,
    rolled,
    writing,
)

NO_ZERO = {"name": "wild", "cube": "0"}
BOTH_TIMES = replace(MLAG_2018.tasks.claim, countdown_ms=10 * SECOND_MS, extra_ms=MINUTE_MS)


@dataclass
class Case:
    """A setting, another value for it, a match in which it matters, and what is then so here and there."""

    setting: str
    other: Any
    table: Callable[[], Table]
    look: Callable[[Table], Any]
    here: Any
    there: Any


def led_bonus() -> Table:
    """B leads, says Bonus on a regular turn and moves the first cube."""
    table = agloa_leading().goal(120, "B").move(130, "A", "R2", "required")
    return table.bonus(140, "B").move(141, "B", "K7", "forbidden")


def no_goal() -> Table:
    return rolled().at(6, "no-goal-declared", player="A")


def accepted_then_ruled_wrong(table: Table) -> Table:
    """C's Equation after Impossible: both checkers take it, and a judge does not."""
    table.check(100, "C", "A", accepted=True).check(101, "C", "B", accepted=True)
    return table.at(110, "judge-ruled", writer="C", correct=False, judge="Lee")


def conducted() -> Table:
    """B leads by four, loses four for conduct in the running shake and says Bonus."""
    table = agloa_leading().at(115, "judge-warned", player="B", judge="Lee", why="noise")
    for n in range(4):
        table.at(116 + n, "judge-penalized", player="B", judge="Lee", why="noise")
    return table.bonus(120, "B").move(121, "B", "K7", "forbidden").charge(122, "A", "B", "bonus-in-lead")


def conducted_before() -> Table:
    """B leads by three after a penalty of the first shake, and loses three more in the second."""
    table = agloa_moving("junior", "AB").at(25, "judge-warned", player="B", judge="Lee", why="noise")
    table.at(26, "judge-penalized", player="B", judge="Lee", why="noise")
    table.challenge(30, "B", "impossible").present(40, "A", None).shake(100, None).roll(105)
    table.select(110, "B", "factorial").select(112, "A", "multiple-operations").select(114, "A", "number-of-factors")
    for n in range(3):
        table.at(116 + n, "judge-penalized", player="B", judge="Lee", why="noise")
    return table.bonus(120, "B").move(121, "B", "K7", "forbidden").charge(122, "A", "B", "bonus-in-lead")


def stood_in() -> Table:
    """A is absent, B sets the Goal in A's place, and the shake is played out."""
    table = Table().shake().absent(1, "A").roll().goal(20, "B").challenge(30, "C", "impossible")
    return table.present(40, "B", None)


def failed_twice() -> Table:
    """B, who owes two, has one that suits and fails twice with the other."""
    table = agloa(players="AB").select(10, "A", "factorial").select(11, "B", "multiple-operations")
    table.select(12, "B", NO_ZERO).charge(13, "A", "B", "variation")
    return table.select(14, "B", NO_ZERO).charge(15, "A", "B", "variation")


def selections(table: Table) -> list[tuple[str, str]]:
    return [(made.player, made.variation.name) for made in table.match.playing.selections]


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
        "readings.table_charges_bonus",
        True,
        led_bonus,
        lambda table: (table.penalties, table.to_act),
        ([], "B"),
        ([("B", 141, "bonus-in-lead")], "A"),
    ),
    Case(
        "readings.table_charges_bonus",
        True,
        lambda: led_bonus().move(142, "B", "R3", "required").take_back(143, "B", "K7", "forbidden"),
        lambda table: (table.said, table.mat("required")),
        ([], "R2 R3"),
        (["upheld-bonus", "out-of-turn", "nothing-to-take-back"], "R2"),
    ),
    Case(
        "readings.table_charges_bonus",
        True,
        lambda: moving().bonus(30, "B").move(31, "B", "K7", "forbidden"),
        lambda table: (table.penalties, table.to_act),
        ([], "B"),
        ([], "B"),
    ),
    Case(
        "readings.table_charges_variation",
        True,
        lambda: agloa().select(10, "A", NO_ZERO),
        lambda table: (table.penalties, table.to_act),
        ([], "B"),
        ([("A", 10, "variation")], "A"),
    ),
    Case(
        "readings.table_charges_variation",
        True,
        lambda: agloa().select(10, "A", "factorial").select(11, "A", "factorial"),
        lambda table: (table.penalties, table.to_act, table.codes),
        ([], "B", ["out-of-turn"]),
        ([], "B", ["out-of-turn"]),
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
        "points.invalid_challenge",
        -1,
        lambda: moving().challenge(30, "B", "now"),
        lambda table: table.penalties,
        [],
        [("B", 30, "invalid-challenge")],
    ),
    Case(
        "points.baseless_challenge",
        -1,
        lambda: rolled().challenge(10, "B", "impossible").challenge(11, "C", "perhaps").challenge(12, "B", "no-goal"),
        lambda table: (len(table.penalties), table.codes),
        (0, ["set-aside"] * 3),
        (3, ["set-aside"] * 3),
    ),
    Case(
        "points.silent_block",
        -2,
        lambda: moving().lift(30, "B").at(31, "block-returned"),
        lambda table: table.scores["B"],
        -1,
        -2,
    ),
    Case(
        "tasks.claim",
        BOTH_TIMES,
        lambda: moving().lift(30, "B").tick(56).challenge(60, "B", "impossible"),
        lambda table: (table.phase, table.penalties, table.codes),
        ("moving", [("B", 45, "no-challenge")], ["set-aside"]),
        ("writing", [("B", 55, "no-challenge")], []),
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
        "initials_divisions",
        frozenset(),
        lambda: moving("middle").tick(151),
        lambda table: table.scores["B"],
        0,
        -1,
    ),
    Case(
        "readings.initials_for_time_only",
        True,
        lambda: agloa_moving("middle").challenge(30, "A", "now").tick(151),
        lambda table: [penalty.status for penalty in table.view.penalties],
        ["pending", "pending"],
        ["applied", "pending"],
    ),
    Case(
        "points.late_again",
        -1,
        lambda: moving().tick(210.001),
        lambda table: table.scores["B"],
        -1,
        -2,
    ),
    Case(
        "readings.lost_goal",
        LostGoal.VOID,
        lambda: Table("junior", ruleset=AGLOA).shake().tick(130.001),
        lambda table: (table.phase, table.to_act, table.codes),
        ("rolling", "A", ["time-lost"]),
        ("shake-over", "A", ["time-lost", "void"]),
    ),
    Case(
        "readings.lost_goal",
        LostGoal.NEXT_PLAYER,
        lambda: Table("junior", ruleset=AGLOA).shake().tick(130.001),
        lambda table: (table.phase, table.to_act, table.timer),
        ("rolling", "A", ("none", None, "stopped")),
        ("rolling", "B", ("roll", 190, "running")),
    ),
    Case(
        "readings.lost_goal",
        LostGoal.NEXT_PLAYER,
        lambda: agloa_selected().tick(204.001),
        lambda table: (table.phase, table.to_act, table.timer),
        ("setting-goal", "A", ("none", None, "stopped")),
        ("setting-goal", "B", ("goal", 324, "running")),
    ),
    Case(
        "readings.turn_waits_for_block",
        False,
        lambda: moving().lift(30, "B").at(40, "block-returned"),
        lambda table: table.timer,
        ("first-turn", 150, "running"),
        ("first-turn", 140, "running"),
    ),
    Case(
        "readings.turn_waits_for_block",
        False,
        lambda: moving().tick(205).lift(206, "A").tick(212),
        lambda table: (table.phase, table.match.playing.turn),
        ("challenge-called", "B"),
        ("challenge-called", "C"),
    ),
    Case(
        "readings.setting_up_waits_for_block",
        False,
        lambda: rolled().lift(10, "B").at(20, "block-returned"),
        lambda table: table.timer,
        ("roll-and-goal", 130, "running"),
        ("roll-and-goal", 120, "running"),
    ),
    Case(
        "readings.setting_up_waits_for_block",
        False,
        lambda: no_goal().tick(130).lift(131, "B").at(132, "round-stopped").tick(140),
        lambda table: (table.phase, table.codes),
        ("challenge-called", []),
        ("match-over", ["void"]),
    ),
    Case(
        "readings.late_statement_stands",
        True,
        lambda: moving().lift(30, "B").tick(46).challenge(47, "B", "impossible"),
        lambda table: (table.phase, len(table.penalties)),
        ("moving", 1),
        ("writing", 1),
    ),
    Case(
        "readings.late_statement_stands",
        True,
        lambda: agloa_moving().lift(30, "B").tick(46).challenge(47, "B", "now"),
        lambda table: (table.said, len(table.penalties)),
        (["said-too-late"], 1),
        (["now-needs-cubes"], 1),
    ),
    Case(
        "readings.made_when_lifted",
        True,
        lambda: last_cube().lift(128, "A").challenge(132, "A", "impossible"),
        lambda table: (table.phase, table.codes, table.to_act),
        ("writing", ["set-aside"], "ABC"),
        ("writing", [], "BC"),
    ),
    Case(
        "readings.made_when_lifted",
        True,
        lambda: last_cube().lift(131, "A").challenge(132, "A", "impossible"),
        lambda table: table.codes,
        ["set-aside"],
        ["set-aside"],
    ),
    Case(
        "readings.checking_waits_for_last_challenge",
        True,
        lambda: last_cube().present(80, "A", "2x3=6").present(81, "B", None).present(82, "C", None),
        lambda table: (table.phase, table.to_act, table.timer),
        ("checking", "BC", ("check", 202, "running")),
        ("last-cube", "", ("write", 190, "running")),
    ),
    Case(
        "readings.agreeing_is_final",
        False,
        lambda: no_goal().at(7, "no-goal-agreed", player="B").challenge(8, "B", "no-goal"),
        lambda table: (table.phase, table.codes),
        ("no-goal-declared", ["not-now"]),
        ("writing", []),
    ),
    Case(
        "readings.lone_bonus_cube_stands",
        False,
        lambda: led_bonus().charge(142, "A", "B", "bonus-in-lead"),
        lambda table: (table.to_act, table.mat("forbidden"), table.match.playing.mover),
        ("A", "K7", "B"),
        ("B", "", "A"),
    ),
    Case(
        "readings.struck_bonus_binds",
        True,
        lambda: (
            agloa_leading()
            .bonus(120, "B")
            .move(121, "B", "K7", "forbidden")
            .charge(122, "A", "B", "bonus-in-lead")
            .at(123, "no-goal-declared", player="B")
        ),
        lambda table: (table.phase, table.said[-1]),
        ("no-goal-declared", "upheld-bonus"),
        ("setting-goal", "committed-to-goal"),
    ),
    Case(
        "readings.lead_counts_running_shake",
        False,
        conducted,
        lambda table: table.codes,
        ["not-upheld"],
        ["upheld"],
    ),
    Case(
        "readings.lead_counts_running_shake",
        False,
        conducted_before,
        lambda table: table.codes,
        ["not-upheld"],
        ["upheld"],
    ),
    Case(
        "readings.bonus_word_binds",
        False,
        lambda: moving().bonus(30, "B").move(31, "B", "R2", "required"),
        lambda table: (table.to_act, table.codes, len(table.match.playing.bonus_moves)),
        ("B", ["illegal-move"], 0),
        ("C", [], 0),
    ),
    Case(
        "readings.bonus_word_binds",
        False,
        lambda: (
            moving()
            .bonus(30, "B")
            .move(31, "B", "K7", "forbidden")
            .move(32, "B", "R2", "required")
            .take_back(33, "B", "K7", "forbidden")
            .move(34, "B", "R3", "required")
        ),
        lambda table: (table.to_act, table.codes),
        ("B", ["illegal-move"]),
        ("B", ["illegal-move"]),
    ),
    Case(
        "readings.fresh_time_for_second_try",
        False,
        lambda: agloa().select(62, "A", NO_ZERO).charge(70, "B", "A", "variation"),
        lambda table: table.timer,
        ("select", 85, "running"),
        ("select", 83, "running"),
    ),
    Case(
        "readings.failing_twice_loses_both",
        False,
        failed_twice,
        lambda table: (selections(table), table.phase),
        ([("A", "factorial")], "setting-goal"),
        ([("A", "factorial"), ("B", "multiple-operations")], "setting-goal"),
    ),
    Case(
        "readings.cubes_may_be_taken_back",
        False,
        lambda: moving().move(30, "B", "R2", "required").take_back(31, "B", "R2", "required"),
        lambda table: (table.to_act, table.codes),
        ("B", []),
        ("C", ["not-now"]),
    ),
    Case(
        "readings.correction_extends_limit",
        True,
        lambda: moving().move(149, "B", "R2", "goal"),
        lambda table: table.timer,
        ("first-turn", 140, "countdown"),
        ("first-turn", 149, "running"),
    ),
    Case(
        "readings.correction_extends_limit",
        True,
        lambda: moving().move(30, "B", "R2", "goal").move(151, "B", "R2", "goal"),
        lambda table: table.timer,
        ("first-turn", 140, "extra-minute"),
        ("first-turn", 140, "extra-minute"),
    ),
    Case(
        "two_judges_need_no_warning",
        True,
        lambda: moving().at(30, "judge-penalized", player="A", judge="Lee", why="x", second_judge="Kim"),
        lambda table: table.codes,
        ["no-warning"],
        [],
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
    Case(
        "readings.goal_waits_for_rolling_minute",
        True,
        agloa_selected,
        lambda table: table.timer,
        ("goal", 134, "running"),
        ("goal", 180, "running"),
    ),
    Case(
        "readings.lesser_sand",
        False,
        lambda: Table(carry_over=True).shake().roll().goal(20),
        lambda table: table.timer,
        ("first-turn", 160, "running"),
        ("first-turn", 180, "running"),
    ),
    Case(
        "readings.begun_before_roll",
        False,
        lambda: Table().shake().at(10, "round-time-called"),
        lambda table: (table.phase, table.codes),
        ("rolling", []),
        ("match-over", ["void"]),
    ),
    Case(
        "readings.begun_before_roll",
        False,
        lambda: rolled().at(10, "round-time-called"),
        lambda table: table.phase,
        "setting-goal",
        "setting-goal",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.setting)
def test_here_and_there(case: Case) -> None:
    table = case.table()
    assert case.look(table) == case.here
    assert case.look(otherwise(table, case.setting, case.other)) == case.there


def test_the_house_has_one_value_a_reading() -> None:
    assert MLAG_2018.readings is HOUSE


# --- what follows from some of them


def test_a_league_that_states_challenges_like_any_task() -> None:
    """The point falls after the countdown; then a minute to speak, and one point for one attempt."""

    def lifted() -> Table:
        return moving().lift(30, "B")

    there = otherwise(lifted(), "tasks.claim", BOTH_TIMES)
    assert there.tick(55).penalties == []
    assert (there.tick(55.001).penalties, there.timer) == (
        [("B", 55, "no-challenge")],
        ("state-challenge", 45, "extra-minute"),
    )
    assert (there.tick(115.001).phase, len(there.penalties)) == ("moving", 1)
    nobody = otherwise(moving().lift(30), "tasks.claim", BOTH_TIMES).tick(115.001)
    assert (nobody.phase, nobody.penalties) == ("moving", [])
    early = otherwise(lifted(), "tasks.claim", BOTH_TIMES).tick(60).at(61, "block-returned")
    assert (early.phase, len(early.penalties)) == ("moving", 1)
    record = early.view.deadlines.last(1)[0]
    assert (record.player, record.done_ms, record.expired_ms, record.penalties) == ("B", None, None, (1,))


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


def test_where_the_last_challenge_is_waited_for() -> None:
    table = last_cube().present(80, "A", "2x3=6").present(81, "B", None).present(82, "C", "2x3=6")
    setting = "readings.checking_waits_for_last_challenge"
    there = otherwise(table, setting, True)
    assert there.view.prompt.code == "prompt-last-challenge"
    assert there.tick(130).phase == "last-cube"
    assert there.tick(130.001).phase == "checking"
    challenged = otherwise(table, setting, True).challenge(120, "B", "impossible")
    assert (challenged.phase, challenged.to_act) == ("checking", "ABC")


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
