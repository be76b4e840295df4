"""Pages that belong to the design and are not built yet: they say so, instead of looking empty or lost."""

from __future__ import annotations

from flask import Blueprint

from kiosk.texts import say
from kiosk.web.safety import Refused

PAGES = ("audit", "setup")


def unbuilt_pages() -> Blueprint:
    """`/audit` and `/setup`, each with 501 and a friendly word."""
    pages = Blueprint("unbuilt", __name__)
    for name in PAGES:
        pages.add_url_rule(f"/{name}", name, _not_built, defaults={"name": name})
    return pages


def _not_built(name: str) -> str:
    raise Refused(501, "not-built", say("error.not-built", page=say(f"page.{name}")))
