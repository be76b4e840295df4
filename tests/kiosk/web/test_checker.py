"""The adjudicator's page: questions, answers in every shape, and the seal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from kiosk.web import create_app
from kiosk.web.checker import JUDGING, seal
from rules.equations.state import Phase
from tests.kiosk.web.asks import scripted
from tests.kiosk.web.clients import browser
from tests.kiosk.web.fake_table import BASICS, SCREENS, FakeScreen, FakeTable

TERMS = {"ruleset": BASICS, "division": "middle", "variations": []}
OPEN_SCREENS = ("start", "match-over")
SEALED_SCREENS = tuple(name for name in SCREENS if name not in OPEN_SCREENS)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FakeTable, Flask]]:
    """One table for all these tests, so that its process need not be started for each."""
    table = FakeTable(tmp_path_factory.mktemp("table"))
    yield table, create_app(table, ask=scripted, limit_s=30)
    table.close()


@pytest.fixture
def table(checked: tuple[FakeTable, Flask]) -> FakeTable:
    checked[0].show("start")
    return checked[0]


@pytest.fixture
def client(checked: tuple[FakeTable, Flask], table: FakeTable) -> FlaskClient:
    return browser(checked[1])


def ask(client: FlaskClient, **request: Any) -> Any:
    return client.post("/check/ask", json=TERMS | {"kind": "equation"} | request)


# -- answers -----------------------------------------------------------------------------------------------


def test_the_page_is_there(client: FlaskClient) -> None:
    page = client.get("/check", headers={"Accept": "text/html"})
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert 'src="/static/js/check.js"' in page.text
    assert "<style" not in page.text
    assert " style=" not in page.text
    assert page.text.count("<script") == page.text.count('<script type="module" src="/static/js/') == 1


def test_a_question_is_handed_on_without_its_id_and_its_answer_given_back(client: FlaskClient) -> None:
    answer = ask(client, id=7, equation="3x5=15", challenge="now")
    assert answer.status_code == 200
    heard = TERMS | {"kind": "equation", "equation": "3x5=15", "challenge": "now"}
    assert answer.json == {"verdict": "correct", "reasons": [], "heard": heard}


def test_a_bad_request_is_said_in_the_words_of_the_rules(client: FlaskClient) -> None:
    answer = ask(client, equation="bad")
    assert answer.status_code == 400
    assert answer.json == {"error": {"code": "bad-request", "text": "there is no division 'upper'"}}


def test_a_bad_request_points_at_its_character(client: FlaskClient) -> None:
    answer = ask(client, equation="pointing")
    assert answer.status_code == 400
    assert answer.json == {"error": {"code": "bad-request", "text": "this sign means nothing", "at": 3}}


def test_what_is_not_built_says_so_and_is_no_verdict(client: FlaskClient) -> None:
    answer = ask(client, equation="not-built")
    assert answer.status_code == 501
    assert answer.json == {"error": {"code": "not-built", "text": "the value is irrational"}}


def test_what_takes_too_long_gets_no_verdict(tmp_path: Path) -> None:
    app = create_app(FakeTable(tmp_path), ask=scripted, limit_s=3)
    answer = ask(browser(app), equation="slow")
    assert answer.status_code == 503
    assert answer.json["error"]["code"] == "too-long"
    assert "says nothing" in answer.json["error"]["text"]
    assert "verdict" not in answer.json
    assert ask(browser(app), equation="fine").json["verdict"] == "correct"


def test_a_bug_of_the_rules_is_logged_and_no_traceback_is_shown(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = ask(client, equation="bug")
    assert answer.status_code == 500
    assert answer.json["error"]["code"] == "internal"
    assert "secret" not in answer.text
    assert "secret detail" in caplog.text


@pytest.mark.parametrize("body", [b"", b"[]", b"nonsense", b"\xff", b"null"])
def test_a_body_that_is_no_object_is_a_bad_request(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/check/ask", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "bad-request")


def test_another_sites_page_cannot_ask(client: FlaskClient) -> None:
    answer = client.post("/check/ask", json=TERMS, headers={"Origin": "http://evil.example"})
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "other-origin")


# -- the real rules ------------------------------------------------------------------------------------------


@pytest.fixture
def real(tmp_path: Path) -> FlaskClient:
    return browser(create_app(FakeTable(tmp_path)))


def test_the_default_is_the_adjudicator_of_the_rules(real: FlaskClient) -> None:
    right = ask(real, equation="(3x2)+1=7")
    assert (right.status_code, right.json["verdict"], right.json["reasons"]) == (200, "correct", [])
    assert (right.json["solution_value"], right.json["goal_value"]) == ("7", "7")
    wrong = ask(real, equation="(3x2)+2=7").json
    assert wrong["verdict"] == "incorrect"
    assert [reason["code"] for reason in wrong["reasons"]] == ["not-equal"]
    assert wrong["reasons"][0]["cite"]
    value = ask(real, kind="expression", where="solution", text="(3+4)÷2").json
    assert (value["legal"], value["values"]) == (True, ["7/2"])
    assert ask(real, division="upper", equation="1+2=3").status_code == 400
    assert ask(real, ruleset="chess", equation="1+2=3").status_code == 400


def test_what_the_form_offers_can_be_asked(real: FlaskClient) -> None:
    offered = real.get("/check/choices").json
    assert BASICS in [ruleset["ruleset"] for ruleset in offered["rulesets"]]
    for ruleset in offered["rulesets"]:
        assert ruleset["title"]
        for division in ruleset["divisions"]:
            chosen = [
                {"name": each["name"], each["field"]: each["options"][0]} if each["options"] else each["name"]
                for each in division["variations"]
            ]
            for variations in ([], *([each] for each in chosen)):
                terms = {"ruleset": ruleset["ruleset"], "division": division["division"], "variations": variations}
                answer = ask(real, **terms, equation="1+2=3")
                assert answer.status_code == 200, terms
                assert answer.json["verdict"] in ("correct", "incorrect"), terms
    assert [kind["letter"] for kind in offered["kit"]] == ["R", "B", "G", "K"]
    assert offered["aliases"]["*"] == "^"


def test_another_house_may_offer_something_else(tmp_path: Path) -> None:
    app = create_app(FakeTable(tmp_path), choices=lambda: {"rulesets": [], "kit": [], "aliases": {}})
    assert browser(app).get("/check/choices").json == {"rulesets": [], "kit": [], "aliases": {}}


# -- the seal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SEALED_SCREENS)
def test_while_a_match_is_running_nothing_is_found_out_here(client: FlaskClient, table: FakeTable, screen: str) -> None:
    table.show(screen)
    page = client.get("/check", headers={"Accept": "text/html"})
    assert page.status_code == 423
    assert "Sealed for now" in page.text
    assert "check.js" not in page.text
    answer = ask(client, equation="3x5=15")
    assert answer.status_code == 423
    assert answer.json["error"]["code"] == "sealed"
    assert "verdict" not in answer.text
    assert client.get("/check/seal").json["sealed"] == answer.json["error"]["text"]


@pytest.mark.parametrize("screen", OPEN_SCREENS)
def test_between_matches_it_is_open(client: FlaskClient, table: FakeTable, screen: str) -> None:
    table.show(screen)
    assert client.get("/check", headers={"Accept": "text/html"}).status_code == 200
    assert ask(client, equation="3x5=15").json["verdict"] == "correct"
    sealed = client.get("/check/seal")
    assert sealed.json == {"sealed": None}
    assert sealed.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("equation", ["3x5=15", "not-built", "bad"])
def test_a_match_that_begins_while_the_adjudicator_thinks_keeps_its_answer_back(
    client: FlaskClient, table: FakeTable, monkeypatch: pytest.MonkeyPatch, equation: str
) -> None:
    screens: Iterator[FakeScreen] = iter([table.screen(), FakeScreen(9, {"match": {"phase": "moving", "over": False}})])
    monkeypatch.setattr(table, "screen", lambda: next(screens))
    answer = ask(client, equation=equation)
    assert (answer.status_code, answer.json["error"]["code"]) == (423, "sealed")


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("phase", [*(phase.value for phase in Phase), "racing"])
def test_the_rule_of_the_seal(phase: str, over: bool) -> None:
    why = seal({"phase": phase, "over": over})
    assert (why is None) == (over and phase not in JUDGING)
    assert (why is not None and "judged" in why) == (phase in JUDGING)


def test_without_a_match_there_is_no_seal() -> None:
    assert seal(None) is None


def test_the_phases_of_judging_are_phases_of_the_game() -> None:
    assert {phase.value for phase in Phase} >= JUDGING
    assert {"challenge-called", "writing", "last-cube", "checking"} == JUDGING
