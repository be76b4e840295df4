"""The application: one blueprint an audience, over one table."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Flask
from flask.json.provider import JSONProvider

from kiosk import adjudicator
from kiosk.bounded import LIMIT_S, Ask, Bounded, Following
from kiosk.people import Gate, Store
from kiosk.settings_keeper import SettingsKeeper
from kiosk.texts import say
from kiosk.web.access import Access
from kiosk.web.archive import archive_pages
from kiosk.web.audit import audit_pages
from kiosk.web.checker import Choices, checker_pages
from kiosk.web.health import health_pages
from kiosk.web.judge import judge_pages
from kiosk.web.judge_acts import judge_acts_pages
from kiosk.web.parts import parts_pages
from kiosk.web.place import Place
from kiosk.web.ports import Table
from kiosk.web.review import review_pages
from kiosk.web.safety import protect
from kiosk.web.screen import screen_pages
from kiosk.web.setup import setup_pages
from kiosk.web.sign_in import sign_in_pages
from kiosk.web.simulator import simulator_pages
from kiosk.web.stream import Streams
from rules.readings import Chosen


class _Json(JSONProvider):
    """JSON as the stream writes it: what a table says is the same text by either way, keys in their own order."""

    def dumps(self, obj: Any, **_: Any) -> str:
        return msgspec.json.encode(obj).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        return msgspec.json.decode(s)


def create_app(
    table: Table,
    *,
    ask: Ask = adjudicator.ask,
    ask_as_played: Ask = adjudicator.as_played,
    choices: Choices = adjudicator.choices,
    limit_s: float = LIMIT_S,
    people: Gate | None = None,
    sign_in_broken: bool = False,
    place: Place | None = None,
    streams: Streams | None = None,
    readings: Callable[[], Chosen] | None = None,
    keeper: SettingsKeeper | None = None,
    at_once: bool = False,
) -> Flask:
    """The pages of `table`. Nothing is started and nothing is asked of the table before the first request, unless
    `at_once` is given: then the table's last match is read for whoever looks at it first.

    `ask` answers a `check` request, in a process of its own and within `limit_s`, `ask_as_played` the same for an
    Equation of the match; those processes end with the application. `choices` is what the adjudicator's page offers.
    `people` are those who can sign in (nobody, where none are given; `sign_in_broken` where their list cannot be
    read), `place` where the server listens, `streams` how many may be open. With `readings` it is not `ask` that is
    asked, but the adjudicator by what the league has chosen at that moment. `keeper` keeps the settings; without one
    they cannot be changed from a page.
    """
    access = Access(people or Gate(Store(None)), broken=sign_in_broken)
    place = place or Place()
    streams = streams or Streams()
    app = Flask("kiosk")
    app.json = _Json(app)
    # The assets change only with the program; asking each time whether they did costs nothing in a local network.
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 0
    app.jinja_env.globals["say"] = say
    protect(app, place)
    access.guard(app)
    app.register_blueprint(screen_pages(table, access, streams, open_to_all=place.open))
    app.register_blueprint(simulator_pages(table))
    app.register_blueprint(health_pages(table))
    bounded: Bounded | Following = Bounded(ask, limit_s=limit_s)
    if readings is not None:
        bounded = Following(lambda: dict(readings()), adjudicator.by_readings, limit_s=limit_s)
    weakref.finalize(app, bounded.close)
    app.register_blueprint(checker_pages(table, bounded, choices))
    app.register_blueprint(sign_in_pages(access, place))
    app.register_blueprint(judge_pages(table, access, streams))
    app.register_blueprint(review_pages(table, access, at_once=at_once))
    judging = Bounded(ask_as_played, limit_s=limit_s)
    weakref.finalize(app, judging.close)
    app.register_blueprint(judge_acts_pages(table, access, judging))
    app.register_blueprint(parts_pages(table))
    app.register_blueprint(setup_pages(table, access, keeper, open_to_all=place.open))
    app.register_blueprint(archive_pages(table, access))
    app.register_blueprint(audit_pages(table, access))
    return app
