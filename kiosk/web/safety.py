"""What every request and every answer of the pages keeps to, whoever asks: where it may come from, how large it may
be, what a browser may do with the answer, and errors in words. Who may do what is in `kiosk.web.access`.
"""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from kiosk.texts import say
from kiosk.web.place import Place
from rules.errors import BadRequest, NotBuilt
from rules.events import parse_object

log = logging.getLogger(__name__)

#: Far above the longest equation, far below what would hurt.
LARGEST_REQUEST = 16 * 1024

#: Everything comes from the table itself, nothing is inline, and text never becomes a program.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "media-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
}
#: What a page has no use for. Sounds are the table's own.
NO_USE = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in NO_USE),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
#: The simulated table lies in a frame of the table's page.
FRAMED = {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}


class Refused(Exception):
    """A request that is not served at all, with its HTTP status, code and words, and when it may be tried again."""

    def __init__(self, status: int, code: str, text: str, *, wait_s: int = 0) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text
        self.wait_s = wait_s


def protect(app: Flask, place: Place) -> None:
    """Limits, headers and error pages for every route of `app`."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST

    def ours() -> None:
        """Refuses what was meant for another host: a name that somebody has made point here."""
        if not place.known(request.host):
            log.warning("refused a request for the host %.80r", request.host)
            raise Refused(421, "other-host", say("error.other-host"))

    app.before_request(ours)
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


def wants_page() -> bool:
    """Is it a person who asks, rather than a program?"""
    kinds = ["application/json", "text/html"]
    return request.accept_mimetypes.best_match(kinds, default="application/json") == "text/html"


def error(status: int, code: str, text: str) -> Response:
    """An error as a page for people, or as JSON for programs."""
    if request.method == "GET" and wants_page():
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
    for name, value in (HEADERS | (FRAMED if request.blueprint == "simulator" else {})).items():
        answer.headers.setdefault(name, value)
    answer.headers.setdefault("Cache-Control", "no-cache")
    return answer


def _refused(refused: Refused) -> Response:
    answer = error(refused.status, refused.code, refused.text)
    if refused.wait_s:
        answer.headers["Retry-After"] = str(refused.wait_s)
    return answer


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
