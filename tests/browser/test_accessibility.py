"""Every page in each of its main states, looked at by axe-core in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import PageFactory, Served
from tests.browser.house_stage import HouseStage
from tests.kiosk.people.conftest import PIN
from tests.kiosk.web.fake_table import SCREENS, SHEET, keypad
from tests.kiosk.web.house import APPROVE, PAUSE, House

SIZES = [(1024, 600), (390, 844)]


class Stage(HouseStage):
    """The house behind a real server."""

    def __init__(self, folder: Path, page: PageFactory) -> None:
        super().__init__(House(folder), page)
        self.house.table.paper = SHEET

    def open(self, path: str, size: tuple[int, int] = SIZES[0], **options: bool) -> Page:
        made = self._page(*size, **options)
        made.goto(f"{self.server.url}{path}")
        return made

    def sign_in(self, page: Page) -> None:
        page.goto(f"{self.server.url}/sign-in")
        page.locator(f"[data-person='{self.house.lee.id}']").click()
        page.keyboard.type(PIN)
        page.keyboard.press("Enter")
        page.wait_for_selector("body.judge:not([data-phase='loading'])")


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    made = Stage(tmp_path, page)
    yield made
    made.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_screen_of_the_table(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.open("/", size)
    found = {}
    for name in SCREENS:
        stage.house.table.show(name)
        match = stage.house.table.screen().body["match"]
        page.wait_for_selector(f"body[data-phase='{match['phase'] if match else 'none'}']")
        found[name] = faults(page)
    stage.house.table.show("writing", actions=[keypad("A"), APPROVE])
    page.wait_for_selector("body[data-phase='writing']")
    page.locator("[data-action='equation-presented']").first.click()
    expect(page.locator("#keypad")).to_be_visible()
    found["keypad"] = faults(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("size", SIZES)
def test_pages_beside_the_table(stage: Stage, size: tuple[int, int]) -> None:
    stage.house.table.show("start")
    found = {}
    for path, ready in (
        ("/simulator", "#sheet [data-cube]"),
        ("/check", "body[data-ready='yes']"),
        ("/scoresheet", "#signatures"),
        ("/nowhere", "body.message"),
        ("/sign-in", "[data-person]"),
        ("/join", "#code"),
    ):
        page = stage.open(path, size, quiet=path != "/nowhere")
        page.wait_for_selector(ready)
        found[path] = faults(page)
    assert {path: each for path, each in found.items() if each} == {}


@pytest.mark.parametrize("size", SIZES)
def test_signing_in_and_the_judges_page(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.open("/sign-in", size, quiet=False)
    found = {}
    page.locator(f"[data-person='{stage.house.lee.id}']").click()
    found["PIN"] = faults(page)
    page.keyboard.type("111222")
    page.keyboard.press("Enter")
    expect(page.locator(".fault")).to_have_text("That PIN is not right.")
    found["wrong PIN"] = faults(page)
    stage.sign_in(page)
    for name in ("start", "moving", "question", "notices", "countdown", "checking", "match-over"):
        stage.house.table.show(name, **({} if name == "start" else {"actions": [APPROVE, PAUSE]}))
        match = stage.house.table.screen().body["match"]
        page.wait_for_selector(f"body[data-phase='{match['phase'] if match else 'none'}']")
        found[name] = faults(page)
    page.locator(f"[data-code-for='{stage.house.lee.id}']").click()
    expect(page.locator("#code-picture")).to_be_visible()
    found["code"] = faults(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("size", SIZES)
def test_a_judge_at_the_table(stage: Stage, size: tuple[int, int]) -> None:
    stage.house.table.show("moving", actions=[APPROVE])
    page = stage.open("/", size, quiet=False)
    page.wait_for_selector("body[data-phase='moving']")
    page.evaluate(
        """async () => {
            const { send } = await import('/static/js/send.js');
            send('/act', {event: 'penalty-approved', penalty: 1});
        }"""
    )
    expect(page.locator("#judge-here")).to_be_visible()
    found = faults(page)
    page.locator(f"#judge-here [data-person='{stage.house.lee.id}']").click()
    assert found + faults(page) == []


def test_axe_finds_what_is_wrong(stage: Stage) -> None:
    page = stage.open("/join")
    page.evaluate(
        """() => {
            document.documentElement.lang = '';
            document.querySelector('h1').remove();
            document.querySelector('button').textContent = '';
            document.querySelector('label').style.color = '#eee';
        }"""
    )
    found = {fault.partition(":")[0] for fault in faults(page)}
    assert found == {"html-has-lang", "page-has-heading-one", "button-name", "color-contrast"}


def test_without_people_the_page_of_signing_in(tmp_path: Path, page: PageFactory) -> None:
    house = House(tmp_path, people=False)
    server = Served(house.app)
    made = page()
    made.goto(f"{server.url}/sign-in")
    expect(made.locator("#not-set-up")).to_be_visible()
    assert faults(made) == []
    house.table.close()
    server.stop()
    house.close()
