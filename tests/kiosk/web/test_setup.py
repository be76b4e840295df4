"""The set-up pages as a program meets them: who may, what is kept, what is refused, what is on record."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.settings import Settings, differing
from kiosk.settings_keeper import SettingsKeeper, Source
from tests.kiosk.people.conftest import PIN
from tests.kiosk.web.clients import PHONE
from tests.kiosk.web.fake_table import FakeTable
from tests.kiosk.web.house import House


class KeptTable:
    """The fake table with settings."""

    def __init__(self, table: FakeTable, settings: Settings) -> None:
        self.settings = settings
        self.closed = False
        self.used: list[tuple[str, tuple[str, ...]]] = []
        self._table = table

    def use(self, settings: Settings, by: str) -> tuple[str, ...]:
        self.used.append((by, differing(self.settings, settings)))
        self.settings = settings
        return ()

    def notice(self, part: str, text: str | None) -> None:
        pass

    def note(self, by: str, what: str, /, **values: Any) -> None:
        self._table.note(by, what, **values)


class SetUp:
    def __init__(self, folder: Path, *, people: bool) -> None:
        self.file = folder / "settings.toml"
        source = Source(None, {"data": folder}, {})
        self.kept = KeptTable(FakeTable(folder), source.load())
        self.house = House(folder, people=people, keeper=SettingsKeeper(self.kept, source))
        self.kept._table = self.house.table
        self.house.table.show("start")

    @property
    def notes(self) -> list[tuple[str, dict[str, Any]]]:
        return self.house.table.notes


@pytest.fixture
def made(tmp_path: Path) -> Iterator[SetUp]:
    """Nobody is set up to sign in."""
    setup = SetUp(tmp_path, people=False)
    yield setup
    setup.house.close()


@pytest.fixture
def staffed(tmp_path: Path) -> Iterator[SetUp]:
    setup = SetUp(tmp_path, people=True)
    yield setup
    setup.house.close()


CHANGE = {"changes": {"table": {"name": "Table 7"}}}


def test_before_anybody_is_set_up_it_is_for_the_tables_own_machine(made: SetUp) -> None:
    assert made.house.browser().get("/setup").status_code == 200
    phone = made.house.browser(PHONE)
    answer = phone.get("/setup", headers={"Accept": "text/html"})
    assert (answer.status_code, "own machine" in answer.text) == (403, True)
    assert phone.post("/setup/keep", json=CHANGE).status_code == 403
    assert not made.file.exists()


def test_afterwards_it_is_for_organisers(staffed: SetUp) -> None:
    for browser in (staffed.house.browser(), staffed.house.judge(), staffed.house.browser(PHONE)):
        assert browser.get("/setup/state").status_code in (401, 403)
        assert browser.post("/setup/keep", json=CHANGE).status_code in (401, 403)
    page = staffed.house.browser().get("/setup", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Location"]) == (302, "/sign-in?next=/setup")
    organiser = staffed.house.organiser()
    assert organiser.post("/setup/keep", json=CHANGE).status_code == 200
    assert staffed.kept.used == [("organiser:AM", ("table.name",))]


def test_a_table_that_keeps_no_settings_says_so(open_house: House) -> None:
    assert open_house.browser().get("/setup").status_code == 404


def test_a_change_is_told_then_kept_then_taken_back(made: SetUp) -> None:
    browser = made.house.browser()
    plan = browser.post("/setup/plan", json=CHANGE).get_json()
    assert [change["text"] for change in plan["changes"]] == ["Name: Table 1 → Table 7"]
    assert not made.file.exists()
    assert browser.post("/setup/keep", json={**CHANGE, "base": plan["base"]}).status_code == 200
    assert made.file.read_text() == '[table]\nname = "Table 7"\n'
    assert browser.post("/setup/keep", json={**CHANGE, "base": plan["base"]}).get_json()["error"]["code"] == "stale"
    state = browser.get("/setup/state").get_json()
    assert [change["text"] for change in state["undo"]["changes"]] == ["Name: Table 7 → Table 1"]
    assert browser.post("/setup/undo", json={"base": state["undo"]["base"]}).status_code == 200
    assert made.file.read_text() == ""


def test_a_bad_value_is_answered_in_the_words_of_its_check(made: SetUp) -> None:
    browser = made.house.browser()
    for changes, words in (
        ({"table": {"name": ""}}, "table.name is ''; it must be a text of 1 to 40 characters in one line"),
        ({"round": {"minutes": 999}}, "round.minutes is 999; it must be a whole number from 0 to 240"),
        ({"people": {"pin": PIN}}, "there is no setting people.pin"),
    ):
        answer = browser.post("/setup/keep", json={"changes": changes})
        assert answer.status_code == 400
        assert words in answer.get_json()["error"]["text"]
    assert browser.post("/setup/plan", json={"changes": []}).status_code == 400
    assert not made.file.exists()


def test_what_waits_for_a_start_says_so(made: SetUp) -> None:
    answer = made.house.browser().post("/setup/plan", json={"changes": {"timing": {"patience_ms": 1}}}).get_json()
    assert answer["changes"][0]["note"] == "takes effect at the next start of the table"


def test_the_state_has_every_step(made: SetUp) -> None:
    state = made.house.browser().get("/setup/state").get_json()
    assert [step["name"] for step in state["steps"]] == ["table", "rules", "players", "camera", "box", "people"]
    assert state["finished"] is False
    assert len(state["readings"]) > 80
    assert {reading["kind"] for reading in state["readings"]} == {"one", "any"}


def test_a_file_that_has_become_wrong_is_said_and_nothing_can_be_kept(made: SetUp) -> None:
    made.file.write_text("[lamp]\n")
    browser = made.house.browser()
    assert "there is no section [lamp]" in browser.get("/setup/state").get_json()["broken"]
    assert browser.post("/setup/keep", json=CHANGE).status_code == 400
    assert made.file.read_text() == "[lamp]\n"


# --- players ------------------------------------------------------------------------------------------


def test_players_are_looked_through_and_kept_when_somebody_says_so(made: SetUp) -> None:
    browser = made.house.browser()
    csv = "table,name\n1,Ann\n1,Ben\n2,Cy\n2,Dee\n"
    told = browser.post("/setup/players", json={"csv": csv}).get_json()
    assert (told["groups"], [group["names"] for group in told["mine"]]) == (2, [["Ann", "Ben"]])
    assert made.house.table.seatings == ()
    browser.post("/setup/players", json={"csv": csv, "keep": True})
    assert len(made.house.table.seatings) == 2
    browser.post("/setup/players", json={"forget": True})
    assert made.house.table.seatings == ()


def test_a_list_with_mistakes_is_answered_line_by_line_and_not_kept(made: SetUp) -> None:
    csv = "table,name\n" + "\n".join(f"{number}," for number in range(30))
    told = made.house.browser().post("/setup/players", json={"csv": csv, "keep": True}).get_json()
    assert (told["faults"][0], len(told["faults"]), told["more"]) == ({"line": 2, "text": "there is no name"}, 20, 10)
    assert made.house.table.seatings == ()


def test_a_long_list_is_taken_and_an_endless_one_is_not(made: SetUp) -> None:
    browser = made.house.browser()
    lines = "".join(f"{number // 3},{name} {number}\n" for number in range(900) for name in ["Somebody with a name"])
    assert browser.post("/setup/players", json={"csv": f"table,name\n{lines}"}).get_json()["groups"] == 300
    assert browser.post("/setup/players", json={"csv": "x" * 200_000}).status_code == 413


# --- people -------------------------------------------------------------------------------------------


def test_the_first_organiser_is_made_here_and_goes_on(made: SetUp, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    browser = made.house.browser()
    add = {"do": "add", "name": "Lee Kim"}
    refused = browser.post("/setup/people", json=add)
    assert "first one must be an organiser" in refused.get_json()["error"]["text"]
    told = browser.post("/setup/people", json={"do": "add", "name": "Ada Moe", "organiser": True}).get_json()
    pin = told["pin"]
    assert len(pin) == 6
    assert browser.session_body()["person"]["name"] == "Ada Moe"
    assert browser.post("/setup/people", json={**add, "pin": PIN}).get_json()["pin"] is None
    assert made.house.browser().get("/setup/state").status_code == 401
    assert made.house.browser(PHONE).sign_in(told["person"], pin).status_code == 200
    assert made.notes == [
        ("screen", {"note": "people", "did": "added", "initials": "AM", "role": "organiser"}),
        ("organiser:AM", {"note": "people", "did": "added", "initials": "LK", "role": "judge"}),
    ]
    for secret in (pin, PIN):
        assert secret not in caplog.text
        assert secret not in str(made.notes) + str(made.house.gate.log()) + str(browser.get("/setup/state").get_json())
    assert not made.file.exists()


def test_pins_are_renewed_and_people_removed(staffed: SetUp) -> None:
    house = staffed.house
    browser = house.organiser()
    told = browser.post("/setup/people", json={"do": "pin", "person": house.lee.id}).get_json()
    assert house.browser(PHONE).sign_in(house.lee.id, told["pin"]).status_code == 200
    # her own: she stays signed in
    assert browser.post("/setup/people", json={"do": "pin", "person": house.ada.id}).status_code == 200
    assert browser.get("/setup/state").status_code == 200
    last = browser.post("/setup/people", json={"do": "remove", "person": house.ada.id})
    assert "last organiser" in last.get_json()["error"]["text"]
    assert browser.post("/setup/people", json={"do": "remove", "person": house.lee.id}).status_code == 200
    assert house.lee not in house.gate.persons.all()
    for wrong in (
        {"do": "dance"},
        {"do": "pin", "person": 99},
        {"do": "add"},
        {"do": "add", "name": "X", "pin": "111111"},
    ):
        assert browser.post("/setup/people", json=wrong).status_code == 400
