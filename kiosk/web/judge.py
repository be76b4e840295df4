"""The judge's page: the live table, who is signed in, and what waits for a judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template

from kiosk.people import Person
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from kiosk.web.signing import NAMES, for_judge, sign, sign_answer
from kiosk.web.stream import Streams, frames


def judge_pages(table: Table, access: Access, streams: Streams) -> Blueprint:
    """`/judge`, its stream `/judge/events`, and what a judge does: `/judge/act`, `/judge/answer`."""
    pages = Blueprint("judge", __name__)

    def judge() -> Person:
        found = access.session
        if found is None or found.person is None:
            raise Refused(401, "sign-in", say("error.sign-in"))
        return found.person

    @pages.get("/judge")
    def page() -> Response:
        answer = make_response(render_template("judge.html", person=judge()))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.get("/judge/events")
    def events() -> Response:
        """The stream of the table with what waits for a judge; it ends when the session does."""
        judge()
        alive = _alive(access)
        return streams.answer(lambda seen: _while(alive, frames(table, run=streams.run, seen=seen, dress=_for_judges)))

    @pages.post("/judge/act")
    def act() -> Response:
        signed = sign(sent_object(), table.screen().body, access, judge())
        return jsonify(dict(table.act(signed.request, by=signed.by)))

    @pages.post("/judge/answer")
    def answer() -> Response:
        signed = sign_answer(sent_object(), table.screen().body, access, judge())
        return jsonify(dict(table.answer(signed.request, by=signed.by)))

    return pages


def _for_judges(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The screen with the actions of judges alone, each marked by whether there is more to say than one's name."""
    match = body.get("match")
    if match is None:
        return body
    actions = []
    for action in match["actions"]:
        if for_judge(action):
            pads = [pad for pad in (action.get("entry"), *(action.get("then") or ())) if pad is not None]
            actions.append({**action, "plain": all(pad.get("field") in NAMES for pad in pads)})
    return {**body, "match": {**match, "actions": actions}}


def _alive(access: Access) -> Any:
    """Is the session of this request still good? May be asked after the request is gone."""
    word, here = access.word, access.here
    return lambda: word is not None and access.gate.sessions.find(word, here=here, touch=False) is not None


def _while(alive: Any, stream: Iterator[str]) -> Iterator[str]:
    for text in stream:
        if not alive():
            return
        yield text
