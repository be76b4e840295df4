"""A view as JSON, and what the referee said between two of them."""

from __future__ import annotations

from typing import Any

from rules.outcome import outcome, said
from tests.rules.equations.playing import Table, checking, moving, writing


def between(table: Table, t: float, event: str, **fields: Any) -> list[dict[str, Any]]:
    before = table.view
    return said(before, table.at(t, event, **fields).view, table.fold.game.words)


def test_an_event_that_brings_nothing_says_nothing() -> None:
    assert between(moving(), 30, "tick") == []


def test_a_refusal() -> None:
    (ruling,) = between(moving(), 30, "block-returned")
    assert (ruling["code"], ruling["t"], ruling["refuses"]) == ("not-now", 30, True)
    assert ruling["text"].endswith(".")


def test_a_penalty_and_its_points() -> None:
    penalty, gained = between(moving(), 151, "tick")
    assert penalty == {
        "penalty": {
            "n": 1,
            "t": 150,
            "player": "B",
            "points": -1,
            "why": "time",
            "cite": "XI-A-1-b",
            "status": "applied",
            "initials": None,
            "shake": 1,
        },
        "refuses": False,
    }
    assert gained == {"gained": {"B": -1}, "refuses": False}


def test_a_judge_initials_a_penalty() -> None:
    table = moving("middle").tick(151)
    penalty, gained = between(table, 160, "penalty-approved", penalty=1, judge="LK")
    assert (penalty["penalty"]["status"], penalty["penalty"]["initials"]) == ("applied", "LK")
    assert gained["gained"] == {"B": -1}


def test_the_end_of_a_shake_and_a_judge_who_changes_it() -> None:
    table = checking().check(95, "A", "B", accepted=True)
    shake, gained = between(table, 96, "equation-checked", writer="A", by="C", accepted=True)
    assert shake["shake"] == {
        "number": 1,
        "goal_setter": "A",
        "how": "A challenged Now against C",
        "scores": {"A": 6, "B": 2, "C": 2},
        "penalties": {"A": 0, "B": 0, "C": 0},
    }
    assert gained["gained"] == {"A": 6, "B": 2, "C": 2}
    shake, gained = between(table, 97, "judge-ruled", writer="A", correct=False, judge="LK")
    assert shake["shake"]["scores"]["A"] == 2
    assert gained["gained"]["A"] == -4


def test_what_an_undone_line_strikes() -> None:
    table = moving().tick(151).at(152, "judge-warned", player="C", judge="LK", why="humming")
    table.at(153, "judge-penalized", player="C", judge="LK", why="humming")
    struck, gained = between(table, 154, "event-undone", line=7, judge="LK", why="wrong child")
    assert struck == {"struck": {"penalties": 1, "shakes": 0}, "refuses": False}
    assert gained["gained"] == {"C": 1}


def test_the_end_of_the_match() -> None:
    table = writing().third(60, "B", presents=False).present(70, "A", None)
    (points,) = between(table, 80, "round-time-called")
    assert set(points["match_points"]) == {"A", "B", "C"}
    assert outcome(table.view, table.fold.game.words)["match_points"] == points["match_points"]


def test_without_a_mat_there_is_none() -> None:
    assert outcome(Table().view, Table().fold.game.words)["mat"] is None
