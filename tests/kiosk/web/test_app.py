"""The application as a whole: its routes, and that nothing happens before the first request."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from kiosk.web import create_app
from kiosk.web.ports import Table
from tests.kiosk.web.clients import browser
from tests.kiosk.web.fake_table import FakeTable


def test_the_routes_are_these_and_no_others(app: Flask) -> None:
    routes = {(rule.rule, *sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})) for rule in app.url_map.iter_rules()}
    assert routes == {
        ("/", "GET"),
        ("/texts.js", "GET"),
        ("/events", "GET"),
        ("/begin", "POST"),
        ("/act", "POST"),
        ("/answer", "POST"),
        ("/snapshots/<name>.jpg", "GET"),
        ("/scoresheet", "GET"),
        ("/simulator", "GET"),
        ("/simulator/do", "POST"),
        ("/healthz", "GET"),
        ("/session", "GET"),
        ("/sign-in", "GET"),
        ("/sign-in", "POST"),
        ("/join", "GET"),
        ("/join", "POST"),
        ("/sign-out", "POST"),
        ("/codes", "POST"),
        ("/judge", "GET"),
        ("/judge/events", "GET"),
        ("/judge/review", "GET"),
        ("/judge/reviewed", "POST"),
        ("/judge/matches", "GET"),
        ("/judge/matches/<key>/rows/<int:row>", "GET"),
        ("/judge/matches/<key>/snapshots/<name>.jpg", "GET"),
        ("/judge/matches/<key>/snapshots/<name>.json", "GET"),
        ("/judge/matches/<key>/clips/<name>.json", "GET"),
        ("/judge/matches/<key>/clips/<name>/<int:number>.jpg", "GET"),
        ("/judge/act", "POST"),
        ("/judge/answer", "POST"),
        ("/judge/desk", "GET"),
        ("/judge/finding", "GET"),
        ("/judge/undoing", "GET"),
        ("/judge/done", "GET"),
        ("/judge/do", "POST"),
        ("/parts", "GET"),
        ("/parts", "POST"),
        ("/audit", "GET"),
        ("/audit/matches", "GET"),
        ("/audit/lines", "GET"),
        ("/audit/shake", "GET"),
        ("/audit/line/<key>/<int:place>", "GET"),
        ("/audit/penalties.csv", "GET"),
        ("/audit/penalties.json", "GET"),
        ("/audit/report", "POST"),
        ("/audit/report/<name>", "GET"),
        ("/audit/report/<name>/file", "GET"),
        ("/audit/check", "POST"),
        ("/audit/check/<name>", "GET"),
        ("/audit/archive", "GET"),
        ("/audit/archive/list", "GET"),
        ("/audit/archive/export", "POST"),
        ("/audit/archive/export/<name>", "GET"),
        ("/audit/archive/file/<name>", "GET"),
        ("/audit/archive/import", "POST"),
        ("/audit/archive/remove", "POST"),
        ("/setup", "GET"),
        ("/setup/state", "GET"),
        ("/setup/plan", "POST"),
        ("/setup/keep", "POST"),
        ("/setup/undo", "POST"),
        ("/setup/players", "POST"),
        ("/setup/people", "POST"),
        ("/setup/camera/look", "GET"),
        ("/setup/camera/straighten", "POST"),
        ("/setup/camera/corners", "POST"),
        ("/setup/camera/pose", "POST"),
        ("/setup/box/heard", "GET"),
        ("/setup/box/test", "POST"),
        ("/setup/self-test", "GET"),
        ("/setup/self-test", "POST"),
        ("/setup/self-test/state", "GET"),
        ("/setup/self-test/result.<form>", "GET"),
        ("/check", "GET"),
        ("/check/choices", "GET"),
        ("/check/seal", "GET"),
        ("/check/ask", "POST"),
        ("/static/<path:filename>", "GET"),
    }


def test_two_tables_do_not_know_each_other(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = FakeTable(tmp_path / "a"), FakeTable(tmp_path / "b", simulated=False)
    tables: list[Table] = [first, second]
    one, two = (browser(create_app(table)) for table in tables)
    one.post("/act", json={"event": "tick"})
    assert (len(first.told), len(second.told)) == (1, 0)
    assert (one.get("/simulator").status_code, two.get("/simulator").status_code) == (200, 404)
