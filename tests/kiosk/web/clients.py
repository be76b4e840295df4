"""Browsers without a window: they fetch their token as a page does, and send it along."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kiosk.web.access import TOKEN

HOME = "127.0.0.1"
PHONE = "192.168.1.50"


class Browser(FlaskClient):
    """A browser at `address`. With `token=False` it sends none; `token="…"` sends that one."""

    address = HOME
    url = "http://localhost"

    def open(self, *args: Any, token: str | bool = True, **kwargs: Any) -> TestResponse:
        kwargs.setdefault("environ_base", {"REMOTE_ADDR": self.address})
        kwargs.setdefault("base_url", self.url)
        method = kwargs.get("method", "GET")
        if method not in ("GET", "HEAD", "OPTIONS") and token is not False:
            sent = token if isinstance(token, str) else self.session_body()["token"]
            headers = dict(kwargs.pop("headers", None) or {})
            kwargs["headers"] = {TOKEN: sent, **headers}
        return super().open(*args, **kwargs)

    def session_body(self) -> dict[str, Any]:
        body: dict[str, Any] = self.get("/session").get_json()
        return body

    def sign_in(self, person: int, pin: str) -> TestResponse:
        return self.post("/sign-in", json={"person": person, "pin": pin})


def browser(app: Flask, address: str = HOME) -> Browser:
    """A new browser, with cookies of its own."""
    made = Browser(app, app.response_class, use_cookies=True)
    made.address = address
    return made
