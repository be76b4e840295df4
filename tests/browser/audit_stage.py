"""An organiser who looks at the audit in a real browser: what was played, the server, and the organiser's pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from kiosk.audit.query import Query, ask
from kiosk.matches import HERE, Matches, Shelf
from kiosk.web import create_app
from rules.games import GAMES
from tests.browser.conftest import PageFactory, Served
from tests.kiosk.audit.stories import eventful_table
from tests.kiosk.audit.written import write
from tests.kiosk.papers import opened, shake
from tests.kiosk.people.conftest import OTHER_PIN
from tests.kiosk.web.house import House

PHONE, TABLET, DESK = (390, 844), (1024, 600), (1920, 1080)
SIZES = [PHONE, TABLET, DESK]


class AuditStage:
    """A table that has played, a match of another table, and the organiser's pages."""

    def __init__(self, folder: Path, page: PageFactory, own: Path | None = None) -> None:
        self.folder = own or eventful_table(folder / "here")
        write(folder / "there", [opened(), *shake(0)], names={"A": "Dee", "B": "Eve", "C": "Flo"})
        self.house = House(self.folder)
        shelves = [Shelf(HERE, self.folder, "Table 1"), Shelf("table-7-1-abc", folder / "there", "Table 7")]
        self.matches = self.house.table.matches = Matches(GAMES, lambda: shelves)
        self.house.app = create_app(self.house.table, people=self.house.gate, place=self.house.place)
        self.server = Served(self.house.app)
        self._page = page

    def open(self, path: str = "/audit", size: tuple[int, int] = TABLET, **options: Any) -> Page:
        """A page of the audit at that address; `options` are those of the maker of pages."""
        page = self._page(*size, **options)
        page.goto(f"{self.server.url}/sign-in?next=/audit")
        page.locator(f"[data-person='{self.house.ada.id}']").click()
        page.keyboard.type(OTHER_PIN)
        page.keyboard.press("Enter")
        page.wait_for_selector("body.audit[data-ready='yes']")
        if path != "/audit":
            page.goto(f"{self.server.url}{path}")
            page.wait_for_selector("body.audit[data-ready='yes']")
        return page

    def answer(self, **asked: Any) -> Any:
        return ask(self.matches, Query.parse(asked))

    def close(self) -> None:
        self.house.table.close()
        self.server.stop()
        self.house.close()
