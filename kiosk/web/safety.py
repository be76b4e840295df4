"""What every request and every answer of the pages keeps to: who may send what, and errors in words.

The kiosk has no passwords, so the browser's own word on where a request comes from is what keeps another
site's page, opened on a judge's laptop in the same network, from pressing buttons at a table.
"""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from kiosk.texts import say
from rules.errors import BadRequest, NotBuilt
from rules.events import parse_object

log = logging.getLogger(__name__)

#: Far above the longest equation, far below what would hurt.
LARGEST_REQUEST = 16 * 1024

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Refused(Exception):
    """A request that is not served at all, with its HTTP status, code and words."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text


def protect(app: Flask) -> None:
    """Limits, headers and error pages for every route of `app`."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    app.before_request(_same_origin)
    app.after_request(_with_headers)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(BadRequest, _bad_request)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected)


def sent_object() -> dict[str, Any]:
    """The JSON object of this request; Refused or BadRequest for any other body."""
    if request.mimetype != "application/json":
        raise Refused(415, "not-json", say("error.not-json"))
    return parse_object(request.get_data(cache=False))


def error(status: int, code: str, text: str) -> Response:
    """An error as a page for people, or as JSON for programs."""
    wants_page = (
        request.method == "GET"
        and request.accept_mimetypes.best_match(["application/json", "text/html"], default="application/json")
        == "text/html"
    )
    if wants_page:
        answer = make_response(render_template("message.html", title=say(f"status.{_kind(status)}"), text=text), status)
    else:
        answer = make_response(jsonify({"error": {"code": code, "text": text}}), status)
    return answer


def _kind(status: int) -> str:
    return {404: "not-found", 423: "sealed", 501: "not-built"}.get(status, "wrong" if status < 500 else "broken")


def _same_origin() -> None:
    """Refuses whatever could change something and comes from another site's page.

    Browsers say so in Sec-Fetch-Site, older ones in Origin; programs that are no browsers say neither.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin", f"{request.scheme}://{request.host}")
    if site != "same-origin" or origin != f"{request.scheme}://{request.host}":
        log.warning("refused %s %s from another origin", request.method, request.path)
        raise Refused(403, "other-origin", say("error.other-origin"))


def _with_headers(answer: Response) -> Response:
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    answer.headers.setdefault("Cache-Control", "no-cache")
    return answer


def _refused(refused: Refused) -> Response:
    return error(refused.status, refused.code, refused.text)


def _bad_request(wrong: BadRequest) -> Response:
    return error(501 if isinstance(wrong, NotBuilt) else 400, wrong.code, str(wrong))


def _http_error(wrong: HTTPException) -> Response:
    status = wrong.code or 500
    known = {404: "not-found", 405: "not-allowed", 413: "too-large"}
    if status in known:
        answer = error(status, known[status], say(f"error.{known[status]}"))
    elif status < 400:  # a redirect is an exception in werkzeug, but nothing went wrong
        return make_response(wrong.get_response())
    else:
        answer = error(status, "http", wrong.description or wrong.name)
    valid: Any = getattr(wrong, "valid_methods", None)
    if valid:
        answer.headers["Allow"] = ", ".join(sorted(valid))
    return answer


def _unexpected(wrong: Exception) -> Response:
    log.error("unexpected error at %s %s", request.method, request.path, exc_info=wrong)
    return error(500, "internal", say("error.internal"))
