"""The hardware of the table, for organisers: what is in use and how it is, and another box or camera while it runs."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from kiosk.web.ports import Table
from kiosk.web.safety import sent_object

#: Who changed it, for the journal.
ORGANISER = "organiser"


def parts_pages(table: Table) -> Blueprint:
    """`/parts`: GET says what is in use, POST changes it: `{"box": {"kind": "serial", "port": "/dev/ttyACM0"}}`."""
    pages = Blueprint("parts", __name__)

    @pages.get("/parts")
    def parts() -> Response:
        answer = jsonify(dict(table.parts()))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.post("/parts")
    def change() -> Response:
        table.equip(sent_object(), ORGANISER)
        return jsonify({"status": "done", "text": None, "parts": dict(table.parts())})

    return pages
