"""What each judge has reviewed: for each alone, and still there after a restart."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from kiosk.people import Gate, Role, Store
from tests.kiosk.people.conftest import OTHER_PIN, PIN, QUICK


def test_each_judge_has_an_own_list_that_outlives_a_restart(tmp_path: Path) -> None:
    gate = Gate(Store(tmp_path), QUICK)
    lee = gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
    bo = gate.persons.add("Bo Ek", Role.JUDGE, pin=OTHER_PIN)
    gate.reviewed.mark(lee, "match-1", [5, 3, 3], reviewed=True)
    gate.reviewed.mark(lee, "match-2", [9], reviewed=True)
    gate.reviewed.mark(bo, "match-1", [4], reviewed=True)
    gate.reviewed.mark(lee, "match-1", [3, 4], reviewed=False)
    gate.store.close()
    again = Gate(Store(tmp_path), QUICK)
    assert again.reviewed.rows(lee, "match-1") == [5]
    assert again.reviewed.rows(lee, "match-2") == [9]
    assert again.reviewed.rows(bo, "match-1") == [4]
    again.store.close()


def test_the_file_of_the_version_before_gets_the_list_and_keeps_its_people(tmp_path: Path) -> None:
    gate = Gate(Store(tmp_path), QUICK)
    lee = gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
    gate.store.close()
    db = sqlite3.connect(tmp_path / "people.db")
    db.execute("DROP TABLE reviewed")
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
    again = Gate(Store(tmp_path), QUICK)
    assert again.persons.all() == [lee]
    again.reviewed.mark(lee, "match-1", [5], reviewed=True)
    assert again.reviewed.rows(lee, "match-1") == [5]
    again.store.close()
