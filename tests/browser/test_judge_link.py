"""A judge's phone that loses its connection in the middle of a ruling: nothing is lost, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PageFactory
from tests.browser.judged_table import Device, JudgedTable
from tests.kiosk.people.conftest import OTHER_PIN

ACT, DONE = "**/judge/do", "**/judge/done?*"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[JudgedTable]:
    with JudgedTable(tmp_path) as table:
        table.begin()
        table.disputed()
        yield table


@pytest.fixture
def phone(table: JudgedTable, page: PageFactory) -> Device:
    return Device(page(390, 844, quiet=False, touch=True), table, table.lee)


def unplugged(page: Page) -> None:
    """Neither acts nor questions about them get through."""
    for path in (ACT, DONE):
        page.route(path, lambda route: route.abort())


def plugged_in(page: Page) -> None:
    for path in (ACT, DONE):
        page.unroute(path)


def rule(phone: Device) -> None:
    phone.decide("equation", "no")
    phone.because()


def unknown(phone: Device) -> None:
    """The page says that it does not know."""
    waits = phone.page.locator("[data-unsent='unknown']")
    expect(waits).to_contain_text("Not known yet whether this was done: Ann's Equation is incorrect")
    expect(phone.dialog).to_be_hidden()


def known(phone: Device) -> None:
    expect(phone.page.locator("[data-unsent]")).to_have_count(0)
    expect(phone.page.locator("#toast")).to_contain_text("LK rules that Ann's Equation is incorrect.")


def rulings(table: JudgedTable) -> list[bool]:
    return [each["correct"] for each in table.events("judge-ruled")]


def test_lost_before_it_arrived(table: JudgedTable, phone: Device) -> None:
    unplugged(phone.page)
    rule(phone)
    unknown(phone)
    assert rulings(table) == []
    # Nobody is asked for the same ruling twice.
    expect(phone.card("equation").locator("[data-way='no']")).to_be_disabled()
    plugged_in(phone.page)
    known(phone)
    assert rulings(table) == [False]


def test_lost_after_it_was_done(table: JudgedTable, phone: Device) -> None:
    def answer_is_lost(route: Route) -> None:
        route.fetch()
        route.abort()

    phone.page.route(ACT, answer_is_lost)
    phone.page.route(DONE, lambda route: route.abort())
    rule(phone)
    unknown(phone)
    assert rulings(table) == [False]
    plugged_in(phone.page)
    known(phone)
    assert rulings(table) == [False], "once"


def test_a_page_that_is_loaded_again_in_the_middle(table: JudgedTable, phone: Device) -> None:
    unplugged(phone.page)
    rule(phone)
    unknown(phone)
    phone.page.reload()
    unknown(phone)
    plugged_in(phone.page)
    known(phone)
    assert rulings(table) == [False]
    phone.page.reload()
    table.shown(phone.page)
    expect(phone.page.locator("[data-unsent]")).to_have_count(0)


def test_what_is_no_longer_fresh_is_not_sent_by_itself(table: JudgedTable, phone: Device) -> None:
    unplugged(phone.page)
    rule(phone)
    unknown(phone)
    phone.page.evaluate(
        """() => {
            const [key] = Object.keys(localStorage).filter((name) => name.startsWith('tablejudge.acts.'));
            const [act] = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify([{ ...act, sent: act.sent - 120_000 }]));
        }"""
    )
    plugged_in(phone.page)
    phone.page.reload()
    expect(phone.page.locator("[data-unsent='lost']")).to_contain_text("This did not reach the table")
    assert rulings(table) == []
    phone.tap("[data-unsent-do='send']")
    known(phone)
    assert rulings(table) == [False]


def test_overtaken_while_the_link_was_away(table: JudgedTable, phone: Device) -> None:
    unplugged(phone.page)
    rule(phone)
    unknown(phone)
    table.judge({"event": "judge-ruled", "writer": "A", "correct": True})
    plugged_in(phone.page)
    expect(phone.dialog.locator(".refusal").last).to_contain_text("BE rules that Ann's Equation is correct.")
    phone.tap("#act-leave")
    expect(phone.page.locator("[data-unsent]")).to_have_count(0)
    assert rulings(table) == [True]


def test_another_judge_at_the_same_device_sees_nothing_of_it(table: JudgedTable, phone: Device) -> None:
    unplugged(phone.page)
    rule(phone)
    unknown(phone)
    phone.page.context.clear_cookies()
    plugged_in(phone.page)
    phone.page.goto(f"{table.url}/sign-in")
    phone.tap(f"[data-person='{table.bo.id}']")
    phone.page.keyboard.type(OTHER_PIN)
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url("**/judge")
    table.shown(phone.page)
    expect(phone.page.locator("[data-unsent]")).to_have_count(0)
    assert rulings(table) == []


def test_what_was_begun_in_another_match_is_forgotten(table: JudgedTable, phone: Device) -> None:
    phone.decide("equation", "no")
    phone.tap("#act [data-reason='0']")
    phone.page.reload()
    expect(phone.page.locator("[data-unsent='draft']")).to_have_count(1)
    phone.page.evaluate(
        """() => {
            const [key] = Object.keys(localStorage).filter((name) => name.startsWith('tablejudge.acts.'));
            const [act] = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify([{ ...act, match: 'here.1' }]));
        }"""
    )
    phone.page.reload()
    table.shown(phone.page)
    expect(phone.page.locator("[data-unsent]")).to_have_count(0)


def test_the_whole_network_goes_away(table: JudgedTable, phone: Device) -> None:
    phone.decide("equation", "no")
    phone.tap("#act [data-reason='0']")
    phone.page.context.set_offline(True)
    phone.tap("#act-yes")
    unknown(phone)
    phone.page.context.set_offline(False)
    known(phone)
    assert rulings(table) == [False]
