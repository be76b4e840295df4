"""Long JSON is compressed for who can read it so, and kept by nobody."""

from __future__ import annotations

import gzip

import msgspec
import pytest
from flask import Flask

from kiosk.web.packed import packed

LONG = {"lines": ["the same sentence again and again"] * 100}


@pytest.mark.parametrize(
    ("accepts", "body", "encoding"), [("gzip", LONG, "gzip"), ("", LONG, None), ("gzip", {}, None)]
)
def test_an_answer_is_compressed_where_that_is_worth_it(accepts: str, body: object, encoding: str | None) -> None:
    with Flask(__name__).test_request_context(headers={"Accept-Encoding": accepts}):
        answer = packed(body)
    assert answer.headers.get("Content-Encoding") == encoding
    data = answer.get_data()
    assert msgspec.json.decode(gzip.decompress(data) if encoding else data) == body
    assert (answer.headers["Cache-Control"], answer.headers["Vary"]) == ("no-store", "Accept-Encoding")
