"""Pictures of the judge's review for docs/judge.md: the timeline, a move, camera and record that differ, a clip.

Part of `python -m tests.browser.shoot`, and runs alone as `python -m tests.browser.shoot_review [FOLDER]`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.pictures import FOLDER, photographer, take
from tests.browser.review_stage import DESK, KIOSK, PHONE, ReviewStage, opened


def reviews(browser: Browser, folder: Path) -> None:
    """The pictures, each under its name and size."""
    contexts = []

    def page(width: int, height: int) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        contexts.append(context)
        return context.new_page()

    with tempfile.TemporaryDirectory() as data:
        stage = ReviewStage(Path(data))
        try:
            _take(stage.open(page, PHONE), folder / "review-lines-390x844.png")
            _take(stage.open(page, PHONE, row=stage.row("cube-moved")), folder / "review-move-390x844.png")
            _take(stage.open(page, KIOSK, row=stage.row("out-of-step")), folder / "review-apart-1024x600.png")
            desk = stage.open(page, DESK, row=stage.row("block-lifted"))
            desk.wait_for_selector(".clip[data-ready='yes']")
            _take(desk, folder / "review-clip-1920x1080.png")
        finally:
            for context in contexts:
                context.close()
            stage.close()


def _take(page: Page, path: Path) -> None:
    if page.locator("#opened .event").count():
        opened(page, int(page.locator("#opened").get_attribute("data-row") or 0))
    take(page, path)


def main(folder: Path = FOLDER) -> None:
    with photographer(folder) as browser:
        reviews(browser, folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
