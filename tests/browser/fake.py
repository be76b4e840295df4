"""The fake table behind a real server, and pages of it that are ready to look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from kiosk.web import create_app
from tests.browser.conftest import PageFactory, Served
from tests.kiosk.web.fake_table import FakeTable


class Stage:
    """A fake table, its server, and the pages that look at it."""

    def __init__(self, folder: Path, page: PageFactory) -> None:
        self.table = FakeTable(folder)
        self.server = Served(create_app(self.table))
        self._page = page

    def open(self, width: int = 1024, height: int = 600, path: str = "/", **options: Any) -> Page:
        made = self._page(width, height, **options)
        made.goto(f"{self.server.url}{path}")
        if path == "/":
            made.wait_for_selector("body:not([data-phase='loading'])")
        return made

    def show(self, page: Page, name: str, **changes: Any) -> None:
        """Put up a screen and wait until the page has it."""
        self.table.show(name, **changes)
        match = self.table.screen().body["match"]
        page.wait_for_selector(f"body[data-phase='{match['phase'] if match else 'none'}']")
        if match:
            page.wait_for_function(
                "prompt => document.getElementById('prompt').textContent === prompt", arg=match["prompt"]
            )

    def close(self) -> None:
        self.table.close()
        self.server.stop()


def staged(folder: Path, page: PageFactory) -> Iterator[Stage]:
    stage = Stage(folder, page)
    yield stage
    stage.close()
