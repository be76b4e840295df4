"""Readings of challenges and the block: what this house takes, and that the other choice differs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.equations.rulebook import MLAG_2018
from rules.limits import MINUTE_MS, SECOND_MS
from tests.rules.equations.leagues import otherwise
from tests.rules.equations.playing import Table, agloa_moving, last_cube, moving, rolled
from tests.rules.equations.reading_case import Case, holds

BOTH_TIMES = replace(MLAG_2018.tasks.claim, countdown_ms=10 * SECOND_MS, extra_ms=MINUTE_MS)


def no_goal() -> Table:
    return rolled().at(6, "no-goal-declared", player="A")


CASES = [
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
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.setting)
def test_here_and_there(case: Case) -> None:
    holds(case)


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


def test_where_the_last_challenge_is_waited_for() -> None:
    table = last_cube().present(80, "A", "2x3=6").present(81, "B", None).present(82, "C", "2x3=6")
    setting = "readings.checking_waits_for_last_challenge"
    there = otherwise(table, setting, True)
    assert there.view.prompt.code == "prompt-last-challenge"
    assert there.tick(130).phase == "last-cube"
    assert there.tick(130.001).phase == "checking"
    challenged = otherwise(table, setting, True).challenge(120, "B", "impossible")
    assert (challenged.phase, challenged.to_act) == ("checking", "ABC")
