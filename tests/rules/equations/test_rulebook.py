"""The data of MLAG Basic Equations, compared with what the tables of the rule book add up to."""

from dataclasses import replace
from itertools import product

from rules.equations.game import Equations
from rules.equations.rulebook import MLAG_2018, Task
from rules.equations.scoring import match_points
from rules.registry import Games
from tests.rules.equations.playing import Table


def test_limits_are_those_of_section_xi() -> None:
    tasks = MLAG_2018.tasks
    limits = {t.code: t.limit_ms // 1000 for t in (tasks.roll, tasks.first_turn, tasks.turn, tasks.claim)}
    expected = {"roll-and-goal": 120, "first-turn": 120, "turn": 60, "state-challenge": 15}
    assert limits == {f"task-{name}": limit for name, limit in expected.items()}
    assert (tasks.write.limit_ms, tasks.check.limit_ms, tasks.last_challenge_ms) == (120_000, 120_000, 60_000)
    assert tasks.goal is None, "rolling and Goal share their two minutes"
    assert (tasks.claim.countdown_ms, tasks.claim.extra_ms) == (0, 0)


def test_every_result_of_a_match_has_its_points() -> None:
    """Three players share twelve points, two share ten, whatever the totals."""
    for count, shared in ((3, 12), (2, 10)):
        for totals in product(range(3), repeat=count):
            points = match_points(dict(zip("ABC", totals, strict=False)), MLAG_2018)
            assert sum(points.values()) == shared, totals


def test_younger_divisions_need_initials() -> None:
    assert [d for d in MLAG_2018.divisions if MLAG_2018.needs_initials(d)] == ["minor", "elementary", "middle"]


#: A league of our own, stricter than MLAG in everything that is data.
STRICT = replace(
    MLAG_2018,
    points=replace(MLAG_2018.points, invalid_challenge=-1, baseless_challenge=-1, late_again=-1),
    tasks=replace(
        MLAG_2018.tasks,
        roll=Task("roll-and-goal", 60_000, "XI-A-1-a"),
        goal=Task("roll-and-goal", 90_000, "XI-A-1-c"),
    ),
    two_judges_need_no_warning=True,
)


def strict() -> Table:
    return Table(games=Games([Equations(STRICT)])).shake()


def test_another_league_is_another_value() -> None:
    """Nothing but the Rulebook tells one league from another."""
    table = strict()
    assert table.timer == ("roll-and-goal", 60, "running")
    table.roll(50)
    assert table.timer == ("roll-and-goal", 140, "running")
    table.challenge(60, "B", "impossible").goal(100).tick(400)
    assert table.penalties == [
        ("B", 60, "invalid-challenge"),
        ("B", 230, "time"),
        ("B", 290, "time-again"),
        ("C", 360, "time"),
    ]
    table.at(401, "judge-penalized", player="A", judge="Lee", why="calculator", second_judge="Kim")
    assert table.penalties[-1] == ("A", 401, "conduct")
