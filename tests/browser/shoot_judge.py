"""Pictures of the judge's page for docs/judge.md: a disputed Equation on a phone, a move that is struck on a desktop.

Part of `python -m tests.browser.shoot`, and runs alone as `python -m tests.browser.shoot_judge [FOLDER]`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from rules.mat import Section
from tests.browser.judged_table import ROLL, Device, JudgedTable
from tests.browser.pictures import FOLDER, photographer, take
from tests.browser.tables import SEEING

PHONE, DESKTOP = (390, 844), (1920, 1080)


def judges(browser: Browser, folder: Path) -> None:
    """The pictures, each under its name and size."""
    with tempfile.TemporaryDirectory() as data, JudgedTable(Path(data), SEEING) as table:
        phone, desktop = (_device(browser, table, size) for size in (PHONE, DESKTOP))
        _play(table, phone.page)
        card = phone.card("equation")
        expect(card.locator(".finding")).to_have_attribute("data-verdict", "incorrect")
        take(phone.page, folder / "judge-equation-390x844.png")
        phone.decide("equation", "no")
        phone.tap("#act [data-reason='0']")
        take(phone.page, folder / "judge-reason-390x844.png")
        desktop.page.locator("#lines [data-name='cube-moved']").first.tap()
        desktop.page.wait_for_selector(".pictures[data-ready='yes']")
        take(desktop.page, folder / "judge-opened-1920x1080.png")
        desktop.tap("[data-acts-for] [data-act='event-undone']")
        desktop.page.wait_for_selector(".preview[data-ready]")
        take(desktop.page, folder / "judge-strike-1920x1080.png")
        for device in (phone, desktop):
            device.page.context.close()


def _device(browser: Browser, table: JudgedTable, size: tuple[int, int]) -> Device:
    if table.table.screen().body["match"] is None:
        table.begin()
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]
    return Device(context.new_page(), table, table.lee)


def _play(table: JudgedTable, page: Page) -> None:
    """The camera sees the roll and two moves; then Ann challenges, and Ben rejects her Equation."""
    hands = table.table.simulation
    assert hands is not None
    table.do("shake-started", goal_setter="A")
    hands.lay({"resources": ROLL})
    page.wait_for_selector("body[data-phase='setting-goal']")
    hands.move("G6", Section.RESOURCES, Section.GOAL)
    table.do("goal-set", player="A", goal="G6")
    for cube in ("R2", "Bx"):
        hands.move(cube, Section.RESOURCES, Section.REQUIRED)
        expect(page.locator(f"#mat [data-part='required'] [data-cube-text='{cube}']")).to_have_count(1)
    table.do("challenge-stated", player="A", challenge="now")
    table.do("third-party-decided", player="B", presents=False)
    table.do("equation-presented", player="A", equation="2x1=6")
    table.do("equation-checked", writer="A", by="B", accepted=False, reason="not-equal")


def main(folder: Path = FOLDER) -> None:
    with photographer(folder) as browser:
        judges(browser, folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
