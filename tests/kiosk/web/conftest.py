from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from kiosk.web import create_app
from tests.kiosk.web.clients import Browser, browser
from tests.kiosk.web.fake_table import FakeTable
from tests.kiosk.web.house import House


@pytest.fixture
def table(tmp_path: Path) -> FakeTable:
    return FakeTable(tmp_path)


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(table)


@pytest.fixture
def client(app: Flask) -> Browser:
    return browser(app)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[House]:
    """A table at which nobody was set up to sign in."""
    made = House(tmp_path, people=False)
    yield made
    made.close()
