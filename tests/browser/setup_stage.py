"""A table that really runs, with its settings file, behind a real server: for the tests of the set-up pages."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from playwright.sync_api import Page

from kiosk.people import Gate, Store
from kiosk.settings_keeper import SettingsKeeper, Source
from kiosk.table import Table
from kiosk.web import create_app
from rules.games import GAMES
from tests.browser.conftest import PageFactory, Served
from tests.kiosk.people.conftest import QUICK


class Stage:
    """A table with its settings file, behind a real server."""

    def __init__(self, folder: Path, page: PageFactory, text: str) -> None:
        self.folder = folder
        self.file = folder / "settings.toml"
        self.file.write_text(text)
        source = Source(None, {"data": folder}, {})
        self.table = Table(source.load(), GAMES)
        self.gate = Gate(Store(folder), QUICK)
        keeper = SettingsKeeper(self.table, source)
        self.server = Served(create_app(self.table, people=self.gate, keeper=keeper))
        self._page = page
        self._opened: list[Page] = []

    def open(self, path: str = "/setup", size: tuple[int, int] = (1024, 600), *, quiet: bool = True) -> Page:
        made = self._page(*size, quiet=quiet)
        self._opened.append(made)
        made.goto(f"{self.server.url}{path}")
        if path.startswith("/setup"):
            made.wait_for_selector("body[data-ready='yes']")
        return made

    def notes(self, what: str) -> list[tuple[str, dict[str, object]]]:
        db = sqlite3.connect(self.folder / "journal.db")
        rows = db.execute("SELECT actor, body FROM row WHERE kind = 'note' ORDER BY seq").fetchall()
        db.close()
        return [(actor, note) for actor, body in rows if (note := json.loads(body))["note"] == what]

    def close(self) -> None:
        # Pages that ask again and again would complain that nobody answers.
        for page in self._opened:
            page.goto("about:blank")
        self.table.close()
        self.server.stop()
        self.gate.store.close()
