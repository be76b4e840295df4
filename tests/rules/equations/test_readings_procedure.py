"""Readings of bonus moves, variations, corrections, conduct: what this house takes, and what others may take."""

from __future__ import annotations

import pytest

from tests.rules.equations.playing import Table, agloa, agloa_leading, agloa_moving, moving
from tests.rules.equations.reading_case import Case, holds

NO_ZERO = {"name": "wild", "cube": "0"}


def led_bonus() -> Table:
    """B leads, says Bonus on a regular turn and moves the first cube."""
    table = agloa_leading().goal(120, "B").move(130, "A", "R2", "required")
    return table.bonus(140, "B").move(141, "B", "K7", "forbidden")


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


def failed_twice() -> Table:
    """B, who owes two, has one that suits and fails twice with the other."""
    table = agloa(players="AB").select(10, "A", "factorial").select(11, "B", "multiple-operations")
    table.select(12, "B", NO_ZERO).charge(13, "A", "B", "variation")
    return table.select(14, "B", NO_ZERO).charge(15, "A", "B", "variation")


def selections(table: Table) -> list[tuple[str, str]]:
    return [(made.player, made.variation.name) for made in table.match.playing.selections]


CASES = [
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
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.setting)
def test_here_and_there(case: Case) -> None:
    holds(case)
