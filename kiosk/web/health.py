"""The page for a watchdog: is the table well?"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, make_response

from kiosk.web.ports import Table


def health_pages(table: Table) -> Blueprint:
    """`/healthz`: 200 while everything works, 503 with the parts that do not."""
    pages = Blueprint("health", __name__)

    @pages.get("/healthz")
    def healthz() -> Response:
        health = table.health()
        answer = make_response(jsonify(health), 200 if health.get("ok") is True else 503)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return pages
