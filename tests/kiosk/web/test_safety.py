"""Who may send what, and errors in words."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from kiosk.web.safety import LARGEST_REQUEST
from rules.errors import BadRequest, NotBuilt
from tests.kiosk.web.fake_table import FakeTable

POSTS = ("/act", "/answer", "/begin", "/simulator/do")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_sites_page_cannot_press_a_button(
    client: FlaskClient, table: FakeTable, path: str, headers: dict[str, str]
) -> None:
    answer = client.post(path, json={"do": "roll", "event": "tick"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json["error"]["code"] == "other-origin"
    assert table.told == []
    assert table.simulation.done == []


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": "http://localhost"}, {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}]
)
def test_our_own_page_and_programs_can(client: FlaskClient, table: FakeTable, headers: dict[str, str]) -> None:
    assert client.post("/act", json={"event": "tick"}, headers=headers).status_code == 200
    assert table.told == [("act", {"event": "tick"})]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(client: FlaskClient, table: FakeTable, path: str, kind: str) -> None:
    answer = client.post(path, data='{"event":"tick","do":"roll"}', content_type=kind)
    assert answer.status_code == 415
    assert answer.json["error"]["code"] == "not-json"
    assert table.told == []


@pytest.mark.parametrize("body", [b"", b"[]", b"3", b"nonsense", b'{"event":', b"\xff\xfe", b"[" * 5000, b"null"])
def test_a_body_that_is_no_object_is_a_bad_request(client: FlaskClient, table: FakeTable, body: bytes) -> None:
    answer = client.post("/act", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "bad-request"
    assert answer.json["error"]["text"]
    assert table.told == []


def test_a_large_body_is_refused(client: FlaskClient, table: FakeTable) -> None:
    answer = client.post("/act", json={"event": "x" * LARGEST_REQUEST})
    assert answer.status_code == 413
    assert answer.json["error"]["code"] == "too-large"
    assert table.told == []


def test_a_bad_request_of_the_table_is_said_in_its_words(client: FlaskClient, table: FakeTable) -> None:
    table.trouble = BadRequest("there is no event 'jump'")
    answer = client.post("/act", json={"event": "jump"})
    assert answer.status_code == 400
    assert answer.json == {"error": {"code": "bad-request", "text": "there is no event 'jump'"}}


def test_what_is_not_built_has_its_own_status(client: FlaskClient, table: FakeTable) -> None:
    table.trouble = NotBuilt("On-Sets is not built yet")
    answer = client.post("/begin", json={})
    assert answer.status_code == 501
    assert answer.json["error"] == {"code": "not-built", "text": "On-Sets is not built yet"}


@pytest.mark.parametrize("path", ["/act", "/begin", "/answer"])
def test_a_bug_is_no_traceback_page(
    client: FlaskClient, table: FakeTable, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    table.trouble = RuntimeError("secret detail")
    answer = client.post(path, json={})
    assert answer.status_code == 500
    assert answer.json["error"]["code"] == "internal"
    assert b"secret" not in answer.data
    assert b"Traceback" not in answer.data
    assert "secret detail" in caplog.text


def test_an_unknown_page_is_friendly_to_people_and_plain_to_programs(client: FlaskClient) -> None:
    page = client.get("/nowhere", headers={"Accept": "text/html,application/xhtml+xml"})
    assert page.status_code == 404
    assert page.mimetype == "text/html"
    assert "There is no such page." in page.text
    assert client.get("/nowhere", headers={"Accept": "*/*"}).json["error"]["code"] == "not-found"
    assert client.post("/nowhere", json={}).json["error"]["code"] == "not-found"


@pytest.mark.parametrize(("method", "path"), [("GET", "/act"), ("POST", "/"), ("DELETE", "/begin"), ("PUT", "/answer")])
def test_a_wrong_method_says_which_are_right(client: FlaskClient, method: str, path: str) -> None:
    answer = client.open(path, method=method, headers={"Accept": "application/json"})
    assert answer.status_code == 405
    assert answer.json["error"]["code"] == "not-allowed"
    assert answer.headers["Allow"]


@pytest.mark.parametrize(
    "path", ["/", "/simulator", "/healthz", "/nowhere", "/judge", "/static/js/table.js", "/texts.js"]
)
def test_every_answer_has_the_headers_of_safety(client: FlaskClient, path: str) -> None:
    framed = "'self'" if path == "/simulator" else "'none'"
    headers = client.get(path, buffered=True).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert f"frame-ancestors {framed}" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["Permissions-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/simulator", "/scoresheet", "/judge"])
def test_pages_have_nothing_inline_and_nothing_from_outside(client: FlaskClient, table: FakeTable, path: str) -> None:
    table.show("match-over")
    page = client.get(path, headers={"Accept": "text/html"}).text
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/js/')
    assert "http://" not in page
    assert "https://" not in page
