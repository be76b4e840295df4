from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from kiosk.web import create_app
from tests.kiosk.web.fake_table import FakeTable


@pytest.fixture
def table(tmp_path: Path) -> FakeTable:
    return FakeTable(tmp_path)


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
