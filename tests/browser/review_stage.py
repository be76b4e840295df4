"""A judge who looks back at a filmed match, in a real browser: the match, its server, and the judge's pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from kiosk.matches import HERE, Matches, Shelf
from kiosk.people import Person
from kiosk.timeline import Line, Timelines
from kiosk.web import create_app
from rules.games import GAMES
from tests.browser.conftest import PageFactory, Served
from tests.kiosk.archive.made import play
from tests.kiosk.filmed import film_match
from tests.kiosk.web.house import House

PHONE, TABLET, KIOSK, DESK = (390, 844), (1024, 768), (1024, 600), (1920, 1080)
SIZES = [PHONE, TABLET, DESK]


class ReviewStage:
    """A table whose match was filmed, a match that was brought from another table, and judges' pages."""

    def __init__(self, folder: Path) -> None:
        (folder / "here").mkdir()
        self.film = film_match(folder / "here")
        play(folder / "there", names=["Dee", "Eve", "Flo"])
        self.house = House(folder / "here")
        shelves = [Shelf(HERE, folder / "here", "Table 1"), Shelf("t7", folder / "there", "Table 7")]
        self.house.table.matches = Matches(GAMES, lambda: shelves)
        self.house.app = create_app(self.house.table, people=self.house.gate, place=self.house.place)
        self.server = Served(self.house.app)
        self.follow()

    # -- what happened ---------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        return self.house.table.matches.open().key

    def lines(self, key: str | None = None) -> list[Line]:
        _, lines, _ = Timelines(self.house.table.matches).follow(key)
        return lines

    def row(self, name: str, number: int = 0) -> int:
        """The row of an event (or note) of that name."""
        return [line.row for line in self.lines() if line.name == name][number]

    def follow(self) -> None:
        """Every page hears that the journal has grown."""
        self.house.table.show("moving", journal={"row": self.film.journal.seq, "hash": "ab" * 32}, actions=[])

    # -- pages -----------------------------------------------------------------------------------------

    def open(
        self,
        page: PageFactory,
        size: tuple[int, int] = DESK,
        *,
        who: Person | None = None,
        row: int | None = None,
        url: str | None = None,
        **options: Any,
    ) -> Page:
        """A judge has come by a code and is at the timeline, or at an event by its link."""
        made = page(*size, **options)
        base = url or self.server.url
        made.goto(f"{base}/join#{self.house.gate.code_for(None, who or self.house.lee).text}")
        made.wait_for_url("**/judge")
        expect(made.locator("#timeline")).to_have_attribute("data-match", self.key)
        if row is not None:
            self.turn_to(made, row)
        elif size[0] < 700:
            made.locator("#tab-review").click()
        return made

    def turn_to(self, page: Page, row: int) -> Locator:
        """The page has got the address of an event."""
        page.evaluate(f"location.hash = '#{self.key}/{row}'")
        return opened(page, row)

    def close(self) -> None:
        self.house.table.close()
        self.server.stop()
        self.house.close()
        self.film.close()


def opened(page: Page, row: int) -> Locator:
    """The event that is open, once it is that one and its pictures are measured."""
    event = page.locator(f"#opened[data-row='{row}'] .event")
    expect(event).to_be_visible()
    pictures = event.locator(".pictures")
    if pictures.count():
        expect(pictures).to_have_attribute("data-ready", "yes")
    return event


def line(page: Page, row: int) -> Locator:
    return page.locator(f"#timeline [data-row='{row}']")


def zoom(page: Page) -> list[float]:
    """How much closer than at first each picture is seen."""
    frames = page.locator(".pictures .frame").all()
    return [float(frame.get_attribute("data-zoom") or 1) for frame in frames]


#: Parts of the list's window, a few pixels apart, in which no line or heading stands.
GAPS = """() => {
  const window_ = document.getElementById('lines').getBoundingClientRect();
  const list = document.getElementById('lines-list').getBoundingClientRect();
  const [top, bottom] = [Math.max(window_.top, list.top), Math.min(window_.bottom, list.bottom)];
  const items = [...document.querySelectorAll('#lines-list > li')].map((li) => li.getBoundingClientRect());
  const gaps = [];
  const filled = (y) => items.some((box) => box.top <= y + 1 && box.bottom >= y - 1);
  for (let y = top + 1; y < bottom - 1; y += 4) if (!filled(y)) gaps.push(Math.round(y));
  return gaps;
}"""
