"""JSON that may be long, compressed where the browser can have it so: a long match is a megabyte of lines."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from flask import Response, request

#: An answer that is shorter is not worth the trouble.
_SMALL = 2000
_LEVEL = 3


def packed(body: Any) -> Response:
    """The answer to this request; nobody is to keep it."""
    data = msgspec.json.encode(body)
    answer = Response(data, mimetype="application/json")
    if len(data) > _SMALL and request.accept_encodings.quality("gzip") > 0:
        answer.set_data(gzip.compress(data, _LEVEL))
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = "no-store"
    return answer
