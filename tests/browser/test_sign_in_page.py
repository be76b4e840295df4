"""Signing in by PIN and by code, the judge's page, and a judge at the table, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PageFactory, until
from tests.browser.test_accessibility import Stage
from tests.kiosk.people.conftest import PIN
from tests.kiosk.web.fake_table import action
from tests.kiosk.web.house import APPROVE, PAUSE


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    made = Stage(tmp_path, page)
    yield made
    made.close()


def touch(page: Page, **act: object) -> None:
    """What a button of the table's page does; the answer is `window.told`."""
    page.evaluate(
        """async (act) => {
            const { send } = await import('/static/js/send.js');
            window.told = send('/act', act);
        }""",
        act,
    )


def test_by_touch_alone(stage: Stage) -> None:
    page = stage.open("/judge", (390, 844), quiet=False)
    page.wait_for_url("**/sign-in?next=/judge")
    page.locator("[data-person]", has_text="Lee Kim").click()
    go = page.locator("[data-digit='go']")
    expect(go).to_be_disabled()
    for digit in "111222":
        page.locator(f"[data-digit='{digit}']").click()
    go.click()
    expect(page.locator(".fault")).to_have_text("That PIN is not right.")
    for digit in f"{PIN}9":
        page.locator(f"[data-digit='{digit}']").click()
    page.locator("[data-digit='rub']").click()
    go.click()
    page.wait_for_url("**/judge")
    expect(page.locator("#who")).to_contain_text("Lee Kim")
    page.locator("#sign-out").click()
    page.wait_for_selector("button[data-person]")
    assert stage.house.gate.sessions.end_all() == 0


def test_a_tap_before_the_script_is_there_is_not_lost(stage: Stage) -> None:
    """A page is seen before it can listen: until then its buttons say so by being off."""
    page = stage.open("/sign-in")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/static/js/judge.js*", hold)
    page.locator("[data-person]", has_text="Lee Kim").click()
    page.keyboard.type(PIN)
    with page.expect_request("**/static/js/judge.js*"):
        page.keyboard.press("Enter")
    sign_out = page.locator("#sign-out")
    expect(sign_out).to_be_visible()
    expect(sign_out).to_be_disabled()
    (script,) = held
    script.continue_()
    sign_out.click()
    page.wait_for_selector("button[data-person]")
    assert stage.house.gate.sessions.end_all() == 0


def test_by_a_code_that_is_in_the_link(stage: Stage) -> None:
    code = stage.house.gate.code_for(None, stage.house.lee).text
    page = stage.open(f"/join#{code}")
    page.wait_for_url("**/judge")
    expect(page.locator("#who")).to_contain_text("LK")
    again = stage.open(f"/join#{code}", quiet=False)
    expect(again.locator("#fault")).to_contain_text("not good any more")
    assert "#" not in again.url
    again.locator("#code").fill(stage.house.gate.code_for(None, stage.house.lee).text.lower())
    again.keyboard.press("Enter")
    again.wait_for_url("**/judge")


def test_the_judges_page_follows_the_table(stage: Stage) -> None:
    page = stage.open("/sign-in", (390, 844))
    stage.sign_in(page)
    stage.house.table.show("moving", actions=[APPROVE, PAUSE, action("Goal", "goal-set", "A")])
    expect(page.locator("#prompt")).to_have_text("Benjamin, move a cube or challenge.")
    expect(page.locator("#timer .digits")).to_have_text(re.compile(r"^1:3\d$"))
    stage.house.table.show("rolling", actions=[])
    page.wait_for_selector("body[data-phase='rolling']")
    expect(page.locator("#acts")).to_contain_text("Nothing waits")


def test_a_judge_answers_the_tables_question(stage: Stage) -> None:
    page = stage.open("/sign-in", (390, 844))
    stage.sign_in(page)
    stage.house.table.show("question")
    expect(page.locator("#question")).to_contain_text("Did Benjamin move red 2 to Required?")
    page.locator("#question [data-option='0']").click()
    until(page, lambda: stage.house.table.told)
    assert stage.house.table.told == [("answer", {"question": "7", "option": 0})]
    assert stage.house.table.by == ["judge:LK"]


def test_who_is_removed_sees_it_at_once(stage: Stage) -> None:
    page = stage.open("/sign-in", quiet=False)
    stage.sign_in(page)
    stage.house.gate.persons.remove(stage.house.lee)
    stage.house.table.show("rolling")
    expect(page.locator("#ended")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-link", "ended")


def test_a_judge_confirms_at_the_table_with_name_and_pin(stage: Stage) -> None:
    page = stage.open("/", quiet=False)
    page.wait_for_selector("body[data-phase='moving']")
    touch(page, event="penalty-approved", penalty=1)
    box = page.locator("#judge-here")
    box.locator("[data-person]", has_text="Lee Kim").click()
    page.keyboard.type("111222")
    page.keyboard.press("Enter")
    expect(box.locator(".fault")).to_have_text("That PIN is not right.")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(box).to_have_count(0)
    assert page.evaluate("() => window.told.then((told) => told.ok)") is True
    assert stage.house.table.told == [("act", {"event": "penalty-approved", "penalty": 1, "judge": "LK"})]
    # and who gives up has done nothing
    touch(page, event="penalty-approved", penalty=2)
    box.locator(".cancel").click()
    assert page.evaluate("() => window.told.then((told) => [told.ok, told.text])") == [False, None]
    assert len(stage.house.table.told) == 1


def test_a_page_whose_token_is_of_another_life_goes_on(stage: Stage) -> None:
    page = stage.open("/", quiet=False)
    page.wait_for_selector("body[data-phase='moving']")
    page.context.clear_cookies()
    touch(page, event="goal-set", player="A")
    assert page.evaluate("() => window.told.then((told) => told.ok)") is True
    assert stage.house.table.told == [("act", {"event": "goal-set", "player": "A"})]
