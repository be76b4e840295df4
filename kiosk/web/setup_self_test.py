"""The self-test: the doctor's checks (`kiosk/doctor.py`), for somebody who has never seen this table.

While a match is being played none begins, and one that is running ends: what is pressed would count.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template

from device.inputs import Input
from kiosk.box_test import BoxTest, panel_body
from kiosk.doctor import examine, planned
from kiosk.doctor_box import BUZZER, SHOWN, Hands
from kiosk.doctor_live import examine_live
from kiosk.findings import OK, WARNING, WRONG, Finding
from kiosk.self_test import UNTESTED, Progress, SelfTest
from kiosk.texts import TEXTS, say
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from kiosk.web.setup_box import WAIT_S, asked_after, is_playing, refuse_while_playing
from rules.errors import BadRequest

#: Somebody who reads, walks around the table and looks for a button has more time than one at a terminal.
PRESS_S = 90.0
#: How old what a simulated box shows may be.
SOON_S = 0.5


class TableTest:
    """The self-test of one table, with what is told of it."""

    def __init__(self, table: Table, *, press_s: float = PRESS_S) -> None:
        self._table = table
        self._press_s = press_s
        self._by = ""
        self.began: datetime | None = None
        self.test = SelfTest(self._examine, self._planned, self._is_taken, ended=self._note)

    def begin(self, by: str, *, hands: bool) -> bool:
        begun = self.test.begin(hands=hands)
        if begun:
            self._by, self.began = by, datetime.now(UTC)
        return begun

    def _is_taken(self) -> bool:
        """A match is being played, or the table is shutting down."""
        return self._table.closed or is_playing(self._table)

    def _examine(self, hands: Hands | None) -> Generator[Finding]:
        table, settings = self._table, self._table.settings
        camera = examine_live(lambda: table.look(read=True), settings.camera.kind, settings.data.folder)
        return examine(settings, hands=hands, open_=table.box, camera=camera, press_s=self._press_s)

    def _planned(self) -> tuple[str, ...]:
        return planned(getattr(self._table.box(), "inputs", tuple(Input)))

    def _note(self, result: Progress) -> None:
        self._table.note(
            self._by,
            "self-test",
            ended=result.ended,
            wrong=list(result.keys(WRONG)),
            warning=list(result.keys(WARNING)),
            text=verdict(result),
        )

    def last(self) -> dict[str, Any] | None:
        """How the last one came out, for who comes back to the settings; None while there is none."""
        now = self.test.now
        if now.ended is None or self.began is None:
            return None
        return {"well": now.well, "verdict": verdict(now), "began": self.began.isoformat(timespec="seconds")}

    def body(self, now: Progress) -> dict[str, Any]:
        """The test as it stands, in words."""
        panel = getattr(self._table.box(), "panel", None)
        return {
            "version": now.version,
            "running": now.running,
            "hands": now.hands,
            "playing": is_playing(self._table),
            "asked": None
            if now.asked is None
            else {"number": now.asked.number, "kind": now.asked.kind, "text": now.asked.text},
            "checks": checks_body(now),
            "ended": now.ended,
            "well": now.well,
            "verdict": None if now.ended is None else verdict(now),
            "began": None if self.began is None else self.began.isoformat(timespec="seconds"),
            "table": self._table.settings.table.name,
            "panel": None if panel is None else panel_body(panel),
            "lifted": self._table.box().lifted(),
            # Nobody hears a simulated buzzer.
            "beeping": now.asked is not None and now.asked.text == SHOWN[BUZZER].question,
        }


def self_test_routes(
    pages: Blueprint, table: Table, by: Callable[[], str], box: BoxTest, *, wait_s: float = WAIT_S
) -> TableTest:
    """`/setup/self-test` (page and deeds), `/setup/self-test/state`, and the result as a file."""
    mine = TableTest(table)

    @pages.get("/setup/self-test")
    def self_test() -> Response:
        return _unkept(make_response(render_template("self-test.html")))

    @pages.get("/setup/self-test/state")
    def self_test_state() -> Response:
        # A simulated box is looked at on this page, and nobody reports what it shows.
        soon = mine.test.now.running and getattr(table.box(), "panel", None) is not None
        return _unkept(jsonify(mine.body(mine.test.wait(asked_after(), SOON_S if soon else wait_s))))

    @pages.post("/setup/self-test")
    def self_test_do() -> Response:
        sent = sent_object()
        deed = sent.get("do")
        if deed == "begin":
            refuse_while_playing(table)
            box.end()
            if not mine.begin(by(), hands=sent.get("hands") is True):
                raise Refused(409, "testing", say("test.testing"))
        elif deed == "say" and isinstance(sent.get("yes"), bool) and type(sent.get("number")) is int:
            if not mine.test.say(sent["number"], yes=sent["yes"]):
                raise Refused(409, "stale", say("test.stale"))
        elif deed == "stop":
            mine.test.stop()
        else:
            raise BadRequest("do must be begin, say (with a number and yes) or stop")
        return jsonify(mine.body(mine.test.now))

    @pages.get("/setup/self-test/result.<form>")
    def self_test_result(form: str) -> Response:
        result = mine.test.now
        if form not in ("json", "txt"):
            raise Refused(404, "not-found", say("error.not-found"))
        if result.ended is None or mine.began is None:
            raise Refused(404, "no-result", say("test.no-result"))
        told = result_body(result, table.settings.table.name, mine.began)
        answer = jsonify(told) if form == "json" else Response(result_text(told), mimetype="text/plain")
        answer.headers["Content-Disposition"] = f'attachment; filename="self-test-{mine.began:%Y%m%d-%H%M%S}.{form}"'
        return _unkept(answer)

    return mine


def checks_body(now: Progress) -> list[dict[str, Any]]:
    """Every check with its title and what it found."""
    return [
        {
            "key": check.key,
            "title": TEXTS.get(f"check.{check.key}", check.key),
            "state": check.state,
            "findings": [
                {"level": each.level, "text": each.sentence, "advice": each.advice} for each in check.findings
            ],
        }
        for check in now.checks
    ]


def verdict(result: Progress) -> str:
    """How a test came out, in a sentence."""
    count = len(result.checks) - len(result.keys(UNTESTED))
    wrong = len(result.keys(WRONG))
    if result.ended != "done":
        return say(f"ended.{result.ended}", count=count, all=len(result.checks))
    if count < len(result.checks):
        return say("ended.partly", wrong=wrong, count=count, left=len(result.checks) - count)
    if wrong:
        return say("ended.wrong", wrong=wrong, count=count)
    return say("ended.warned" if result.keys(WARNING) else "ended.well", count=count)


def result_body(result: Progress, table: str, began: datetime) -> dict[str, Any]:
    """The result as it is taken elsewhere."""
    return {
        "table": table,
        "began": began.isoformat(timespec="seconds"),
        "ok": result.well,
        "ended": result.ended,
        "verdict": verdict(result),
        "checks": checks_body(result),
    }


def result_text(told: dict[str, Any]) -> str:
    """The same as lines that can be read, and printed."""
    lines = [say("test.heading", table=told["table"], began=told["began"]), told["verdict"], ""]
    for check in told["checks"]:
        word = say(f"result.{check['state']}")
        lines.append(f"{word:12} {check['title']}")
        for finding in check["findings"]:
            lines.append(f"{'':12} {finding['text']}")
            if finding["level"] != OK and finding["advice"]:
                lines.append(f"{'':12} -> {finding['advice']}")
    return "\n".join(lines) + "\n"


def _unkept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
