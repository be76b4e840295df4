"""The file of the people."""

from __future__ import annotations

import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from kiosk.people import Gate, PeopleError, Role, Store
from tests.kiosk.people.conftest import PIN, QUICK


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    store.close()
    store.path.chmod(0o644)
    Store(tmp_path / "data").close()
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_neither_pin_nor_code_nor_cookie_stands_in_it(gate: Gate) -> None:
    lee = gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
    code = gate.code_for(None, lee)
    word = gate.sessions.begin(lee, "10.0.0.1")
    files = b"".join(path.read_bytes() for path in gate.store.path.parent.glob("people.db*"))
    assert b"argon2id" in files
    for secret in (PIN, code.text, code.text.replace("-", ""), word):
        assert secret.encode() not in files


def test_a_restart_keeps_people_secret_and_sessions(tmp_path: Path) -> None:
    first = Gate(Store(tmp_path), QUICK)
    lee = first.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
    word = first.sessions.begin(lee, "10.0.0.1")
    first.store.close()
    second = Gate(Store(tmp_path), QUICK)
    assert second.store.secret == first.store.secret
    assert second.persons.all() == [lee]
    found = second.sessions.find(word)
    assert found is not None
    assert found.person == lee
    second.store.close()


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be one" * 40, b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_a_file_that_is_none_is_said_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "people.db").write_bytes(content)
    with pytest.raises(PeopleError, match=r"people\.db cannot be used"):
        Store(tmp_path)


def test_the_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "people.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(PeopleError, match="newer version"):
        Store(tmp_path)


def test_what_is_raised_in_a_transaction_undoes_it(gate: Gate) -> None:
    def half_done() -> None:
        with gate.store.writing() as db:
            db.execute("INSERT INTO log (at, what, who, address) VALUES (0, '', '', '')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_done()
    assert gate.log() == []


def test_two_that_start_at_once_make_one_file(tmp_path: Path) -> None:
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(Store(tmp_path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({store.secret for store in stores}) == 1
    assert len(stores) == 8
    for store in stores:
        store.close()
