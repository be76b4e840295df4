"""Pictures of the set-up's tests of the hardware, for docs/setup.md.

    python -m tests.browser.shoot_setup [FOLDER]

They are taken on tables that really run: with the simulated camera, and over a mat without black squares.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.pictures import FOLDER, photographer, take
from tests.browser.setup_stage import Stage
from tests.browser.test_self_test_page import asked, press
from tests.browser.test_setup_camera_page import bare_stage, lies_in, middle, place
from tests.vision.bare_mat import bare_corners

KIOSK, PHONE = (1024, 600), (390, 844)


class Studio:
    """Makes pages, and pictures of them."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder

    def page(self, width: int, height: int, *, quiet: bool = True) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
        )
        return context.new_page()

    def take(self, page: Page, name: str) -> None:
        size = page.viewport_size
        assert size is not None
        # The magnifier is there for the corner that has the focus.
        take(page, self.folder / f"{name}-{size['width']}x{size['height']}.png", focus=True)


def camera_and_box(studio: Studio, data: Path) -> None:
    stage = Stage(data, studio.page, "")
    stage.table.simulation.lay({"resources": "R1 R2 B3 G5 K+ K9 B0 Gx", "goal": "G6 K7", "required": "B1"})
    page = stage.open("/setup#camera", KIOSK)
    lies_in(page, "required", 1)
    studio.take(page, "setup-camera")
    page = stage.open("/setup#box", PHONE)
    page.locator("#box-begin").click()
    for name in ("seat-1", "seat-2", "block"):
        page.locator(f"#simbox [data-hand='{name}']").click()
    expect(page.locator("li[data-part='block']")).to_have_attribute("data-state", "lifted")
    page.locator("#box-test").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.querySelector('#box-test').offsetTop - 20)")
    studio.take(page, "setup-box")
    page = stage.open("/setup/self-test", KIOSK)
    page.locator("#test-go").click()
    asked(page, "put the challenge block into its place")
    press(page, "block")
    asked(page, "lift the challenge block")
    expect(page.locator("#simbox [data-lit='yes']")).to_have_count(0)
    studio.take(page, "self-test")
    page.locator("#test-stop").click()
    stage.close()


def corners(studio: Studio, data: Path) -> None:
    stage = bare_stage(data, studio.page, "plain")
    page = stage.open("/setup#camera", KIOSK)
    page.locator("#corners-set").click()
    for number, corner in enumerate(bare_corners(), start=1):
        page.locator(f"[data-corner='{number}']").scroll_into_view_if_needed()
        page.mouse.move(*middle(page, number))
        page.mouse.down()
        page.mouse.move(*place(page, corner), steps=3)
        page.mouse.up()
    expect(page.locator("#corners-preview")).to_be_visible()
    page.locator("[data-corner='3']").focus()
    page.locator("#live").evaluate("live => live.scrollIntoView()")
    studio.take(page, "setup-corners")
    stage.close()


def main(folder: Path = FOLDER) -> None:
    with photographer(folder) as browser:
        for story in (camera_and_box, corners):
            with tempfile.TemporaryDirectory() as data:
                story(Studio(browser, folder), Path(data))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
