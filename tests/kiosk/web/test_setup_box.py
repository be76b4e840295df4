"""The box tried out from a page: who may, what is ticked off, and that a match goes before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kiosk.web.clients import PHONE
from tests.kiosk.web.house import House

TEST, HEARD = "/setup/box/test", "/setup/box/heard"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, people=False)
    house.table.show("start")
    yield house
    house.close()


def do(house: House, **sent: Any) -> dict[str, Any]:
    answer = house.browser().post(TEST, json=sent)
    assert answer.status_code == 200, answer.get_json()
    body: dict[str, Any] = answer.get_json()
    return body


def states(body: dict[str, Any]) -> dict[str, str]:
    return {each["part"]: each["state"] for each in (*body["switches"], *body["shown"])}


def test_buttons_are_ticked_off_and_lights_looked_at(made: House) -> None:
    body = do(made, do="begin")
    assert set(states(body).values()) == {"waiting", "untold"}
    made.table.own_box.press(2)
    heard = made.browser().get(f"{HEARD}?after={body['version']}").get_json()
    assert states(heard)["seat-2"] == "heard"
    assert do(made, do="show", part="lamps")["panel"]["seats"] == [1, 2, 3]
    assert states(do(made, do="saw", part="lamps", seen=False))["lamps"] == "missed"
    assert do(made, do="end")["running"] is False


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": "dance"},
        {"do": "show"},
        {"do": "show", "part": "door"},
        {"do": "show", "part": 3},
        {"do": "saw", "part": "lamps"},
        {"do": "saw", "part": "lamps", "seen": "yes"},
        {"do": ["begin"]},
    ],
)
def test_what_cannot_be_done_is_refused(made: House, sent: dict[str, Any]) -> None:
    do(made, do="begin")
    assert made.browser().post(TEST, json=sent).status_code == 400


def test_nothing_is_shown_without_a_test(made: House) -> None:
    assert made.browser().post(TEST, json={"do": "show", "part": "lamps"}).status_code == 400
    assert made.browser().get(f"{HEARD}?after=-5").get_json() == {"version": 0, "running": False}
    assert made.browser().get(f"{HEARD}?after=9" + "9" * 30).status_code == 200


def test_in_the_middle_of_a_match_nobody_tests(made: House) -> None:
    made.table.show("moving")
    answer = made.browser().post(TEST, json={"do": "begin"})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "playing")
    # and one that was running when it began ends
    made.table.show("start")
    do(made, do="begin")
    do(made, do="show", part="lamps")
    made.table.show("moving")
    assert made.browser().get(HEARD).get_json()["running"] is False
    assert made.table.own_box.panel.seats == frozenset()
    assert do(made, do="end")["running"] is False


def test_it_is_for_whoever_may_set_up(tmp_path: Path) -> None:
    staffed = House(tmp_path)
    staffed.table.show("start")
    for browser in (staffed.browser(), staffed.judge(), staffed.browser(PHONE)):
        assert browser.get(HEARD).status_code in (401, 403)
        assert browser.post(TEST, json={"do": "begin"}).status_code in (401, 403)
    assert staffed.organiser().post(TEST, json={"do": "begin"}).status_code == 200
    staffed.close()
