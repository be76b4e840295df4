"""The review of a table that really runs: a simulated camera sees the moves, and a judge's phone has them at once."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from rules.mat import Section
from tests.browser.conftest import PageFactory, until
from tests.browser.judged_table import ROLL, JudgedTable
from tests.browser.review_stage import PHONE
from tests.browser.tables import SEEING


def test_what_the_camera_sees_is_on_the_judges_phone_with_its_pictures(tmp_path: Path, page: PageFactory) -> None:
    with JudgedTable(tmp_path, SEEING) as table:
        hands = table.table.simulation
        assert hands is not None
        table.begin()
        phone = page(*PHONE, touch=True)
        phone.goto(f"{table.url}/join#{table.gate.code_for(None, table.lee).text}")
        phone.wait_for_url("**/judge")
        phone.locator("#tab-review").tap()
        table.do("shake-started", goal_setter="A")
        hands.lay({"resources": ROLL})
        expect(phone.locator("[data-name='cubes-rolled']")).to_be_visible()
        hands.lay_goal("G6")
        table.do("goal-set", player="A", goal="G6")
        hands.move("R2", Section.RESOURCES, Section.REQUIRED)
        moved = phone.locator("[data-name='cube-moved']")
        expect(moved).to_contain_text("Ben moves red 2 to Required.")
        # Two cubes at once: people are asked, and the record says nothing yet.
        for cube in ("K7", "K8"):
            hands.move(cube, Section.RESOURCES, Section.PERMITTED)
        asked = phone.locator("[data-name='question-asked']").first
        expect(asked).to_contain_text("Cy, two cubes moved at once")
        expect(asked).to_have_attribute("data-new", "yes")
        apart = phone.locator("[data-name='out-of-step']").first
        apart.tap()
        expect(phone.locator("#opened .verdict")).to_have_attribute("data-agree", "no")
        expect(phone.locator(".pictures")).to_have_attribute("data-ready", "yes")
        rings = phone.locator("figure[data-side='after'] .ring.here")
        until(phone, lambda: rings.count() >= 1)
        phone.locator("#opened-close").tap()
        moved.tap()
        expect(phone.locator("#opened-title")).to_have_text("Ben moves red 2 to Required.")
        expect(phone.locator(".differences [data-cube='R2']")).to_contain_text("from Resources to Required")
