"""A fake table with people who can sign in, for the tests of who may do what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kiosk.people import Gate, Role, Store
from kiosk.web import create_app
from kiosk.web.place import Place
from tests.kiosk.people.conftest import OTHER_PIN, PIN, QUICK
from tests.kiosk.people.watch import Watch
from tests.kiosk.web.clients import HOME, PHONE, Browser, browser
from tests.kiosk.web.fake_table import FakeTable, action

INITIALS = {"kind": "keypad", "field": "judge", "keys": ["K", "L"], "label": None, "single": False, "names": None}
APPROVE = action("Initial the penalty", "penalty-approved", entry=INITIALS, penalty=1)
PAUSE = action("Stop the clock", "clock-paused", by="judge", why="")
CORRECT = {
    **action("A cube was misread", "reading-corrected", entry={"kind": "keypad", "field": "section", "keys": ["goal"]}),
    "then": [{"kind": "keypad", "field": "is", "keys": ["R3"]}, INITIALS],
}
CHARGE = action("Charge", "illegal-procedure-charged", "B", by="B", against="A", what="x")


class House:
    """The table, its people (Lee, a judge; Bo, another; Ada, an organiser) and their browsers."""

    def __init__(self, folder: Path, *, people: bool = True, **options: Any) -> None:
        self.watch = Watch()
        self.table = FakeTable(folder)
        self.gate = Gate(Store(None, self.watch), QUICK)
        if people:
            self.lee = self.gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
            self.bo = self.gate.persons.add("Bo Ek", Role.JUDGE, pin=OTHER_PIN)
            self.ada = self.gate.persons.add("Ada Moe", Role.ORGANISER, pin=OTHER_PIN)
        self.place = Place("0.0.0.0", 8000)
        self.app = create_app(self.table, people=self.gate, place=self.place, **options)
        self.table.show("moving", actions=[APPROVE, PAUSE, CORRECT, CHARGE, action("Goal", "goal-set", "A")])

    def browser(self, address: str = HOME) -> Browser:
        return browser(self.app, address)

    def judge(self, address: str = PHONE) -> Browser:
        made = self.browser(address)
        assert made.sign_in(self.lee.id, PIN).status_code == 200
        return made

    def organiser(self, address: str = PHONE) -> Browser:
        made = self.browser(address)
        assert made.sign_in(self.ada.id, OTHER_PIN).status_code == 200
        return made

    def close(self) -> None:
        self.table.close()
        self.gate.store.close()
