"""The judge's desk: what can be ruled on, with the story of each thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.evidence import CLIP_KEPT
from kiosk.judging_desk import Desk, struck_or_not
from kiosk.questions import note_text
from tests.kiosk.judged_match import AGLOA, Judged, judged


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Judged]:
    with judged(tmp_path) as made:
        yield made


def desk(match: Judged) -> dict[str, Any]:
    return Desk(match.open).body()


def test_a_disputed_equation_with_all_that_was_said(match: Judged) -> None:
    match.disputed()
    body = desk(match)
    (equation,) = body["equations"]
    assert (equation["name"], equation["text"], equation["disputed"]) == ("Ann", "2x1=6", True)
    assert equation["story"] == "Ann challenged Now against Cy"
    assert equation["said"] == [{"name": "Ben", "accepted": False, "reason": "The two sides are not equal"}]
    assert equation["mat"]["goal"] == "G6"
    assert [action["fields"] for action in equation["actions"]] == [
        {"writer": "A", "correct": True},
        {"writer": "A", "correct": False},
    ]
    assert (body["match"], body["row"]) == (match.key, match.row)
    match.ruled(correct=True)
    (equation,) = desk(match)["equations"]
    assert (equation["disputed"], equation["found"]) == (False, "Correct")


def test_a_penalty_tells_its_deadline(match: Judged) -> None:
    match.late()
    (penalty,) = desk(match)["penalties"]
    assert (penalty["name"], penalty["points"], penalty["why"]) == ("Ben", -1, "over time")
    story = penalty["story"]
    assert (story["task"], story["limit_ms"]) == ("First turn", 120_000)
    assert story["deadline_ms"] == story["start_ms"] + 120_000
    assert penalty["t_ms"] == story["deadline_ms"] + 10_000
    assert (story["done_ms"], penalty["clip"]) == (None, None), "the extra minute still runs"
    match.moved("B", "R2", "required")
    match.table.journal.append("table", "note", note_text(CLIP_KEPT, reason="x", t=penalty["t_ms"] - 900, clip="c1"))
    match.table.journal.append("table", "note", note_text(CLIP_KEPT, reason="x", t=penalty["t_ms"] + 100, clip="c2"))
    match.table.journal.append("table", "note", note_text(CLIP_KEPT, reason="x", t=penalty["t_ms"] + 9000, clip="c3"))
    (penalty,) = desk(match)["penalties"]
    assert penalty["clip"] == "c2", "the nearest"
    assert penalty["story"]["done_ms"] is not None
    match.judge({"event": "penalty-approved", "penalty": 1})
    assert desk(match)["penalties"] == []


def test_a_penalty_that_no_deadline_brought_has_no_story(tmp_path: Path) -> None:
    with judged(tmp_path, AGLOA, "elementary") as match:
        match.goal_set()
        match.do("challenge-stated", player="A", challenge="now")  # against himself, and with too little on the mat
        (penalty,) = desk(match)["penalties"]
        assert (penalty["name"], penalty["story"]) == ("Ann", None)


def test_a_charge_has_its_moves_and_who_led(tmp_path: Path) -> None:
    with judged(tmp_path, AGLOA) as match:
        match.until_checked("2x3=6")
        for by in "BC":
            match.do("equation-checked", writer="A", by=by, accepted=True)
        assert desk(match)["charges"] == []
        match.do("shake-started")
        match.goal_set_again("B")
        match.do("bonus-called", player="C")
        match.moved("C", "K7", "forbidden")
        match.moved("C", "R2", "required")
        match.do("bonus-called", player="A")
        match.moved("A", "K8", "forbidden")
        match.moved("A", "R3", "required")
        assert [action["fields"]["against"] for action in desk(match)["charge"]] == ["A", "A"]
        match.do("illegal-procedure-charged", by="B", against="A", what="bonus-in-lead")
        (charge,) = desk(match)["charges"]
        assert charge["told"] == "Ben charges Ann with illegal procedure: bonus move in the lead"
        assert charge["upheld"] is True
        assert charge["said"]["code"] == "upheld"
        assert charge["said"]["text"].startswith("The charge is upheld: Ann leads"), "with names"
        assert [move["told"] for move in charge["moves"]] == [
            "Ann: “Bonus!”",
            "Ann moves black 8 to Forbidden.",
            "Ann moves red 3 to Required.",
        ]
        assert [(seat["name"], seat["leads"]) for seat in charge["seats"]] == [
            ("Ann", True),
            ("Ben", False),
            ("Cy", False),
        ]
        match.judge(None, about=charge["row"], ruling="not-upheld", why="she did not lead")
        (charge,) = desk(match)["charges"]
        assert charge["ruled"] == {
            "row": match.row,
            "ruling": "not-upheld",
            "judge": "LK",
            "why": "she did not lead",
        }
        struck = {"event": "event-undone", "line": charge["moves"][-1]["line"]}
        match.judge(struck, judge="BE", about=charge["row"], ruling="upheld", why="I saw it")
        (charge,) = desk(match)["charges"]
        assert (charge["ruled"]["ruling"], charge["ruled"]["judge"], charge["ruled"]["why"]) == (
            "upheld",
            "BE",
            "I saw it",
        )


def test_what_else_can_be_done(match: Judged) -> None:
    match.goal_set()
    body = desk(match)
    assert [action["event"] for action in body["clock"]] == ["clock-paused"]
    assert [action["event"] for action in body["conduct"]] == ["judge-warned"]
    assert [action["event"] for action in body["rest"]] == ["player-absent"]
    assert body["correction"]["event"] == "reading-corrected"
    assert (body["equations"], body["penalties"], body["charges"], body["proposals"]) == ([], [], [], [])


def test_what_waits_for_a_second_judge(tmp_path: Path) -> None:
    with judged(tmp_path, AGLOA) as match:
        match.goal_set()
        match.judge(
            {"event": "judge-penalized", "player": "B"}, id="act-proposal", proposes=True, why="he hit the table"
        )
        (proposal,) = desk(match)["proposals"]
        assert (proposal["id"], proposal["judge"]) == ("act-proposal", "LK")
        assert proposal["told"] == "LK takes a point from Ben: he hit the table"


def test_what_can_be_struck(match: Judged) -> None:
    match.goal_set()
    match.moved("B", "R2", "required")
    match.moved("B", "R3", "required")  # not his turn: refused
    lines = len(match.open.past.fold.lines)
    assert struck_or_not(match.open, 1) == "first"
    assert struck_or_not(match.open, lines) == "nothing"
    assert struck_or_not(match.open, lines - 1) is None
    assert struck_or_not(match.open, lines + 1) == "no-line"
    match.judge({"event": "event-undone", "line": lines - 1})
    assert struck_or_not(match.open, lines - 1) == "struck"
    assert struck_or_not(match.open, lines + 1) is None, "a striking can be struck"


def test_who_has_called_a_judge(match: Judged) -> None:
    match.goal_set()
    assert desk(match)["called"] is None
    match.do("judge-called", player="B")
    called = desk(match)["called"]
    assert (called["told"], called["row"]) == ("Ben calls a judge.", match.row)
    match.judge(None, why="I am here")
    assert desk(match)["called"] is None, "a judge has come"
    match.do("judge-called")
    assert desk(match)["called"]["told"] == "A judge is called."


def test_each_thing_says_where_it_stands_in_the_journal(match: Judged) -> None:
    def event(row: int) -> str:
        return str(next(each.data["event"] for each in match.open.past.rows if each.seq == row))

    match.late()
    match.moved("B", "R2", "required")
    (penalty,) = desk(match)["penalties"]
    assert event(penalty["row"]) == "tick"
    match.moved("C", "Bx", "required")
    match.do("challenge-stated", player="A", challenge="now")
    match.do("third-party-decided", player="B", presents=False)
    match.do("equation-presented", player="A", equation="2x3=6")
    (equation,) = desk(match)["equations"]
    assert event(equation["row"]) == "equation-presented"


def test_what_the_camera_saw_last(match: Judged) -> None:
    match.goal_set()
    assert desk(match)["seen"] is None
    name = "0" * 64
    match.table.journal.append("camera", "note", note_text("x"), snapshots=(name,))
    assert desk(match)["seen"] == {"snapshot": name, "cubes": []}, "nothing was read from it"
