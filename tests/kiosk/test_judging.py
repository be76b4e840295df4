"""An act as a judge's page sends it, and what the rows of a journal say of acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kiosk.journal import Journal
from kiosk.judging import LONGEST_WHY, event_of, fits, read_act, subject
from kiosk.record import Record
from rules.equations.game import MLAG
from rules.errors import BadRequest
from rules.games import GAMES
from tests.kiosk.judged_match import judged

GOOD: dict[str, Any] = {"id": "act-00000001", "match": "here.2", "why": " glare \n on it ", "seen": 4}
RULED = {"event": "judge-ruled", "writer": "A", "correct": True}


def test_an_act_is_read() -> None:
    act = read_act(GOOD | {"event": RULED}, "LK")
    assert (act.id, act.match, act.judge, act.why, act.seen, act.event) == (
        "act-00000001",
        "here.2",
        "LK",
        "glare on it",
        4,
        RULED,
    )


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"id": None}, "an act needs an id"),
        ({"id": "x" * 65}, "an act needs an id"),
        ({"id": "a b c d e f"}, "an act needs an id"),
        ({"match": 2}, "needs the match"),
        ({"why": "  "}, "please give a reason"),
        ({"why": None}, "please give a reason"),
        ({"why": "x" * (LONGEST_WHY + 1)}, f"at most {LONGEST_WHY} characters"),
        ({"event": "judge-ruled"}, "event must be an object"),
        ({"seen": -1}, "seen must be the number of a row"),
        ({"seen": True}, "seen must be the number of a row"),
        ({"about": "3"}, "about must be the number of a row"),
        ({"agrees": 3}, "agrees must be"),
        ({"ruling": "maybe"}, "a charge is upheld or not-upheld"),
        ({"ruling": "upheld"}, "needs the row of the charge"),
        ({"declines": 3}, "declines must be"),
        ({"declines": "act-1", "agrees": "act-1"}, "declines must be"),
        ({"declines": "act-1", "event": RULED}, "declines must be"),
    ],
)
def test_bad_acts_are_answered_in_words(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        read_act(GOOD | wrong, "LK")


def test_judge_and_reason_go_where_the_event_has_places_for_them() -> None:
    def made(**event: Any) -> dict[str, Any]:
        act = read_act(GOOD | {"event": event}, "LK")
        found = event_of(act, MLAG.vocabulary, ("A", "B"))
        return {name: getattr(found, name) for name in found.__struct_fields__}

    assert made(**RULED, judge="BE") == {"writer": "A", "correct": True, "judge": "LK"}
    assert made(event="clock-paused", by="judge", why="") == {"by": "LK", "why": "glare on it"}
    assert made(event="illegal-procedure-charged", by="B", against="A", what="x")["by"] == "B"
    assert made(event="judge-penalized", player="A", why="x", second_judge="BE")["second_judge"] is None
    with pytest.raises(BadRequest, match="there is no event"):
        made(event="judge-danced")


def test_what_an_event_is_about() -> None:
    def about(**fields: Any) -> Any:
        return subject(MLAG.vocabulary.event(fields))

    approved = about(event="penalty-approved", penalty=1, judge="LK")
    assert approved == about(event="penalty-refused", penalty=1, judge="BE") == (("penalty", 1),)
    assert about(event="clock-paused", by="LK", why="x") == (("event", "clock-paused"),)
    assert about(event="judge-ruled", **{k: v for k, v in RULED.items() if k != "event"}, judge="LK") == (
        ("writer", "A"),
    )


def test_an_offer_fits_what_it_could_have_led_to() -> None:
    asked = [("player", ("A", "B")), ("why", ("noise",))]
    assert fits({}, asked, {"player": "A", "why": "whatever"})
    assert not fits({}, asked, {"player": "C"})
    assert fits({"by": "judge", "n": 1}, [], {"by": "LK", "n": 1})
    assert not fits({"n": 1}, [], {"n": 2})


def test_what_judges_have_done_is_folded_from_the_rows(tmp_path: Path) -> None:
    """A table that was off knows every act again: sent once more, it is not done once more."""
    with judged(tmp_path) as match:
        match.disputed()
        match.ruled(correct=False, id="act-ruling")
        match.ruled(correct=True, id="act-again")
        match.judge(None, id="act-remark", about=match.row, why="seen from the left")
        match.judge({"event": "judge-warned", "player": "C"}, id="act-proposal", proposes=True)
        match.judge(None, id="act-declined", declines="act-proposal")
        before = match.table.referee.record.acts
    clock = match.table.clock
    journal = Journal(tmp_path, clock)
    try:
        record = Record(journal, GAMES, clock)
        record.reopen()
        assert record.acts == before
        assert set(record.acts.done) == {"act-ruling", "act-again", "act-remark", "act-proposal", "act-declined"}
        assert record.acts.proposals == {}
    finally:
        journal.close()
