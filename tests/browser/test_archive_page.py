"""The organiser's archives in a real browser: a match goes out as a file and comes in as one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kiosk.matches import HERE
from tests.browser.axe import faults
from tests.browser.conftest import PageFactory
from tests.browser.house_stage import HouseStage
from tests.kiosk.archive.made import archive, check, play
from tests.kiosk.people.conftest import OTHER_PIN
from tests.kiosk.web.house import House

SIZES = [(1024, 600), (390, 844), (1920, 1080)]


class Stage(HouseStage):
    """A table that has played, and its organiser."""

    def __init__(self, folder: Path, page: PageFactory) -> None:
        (folder / "here").mkdir()
        super().__init__(House(folder / "here"), page)
        play(self.house.table.matches.shelf(HERE).folder)
        play(folder / "other", names=["Dee", "Eve", "Flo"], shade=40)
        archive(folder / "other", folder / "other.zip", sign=True)
        self.file = folder / "other.zip"

    def open(self, size: tuple[int, int] = SIZES[0], *, quiet: bool = True) -> Page:
        page = self._page(*size, quiet=quiet)
        page.goto(f"{self.server.url}/sign-in?next=/audit/archive")
        page.locator(f"[data-person='{self.house.ada.id}']").click()
        page.keyboard.type(OTHER_PIN)
        page.keyboard.press("Enter")
        page.wait_for_selector("body.archive[data-ready='yes']")
        return page


@pytest.fixture
def stage(tmp_path: Path, page: PageFactory) -> Iterator[Stage]:
    made = Stage(tmp_path, page)
    yield made
    made.close()


def test_out_and_in_again(stage: Stage) -> None:
    page = stage.open()
    page.locator("label:has(#with-names)").click()
    with page.expect_download() as download:
        page.locator("[data-export='here.2']").click()
    assert download.value.suggested_filename == "tablejudge-2.zip"
    found = check(Path(download.value.path()).read_bytes())
    assert (found.manifest.names, found.signer) == ("left-out", None)
    expect(page.locator("#export-state [data-kind='done']")).to_be_visible()
    page.set_input_files("#file", stage.file)
    page.locator("#import").click()
    expect(page.locator("#import-state [data-kind='done']")).to_contain_text("Imported as table-7-1-")
    expect(page.locator("#archives li")).to_contain_text("signed:")
    assert faults(page) == []
    page.locator("[data-remove]").click()
    expect(page.locator("#sure-no")).to_be_focused()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#archives [data-remove]")).to_have_count(1)
    page.locator("[data-remove]").click()
    page.locator("#sure-yes").click()
    expect(page.locator("#archives")).to_contain_text("Nothing was imported yet.")


@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_is_said_in_words_and_fits(stage: Stage, size: tuple[int, int]) -> None:
    page = stage.open(size, quiet=False)
    page.locator("#import").click()
    expect(page.locator("#import-state")).to_contain_text("Please choose a file first.")
    spoilt = stage.file.with_name("<b>spoilt.zip")
    spoilt.write_bytes(stage.file.read_bytes()[:-5] + b"12345")
    page.set_input_files("#file", spoilt)
    page.locator("#import").click()
    expect(page.locator("#import-state [data-kind='refused']")).to_contain_text("directory does not agree")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.locator("button, a.button").evaluate_all(
        "all => all.filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).length"
    )
    assert small == 0


def test_everything_by_keyboard(stage: Stage) -> None:
    page = stage.open()
    page.locator("#sign").focus()
    page.keyboard.press("Space")
    with page.expect_download() as download:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    assert check(Path(download.value.path()).read_bytes()).signer is not None
