"""The adjudicator's page, for judges and for practice: an Equation goes in, a verdict with its reasons comes out.

It is sealed while a match is running: no player's screen may show what the adjudicator finds before the
players and judges have judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from kiosk.bounded import Bounded, Busy, Following, TooLong
from kiosk.texts import say
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from rules.errors import BadRequest, NotBuilt

Choices = Callable[[], Mapping[str, Any]]

#: Phases in which Equations are being written or judged; the page then says so, not only that a match is running.
JUDGING = frozenset({"challenge-called", "last-cube", "writing", "checking"})


def seal(match: Mapping[str, Any] | None) -> str | None:
    """Why the adjudicator is silent now, in words; None when it may speak.

    The one place that decides it: from the start of a match to its end nothing is said. Between two shakes
    of a match neither, since the next one begins at once.
    """
    if match is not None and match["phase"] in JUDGING:
        return say("seal.judging")
    if match is not None and not match["over"]:
        return say("seal.running")
    return None


def checker_pages(table: Table, adjudicator: Bounded | Following, choices: Choices) -> Blueprint:
    """`/check` the page, `/check/choices` what its form offers, `/check/ask` the question, `/check/seal` the seal."""
    pages = Blueprint("checker", __name__)

    def unsealed() -> None:
        why = seal(table.screen().body.get("match"))
        if why is not None:
            raise Refused(423, "sealed", why)

    @pages.get("/check")
    def page() -> str:
        unsealed()
        return render_template("check.html")

    @pages.get("/check/choices")
    def offered() -> Response:
        return jsonify(dict(choices()))

    @pages.get("/check/seal")
    def sealed() -> Response:
        answer = jsonify({"sealed": seal(table.screen().body.get("match"))})
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.post("/check/ask")
    def ask() -> Response:
        request = {key: value for key, value in sent_object().items() if key != "id"}
        unsealed()
        try:
            return _answered(adjudicator, request)
        finally:
            # A match may have begun while the adjudicator was thinking.
            unsealed()

    return pages


def _answered(adjudicator: Bounded | Following, request: Mapping[str, Any]) -> Response:
    try:
        return jsonify(adjudicator.ask(request))
    except TooLong:
        raise Refused(503, "too-long", say("error.too-long")) from None
    except Busy:
        raise Refused(503, "busy", say("error.busy")) from None
    except NotBuilt:
        raise
    except BadRequest as wrong:
        return _pointed(wrong)


def _pointed(wrong: BadRequest) -> Response:
    """A bad request, with the place of the character that is wrong where the rules know it."""
    at = getattr(wrong, "at", None)
    answer = jsonify({"error": {"code": wrong.code, "text": str(wrong)} | ({} if at is None else {"at": at})})
    answer.status_code = 400
    return answer
