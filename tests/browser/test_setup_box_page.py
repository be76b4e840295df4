"""The box tried out on the set-up page: every press is ticked off, every light looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import PageFactory, until
from tests.browser.setup_stage import Stage

#: A camera that nobody has plugged in: nothing is waited for.
BLIND = '[camera]\nkind = "usb"\ndevice = "/dev/video-of-nobody"\n'
START = {"ruleset": "mlag-basic-equations-2018", "division": "junior", "names": ["Ann", "Ben", "Cy"]}


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    made = Stage(tmp_path, page, BLIND)
    yield made
    made.close()


def is_(page: Page, part: str, state: str) -> None:
    expect(page.locator(f"#box-test li[data-part='{part}']")).to_have_attribute("data-state", state)


def test_each_press_is_ticked_off(stage: Stage) -> None:
    page = stage.open("/setup#box")
    page.locator("#box-begin").click()
    is_(page, "seat-1", "waiting")
    expect(page.locator("#box-said")).to_have_text("5 still to press")
    # by the simulator's hands, as if somebody had pressed
    stage.table.simulation.press(1)
    is_(page, "seat-1", "heard")
    stage.table.simulation.lift_block()
    is_(page, "block", "lifted")
    expect(page.locator("li[data-part='block']")).to_contain_text("now put it back")
    stage.table.simulation.return_block()
    is_(page, "block", "heard")
    # by the buttons of the page
    for name in ("seat-2", "seat-3", "judge"):
        page.locator(f"#simbox [data-hand='{name}']").click()
        is_(page, name, "heard")
    expect(page.locator("#box-said")).to_have_text("Everything was heard.")
    page.locator("[data-show='display']").click()
    expect(page.locator("#simbox-display")).to_have_attribute("data-text", "88:88")
    expect(page.locator("li[data-part='display']")).to_contain_text("Does the timer display show 88:88?")
    page.locator("li[data-part='display'] [data-saw='yes']").click()
    is_(page, "display", "seen")
    page.locator("[data-show='lamps']").click()
    expect(page.locator("#simbox [data-lit='yes']")).to_have_count(4)
    page.locator("li[data-part='lamps'] [data-saw='no']").click()
    expect(page.locator("li[data-part='lamps']")).to_contain_text("Check the lamp's wires")
    page.locator("[data-show='buzzer']").click()
    expect(page.locator("#simbox-beep")).to_be_visible()
    # whoever leaves the step leaves nothing lit
    page.locator("#keep").click()
    page.wait_for_selector("body[data-step='people']")
    until(page, lambda: stage.table.simulation.body()["lamps"] == [])
    assert stage.table.simulation.body()["display"] != "88:88"


def test_by_keyboard_on_a_phone(stage: Stage) -> None:
    page = stage.open("/setup#box", (390, 844))
    page.locator("#box-begin").focus()
    page.keyboard.press("Enter")
    is_(page, "block", "waiting")
    block = page.locator("#simbox [data-hand='block']")
    block.focus()
    page.keyboard.press("Enter")
    is_(page, "block", "lifted")
    expect(block).to_contain_text("Put the block back")
    # the key is still under the finger
    expect(block).to_be_focused()
    page.keyboard.press("Enter")
    is_(page, "block", "heard")
    stage.table.simulation.box.lose_display(lost=True)
    is_(page, "display", "faulty")
    expect(page.locator("li[data-part='display']")).to_contain_text("The timer display does not answer.")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_match_goes_before_a_test(stage: Stage) -> None:
    page = stage.open("/setup#box", (1920, 1080), quiet=False)
    page.locator("#box-begin").click()
    is_(page, "seat-1", "waiting")
    assert faults(page) == []
    stage.table.begin(START)
    expect(page.locator("#box-said")).to_have_text("The test has ended.")
    page.locator("#box-begin").click()
    expect(page.locator("#toast")).to_contain_text("A match is being played")
