"""What a judge does from his own page, as requests: who may, what the adjudicator says, what is taken and what not."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kiosk.bounded import Bounded, Busy
from kiosk.people import Gate, Role, Store
from kiosk.web import create_app
from kiosk.web.place import Place
from tests.kiosk.judged_match import AGLOA, MLAG, Judged
from tests.kiosk.people.conftest import OTHER_PIN, PIN, QUICK
from tests.kiosk.web.clients import HOME, PHONE, Browser, browser

LOOKS = ("/judge/desk", "/judge/finding?writer=A", "/judge/undoing?line=2", "/judge/done?id=act-ruling")


def never(_: Mapping[str, Any]) -> dict[str, Any]:
    time.sleep(60)
    return {}


class Court:
    """A match with a dispute, and the browsers of those around it."""

    def __init__(self, folder: Path, *options: str, **app: Any) -> None:
        self.match = Judged(folder, *options)
        gate = Gate(Store(None, lambda: 1_800_000_000.0), QUICK)
        self.lee = gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
        self.bo = gate.persons.add("Bo Ek", Role.JUDGE, pin=OTHER_PIN)
        self.app = create_app(self.match.table, people=gate, place=Place("0.0.0.0", 8000), **app)
        self.judge = self.browser(PHONE)
        assert self.judge.sign_in(self.lee.id, PIN).status_code == 200

    def browser(self, address: str) -> Browser:
        return browser(self.app, address)

    def act(self, event: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
        """What a page would send."""
        return {
            "id": "act-ruling",
            "match": self.match.key,
            "why": "because",
            "seen": self.match.row,
            "event": event,
        } | more

    def close(self) -> None:
        self.match.close()


@pytest.fixture
def court(tmp_path: Path) -> Iterator[Court]:
    made = Court(tmp_path)
    yield made
    made.close()


def test_a_players_browser_reaches_none_of_it(court: Court) -> None:
    court.match.disputed()
    for address in (HOME, PHONE):
        player = court.browser(address)
        assert {player.get(path).status_code for path in LOOKS} == {401}
        assert player.post("/judge/do", json=court.act({"event": "clock-paused", "by": "judge"})).status_code == 401
    assert {court.judge.get(path).status_code for path in LOOKS} == {200}


def test_nobody_keeps_what_was_looked_at(court: Court) -> None:
    court.match.disputed()
    assert {court.judge.get(path).headers["Cache-Control"] for path in LOOKS} == {"no-store"}


@pytest.mark.parametrize(("equation", "verdict"), [("2x3=6", "correct"), ("2x1=6", "incorrect")])
def test_the_adjudicators_finding(court: Court, equation: str, verdict: str) -> None:
    court.match.disputed(equation)
    told = court.judge.get("/judge/finding?writer=A").get_json()
    assert told["finding"]["verdict"] == verdict
    assert [reason["code"] for reason in told["finding"]["reasons"]] == (
        ["not-equal"] if verdict == "incorrect" else []
    )
    assert told["asked"]["equation"] == equation
    assert court.judge.get("/judge/finding?writer=B").status_code == 404


def test_a_finding_that_takes_too_long_is_none(tmp_path: Path) -> None:
    court = Court(tmp_path, ask_as_played=never, limit_s=0.2)
    try:
        court.match.disputed()
        told = court.judge.get("/judge/finding?writer=A").get_json()
        assert told["finding"] is None
        assert "says nothing about it" in told["none"]
    finally:
        court.close()


def test_the_adjudicator_is_ready_once_papers_lie_on_the_table(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    started = threading.Event()
    monkeypatch.setattr(Bounded, "warm", lambda _: started.set())
    court.match.goal_set()
    court.judge.get("/judge/desk")
    assert not started.is_set()
    court.match.moved("B", "R2", "required")
    court.match.moved("C", "Bx", "required")
    court.match.do("challenge-stated", player="A", challenge="now")
    court.match.do("third-party-decided", player="B", presents=False)
    court.match.do("equation-presented", player="A", equation="2x3=6")
    court.judge.get("/judge/desk")
    assert started.wait(10)


def test_a_busy_adjudicator_is_asked_again(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> dict[str, Any]:
        raise Busy

    monkeypatch.setattr(Bounded, "ask", busy)
    court.match.disputed()
    told = court.judge.get("/judge/finding?writer=A").get_json()
    assert (told["finding"], told["again"]) == (None, True)


def test_an_act_is_signed_by_the_session_and_done_once(court: Court) -> None:
    court.match.disputed()
    act = court.act({"event": "judge-ruled", "writer": "A", "correct": False, "judge": "BE"}, second="AM")
    told = [court.judge.post("/judge/do", json=act).get_json() for _ in range(2)]
    assert [(each["status"], each["again"]) for each in told] == [("done", False), ("done", True)]
    rulings = [row for row in court.match.rows() if row[2].get("event") == "judge-ruled"]
    assert [(actor, body["judge"]) for actor, _, body in rulings] == [("judge:LK", "LK")]
    assert court.judge.get("/judge/done?id=act-ruling").get_json() == {
        "known": True,
        "row": told[0]["row"],
        "refusal": None,
    }
    assert court.judge.get("/judge/done?id=act-other").get_json() == {"known": False}


@pytest.mark.parametrize(
    "wrong",
    [{"why": ""}, {"why": "x" * 500}, {"id": "x"}, {"event": 3}, {"seen": "new"}, {"event": {"event": "tick"}}],
)
def test_bad_acts_change_nothing(court: Court, wrong: dict[str, Any]) -> None:
    court.match.disputed()
    rows = court.match.row
    told = court.judge.post("/judge/do", json=court.act({"event": "clock-paused", "by": "judge"}) | wrong)
    assert (told.status_code, court.match.row) == (400, rows)


def test_a_line_that_is_no_number(court: Court) -> None:
    assert court.judge.get("/judge/undoing?line=x").status_code == 400
    assert court.judge.get("/judge/undoing?line=99").status_code == 400


def test_before_the_first_match_the_desk_is_empty(tmp_path: Path) -> None:
    from tests.kiosk.web.house import House

    house = House(tmp_path)
    try:
        assert house.judge().get("/judge/desk").get_json() == {"match": None}
        assert house.judge().get("/judge/undoing?line=2").status_code == 404
    finally:
        house.close()


def test_a_second_judge_proves_himself_where_the_rule_wants_two(tmp_path: Path) -> None:
    court = Court(tmp_path, AGLOA)
    try:
        court.match.goal_set()
        point = court.act({"event": "judge-penalized", "player": "B"})
        told = court.judge.post("/judge/do", json=point)
        assert (told.status_code, told.get_json()["error"]["code"]) == (401, "second-judge-needed")
        same = court.judge.post("/judge/do", json=point | {"second_sign": {"person": court.lee.id, "pin": PIN}})
        assert (same.status_code, same.get_json()["error"]["code"]) == (403, "same-judge")
        bo = {"person": court.bo.id, "pin": OTHER_PIN}
        told = court.judge.post("/judge/do", json=point | {"second_sign": bo})
        assert told.get_json()["text"] == "LK and BE take a point from Ben: because"
        # Who was warned needs no second judge.
        warned = court.act({"event": "judge-warned", "player": "C"}, id="act-warned")
        assert court.judge.post("/judge/do", json=warned).get_json()["status"] == "done"
        alone = court.act({"event": "judge-penalized", "player": "C"}, id="act-alone")
        assert court.judge.post("/judge/do", json=alone).get_json()["status"] == "done"
    finally:
        court.close()


def test_where_the_rule_knows_no_second_judge_a_warning_comes_first(court: Court) -> None:
    assert court.match.table.referee.record.running()[0].game.ruleset == MLAG
    court.match.goal_set()
    told = court.judge.post("/judge/do", json=court.act({"event": "judge-penalized", "player": "B"})).get_json()
    assert told["status"] == "refused"
    assert "warn" in told["text"]


def test_the_second_judge_agrees_on_his_own_device(tmp_path: Path) -> None:
    court = Court(tmp_path, AGLOA)
    try:
        court.match.goal_set()
        other = court.browser(PHONE)
        assert other.sign_in(court.bo.id, OTHER_PIN).status_code == 200
        point = court.act({"event": "judge-penalized", "player": "B"}, proposes=True)
        assert court.judge.post("/judge/do", json=point).get_json()["status"] == "done"
        (proposal,) = other.get("/judge/desk").get_json()["proposals"]
        agreed = court.act(None, id="act-agreed", agrees=proposal["id"])
        assert court.judge.post("/judge/do", json=agreed).status_code == 400
        assert other.post("/judge/do", json=agreed).get_json()["text"] == "LK and BE take a point from Ben: because"
        assert other.get("/judge/desk").get_json()["proposals"] == []
    finally:
        court.close()
