"""How long the audit's page takes in a browser on a long match: to open, to filter, to scroll, to open a line.

    python tests/bench/audit_page.py [EVENTS] [SNAPSHOTS]

The aim for 5000 events with 1000 snapshots, at the size of a phone: open in less than one second. The first time the
server has to fold the match; after that it is there. Prints; asserts nothing.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Page, sync_playwright

from tests.bench.long_match import write_long_match
from tests.browser.conftest import ARGUMENTS, Served
from tests.kiosk.people.conftest import OTHER_PIN
from tests.kiosk.web.house import House

SIZES = {"phone": (390, 844), "desktop": (1920, 1080)}
#: So often is each thing done, and the slowest is told too.
TIMES = 3


def timed(what: str, act: Callable[[], object]) -> None:
    seconds = []
    for _ in range(TIMES):
        began = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - began)
    print(f"  {what:44} {min(seconds):6.2f} s  (slowest {max(seconds):.2f} s)")


def signed_in(page: Page, url: str, person: int) -> None:
    page.goto(f"{url}/sign-in?next=/audit/archive")
    page.locator(f"[data-person='{person}']").click()
    page.keyboard.type(OTHER_PIN)
    page.keyboard.press("Enter")
    page.wait_for_selector("body.archive[data-ready='yes']")


def opened(page: Page, url: str) -> None:
    page.goto(f"{url}/audit")
    page.wait_for_selector("body[data-ready='yes'] #lines [data-line]")


def filtered(page: Page, status: str) -> None:
    before = page.locator("#page").get_attribute("data-lines")
    page.locator(f"[data-total='{status}']").click()
    page.wait_for_function("before => document.getElementById('page').dataset.lines !== before", arg=before)


TO = "share => { const lines = document.getElementById('lines'); lines.scrollTop = share * lines.scrollHeight; }"
#: In the middle of the list there is a line, drawn.
DRAWN = """() => {
  const box = document.getElementById("lines").getBoundingClientRect();
  return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest("#lines li");
}"""


def scrolled(page: Page) -> None:
    """From one end to the other; whatever is in sight must be drawn."""
    for share in (0.25, 0.5, 0.75, 1, 0):
        page.evaluate(TO, share)
        page.wait_for_function(DRAWN)


def line_opened(page: Page) -> None:
    page.locator("#lines [data-line]").first.click()
    page.wait_for_selector("#opened-title")
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-opened])")


def main(events: str = "5000", snapshots: str = "1000") -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        made = write_long_match(Path(name), int(events), int(snapshots))
        print(f"{made.events} events, {made.snapshots} snapshots; load average {os.getloadavg()[0]:.1f}")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for size, (width, height) in SIZES.items():
            house = House(Path(name))
            server = Served(house.app)
            page = browser.new_context(viewport={"width": width, "height": height}).new_page()
            signed_in(page, server.url, house.ada.id)
            print(f"{size}, {width}x{height}")
            began = time.perf_counter()
            opened(page, server.url)
            print(f"  {'opened for the first time (folded anew)':44} {time.perf_counter() - began:6.2f} s")
            timed("opened again", lambda page=page, url=server.url: opened(page, url))  # type: ignore[misc]
            timed("scrolled through in five steps", lambda page=page: scrolled(page))  # type: ignore[misc]
            timed("filtered", lambda page=page: filtered(page, "pending"))  # type: ignore[misc]
            timed("a line opened and closed", lambda page=page: line_opened(page))  # type: ignore[misc]
            page.context.close()
            house.table.close()
            server.stop()
            house.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
