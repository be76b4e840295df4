"""A corpus of requests that no page of ours sends: none changes anything, crashes a page or tells a secret."""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from kiosk.people.codes import LIFE_S
from kiosk.web.access import TOKEN
from kiosk.web.safety import LARGEST_REQUEST
from tests.kiosk.people.conftest import PIN
from tests.kiosk.web.clients import HOME, PHONE, Browser
from tests.kiosk.web.house import House

POSTS = ("/act", "/answer", "/begin", "/simulator/do", "/sign-in", "/join", "/sign-out", "/codes", "/judge/act",
         "/judge/answer", "/check/ask", "/parts")  # fmt: skip
GETS = ("/", "/events", "/judge", "/judge/events", "/session", "/sign-in", "/join", "/check", "/scoresheet", "/healthz",
        "/texts.js", "/simulator", "/parts", "/audit")  # fmt: skip

METHODS = ("PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "GET /", "X" * 100)
BODIES = (
    b"", b"{", b"[]", b"null", b"0", b'"x"', b"\xff\xfe\x00", b"[" * 8000, b'{"a":' * 4000, b'{"event":NaN}',
    b'{"event":1e999999}', b'{"event":"\\ud800"}', b'{"event":"tick","event":{}}',
    b'{"__proto__":{"role":"organiser"}}',
    b'{"person":1,"pin":{"$ne":""}}', b'{"person":"1 OR 1=1","pin":"1"}', b'{"person":-1,"pin":""}',
    b'{"person":99999999999999999999999999,"pin":"1"}', b'{"code":"\' OR 1=1 --"}', b'{"code":["a"]}',
    b'{"sign":{"person":1,"pin":null}}', b'{"question":[],"option":{}}', b'{"do":"lay","sections":[]}',
    b'{"do":"press","seat":1e400}', b'{"do":"drop","cube":{},"x":null}', b"event=tick&do=roll",
    b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>",
)  # fmt: skip
PATHS = (
    "/../people.db", "/static/../people.db", "/static/..%2f..%2fpeople.db", "/static/%2e%2e/%2e%2e/app.py", "/static/",
    "/static/js/../../templates/judge.html", "/static//etc/passwd", "/static/\\..\\..\\texts.py", "/static/%00",
    "/snapshots/../people.jpg", "/snapshots/..%2f..%2fpeople.db.jpg", "/snapshots/%2e%2e%2fjournal.jpg",
    "/people.db", "/data/people.db", "/.git/config", "/judge/", "//judge", "/judge/../judge", "/Judge", "/judge%00",
    "/%6audge/", "/judge;x=1", "/judge/act", "/events/../judge", "/sign-in/../judge", "/console", "/admin",
    "/?__debugger__=yes&cmd=x", "/judge?role=organiser", "/%0d%0aSet-Cookie:%20a=b",
    "/" + "a" * 5000, "/" + "%2e/" * 500,
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {"X-Forwarded-For": "127.0.0.1"},
    {"X-Real-IP": "127.0.0.1"},
    {"Forwarded": "for=127.0.0.1;proto=https;host=localhost"},
    {"X-Forwarded-Host": "localhost", "X-Forwarded-Proto": "https"},
    {"X-HTTP-Method-Override": "POST"},
    {"X-Original-URL": "/judge", "X-Rewrite-URL": "/judge"},
    {"Authorization": "Basic YWRtaW46YWRtaW4="},
    {"Cookie": "tablejudge=; tablejudge=x.y"},
    {"Cookie": "tablejudge=" + "A" * 8000},
    {"Cookie": "session=eyJyb2xlIjoib3JnYW5pc2VyIn0.x.y; role=organiser; person=1"},
    {"Last-Event-ID": "9" * 3000},
    {"Last-Event-ID": "%00"},
    {"Range": "bytes=0-1,2-3,4-5,-1"},
    {"Accept": "text/html" + ",a/b;q=0.1" * 500},
    {"Content-Length": "-1"},
    {"Content-Type": "application/json; charset=utf-7"},
    {"If-None-Match": "*"},
    {"Origin": "null"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://localhost.evil.example"},
    {"Sec-Fetch-Site": "same-site"},
    {"Referer": "http://evil.example/"},
    {"Host": "localhost\t"},
    {"Host": "evil.example"},
    {"Upgrade": "websocket", "Connection": "Upgrade"},
)


@pytest.fixture
def phone(house: House, caplog: pytest.LogCaptureFixture) -> Iterator[Browser]:
    """A pupil's phone, which has even got a token. At the end nothing has changed and nothing has crashed."""
    caplog.set_level(logging.ERROR)
    before = house.table.screen().version
    yield house.browser(PHONE)
    assert house.table.told == []
    assert house.table.simulation is not None
    assert house.table.simulation.done == []
    assert house.table.screen().version == before
    assert house.gate.persons.all() == [house.ada, house.bo, house.lee]
    with house.gate.store.reading() as db:
        assert db.execute("SELECT count(*) FROM session").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM code").fetchone() == (0,)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def harmless(answer: TestResponse) -> None:
    """Refused or shown what everybody may see; never broken, never a secret."""
    text = "" if answer.mimetype == "text/event-stream" else answer.get_data(as_text=True)
    assert answer.status_code < 500 or answer.status_code == 501, (answer.request.path, answer.status_code)
    assert "Traceback" not in text
    assert "argon2" not in text
    assert answer.headers["Content-Security-Policy"]
    assert "evil.example" not in answer.headers.get("Location", "")
    answer.close()


def test_methods_that_are_none(phone: Browser) -> None:
    for path, method in itertools.product((*POSTS, *GETS), METHODS):
        answer = phone.open(path, method=method, json={"event": "tick"}, token=False)
        harmless(answer)
        assert answer.status_code in (400, 401, 403, 405), (path, method)


def test_bodies_that_are_none(phone: Browser, house: House) -> None:
    token = phone.session_body()["token"]
    for path, body in itertools.product(POSTS, BODIES):
        house.watch.go(1000)  # the one who guesses is patient
        answer = phone.post(path, data=body, content_type="application/json", token=token)
        harmless(answer)
        if path != "/sign-out":
            assert answer.status_code in (400, 401, 403, 413, 415, 423, 429), (path, body[:40])


def test_bodies_that_are_too_large(phone: Browser) -> None:
    token = phone.session_body()["token"]
    large = json.dumps({"event": "x" * LARGEST_REQUEST}).encode()
    for path in POSTS:
        answer = phone.post(path, data=large, content_type="application/json", token=token)
        harmless(answer)
        assert answer.status_code in (401, 403, 413), path


def test_paths_that_lead_out(phone: Browser) -> None:
    for path in PATHS:
        answer = phone.get(path, headers={"Accept": "text/html"})
        harmless(answer)
        assert answer.status_code in (200, 302, 308, 401, 404, 405), path
        assert b"CREATE TABLE" not in answer.data
        assert "Set-Cookie" not in answer.headers or "a=b" not in answer.headers["Set-Cookie"]


def test_headers_that_lie(phone: Browser) -> None:
    token = phone.session_body()["token"]
    for headers, path in itertools.product(HEADERS, ("/act", "/judge/act", "/codes")):
        answer = phone.post(path, json={"event": "tick"}, headers={**headers, TOKEN: token})
        harmless(answer)
        assert answer.status_code in (400, 401, 403, 413, 421), (path, headers)
    for headers in HEADERS:
        answer = phone.get("/judge", headers=headers)
        harmless(answer)
        assert answer.status_code in (302, 400, 401, 421), headers


def test_line_breaks_are_no_headers(phone: Browser) -> None:
    for value in ("x\r\nSet-Cookie: a=b", "x\nX: y"):
        with pytest.raises(ValueError, match="newline"):
            phone.get("/", headers={"X": value})
        assert "a=b" not in str(phone.get("/sign-in", query_string={"next": value}).headers)


def test_what_was_sent_before_is_worth_nothing_again(house: House) -> None:
    """Replays: a code, a cookie after signing out, a token after signing in, a session of somebody who left."""
    code = house.gate.code_for(None, house.lee).text
    phone = house.browser(PHONE)
    old = phone.session_body()["token"]
    assert phone.post("/join", json={"code": code}).status_code == 200
    cookie = phone.get_cookie("tablejudge")
    assert cookie is not None
    assert phone.post("/judge/act", json={"event": "x"}, token=old).status_code == 403
    assert house.browser(PHONE).post("/join", json={"code": code}).status_code == 403
    house.watch.go(LIFE_S)
    phone.post("/sign-out", json={})
    again = house.browser(PHONE)
    again.set_cookie("tablejudge", cookie.value)
    assert again.get("/judge").status_code == 401
    assert house.table.told == []


def test_a_pin_in_a_request_is_never_written_down(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = house.browser()
    table.sign_in(house.lee.id, PIN)
    house.table.trouble = RuntimeError("broken")
    sign = {"person": house.lee.id, "pin": PIN}
    assert table.post("/act", json={"event": "penalty-approved", "penalty": 1, "sign": sign}).status_code == 500
    assert PIN not in caplog.text
    assert PIN not in json.dumps(house.gate.log())


def test_even_at_the_table_nobody_gets_a_judges_power(house: House) -> None:
    """The table's own browser, with every trick of a player who has found its console."""
    table = house.browser(HOME)
    tricks: list[dict[str, Any]] = [
        {"event": "penalty-refused", "penalty": 1, "judge": "LK"},
        {"event": "penalty-refused", "penalty": 1, "judge": None},
        {"event": "penalty-refused", "penalty": 1, "judge": ["LK"]},
        {"event": "event-undone", "line": 3, "judge": "AM", "why": "x"},
        {"event": "clock-paused", "by": "LK", "why": "x"},
        {"event": "clock-paused", "by": None, "why": "x"},
        {"event": "clock-paused", "by": ["A"], "why": "x"},
        {"event": "judge-warned", "player": "B", "judge": "", "why": "x"},
        {"event": "judge-penalized", "player": "B", "second_judge": "AM", "why": "x"},
    ]
    for trick in tricks:
        answer = table.post("/act", json=trick)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (401, "judge-needed"), trick
    assert house.table.told == []
