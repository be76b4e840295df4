"""The application: one blueprint an audience, over one table."""

from __future__ import annotations

from flask import Flask

from kiosk.texts import say
from kiosk.web.health import health_pages
from kiosk.web.ports import Table
from kiosk.web.safety import protect
from kiosk.web.screen import screen_pages
from kiosk.web.simulator import simulator_pages
from kiosk.web.unbuilt import unbuilt_pages


def create_app(table: Table) -> Flask:
    """The pages of `table`. Nothing is started and nothing is asked of the table before the first request."""
    app = Flask("kiosk")
    # The assets change only with the program; asking each time whether they did costs nothing in a local network.
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 0
    app.jinja_env.globals["say"] = say
    protect(app)
    app.register_blueprint(screen_pages(table))
    app.register_blueprint(simulator_pages(table))
    app.register_blueprint(health_pages(table))
    app.register_blueprint(unbuilt_pages())
    return app
