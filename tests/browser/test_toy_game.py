"""The toy game on the real table and the real screen: neither knows a rule of Equations."""

from pathlib import Path

from playwright.sync_api import expect

from kiosk.journal import JournalReader
from kiosk.past import last_match
from kiosk.settings import load_settings
from kiosk.table import Table
from kiosk.verify import verify
from kiosk.web import create_app
from rules.registry import Games
from tests.browser.conftest import PageFactory, Served
from tests.toy.flag_game import FLAG_GAME

GAMES = Games([FLAG_GAME])


def test_a_race_on_the_screen_and_in_the_journal(tmp_path: Path, page: PageFactory) -> None:
    table = Table(load_settings(None, {"data": tmp_path}, {}), GAMES)
    served = Served(create_app(table))
    try:
        screen = page(1024, 600)
        screen.goto(served.url)
        screen.locator('[name="division"][value="open"]').check()
        screen.locator('[name="name1"]').fill("Ann")
        screen.locator('[name="name2"]').fill("Ben")
        screen.locator("#begin").click()
        expect(screen.locator("body")).to_have_attribute("data-phase", "racing")
        expect(screen.locator("#mat")).to_be_hidden()
        for turn, player in enumerate("ABABABA"):
            screen.locator(f'[data-action="counted"][data-player="{player}"][data-field-by="3"]').click()
            if turn < 6:
                screen.locator(f'[data-action="flag-passed"][data-player="{player}"]').click()
        expect(screen.locator("body")).to_have_attribute("data-phase", "race-over")
        expect(screen.locator("#prompt")).to_have_text("Ann has won.")
        expect(screen.locator('[data-seat-panel="A"] .score')).to_contain_text("12")
    finally:
        table.close()
        served.stop()
    reader = JournalReader(tmp_path)
    past = last_match(reader, GAMES)
    reader.close()
    assert {seat.player: seat.score for seat in past.fold.view.seats} == {"A": 12, "B": 9}
    assert past.names == {"A": "Ann", "B": "Ben"}
    assert verify(tmp_path) == []
