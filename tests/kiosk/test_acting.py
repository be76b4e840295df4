"""Acts of judges on their way to the record: once, in order, with their reason, and for all to see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.errors import BadRequest
from tests.kiosk.judged_match import AGLOA, Judged, judged


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Judged]:
    with judged(tmp_path) as made:
        yield made


def test_a_ruling_has_its_judge_its_reason_and_its_rule(match: Judged) -> None:
    match.disputed()
    told = match.ruled(correct=False, id="act-ruling", why="2 times 1 is 2")
    event, note = match.rows()[-2:]
    assert event == (
        "judge:LK",
        "event",
        {"t": event[2]["t"], "event": "judge-ruled", "writer": "A", "correct": False, "judge": "LK"},
    )
    assert note == (
        "judge:LK",
        "note",
        {
            "note": "judge-act",
            "id": "act-ruling",
            "row": match.row - 1,
            "judge": "LK",
            "why": "2 times 1 is 2",
            "cite": note[2]["cite"],
        },
    )
    assert note[2]["cite"]
    assert told == {
        "status": "done",
        "text": "LK rules that Ann's Equation is incorrect.",
        "row": match.row - 1,
        "again": False,
    }
    (shown,) = match.match["judged"]
    assert (shown["judge"], shown["why"], shown["cite"]) == ("LK", "2 times 1 is 2", note[2]["cite"])
    assert shown["text"] == told["text"]


def test_what_is_sent_twice_is_done_once(match: Judged) -> None:
    match.disputed()
    first = match.ruled(correct=False, id="act-ruling")
    rows = match.row
    again = match.ruled(correct=False, id="act-ruling", seen=0)
    assert again == first | {"again": True}
    assert match.row == rows


def test_the_same_at_the_very_same_moment(match: Judged) -> None:
    """A page that sends again while the first is still on its way: both are answered, one is done."""
    match.disputed()
    replies: list[object] = []
    request = {
        "id": "act-ruling",
        "match": match.key,
        "why": "x",
        "seen": match.row,
        "event": {"event": "judge-ruled", "writer": "A", "correct": False},
    }
    rows = match.row
    for _ in range(2):
        match.table.referee.judged(request, "LK", replies.append, "judge:LK")
    match.table.later(1)
    assert [getattr(reply, "status", reply) for reply in replies] == ["done", "done"]
    assert match.row == rows + 2


def test_of_two_judges_at_one_penalty_one_wins(match: Judged) -> None:
    match.late()
    seen = match.row
    assert match.judge({"event": "penalty-approved", "penalty": 1}, seen=seen)["status"] == "done"
    rows = match.row
    told = match.judge({"event": "penalty-refused", "penalty": 1}, judge="BE", seen=seen)
    assert told["status"] == "overtaken"
    assert told["text"] == "LK initials penalty 1. That was 2 s ago, before yours. Yours was not done."
    assert (told["judge"], match.row) == ("LK", rows)
    (penalty,) = match.match["penalties"]
    assert penalty["status"] == "applied"


def test_an_act_at_the_tables_screen_counts_as_well(match: Judged) -> None:
    match.late()
    seen = match.row
    match.table.act({"event": "penalty-approved", "penalty": 1, "judge": "BE"}, by="judge:BE")
    assert match.judge({"event": "penalty-approved", "penalty": 1}, seen=seen)["status"] == "overtaken"
    # Who has seen it, and tries all the same, has the rules' word.
    told = match.judge({"event": "penalty-approved", "penalty": 1}, id="act-late")
    assert (told["status"], told["text"]) == ("refused", "Penalty 1 does not wait for a judge.")
    assert match.judge({"event": "penalty-approved", "penalty": 1}, id="act-late")["text"] == told["text"]


def test_two_at_different_things_do_not_disturb_each_other(match: Judged) -> None:
    match.late()
    seen = match.row
    assert match.judge({"event": "judge-warned", "player": "C"}, judge="BE", seen=seen)["status"] == "done"
    assert match.judge({"event": "penalty-approved", "penalty": 1}, seen=seen)["status"] == "done"


def test_a_reason_stands_in_the_event_where_it_has_a_place(match: Judged) -> None:
    match.goal_set()
    match.judge({"event": "clock-paused", "by": "judge", "why": ""}, why="fire alarm")
    assert match.rows()[-2][2] | {"t": 0} == {"t": 0, "event": "clock-paused", "by": "LK", "why": "fire alarm"}
    (shown,) = match.match["judged"]
    assert (shown["text"], shown["why"]) == ("LK stops the clock: fire alarm", None)


def test_striking_and_letting_it_count_again(match: Judged) -> None:
    match.goal_set()
    match.moved("B", "R2", "required")
    line = len(match.table.referee.record.running()[0].lines)
    told = match.judge({"event": "event-undone", "line": line}, why="it was a slip")
    assert told["text"] == "LK strikes “Ben moves red 2 to Required.”: it was a slip"
    assert match.match["mat"]["required"] == ""
    assert match.judge({"event": "event-undone", "line": line})["text"] == "This has been struck already."
    told = match.judge({"event": "event-undone", "line": line + 1}, why="it was none")
    assert told["text"] == "LK lets it count again: “Ben moves red 2 to Required.”: it was none"
    assert match.match["mat"]["required"] == "R2"


def test_a_remark_changes_nothing_and_is_not_read_out(match: Judged) -> None:
    match.goal_set()
    about = match.row
    before = match.match["mat"]
    match.judge(None, id="act-remark", about=about, why="the seat next to the window")
    assert match.rows()[-1] == (
        "judge:LK",
        "note",
        {
            "note": "judge-note",
            "id": "act-remark",
            "judge": "LK",
            "about": about,
            "text": "the seat next to the window",
        },
    )
    (shown,) = match.match["judged"]
    assert (shown["text"], shown["why"], match.match["mat"]) == ("LK adds a note.", None, before)
    with pytest.raises(BadRequest, match="does not belong to this match"):
        match.judge(None, about=match.row + 1)


def test_a_ruling_on_a_charge_is_read_out_with_its_reason(match: Judged) -> None:
    match.goal_set()
    match.do("illegal-procedure-charged", by="C", against="B", what="he looked")
    match.judge(None, about=match.row, ruling="not-upheld", why="looking is allowed")
    (shown,) = match.match["judged"]
    assert (shown["text"], shown["why"]) == ("LK does not uphold the charge.", "looking is allowed")


def test_of_two_judges_at_one_charge_one_wins(match: Judged) -> None:
    match.goal_set()
    match.do("illegal-procedure-charged", by="C", against="B", what="he looked")
    charge, seen = match.row, match.row
    assert match.judge(None, about=charge, ruling="not-upheld", seen=seen)["status"] == "done"
    rows = match.row
    told = match.judge(None, judge="BE", about=charge, ruling="upheld", seen=seen)
    assert (told["status"], told["judge"], match.row) == ("overtaken", "LK", rows)
    assert told["text"].startswith("LK does not uphold the charge.")
    # A remark about the same row is no ruling, and who has seen the first may say otherwise.
    assert match.judge(None, judge="BE", about=charge, seen=seen)["status"] == "done"
    assert match.judge(None, judge="BE", about=charge, ruling="upheld")["status"] == "done"


def test_a_charge_that_the_referee_upheld_is_struck_by_the_judges_ruling(match: Judged) -> None:
    """One act: what the charge has changed, and what the judge says of it, with one reason."""
    match.goal_set()
    match.moved("B", "R2", "required")
    line, row = len(match.open.past.fold.lines), match.row
    struck = {"event": "event-undone", "line": line}
    told = match.judge(struck, id="act-charge", about=row, ruling="not-upheld", why="he did not lead")
    sentence = "LK does not uphold the charge. LK strikes “Ben moves red 2 to Required.”: he did not lead"
    assert told["text"] == sentence
    assert match.rows()[-1][2] == {
        "note": "judge-act",
        "id": "act-charge",
        "row": match.row - 1,
        "judge": "LK",
        "why": "he did not lead",
        "cite": "",
        "ruling": "not-upheld",
        "about": row,
    }
    assert match.match["judged"][-1]["text"] == sentence
    assert match.judge(None, judge="BE", about=row, ruling="upheld", seen=row)["status"] == "overtaken"
    # A ruling whose event is struck is none any more.
    match.judge({"event": "event-undone", "line": len(match.open.past.fold.lines)})
    assert match.judge(None, judge="BE", about=row, ruling="upheld", seen=row)["status"] == "done"


def test_a_match_that_is_not_played_here_now_is_only_for_looking(match: Judged) -> None:
    match.goal_set()
    rows = match.row
    for other in ("here.1", f"elsewhere.{match.key.rpartition('.')[2]}"):
        told = match.judge({"event": "clock-paused", "by": "judge"}, match=other)
        assert told["status"] == "read-only"
    assert match.row == rows


def test_what_only_the_table_can_say(match: Judged) -> None:
    for event in ({"event": "tick"}, {"event": "outage", "seconds": 1}):
        with pytest.raises(BadRequest, match="nothing that people do"):
            match.judge(event)


def test_two_judges_each_at_his_own_device(tmp_path: Path) -> None:
    with judged(tmp_path, AGLOA) as match:
        match.goal_set()
        point = {"event": "judge-penalized", "player": "B"}
        match.judge(point, id="act-proposal", proposes=True, why="he hit the table")
        assert match.match["penalties"] == []
        with pytest.raises(BadRequest, match="somebody else"):
            match.judge(None, agrees="act-proposal")
        told = match.judge(None, judge="BE", agrees="act-proposal")
        assert told["text"] == "LK and BE take a point from Ben: he hit the table"
        assert match.rows()[-2][2] | {"t": 0} == {
            "t": 0,
            "event": "judge-penalized",
            "player": "B",
            "judge": "LK",
            "why": "he hit the table",
            "second_judge": "BE",
        }
        with pytest.raises(BadRequest, match="nothing of that kind"):
            match.judge(None, judge="AM", agrees="act-proposal")
        (penalty,) = match.match["penalties"]
        assert (penalty["name"], penalty["status"]) == ("Ben", "applied")


def test_a_proposal_is_withdrawn_or_not_agreed_to(tmp_path: Path) -> None:
    with judged(tmp_path, AGLOA) as match:
        match.goal_set()
        for judge in ("LK", "BE"):
            point = {"event": "judge-penalized", "player": "B"}
            match.judge(point, id=f"act-by-{judge}", proposes=True, why="he hit the table")
            told = match.judge(None, judge=judge, declines=f"act-by-{judge}", why="a warning is enough")
            assert told["status"] == "done"
            assert match.rows()[-1][0] == f"judge:{judge}"
            with pytest.raises(BadRequest, match="nothing of that kind"):
                match.judge(None, judge="AM", agrees=f"act-by-{judge}")
            with pytest.raises(BadRequest, match="nothing of that kind"):
                match.judge(None, judge="AM", declines=f"act-by-{judge}")
        assert match.match["penalties"] == []
