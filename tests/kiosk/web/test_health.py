"""The page for a watchdog."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.kiosk.web.fake_table import FakeTable


def test_a_well_table_answers_200(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"ok": True, "parts": {"camera": "ok"}})
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_sick_table_answers_503_and_says_why(client: FlaskClient, table: FakeTable) -> None:
    table.well = False
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json) == (503, {"ok": False, "parts": {"camera": "dead"}})
