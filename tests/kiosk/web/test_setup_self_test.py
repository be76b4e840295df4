"""The self-test from a page: who may, what is asked, the result as a file, and that a match goes before it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.doctor import planned
from kiosk.texts import TEXTS
from tests.kiosk.web.clients import PHONE, Browser
from tests.kiosk.web.house import House

DO, STATE = "/setup/self-test", "/setup/self-test/state"
DEADLINE_S = 30.0


@pytest.fixture
def made(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, people=False)
    house.table.show("start")
    yield house
    house.close()


def until(browser: Browser, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    deadline = time.monotonic() + DEADLINE_S
    body: dict[str, Any] = browser.get(STATE).get_json()
    while not condition(body):
        assert time.monotonic() < deadline, body
        body = browser.get(f"{STATE}?after={body['version']}").get_json()
    return body


def ended(body: dict[str, Any]) -> bool:
    return body["ended"] is not None and not body["running"]


def test_alone_it_runs_through_all_checks(made: House) -> None:
    browser = made.browser()
    assert "data-test" in browser.get(DO).text
    assert browser.get(f"{DO}/result.json").status_code == 404
    assert browser.post(DO, json={"do": "begin"}).status_code == 200
    body = until(browser, ended)
    keys = [check["key"] for check in body["checks"]]
    assert keys[:4] == ["python", "clock", "disk", "journal"]
    assert [key for key in keys if f"check.{key}" not in TEXTS] == []
    assert {check["state"] for check in body["checks"]} == {"ok"}
    assert (body["well"], body["ended"], body["verdict"]) == (True, "done", f"All {len(keys)} checks are well.")
    by, note = made.table.notes[-1]
    assert (by, note["note"], note["wrong"]) == ("screen", "self-test", [])


def test_the_result_is_taken_along(made: House) -> None:
    made.table.camera_state, made.table.camera_problems = "no-library", ("no-library",)
    browser = made.browser()
    browser.post(DO, json={"do": "begin"})
    until(browser, ended)
    file = browser.get(f"{DO}/result.json")
    assert "attachment; filename=" in file.headers["Content-Disposition"]
    told = file.get_json()
    assert (told["ok"], told["table"], told["ended"]) == (False, "Table 1", "done")
    camera = next(check for check in told["checks"] if check["key"] == "camera")
    assert camera["state"] == "wrong"
    assert "python3-picamera2" in camera["findings"][0]["advice"]
    assert {check["key"] for check in told["checks"] if check["state"] == "untested"} == {
        "picture",
        "light",
        "sharp",
        "mat",
        "cubes",
    }
    text = browser.get(f"{DO}/result.txt").text
    assert text.startswith("Self-test of Table 1, ")
    assert "not well     The camera\n" in text
    assert "             -> Install the system package python3-picamera2" in text
    assert "not tested   The mat\n" in text
    assert browser.get(f"{DO}/result.exe").status_code == 404


def test_in_the_middle_of_a_match_it_is_refused(made: House) -> None:
    made.table.show("moving")
    answer = made.browser().post(DO, json={"do": "begin", "hands": True})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "playing")
    assert made.browser().get(STATE).get_json()["playing"] is True
    assert made.table.notes == []


def test_a_match_that_begins_ends_it(made: House) -> None:
    browser = made.browser()
    # A simulated box presses itself; lights are looked at by somebody.
    browser.post(DO, json={"do": "begin", "hands": True})
    until(browser, lambda body: body["asked"] is not None)
    made.table.show("moving")
    body = until(browser, ended)
    assert (body["ended"], body["well"]) == ("match", False)
    assert "match has begun" in body["verdict"]


def test_what_is_asked_is_answered_and_only_that(made: House) -> None:
    browser = made.browser()
    assert browser.post(DO, json={"do": "begin", "hands": True}).status_code == 200
    busy = browser.post(DO, json={"do": "begin"})
    assert (busy.status_code, busy.get_json()["error"]["code"]) == (409, "testing")
    box = browser.post("/setup/box/test", json={"do": "begin"})
    assert (box.status_code, box.get_json()["error"]["code"]) == (409, "testing")
    asked = until(browser, lambda body: body["asked"] is not None)["asked"]
    assert (asked["kind"], asked["text"]) == ("see", "Does the timer display show 88:88?")
    stale = browser.post(DO, json={"do": "say", "number": asked["number"] + 1, "yes": True})
    assert (stale.status_code, stale.get_json()["error"]["code"]) == (409, "stale")
    for wrong in ({}, {"do": "say"}, {"do": "say", "number": True, "yes": True}, {"do": "say", "number": 1, "yes": 1}):
        assert browser.post(DO, json=wrong).status_code == 400
    assert browser.post(DO, json={"do": "say", "number": asked["number"], "yes": False}).status_code == 200
    body = until(browser, lambda body: body["asked"] is not None and body["asked"]["number"] > asked["number"])
    display = next(check for check in body["checks"] if check["key"] == "display")
    assert (display["state"], display["findings"][0]["text"]) == ("wrong", "The timer display does not show 88:88.")
    assert browser.post(DO, json={"do": "stop"}).status_code == 200
    assert until(browser, ended)["ended"] == "stopped"


def test_the_page_of_the_docs_names_every_check() -> None:
    page = (Path(__file__).parents[3] / "docs" / "setup.md").read_text(encoding="utf-8")
    section = page[page.index("## The self-test") :]
    keys = (*planned(), "measure")
    assert [key for key in keys if TEXTS[f"check.{key}"] not in section] == []


def test_it_is_for_whoever_may_set_up(tmp_path: Path) -> None:
    staffed = House(tmp_path)
    staffed.table.show("start")
    for browser in (staffed.browser(), staffed.judge(), staffed.browser(PHONE)):
        assert browser.get(STATE).status_code in (401, 403)
        assert browser.get(f"{DO}/result.json").status_code in (401, 403)
        assert browser.post(DO, json={"do": "begin"}).status_code in (401, 403)
    page = staffed.browser().get(DO, headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Location"]) == (302, "/sign-in?next=/setup/self-test")
    organiser = staffed.organiser()
    assert organiser.post(DO, json={"do": "begin"}).status_code == 200
    until(organiser, ended)
    assert staffed.table.notes[-1][0] == "organiser:AM"
    staffed.close()
