"""The names that a table answers to, and the address for phones."""

from __future__ import annotations

import pytest

from kiosk.web.place import Place, is_own, outside_address, own_names
from tests.kiosk.web.clients import PHONE
from tests.kiosk.web.fake_table import FakeTable
from tests.kiosk.web.house import House

PLACE = Place("0.0.0.0", 8000, frozenset({"localhost", "table7", "table7.local"}))
OURS = [
    "localhost",
    "LOCALHOST:8000",
    "table7.local",
    "Table7:80",
    "127.0.0.1:8000",
    "192.168.1.2",
    "[::1]:8000",
    "[fe80::1]",
]
OTHERS = [
    "", ":8000", "evil.example", "localhost.evil.example", "table7.local.evil.example", "127.0.0.1.evil.example",
    "127.0.0.1.nip.io", "localhost:80:80", "localhost:x", "localhost:", "[::1", "[::1]x", "[evil]", "0x7f.1",
    "local host", "user@localhost", "localhost/", "localhost\x00",
]  # fmt: skip


@pytest.mark.parametrize("host", OURS)
def test_these_are_ours(host: str) -> None:
    assert PLACE.known(host)


@pytest.mark.parametrize("host", [host for host in OTHERS if host != "localhost:"])
def test_these_are_not(host: str) -> None:
    assert not PLACE.known(host)


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["/", "/session", "/act", "/events", "/static/js/table.js", "/nowhere"])
def test_a_name_that_was_made_to_point_here_gets_nothing(
    house: House, table: FakeTable, method: str, path: str
) -> None:
    answer = house.browser().open(path, method=method, json={}, token=False, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (421, "other-host")
    assert "Set-Cookie" not in answer.headers
    assert house.table.told == []


def test_the_name_of_the_settings_is_ours() -> None:
    assert Place("table7.example", 8000, frozenset()).known("Table7.Example:8000")


def test_a_phone_gets_the_name_that_works_for_it() -> None:
    assert PLACE.url("table7.local:8000") == "http://table7.local:8000"
    assert PLACE.url("192.168.1.2:8000") == "http://192.168.1.2:8000"
    assert Place("192.168.1.2", 8000).url("localhost:8000") == "http://192.168.1.2:8000"
    assert Place("127.0.0.1", 8000).url("localhost:8000") is None


def test_who_is_this_very_machine() -> None:
    assert all(is_own(name) for name in ("127.0.0.1", "127.9.9.9", "::1", "localhost", "::ffff:127.0.0.1"))
    assert not any(is_own(name) for name in ("", PHONE, "::", "0.0.0.0", "table7", "::ffff:10.0.0.1"))


def test_this_machine_has_names_and_perhaps_an_address() -> None:
    assert "localhost" in own_names()
    address = outside_address()
    assert address is None or not is_own(address)
