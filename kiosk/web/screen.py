"""The pages of the people who sit at the table: the screen, its stream, its buttons, its pictures, the score sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request, send_file

from kiosk.texts import TEXTS, say
from kiosk.web.access import Access
from kiosk.web.dress import dress
from kiosk.web.pictures import with_overlay
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from kiosk.web.signing import sign, sign_answer
from kiosk.web.stream import Streams, frames

_HASH = re.compile(r"[0-9a-f]{64}")


def screen_pages(table: Table, access: Access, streams: Streams, *, open_to_all: bool = False) -> Blueprint:
    """`/`, `/events`, `/begin`, `/act`, `/answer`, `/snapshots/<hash>.jpg`, `/scoresheet`, `/texts.js`."""
    pages = Blueprint("screen", __name__)

    @pages.get("/")
    def screen() -> str:
        return render_template("table.html", simulated=table.simulation is not None)

    @pages.get("/texts.js")
    def texts() -> Response:
        """The catalogue as a module: the browser's scripts and the templates speak from the same one."""
        body = jsonify(dict(TEXTS)).get_data(as_text=True)
        return Response(f"export const TEXTS = {body.strip()};\n", mimetype="text/javascript")

    @pages.get("/events")
    def events() -> Response:
        hands = request.args.get("hands") == "1"
        role = access.role

        def dressed(body: Mapping[str, Any]) -> Mapping[str, Any]:
            # Somebody may be set up to sign in while a screen is open.
            return dress(body, role=role, set_up=access.set_up, open_to_all=open_to_all, broken=access.broken)

        return streams.answer(lambda seen: frames(table, run=streams.run, seen=seen, hands=hands, dress=dressed))

    @pages.post("/begin")
    def begin() -> Response:
        return _told(table.begin(sent_object()))

    @pages.post("/act")
    def act() -> Response:
        signed = sign(sent_object(), table.screen().body, access)
        return _told(table.act(signed.request, by=signed.by))

    @pages.post("/answer")
    def answer() -> Response:
        signed = sign_answer(sent_object(), table.screen().body, access)
        return _told(table.answer(signed.request, by=signed.by))

    @pages.get("/snapshots/<name>.jpg")
    def snapshot(name: str) -> Response:
        path = table.snapshots.path(name) if _HASH.fullmatch(name) else None
        if path is None:
            raise Refused(404, "no-snapshot", say("error.no-snapshot"))
        if request.args.get("overlay") == "1":
            reading = table.snapshots.reading(name)
            if reading is None:
                raise Refused(404, "no-reading", say("error.no-reading"))
            picture = make_response(with_overlay(path, reading))
            picture.mimetype = "image/jpeg"
        else:
            picture = send_file(path, mimetype="image/jpeg", conditional=True)
        # The name is the hash of the bytes: what it names never changes.
        picture.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return picture

    @pages.get("/scoresheet")
    def scoresheet() -> str:
        sheet = table.sheet()
        if sheet is None:
            raise Refused(404, "no-match", say("error.no-match"))
        return render_template("scoresheet.html", sheet=sheet)

    return pages


def _told(told: Mapping[str, Any]) -> Response:
    return jsonify(dict(told))
