"""Who is asking: parts, tokens, cookies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Blueprint

from kiosk.people.sessions import IDLE_HERE_S, IDLE_S
from kiosk.web.access import NEEDS, TOKEN
from tests.kiosk.people.conftest import PIN
from tests.kiosk.web.clients import HOME, PHONE, Browser
from tests.kiosk.web.house import House

JUDGES = ("/judge", "/judge/events")


def codes(house: House, browser: Browser) -> dict[str, int]:
    """What this browser is answered at every place that changes something."""
    rules = [rule for rule in house.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    return {rule.rule: browser.post(rule.rule, json={"event": "tick", "do": "roll"}).status_code for rule in rules}


def test_every_part_of_the_pages_says_whom_it_is_for(house: House) -> None:
    blueprints = {rule.endpoint.rpartition(".")[0] or None for rule in house.app.url_map.iter_rules()}
    assert blueprints <= set(NEEDS)


def test_a_page_that_no_list_knows_is_for_organisers(house: House) -> None:
    pages = Blueprint("other", __name__)
    pages.add_url_rule("/newer", "newer", lambda: "secret")
    house.app.register_blueprint(pages)
    assert [browser.get("/newer").status_code for browser in (house.browser(), house.judge(), house.organiser())] == [
        401,
        403,
        200,
    ]


@pytest.mark.parametrize(("address", "role"), [(HOME, "table"), ("::1", "table"), (PHONE, "view"), ("", "view")])
def test_the_tables_own_machine_is_the_table_others_watch(house: House, address: str, role: str) -> None:
    assert house.browser(address).session_body()["role"] == role


def test_a_phone_that_only_watches_presses_no_button(house: House) -> None:
    assert house.table.simulation is not None
    phone = house.browser(PHONE)
    told = codes(house, phone)
    assert {path for path, code in told.items() if code == 403} >= {"/act", "/begin", "/answer", "/simulator/do"}
    assert {path for path, code in told.items() if code == 401} >= {"/judge/act", "/judge/answer", "/codes"}
    assert (house.table.told, house.table.simulation.done) == ([], [])
    assert phone.get("/").status_code == phone.get("/scoresheet").status_code - 204 == 200


def test_without_people_everybody_may_and_is_told_so(open_house: House) -> None:
    phone = open_house.browser(PHONE)
    assert phone.session_body()["role"] == "table"
    assert phone.post("/act", json={"event": "tick"}).status_code == 200
    assert phone.post("/sign-in", json={"person": 1, "pin": PIN}).status_code == 403
    # but the hardware is for who stands at it
    assert (open_house.browser().get("/parts").status_code, phone.get("/parts").status_code) == (200, 403)
    answer = phone.get("/judge", headers={"Accept": "text/html"})
    assert answer.status_code == 403
    assert "tablejudge people add" in answer.text


def test_when_the_list_is_broken_other_machines_watch_and_the_table_plays_on(tmp_path: Path) -> None:
    house = House(tmp_path, people=False, sign_in_broken=True)
    assert house.browser(PHONE).session_body()["role"] == "view"
    assert house.browser(PHONE).post("/act", json={"event": "tick"}).status_code == 403
    assert house.browser().post("/act", json={"event": "tick"}).status_code == 200
    house.close()


@pytest.mark.parametrize("page", JUDGES)
@pytest.mark.parametrize("address", [HOME, PHONE])
def test_a_tables_session_reaches_no_judges_page(house: House, page: str, address: str) -> None:
    browser = house.browser(address)
    assert browser.get(page).status_code == 401
    sent = browser.get(page, headers={"Accept": "text/html"})
    assert (sent.status_code, sent.headers["Location"]) == (302, f"/sign-in?next={page}")
    screen = house.browser("192.168.1.77")
    code = house.gate.code_for(house.ada, None).text
    assert screen.post("/join", json={"code": code}).get_json()["go"] == "/"
    assert screen.session_body()["role"] == "table"
    assert screen.get(page).status_code == 401
    assert screen.post("/act", json={"event": "tick"}).status_code == 200


def test_a_judge_is_let_in_and_may_press_the_tables_buttons(house: House) -> None:
    judge = house.judge()
    body = judge.session_body()
    assert (body["role"], body["person"]["initials"]) == ("judge", "LK")
    assert judge.get("/judge").status_code == 200
    assert judge.post("/begin", json={}).status_code == 200


def test_signing_out_ends_it_also_for_a_copy_of_the_cookie(house: House) -> None:
    judge = house.judge()
    copy = judge.get_cookie("tablejudge")
    assert copy is not None
    assert judge.post("/sign-out", json={}).status_code == 200
    assert judge.get("/judge").status_code == 401
    thief = house.browser(PHONE)
    thief.set_cookie("tablejudge", copy.value)
    assert thief.get("/judge").status_code == 401


def test_who_is_removed_is_out_at_the_next_request(house: House) -> None:
    judge = house.judge()
    house.gate.persons.remove(house.lee)
    assert judge.get("/judge").status_code == 401
    assert judge.post("/judge/act", json={"event": "x"}).status_code == 401
    assert house.table.told == []


@pytest.mark.parametrize(("address", "idle_s"), [(PHONE, IDLE_S), (HOME, IDLE_HERE_S)])
def test_who_does_nothing_is_signed_out_although_the_page_is_open(house: House, address: str, idle_s: float) -> None:
    judge = house.judge(address)
    for _ in range(4):
        house.watch.go(idle_s / 4)
        judge.session_body()  # the page asks by itself
    assert judge.get("/judge").status_code == 401


def test_signing_in_gives_a_new_cookie(house: House) -> None:
    """One that somebody has planted in the browser before is worth nothing afterwards."""
    browser = house.browser(PHONE)
    before = browser.session_body()["token"], browser.get_cookie("tablejudge")
    assert browser.sign_in(house.lee.id, PIN).status_code == 200
    after = browser.session_body()["token"], browser.get_cookie("tablejudge")
    assert before[0] != after[0]
    assert before[1] is not None
    assert after[1] is not None
    assert before[1].value != after[1].value
    planted = house.browser(PHONE)
    planted.set_cookie("tablejudge", before[1].value)
    assert planted.get("/judge").status_code == 401


def test_the_cookie_is_for_this_site_and_no_script(house: House) -> None:
    header = house.browser().get("/session").headers["Set-Cookie"]
    assert "HttpOnly" in header
    assert "SameSite=Strict" in header
    assert "Path=/" in header
    assert "Domain" not in header
    at_port = house.browser().get("/session", base_url="http://localhost:8123").headers["Set-Cookie"]
    assert at_port.startswith("tablejudge-8123=")
    assert "Secure" in house.browser().get("/session", base_url="https://localhost").headers["Set-Cookie"]
    # and a browser that has one keeps it
    browser = house.browser()
    browser.get("/session")
    assert "Set-Cookie" not in browser.get("/session").headers


def test_a_page_brings_the_cookie_of_all_that_it_loads(house: House) -> None:
    # A frame and the page around it ask for their tokens at once: both must be good.
    browser = house.browser()
    assert "Set-Cookie" in browser.get("/").headers
    first, second = (browser.get("/session") for _ in range(2))
    assert "Set-Cookie" not in first.headers
    assert first.get_json()["token"] == second.get_json()["token"]
    # What is no page gives none.
    assert "Set-Cookie" not in house.browser().get("/healthz").headers


# -- tokens ------------------------------------------------------------------------------------------


def test_nothing_is_changed_without_the_token_of_this_browser(house: House) -> None:
    assert house.table.simulation is not None
    rules = [rule.rule for rule in house.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    judge, other = house.judge(), house.judge("192.168.1.51")
    stranger = house.browser().session_body()["token"]
    wrong: list[str | bool] = [
        False,
        "",
        "0" * 64,
        other.session_body()["token"],
        stranger,
        "é",
    ]
    house.table.told.clear()
    for path in rules:
        for token in wrong:
            answer = judge.post(path, json={"event": "tick", "do": "roll", "person": None}, token=token)
            assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "token"), path
    assert (house.table.told, house.table.simulation.done) == ([], [])
    assert judge.session_body()["role"] == "judge"


def test_a_token_without_its_cookie_is_nothing(house: House) -> None:
    token = house.browser().session_body()["token"]
    bare = house.browser()
    assert bare.post("/act", json={"event": "tick"}, token=token).status_code == 403
    forged = house.browser()
    forged.set_cookie("tablejudge", "word.0000")
    assert forged.post("/act", json={"event": "tick"}, token=token).status_code == 403
    assert house.table.told == []


def test_the_token_is_told_in_no_place_but_the_session(house: House) -> None:
    judge = house.judge()
    token = judge.session_body()["token"]
    for path in ("/", "/judge", "/sign-in", "/join", "/check/choices", "/texts.js", "/healthz"):
        assert token not in judge.get(path).text
    assert TOKEN.lower() in Path("kiosk/static/js/send.js").read_text().lower()


def test_a_session_is_told_to_this_site_alone(house: House) -> None:
    headers = house.judge().get("/session", headers={"Origin": "http://evil.example"}).headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert not [name for name, _ in headers if name.lower().startswith("access-control")]


def test_the_people_of_the_session_have_no_secrets(house: House) -> None:
    body = house.browser(PHONE).session_body()
    assert [person["name"] for person in body["people"]] == ["Ada Moe", "Bo Ek", "Lee Kim"]
    assert set(body["people"][0]) == {"id", "name", "initials", "role", "organiser", "has_pin"}
    assert "argon2" not in json.dumps(body)
