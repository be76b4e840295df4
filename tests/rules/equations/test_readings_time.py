"""Readings of time limits and the round: what this house takes, and that the other choice differs."""

from __future__ import annotations

import pytest

from rules.equations.readings import LostGoal
from tests.rules.equations.playing import AGLOA, Table, agloa_moving, agloa_selected, moving, rolled
from tests.rules.equations.reading_case import Case, holds

CASES = [
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
    holds(case)
