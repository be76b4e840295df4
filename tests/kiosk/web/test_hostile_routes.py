"""Every route there is, asked for what it does not have by everybody who can ask: none breaks, none does anything.

The routes are those of the application itself, so a new page is in this corpus from its first day.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from kiosk.people import Gate, Role, Store
from kiosk.web import create_app
from kiosk.web.place import Place
from tests.kiosk.judged_match import Judged
from tests.kiosk.people.conftest import OTHER_PIN, PIN, QUICK
from tests.kiosk.web.clients import PHONE, Browser, browser
from tests.kiosk.web.test_hostile import BODIES, harmless

#: What stands in the place of a match, a hash, a name.
WORDS = (
    "..", "...", "%2e%2e", "..%2f..%2fpeople.db", "%00", "here.0", "here.99999999999999999999", "here.-1", "here.",
    ".here", "nowhere.1", "here.1%00", "0" * 64, "f" * 65, "F" * 64, "a" * 3000, "con", "~root", "%c0%ae", "\u0661",
    "%ed%a0%80", "'%20OR%201=1--", "{{7*7}}", "$(id)", "-",
)  # fmt: skip
NUMBERS = ("0", "999999999999999", "00000000000000000001", "9" * 400)
#: Every question that some page asks in its address, and one that none does.
ASKED = ("match", "after", "writer", "line", "id", "width", "player", "task", "status", "judge", "shake", "row", "next",
         "overlay", "read", "format", "x")  # fmt: skip
ANSWERS = ("", "-1", "1e9", "9" * 400, "\x00", "../..", "NaN", "here.1", "\ud7ff", "A" * 4000, "[]", "%", "'\"<b>")
NEARLY: tuple[dict[str, Any], ...] = (
    {"id": "act-12345", "match": "here.2", "why": "x", "event": {"event": "event-undone", "line": 10**30}},
    {"id": "act-12345", "match": "../here.2", "why": "x", "event": {"event": "clock-paused"}},
    {"id": "act-12345", "match": "here.2", "why": "x", "event": {"event": "judge-ruled", "writer": "Z", "correct": 1}},
    {"id": "act-12345", "match": "here.2", "why": "x" * 5000, "event": {"event": "clock-paused", "by": "A"}},
    {"id": "act-12345", "match": "here.2", "why": "x", "event": {"event": "__class__"}},
    {"id": "../../act", "match": "here.2", "why": "x", "event": {"event": "clock-paused"}},
    {"id": "act-12345", "match": "here.2", "why": "x", "agrees": "act-00000"},
    {"match": "here.2", "rows": [-1], "reviewed": True},
    {"match": "here.2", "rows": ["1"], "reviewed": True},
    {"match": "here.2", "rows": [10**30], "reviewed": True},
    {"changes": {"table": {"name": "\x00"}}}, {"changes": {"__init__": {}}}, {"changes": []}, {"changes": {"table": 1}},
    {"steps": None}, {"names": [["A"]]}, {"name": "../../x"}, {"key": "../.."}, {"matches": ["../.."]},
)  # fmt: skip


class Town:
    """A table with a dispute, and those who come to its pages."""

    def __init__(self, folder: Path) -> None:
        self.match = Judged(folder)
        self.match.disputed()
        # Every request takes the fake table two seconds: with the clock stopped nothing falls due meanwhile.
        self.match.do("clock-paused", by="LK", why="the doors are open")
        gate = Gate(Store(None, lambda: 1_800_000_000.0), QUICK)
        lee = gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
        ada = gate.persons.add("Ada Moe", Role.ORGANISER, pin=OTHER_PIN)
        self.app = create_app(self.match.table, people=gate, place=Place("0.0.0.0", 8000))
        self.stranger, self.judge, self.organiser = (browser(self.app, PHONE) for _ in range(3))
        assert self.judge.sign_in(lee.id, PIN).status_code == 200
        assert self.organiser.sign_in(ada.id, OTHER_PIN).status_code == 200

    @property
    def rules(self) -> list[Rule]:
        return sorted(self.app.url_map.iter_rules(), key=lambda rule: rule.rule)

    def rows(self) -> int:
        return self.match.row


@pytest.fixture
def town(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Town]:
    """At the end the match is what it was, and nothing has crashed."""
    made = Town(tmp_path)
    caplog.set_level(logging.ERROR)
    before = made.rows(), made.match.table.screen().body["match"]
    yield made
    assert (made.rows(), made.match.table.screen().body["match"]) == before
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    made.match.close()


def filled(rule: Rule) -> Iterator[str]:
    """The rule's path with each hostile word in each of its places."""
    parts = [part for part in rule.rule.replace("<", "\n<").replace(">", ">\n").split("\n") if part]
    places = [at for at, part in enumerate(parts) if part.startswith("<")]
    good = ["1" if part.startswith("<int:") else "here.2" if part == "<key>" else "0" * 64 for part in parts]
    for place in places:
        for word in NUMBERS if parts[place].startswith("<int:") else WORDS:
            made = [good[at] if at in places else part for at, part in enumerate(parts)]
            made[place] = word
            yield "".join(made)


def answered(answer: TestResponse, *, about: object) -> None:
    assert answer.status_code < 500 or answer.status_code in (501, 503), (about, answer.status_code)
    harmless(answer) if answer.status_code < 500 else answer.close()


@pytest.mark.parametrize("who", ["stranger", "judge", "organiser"])
def test_places_that_are_none(town: Town, who: str) -> None:
    visitor: Browser = getattr(town, who)
    asked = 0
    for rule in town.rules:
        for path in filled(rule):
            answer = visitor.get(path)
            assert answer.status_code in (200, 302, 308, 400, 401, 403, 404, 405, 409), (path, answer.status_code)
            answered(answer, about=path)
            asked += 1
    assert asked > 200


@pytest.mark.parametrize("who", ["stranger", "judge", "organiser"])
def test_questions_that_are_none(town: Town, who: str) -> None:
    visitor: Browser = getattr(town, who)
    for rule in town.rules:
        if "GET" not in (rule.methods or ()) or rule.arguments or rule.rule.endswith("events"):
            continue
        for value in ANSWERS:
            answered(visitor.get(rule.rule, query_string=dict.fromkeys(ASKED, value)), about=(rule.rule, value))


@pytest.mark.parametrize("who", ["stranger", "judge", "organiser"])
def test_bodies_that_nearly_are(town: Town, who: str) -> None:
    visitor: Browser = getattr(town, who)
    token = visitor.session_body()["token"]
    for rule in town.rules:
        # Signing in and out has a corpus of its own, and would change who is asking.
        if "POST" not in (rule.methods or ()) or rule.arguments or rule.rule in ("/sign-out", "/sign-in", "/join"):
            continue
        for body in BODIES:
            answer = visitor.post(rule.rule, data=body, content_type="application/json", token=token)
            assert who != "stranger" or 400 <= answer.status_code < 500, (rule.rule, body[:40])
            answered(answer, about=(rule.rule, body[:40]))
        for nearly in NEARLY:
            answered(visitor.post(rule.rule, json=nearly, token=token), about=(rule.rule, nearly))
