"""The step Buttons of the set-up: every switch is pressed and ticked off as it is heard, every light is looked at."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, request

from kiosk.box_test import BoxTest
from kiosk.texts import say
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from rules.errors import BadRequest

#: A page that asks what was heard is answered at once if there is something, else after so long.
WAIT_S = 4.0
#: How often it is looked whether a match has begun.
LOOK_S = 0.5


def box_routes(
    pages: Blueprint, table: Table, test: BoxTest, testing: Callable[[], bool], *, wait_s: float = WAIT_S
) -> None:
    """`/setup/box/test` begins, shows and ends; `/setup/box/heard` tells what came. `testing`: a self-test runs."""

    @pages.get("/setup/box/heard")
    def heard() -> Response:
        after, deadline = asked_after(), time.monotonic() + wait_s
        told: dict[str, Any] | None = None
        while told is None or (told["version"] <= after and time.monotonic() < deadline):
            if test.running and is_playing(table):
                # What is pressed now is meant for the match.
                test.end()
            told = test.wait(after, LOOK_S)
        answer = jsonify(told)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.post("/setup/box/test")
    def do() -> Response:
        sent = sent_object()
        deed, part, seen = sent.get("do"), sent.get("part"), sent.get("seen")
        if deed == "end":
            test.end()
            return jsonify(test.wait(-1, 0))
        refuse_while_playing(table)
        if testing():
            raise Refused(409, "testing", say("test.testing"))
        if deed == "begin":
            test.begin()
        elif deed == "show" and isinstance(part, str):
            test.show(part)
        elif deed == "saw" and isinstance(part, str) and isinstance(seen, bool):
            test.saw(part, seen)
        else:
            raise BadRequest("do must be begin, end, show (with a part) or saw (with a part, and seen)")
        return jsonify(test.wait(-1, 0))


def is_playing(table: Table) -> bool:
    match = table.screen().body.get("match")
    return match is not None and not match["over"]


def refuse_while_playing(table: Table) -> None:
    """Refused while a match is being played: what is pressed for a test would count in it."""
    if is_playing(table):
        raise Refused(409, "playing", say("test.playing"))


def asked_after() -> int:
    """The version that a page has, from its address; -1 where it has none."""
    after = request.args.get("after", "")
    return int(after) if after.isascii() and after.isdigit() and len(after) < 19 else -1
