"""The self-test as a parent volunteer works through it: on a table that really runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import PageFactory, until
from tests.browser.setup_stage import Stage
from tests.browser.test_setup_box_page import BLIND, START


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    made = Stage(tmp_path, page, "")
    yield made
    made.close()


def asked(page: Page, words: str) -> None:
    expect(page.locator("#test-asked .text")).to_contain_text(words)


def press(page: Page, name: str) -> None:
    page.locator(f"#simbox [data-hand='{name}']").click()


def answer(page: Page, words: str, said: str) -> None:
    asked(page, words)
    page.locator(f"#test-asked [data-answer='{said}']").click()


def presses_everything(page: Page) -> None:
    asked(page, "lift the challenge block")
    press(page, "block")
    asked(page, "put it back")
    press(page, "block")
    for seat in (1, 2, 3):
        asked(page, f"the button of seat {seat}")
        press(page, f"seat-{seat}")
    asked(page, "the judge's button")
    press(page, "judge")


def test_a_table_that_is_well_comes_out_green(stage: Stage) -> None:
    stage.table.simulation.do({"do": "roll"})
    page = stage.open("/setup/self-test")
    assert faults(page) == []
    page.locator("#test-go").click()
    asked(page, "lift the challenge block")
    assert faults(page) == []
    expect(page.locator("#test-count")).to_have_text("12 of 20 checks")
    expect(page.locator("[data-check='block']")).to_have_attribute("data-state", "running")
    expect(page.locator("[data-check='cubes']")).to_contain_text("24 cubes are seen, every one surely")
    presses_everything(page)
    answer(page, "88:88", "yes")
    answer(page, "lamps", "yes")
    answer(page, "beeps", "yes")
    page.wait_for_selector("body[data-test='well']")
    expect(page.locator("#test-verdict")).to_have_text("All 20 checks are well.")
    expect(page.locator("#test-checks [data-state='ok']")).to_have_count(20)
    with page.expect_download() as saving:
        page.locator("#test-json").click()
    told = json.loads(Path(saving.value.path()).read_text())
    assert (told["ok"], len(told["checks"])) == (True, 20)
    with page.expect_download() as saving:
        page.locator("#test-text").click()
    assert "All 20 checks are well." in Path(saving.value.path()).read_text()
    page.emulate_media(media="print")
    expect(page.locator("#test-print")).to_be_hidden()
    expect(page.locator("[data-check='buzzer']")).to_be_visible()
    page.goto(f"{stage.server.url}/setup#finish")
    expect(page.locator(".tested")).to_contain_text("All 20 checks are well.")
    until(page, lambda: [note["ended"] for _, note in stage.notes("self-test")] == ["done"])


def test_broken_parts_are_named_on_a_phone_by_keyboard(tmp_path: Path, page: PageFactory) -> None:
    stage = Stage(tmp_path, page, BLIND)
    stage.table.simulation.box.lose_display(lost=True)
    made = stage.open("/setup/self-test", (390, 844))
    made.locator("#test-go").focus()
    made.keyboard.press("Enter")
    asked(made, "lift the challenge block")
    press(made, "block")
    asked(made, "put it back")
    press(made, "block")
    asked(made, "the button of seat 1")
    # The keys are at what is asked, and its answer is next.
    made.keyboard.press("Tab")
    expect(made.locator("#test-asked [data-answer='no']")).to_be_focused()
    made.keyboard.press("Enter")
    for name, words in (("seat-2", "seat 2"), ("seat-3", "seat 3"), ("judge", "judge")):
        asked(made, words)
        press(made, name)
    answer(made, "lamps", "no")
    answer(made, "beeps", "yes")
    made.wait_for_selector("body[data-test='unwell']")
    expect(made.locator("#test-todo [data-level='wrong']")).to_have_count(4)
    expect(made.locator("#test-todo [data-key='camera']")).to_contain_text("The camera at the USB port is not there.")
    expect(made.locator("#test-todo [data-key='seat-1']")).to_contain_text("Check its two wires.")
    expect(made.locator("#test-todo [data-key='display']")).to_contain_text("The timer display does not answer.")
    expect(made.locator("#test-todo [data-key='lamps']")).to_contain_text("not every lamp is lit", ignore_case=True)
    expect(made.locator("[data-check='mat']")).to_have_attribute("data-state", "untested")
    expect(made.locator("#test-verdict")).to_have_text("Not well: 4 of 15 checks; 5 more could not be made.")
    assert faults(made) == []
    assert made.evaluate("document.documentElement.scrollWidth <= innerWidth")
    stage.close()


def test_a_match_ends_it_and_while_one_is_played_none_begins(tmp_path: Path, page: PageFactory) -> None:
    stage = Stage(tmp_path, page, BLIND)
    made = stage.open("/setup/self-test", (1920, 1080))
    made.locator("#test-go").click()
    asked(made, "lift the challenge block")
    stage.table.begin(START)
    expect(made.locator("#test-verdict")).to_contain_text("A match has begun, so the test has ended")
    expect(made.locator("#test-go")).to_be_disabled()
    expect(made.locator("#test-playing")).to_be_visible()
    stage.close()


def test_it_is_stopped_and_only_looks_where_nobody_presses(stage: Stage) -> None:
    page = stage.open("/setup/self-test")
    page.locator("#test-go").click()
    asked(page, "lift the challenge block")
    page.locator("#test-stop").click()
    expect(page.locator("#test-verdict")).to_contain_text("The test was stopped after 12 of 20 checks.")
    page.locator("#test-alone").click()
    expect(page.locator("#test-verdict")).to_have_text("All 20 checks are well.")
    expect(page.locator("[data-check='seat-1']")).to_contain_text("nobody pressed it in this test")
