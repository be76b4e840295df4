"""What a judge does from his own page: the desk, the adjudicator's finding, what an undoing would change, the act.

Everything here is for judges alone. A finding is asked of a process that is ended when it takes too long: then there is
no finding, and never a verdict.
"""

from __future__ import annotations

import threading
from typing import Any

from flask import Blueprint, Response, jsonify, request

from kiosk.bounded import Bounded, Busy, TooLong
from kiosk.judging_desk import Desk, acts_of
from kiosk.judging_preview import preview
from kiosk.matches import OpenMatch
from kiosk.past import NoMatch
from kiosk.people import Person
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from kiosk.web.signing import SECOND_SIGN, actor, second_judge, second_needed
from rules.errors import BadRequest


def judge_acts_pages(table: Table, access: Access, adjudicator: Bounded) -> Blueprint:
    """`/judge/desk`, `/judge/finding`, `/judge/undoing`, `/judge/done` to look at, `/judge/do` to act."""
    pages = Blueprint("judge_acts", __name__)

    def judge() -> Person:
        found = access.session
        if found is None or found.person is None:
            raise Refused(401, "sign-in", say("error.sign-in"))
        return found.person

    def opened() -> OpenMatch:
        """The match that is played here now, or was the last one."""
        try:
            return table.matches.open()
        except NoMatch:
            raise Refused(404, "no-match", say("acts.no-match")) from None

    @pages.get("/judge/desk")
    def desk() -> Response:
        judge()
        try:
            match = table.matches.open()
        except NoMatch:
            return _fresh({"match": None})
        with table.matches.reckoning():
            body, papers = Desk(match).body(), match.past.fold.view.papers
        # Where papers lie on the table, somebody may soon reject one: the judge must not wait for a process to start.
        if papers and adjudicator.cold:
            threading.Thread(target=adjudicator.warm, name="adjudicator starts", daemon=True).start()
        return _fresh(body)

    @pages.get("/judge/finding")
    def finding() -> Response:
        """What the adjudicator finds of the Equation of `?writer=`.

        `none` says why it finds nothing; with `again`, it would be worth asking once more.
        """
        judge()
        match = opened()
        writer = request.args.get("writer", "")
        with table.matches.reckoning():
            fold = match.past.fold
            case = next((case for case in fold.game.cases(fold.state) if case.writer == writer), None)
        if case is None:
            raise Refused(404, "no-case", say("acts.no-case"))
        asked = {"check": dict(case.request), "readings": dict(case.readings)}
        try:
            return _fresh({"finding": adjudicator.ask(asked), "asked": dict(case.request)})
        except TooLong:
            none = say("error.too-long")
        except Busy:
            return _fresh({"finding": None, "none": say("error.busy"), "again": True, "asked": dict(case.request)})
        except BadRequest as wrong:
            none = str(wrong)
        return _fresh({"finding": None, "none": none, "asked": dict(case.request)})

    @pages.get("/judge/undoing")
    def undoing() -> Response:
        """What striking `?line=` would change."""
        judge()
        line = request.args.get("line", "")
        if not (line.isascii() and line.isdigit() and len(line) < 9):
            raise BadRequest(f"line must be a number, not {line!r}")
        match = opened()
        with table.matches.reckoning():
            return _fresh(preview(match, int(line)))

    @pages.get("/judge/done")
    def done() -> Response:
        """Whether the act `?id=` is on record, for a page that does not know."""
        judge()
        found = acts_of(opened()).done.get(request.args.get("id", ""))
        known = {} if found is None else {"row": found.row, "refusal": found.refusal}
        return _fresh({"known": found is not None, **known})

    @pages.post("/judge/do")
    def do() -> Response:
        person, asked = judge(), sent_object()
        act = {key: value for key, value in asked.items() if key not in (SECOND_SIGN, "second")}
        event = act.get("event")
        # Who only proposes it leaves it to the second judge's own device.
        proposes = act.get("proposes") is True
        if isinstance(event, dict) and not proposes and second_needed(event, table.screen().body):
            act["second"] = second_judge(asked, person, access).initials
        return jsonify(dict(table.judge(act, person.initials, actor(person))))

    return pages


def _fresh(body: Any) -> Response:
    """JSON that nobody keeps."""
    answer = jsonify(body)
    answer.headers["Cache-Control"] = "no-store"
    return answer
