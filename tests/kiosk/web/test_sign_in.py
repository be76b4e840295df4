"""Signing in by PIN and by one-time code."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from kiosk.people.codes import LIFE_S
from tests.kiosk.people.conftest import OTHER_PIN, PIN
from tests.kiosk.web.clients import HOME, PHONE
from tests.kiosk.web.house import House


def test_a_wrong_pin_is_said_and_then_waited_for(house: House) -> None:
    phone = house.browser(PHONE)
    told = [phone.sign_in(house.lee.id, OTHER_PIN) for _ in range(4)]
    assert [answer.status_code for answer in told] == [403, 403, 403, 429]
    assert [answer.get_json()["error"]["text"] for answer in told] == [
        "That PIN is not right.",
        "That PIN is not right.",
        "That PIN is not right. Too many wrong attempts. Please wait 2 s.",
        "Too many wrong attempts. Please wait 2 s.",
    ]
    assert [answer.headers.get("Retry-After") for answer in told] == [None, None, "2", "2"]
    house.watch.go(2)
    assert phone.sign_in(house.lee.id, PIN).get_json()["go"] == "/judge"


def test_nobody_and_somebody_are_refused_alike(house: House) -> None:
    there, nobody = (house.browser(f"10.0.0.{n}").sign_in(n, "111222").get_json() for n in (house.lee.id, 99))
    assert there == nobody


@pytest.mark.parametrize(
    "body", [{}, {"person": "1", "pin": PIN}, {"person": 1, "pin": None}, {"person": [1], "pin": "1"}]
)
def test_what_is_no_proof_is_a_bad_request(house: House, body: dict[str, object]) -> None:
    assert house.browser(PHONE).post("/sign-in", json=body).status_code == 400


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("/judge", "/judge"),
        ("/audit", "/audit"),
        ("", "/judge"),
        ("//evil.example", "/judge"),
        ("/\\evil.example", "/judge"),
        ("https://evil.example", "/judge"),
        ("javascript:alert(1)", "/judge"),
        ('/judge"><script>', "/judge"),
        ("/judge\r\nSet-Cookie: x=y", "/judge"),
    ],
)
def test_one_goes_on_inside_only(house: House, wanted: str, given: str) -> None:
    page = house.browser(PHONE).get("/sign-in", query_string={"next": wanted})
    assert re.findall(r'data-next="([^"]*)"', page.text) == [given]
    assert page.headers["Cache-Control"] == "no-store"


def test_an_organiser_lets_a_judge_in_by_a_picture(house: House) -> None:
    organiser = house.browser(PHONE)
    organiser.url = "http://192.168.1.2:8000"
    organiser.sign_in(house.ada.id, OTHER_PIN)
    made = organiser.post("/codes", json={"person": house.lee.id}).get_json()
    assert made["link"] == f"http://192.168.1.2:8000/join#{made['code']}"
    assert made["text"] is None
    assert made["life_s"] == LIFE_S
    assert unquote(made["picture"]).startswith("data:image/svg+xml;charset=utf-8,<svg")
    phone = house.browser(PHONE)
    assert phone.post("/join", json={"code": made["code"].lower()}).get_json()["go"] == "/judge"
    assert phone.session_body()["person"]["name"] == "Lee Kim"
    again = house.browser("192.168.1.99")
    told = again.post("/join", json={"code": made["code"]})
    assert (told.status_code, told.get_json()["error"]["code"]) == (403, "wrong-code")
    assert again.session_body()["role"] == "view"


def test_the_link_is_one_that_phones_can_reach_or_it_is_said(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.web.place.outside_address", lambda: "192.168.1.2")
    judge = house.judge(HOME)
    made = judge.post("/codes", json={"person": house.lee.id}).get_json()
    assert made["link"].startswith("http://192.168.1.2:8000/join#")
    monkeypatch.setattr("kiosk.web.place.outside_address", lambda: None)
    assert "Phones cannot reach" in judge.post("/codes", json={"person": house.lee.id}).get_json()["text"]


def test_a_judge_makes_codes_for_himself_alone(house: House) -> None:
    judge = house.judge()
    assert judge.post("/codes", json={"person": house.lee.id}).status_code == 200
    for person in (house.bo.id, house.ada.id, None):
        told = judge.post("/codes", json={"person": person})
        assert (told.status_code, told.get_json()["error"]["code"]) == (403, "not-yours")
    assert house.organiser().post("/codes", json={"person": 99}).status_code == 400


@pytest.mark.parametrize("address", [HOME, PHONE])
def test_who_is_not_signed_in_makes_none(house: House, address: str) -> None:
    assert house.browser(address).post("/codes", json={"person": None}).status_code == 401


@pytest.mark.parametrize("code", [None, 7, "", "x" * 41, ["A"], {"a": 1}])
def test_what_is_no_code_is_refused(house: House, code: object) -> None:
    assert house.browser(PHONE).post("/join", json={"code": code}).status_code in (400, 403)


def test_the_pages_hold_no_code_and_no_names(house: House) -> None:
    code = house.gate.code_for(None, house.lee).text
    for path in ("/sign-in", "/join", f"/join?code={code}"):
        page = house.browser(PHONE).get(path)
        assert page.status_code == 200
        assert code not in page.text
        assert "Lee" not in page.text


def test_without_people_the_page_says_how_to_set_it_up(open_house: House) -> None:
    page = open_house.browser(PHONE).get("/sign-in")
    assert "tablejudge people add" in page.text
