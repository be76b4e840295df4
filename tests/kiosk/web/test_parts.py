"""The page of the hardware: for organisers alone, and it says what cannot be used."""

from __future__ import annotations

from tests.kiosk.web.clients import PHONE
from tests.kiosk.web.house import House


def test_only_an_organiser_sees_and_changes_the_hardware(house: House) -> None:
    for browser in (house.browser(), house.judge()):
        assert browser.get("/parts").status_code in (401, 403)
        assert browser.post("/parts", json={"box": {"kind": "serial"}}).status_code in (401, 403)
    assert house.table.box_kind == "simulated"
    organiser = house.organiser()
    assert organiser.get("/parts").get_json() == {"box": {"kind": "simulated"}}
    answer = organiser.post("/parts", json={"box": {"kind": "serial"}})
    assert (answer.status_code, answer.get_json()["parts"]) == (200, {"box": {"kind": "serial"}})
    assert house.table.by == ["organiser"]


def test_what_cannot_be_used_is_said(house: House) -> None:
    answer = house.organiser().post("/parts", json={"lamp": {}})
    assert answer.status_code == 400
    assert "only a box" in answer.get_json()["error"]["text"]


def test_where_nobody_signs_in_it_is_for_the_table_s_own_machine(open_house: House) -> None:
    change = {"box": {"kind": "serial"}}
    assert open_house.browser(PHONE).post("/parts", json=change).status_code in (401, 403)
    assert open_house.browser().post("/parts", json=change).status_code == 200
