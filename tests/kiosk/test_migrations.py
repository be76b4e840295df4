"""The journal's tables, step by step: an old journal is taken up, its chain untouched; a newer one is left alone."""

import sqlite3
from importlib.resources import files
from pathlib import Path

import pytest

from kiosk import migrations
from kiosk.clock import HandClock
from kiosk.journal import Journal, JournalReader, Row
from kiosk.migrations import GUARDS, SCHEMA_VERSION, migrate, schema_version
from kiosk.names import Named
from kiosk.verify import examine, verify


@pytest.fixture
def old(tmp_path: Path) -> list[Row]:
    """A folder as the first version left it: its tables, its names without seals, its head of one short line."""
    journal = Journal(tmp_path / "new", HandClock())
    rows = [journal.append("screen", "event", f'{{"t":{n},"event":"tick"}}') for n in range(5)]
    journal.close()
    db = sqlite3.connect(tmp_path / "journal.db")
    db.executescript(files("kiosk").joinpath("schema.sql").read_text(encoding="utf-8"))
    db.execute("PRAGMA user_version = 1")
    db.executemany("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [row.columns for row in rows])
    db.execute("INSERT INTO name VALUES (1, 'A', 'Ann')")
    db.commit()
    db.close()
    (tmp_path / "journal.head").write_text(f"5 {rows[4].hash}\n")
    return rows


def test_an_old_journal_is_whole_before_and_after_it_is_taken_up(tmp_path: Path, old: list[Row]) -> None:
    assert verify(tmp_path) == []
    reader = JournalReader(tmp_path)
    assert reader.named() == [Named(1, "A", "Ann", "")]
    reader.close()
    journal = Journal(tmp_path, HandClock())
    assert list(journal.rows())[:5] == old, "no migration touches a row"
    assert journal.names(1) == {"A": "Ann"}
    journal.append("table", "note", "{}")
    journal.close()
    report = examine(tmp_path)
    assert (report.faults, report.remarks, report.row) == ((), (), 7)
    reader = JournalReader(tmp_path)
    assert (reader.schema, reader.guards()) == (SCHEMA_VERSION, frozenset(GUARDS))
    reader.close()


def test_an_old_head_may_be_one_behind(tmp_path: Path, old: list[Row]) -> None:
    (tmp_path / "journal.head").write_text(f"4 {old[3].hash}\n")
    assert verify(tmp_path) == []
    Journal(tmp_path, HandClock()).close()
    assert verify(tmp_path) == []
    (tmp_path / "journal.head").write_text(f"3 {old[2].hash}\n")
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]


def test_each_step_is_taken_once_and_all_of_it_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    migrate(db)
    migrate(db)
    assert schema_version(db) == SCHEMA_VERSION

    def half(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE half (x)")
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, half))
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    with pytest.raises(RuntimeError, match="power"):
        migrate(db)
    assert schema_version(db) == SCHEMA_VERSION
    assert not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchall()
    db.close()


def test_what_a_newer_version_wrote_is_left_alone() -> None:
    db = sqlite3.connect(":memory:")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(ValueError, match=rf"another version of tablejudge \(schema {SCHEMA_VERSION + 1}\)"):
        migrate(db)
    assert db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    db.close()
