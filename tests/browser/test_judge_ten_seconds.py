"""Ten seconds: from the link that a judge scans to a ruling, in at most six taps. Opening the link is the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PageFactory
from tests.browser.judged_table import AGLOA, MLAG, Device, JudgedTable

MOST_TAPS = 6
SIZES = pytest.mark.parametrize("size", [(390, 844), (1920, 1080)], ids=["phone", "desktop"])
Walk = Callable[[Device], None]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[JudgedTable]:
    with JudgedTable(tmp_path) as table:
        yield table


def equation(device: Device) -> None:
    """A disputed Equation, with the adjudicator's own reason."""
    device.decide("equation", "no")
    device.because()


def charge(device: Device) -> None:
    """A move that was charged as illegal."""
    device.decide("charge", "no")
    device.because()


def move(device: Device) -> None:
    """A disputed move that nobody has charged: found in the review, and struck."""
    if device.page.locator("#tab-review").is_visible():
        device.tap("#tab-review")
    device.tap("#lines [data-name='cube-moved']")
    device.tap("[data-acts-for] [data-act='event-undone']")
    device.because()


def penalty(device: Device) -> None:
    device.decide("penalty", "yes")
    device.because()


@SIZES
@pytest.mark.parametrize(
    ("ruleset", "story", "walk", "event"),
    [
        (MLAG, JudgedTable.disputed, equation, "judge-ruled"),
        (AGLOA, JudgedTable.charged, charge, "event-undone"),
        (MLAG, JudgedTable.disputed, move, "event-undone"),
        (MLAG, JudgedTable.late, penalty, "penalty-approved"),
    ],
    ids=["equation", "charge", "move", "penalty"],
)
def test_six_taps(
    table: JudgedTable,
    page: PageFactory,
    size: tuple[int, int],
    ruleset: str,
    story: Callable[[JudgedTable], None],
    walk: Walk,
    event: str,
) -> None:
    table.begin(ruleset)
    story(table)
    device = Device(page(*size, touch=True), table, table.lee)
    walk(device)
    device.done()
    expect(device.page.locator("#toast")).to_have_attribute("data-kind", "done")
    (done,) = table.events(event)
    assert done["judge"] == "LK"
    assert device.taps <= MOST_TAPS
