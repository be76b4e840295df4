"""A judge's name under what a judge does, and screens as each browser may have them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kiosk.people import Role
from kiosk.web.dress import dress
from tests.kiosk.people.conftest import OTHER_PIN, PIN
from tests.kiosk.web.clients import PHONE, Browser
from tests.kiosk.web.house import APPROVE, INITIALS, House

ACTS = [
    {"event": "penalty-approved", "penalty": 1},
    {"event": "penalty-approved", "penalty": 1, "judge": "LK"},
    {"event": "judge-ruled", "writer": "A", "correct": True, "judge": "ME"},
    {"event": "clock-paused", "by": "judge", "why": ""},
    {"event": "clock-paused", "by": "the headmaster", "why": ""},
    {"event": "reading-corrected", "section": "goal", "is": "R3"},
    {"event": "judge-penalized", "player": "A", "second_judge": "BE"},
]


def proof(house: House, who: str = "lee", pin: str = PIN) -> dict[str, Any]:
    return {"person": getattr(house, who).id, "pin": pin}


@pytest.mark.parametrize("act", ACTS)
def test_what_claims_to_be_a_judges_needs_a_judge(house: House, act: dict[str, Any]) -> None:
    told = house.browser().post("/act", json=act)
    assert (told.status_code, told.get_json()["error"]["code"]) == (401, "judge-needed")
    assert house.table.told == []


def test_name_and_pin_at_the_table_put_the_judge_on_record(house: House) -> None:
    table = house.browser()
    told = table.post("/act", json={"event": "penalty-approved", "penalty": 1, "judge": "ZZ", "sign": proof(house)})
    assert told.status_code == 200
    assert house.table.told == [("act", {"event": "penalty-approved", "penalty": 1, "judge": "LK"})]
    assert house.table.by == ["judge:LK"]
    assert table.session_body()["role"] == "table"  # nobody stays signed in by it


def test_the_clock_is_stopped_in_the_judges_name(house: House) -> None:
    house.browser().post("/act", json={"event": "clock-paused", "by": "judge", "why": "", "sign": proof(house)})
    assert house.table.told == [("act", {"event": "clock-paused", "by": "LK", "why": ""})]


@pytest.mark.parametrize(
    "act", [{"event": "goal-set", "player": "A"}, {"event": "illegal-procedure-charged", "player": "B", "by": "B"}]
)
def test_what_players_do_needs_nobody(house: House, act: dict[str, Any]) -> None:
    assert house.browser().post("/act", json=act).status_code == 200
    assert house.table.told == [("act", act)]
    assert house.table.by == ["screen"]


def test_a_wrong_pin_at_the_table_changes_nothing_and_is_counted(house: House) -> None:
    table = house.browser()
    act = {"event": "penalty-approved", "penalty": 1, "sign": proof(house, pin="111222")}
    assert [table.post("/act", json=act).status_code for _ in range(4)] == [403, 403, 403, 429]
    assert house.table.told == []


@pytest.mark.parametrize("sign", [1, "x", {}, [], {"person": "1", "pin": PIN}])
def test_a_proof_that_is_none_is_a_bad_request(house: House, sign: object) -> None:
    assert house.browser().post("/act", json={"event": "goal-set", "sign": sign}).status_code == 400
    assert house.table.told == []


def test_two_judges_are_two(house: House) -> None:
    table = house.browser()
    act = {"event": "judge-penalized", "player": "A", "judge": "", "second_judge": "x", "sign": proof(house)}
    assert table.post("/act", json=act).get_json()["error"]["code"] == "second-judge-needed"
    same = table.post("/act", json={**act, "second_sign": proof(house)})
    assert (same.status_code, same.get_json()["error"]["code"]) == (403, "same-judge")
    assert house.table.told == []
    assert table.post("/act", json={**act, "second_sign": proof(house, "bo", OTHER_PIN)}).status_code == 200
    assert house.table.told == [
        ("act", {"event": "judge-penalized", "player": "A", "judge": "LK", "second_judge": "BE"})
    ]


def test_a_pad_for_a_second_judge_is_a_proof_too(house: House) -> None:
    both = {
        **APPROVE,
        "event": "judge-penalized",
        "fields": {"player": "A"},
        "then": [{**INITIALS, "field": "second_judge"}],
    }
    house.table.show("moving", actions=[both])
    (shown,) = first_screen(house.browser())["match"]["actions"]
    assert (shown["entry"], shown["then"]) == (None, [])
    act = {"event": "judge-penalized", "player": "A", "sign": proof(house)}
    assert house.browser().post("/act", json=act).get_json()["error"]["code"] == "second-judge-needed"
    signed = {**act, "second_sign": proof(house, "bo", OTHER_PIN)}
    assert house.browser().post("/act", json=signed).status_code == 200
    assert house.table.told[-1][1]["second_judge"] == "BE"


def test_on_a_judges_own_page_the_session_signs(house: House) -> None:
    judge = house.judge()
    assert judge.post("/judge/act", json={"event": "penalty-approved", "penalty": 1, "judge": "BE"}).status_code == 200
    assert house.table.told == [("act", {"event": "penalty-approved", "penalty": 1, "judge": "LK"})]
    assert house.table.by == ["judge:LK"]
    house.organiser().post("/judge/act", json={"event": "clock-paused", "by": "judge", "why": ""})
    assert house.table.by[-1] == "organiser:AM"


def test_a_judges_session_does_not_sign_at_the_tables_screen(house: House) -> None:
    """Whoever stands at a browser that a judge has left signed in is not that judge."""
    told = house.judge().post("/act", json={"event": "penalty-approved", "penalty": 1})
    assert told.status_code == 401
    assert house.table.told == []


def ask(house: House, *, for_judge: bool) -> None:
    house.table.show("question")
    body = dict(house.table.screen().body)
    body["question"] = {**body["question"], "for_judge": for_judge}
    house.table.put(body)


def test_a_question_to_a_judge_is_answered_by_one(house: House) -> None:
    ask(house, for_judge=True)
    answer = {"question": "7", "option": 0}
    assert house.browser().post("/answer", json=answer).get_json()["error"]["code"] == "judge-needed"
    assert house.browser().post("/answer", json={**answer, "sign": proof(house)}).status_code == 200
    assert house.judge().post("/judge/answer", json=answer).status_code == 200
    assert house.table.told == [("answer", answer)] * 2
    assert house.table.by == ["judge:LK"] * 2


def test_a_question_to_everybody_is_answered_by_anybody(house: House) -> None:
    ask(house, for_judge=False)
    assert house.browser().post("/answer", json={"question": "7", "option": 0}).status_code == 200
    assert house.table.by == ["screen"]
    assert house.browser().post("/answer", json={"question": "8", "option": 0}).status_code == 400


@pytest.mark.parametrize("act", ACTS)
def test_without_people_initials_are_taken_as_they_are_typed(open_house: House, act: dict[str, Any]) -> None:
    assert open_house.browser().post("/act", json={**act, "sign": {"person": 1, "pin": PIN}}).status_code == 200
    assert open_house.table.told == [("act", act)]
    assert open_house.table.by == ["screen"]


# -- screens -----------------------------------------------------------------------------------------


def first_screen(browser: Browser, path: str = "/events") -> dict[str, Any]:
    answer = browser.get(path, buffered=False)
    assert answer.status_code == 200
    text = ""
    for chunk in answer.response:
        text += chunk.decode()
        if "event: screen" in text:
            break
    answer.close()
    body: dict[str, Any] = json.loads(text.rpartition("data: ")[2])
    return body


def test_with_people_no_screen_asks_for_initials(house: House) -> None:
    actions = {each["event"]: each for each in first_screen(house.browser())["match"]["actions"]}
    assert actions["penalty-approved"]["entry"] is None
    assert [
        actions["reading-corrected"]["entry"]["field"],
        *(pad["field"] for pad in actions["reading-corrected"]["then"]),
    ] == ["section", "is"]
    assert 'judge"' not in json.dumps(actions["reading-corrected"])


def test_without_people_the_pad_says_that_nobody_checks(open_house: House) -> None:
    screen = first_screen(open_house.browser())
    actions = {each["event"]: each for each in screen["match"]["actions"]}
    assert "sign-in is not set up" in actions["penalty-approved"]["entry"]["label"]
    assert "sign-in is not set up" in actions["reading-corrected"]["then"][-1]["label"]
    assert [notice["part"] for notice in screen["notices"]] == ["sign-in"]  # the house is open to all


def test_who_only_watches_has_no_buttons_and_is_told_why(house: House) -> None:
    screen = first_screen(house.browser(PHONE))
    assert screen["match"]["actions"] == []
    assert screen["games"] == []
    assert "only watches" in screen["notices"][-1]["text"]
    ask(house, for_judge=False)
    assert first_screen(house.browser(PHONE))["question"] is None


def test_a_judges_screen_has_a_judges_actions(house: House) -> None:
    actions = first_screen(house.judge(), "/judge/events")["match"]["actions"]
    assert [(each["event"], each["plain"]) for each in actions] == [
        ("penalty-approved", True),
        ("clock-paused", True),
        ("reading-corrected", False),
    ]


def test_without_a_match_there_is_nothing_to_dress(house: House) -> None:
    house.table.show("start")
    assert first_screen(house.browser(PHONE))["match"] is None
    assert first_screen(house.judge(), "/judge/events")["match"] is None
    body = house.table.screen().body
    assert dress(body, role=Role.TABLE, set_up=True) == body
    assert dress(body, role=Role.TABLE, set_up=False, broken=True)["notices"][0]["part"] == "sign-in"


def test_a_judges_stream_ends_with_the_session(house: House) -> None:
    answer = house.judge().get("/judge/events", buffered=False)
    stream = iter(answer.response)
    assert b"event: table" in next(stream)
    assert b"event: screen" in next(stream)
    house.gate.persons.remove(house.lee)
    house.table.show("rolling")
    assert list(stream) == []
    answer.close()
