"""The pages of the people who sit at the table: the screen, its stream, its buttons, its pictures, the score sheet."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request, send_file

from kiosk.texts import TEXTS, say
from kiosk.web.pictures import with_overlay
from kiosk.web.ports import Table
from kiosk.web.safety import Refused, sent_object
from kiosk.web.stream import frames, last_seen

_HASH = re.compile(r"[0-9a-f]{64}")


def screen_pages(table: Table) -> Blueprint:
    """`/`, `/events`, `/begin`, `/act`, `/answer`, `/snapshots/<hash>.jpg`, `/scoresheet`, `/texts.js`."""
    pages = Blueprint("screen", __name__)
    run = secrets.token_hex(8)

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
        seen = last_seen(request.headers.get("Last-Event-ID"))
        hands = request.args.get("hands") == "1"
        answer = Response(frames(table, run=run, seen=seen, hands=hands), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    @pages.post("/begin")
    def begin() -> Response:
        return _told(table.begin(sent_object()))

    @pages.post("/act")
    def act() -> Response:
        return _told(table.act(sent_object()))

    @pages.post("/answer")
    def answer() -> Response:
        return _told(table.answer(sent_object()))

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
