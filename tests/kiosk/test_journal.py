"""The journal: rows both ways, a chain that shows every change, and one writer at a time."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.clock import HandClock
from kiosk.journal import GENESIS, Journal, JournalError, JournalReader, Row, parse_row, row_hash
from kiosk.verify import verify
from vision.board import Board
from vision.snapshots import SnapshotStore


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def journal(tmp_path: Path, clock: HandClock) -> Iterator[Journal]:
    journal = Journal(tmp_path, clock)
    yield journal
    journal.close()


def written(journal: Journal, count: int = 5) -> list[Row]:
    return [journal.append("screen", "event", f'{{"t":{n},"event":"tick"}}') for n in range(count)]


def test_rows_both_ways(journal: Journal) -> None:
    row = journal.append("camera", "event", '{"t":1,"event":"tick"}', snapshots=["ab" * 32], rulings='[{"code":"ü"}]')
    assert parse_row(row.text) == row
    assert list(journal.rows()) == [row]
    assert row.data == {"t": 1, "event": "tick"}


def test_the_documented_bytes_are_hashed(journal: Journal) -> None:
    row = journal.append("box", "note", '{"note":"x"}')
    assert (
        row.hashed
        == (
            f'[1,1000000000,"2026-01-01T00:16:40.000Z","by-hand","box","note","{{\\"note\\":\\"x\\"}}",[],"[]","{GENESIS}"]'
        ).encode()
    )
    assert row.hash == row_hash(row)


def test_each_row_names_the_one_before_and_the_chain_goes_on_after_reopening(tmp_path: Path, clock: HandClock) -> None:
    first = Journal(tmp_path, clock)
    rows = written(first)
    first.close()
    first.close()
    second = Journal(tmp_path, clock)
    rows.append(second.append("table", "note", "{}"))
    second.close()
    assert [row.before for row in rows] == [GENESIS, *(row.hash for row in rows[:-1])]
    assert [row.seq for row in rows] == [1, 2, 3, 4, 5, 6]
    assert verify(tmp_path) == []


def test_a_second_writer_is_refused(tmp_path: Path, journal: Journal) -> None:
    with pytest.raises(JournalError, match="another table is running"):
        Journal(tmp_path, HandClock())


def test_a_reader_may_look_while_it_is_written(tmp_path: Path, journal: Journal) -> None:
    rows = written(journal)
    reader = JournalReader(tmp_path)
    assert list(reader.rows(first=3)) == rows[2:]
    reader.close()


def test_rows_are_final(journal: Journal, tmp_path: Path) -> None:
    written(journal)
    with sqlite3.connect(tmp_path / "journal.db") as db, pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        db.execute("DELETE FROM row WHERE seq = 2")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE row SET body = '' WHERE seq = 2")
    db.close()


def test_names_stand_apart(journal: Journal, tmp_path: Path) -> None:
    written(journal)
    journal.name(1, {"A": "Ann", "B": "Ben"})
    assert journal.names(1) == {"A": "Ann", "B": "Ben"}
    journal.erase_names(1)
    assert journal.names(1) == {}
    assert verify(tmp_path) == []


def test_another_versions_journal_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "journal.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(JournalError, match="schema 99"):
        Journal(tmp_path, HandClock())


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(tmp_path, HandClock())
    assert [fault.place for fault in verify(tmp_path)] == ["after row 0"]


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal"):
        JournalReader(tmp_path)
    assert [fault.place for fault in verify(tmp_path)] == ["journal.db"]


# -- verify: whatever is changed is found, and its place is named ------------------------------------


def tampered(folder: Path, statement: str) -> None:
    """Change the database as somebody with a text editor for SQLite would."""
    db = sqlite3.connect(folder / "journal.db")
    for trigger in ("row_is_final", "row_stays"):
        db.execute(f"DROP TRIGGER {trigger}")
    db.executescript(statement)
    db.close()


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE row SET body = '{}' WHERE seq = 3", "row 3"),
        ("UPDATE row SET actor = 'judge' WHERE seq = 3", "row 3"),
        ("UPDATE row SET rulings = '[{}]' WHERE seq = 1", "row 1"),
        ("UPDATE row SET mono_us = mono_us + 1 WHERE seq = 5", "row 5"),
        ("UPDATE row SET hash = before WHERE seq = 2", "row 2"),
        ("UPDATE row SET snapshots = 'x' WHERE seq = 4", "after row 3"),
        ("DELETE FROM row WHERE seq = 2", "row 3"),
        ("DELETE FROM row WHERE seq = 1", "row 2"),
        ("DELETE FROM row WHERE seq = 5", "journal.head"),
        ("UPDATE row SET seq = 9 WHERE seq = 5", "row 9"),
    ],
)
def test_a_change_is_found_at_its_place(journal: Journal, tmp_path: Path, statement: str, place: str) -> None:
    written(journal)
    journal.close()
    tampered(tmp_path, statement)
    assert place in [fault.place for fault in verify(tmp_path)]


def test_a_chain_that_was_built_anew_is_found_by_the_head(journal: Journal, tmp_path: Path) -> None:
    rows = written(journal)
    head = (tmp_path / "journal.head").read_bytes()
    journal.close()
    for name in ("journal.db", "journal.db-wal", "journal.db-shm", "journal.head"):
        (tmp_path / name).unlink(missing_ok=True)
    forged = Journal(tmp_path, HandClock())
    for row in rows:
        forged.append(row.actor, row.kind, row.body.replace("tick", "tock"))
    forged.close()
    assert verify(tmp_path) == []
    (tmp_path / "journal.head").write_bytes(head)
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]


def test_a_head_that_is_missing_or_unreadable_or_behind(journal: Journal, tmp_path: Path) -> None:
    rows = written(journal)
    head = tmp_path / "journal.head"
    head.write_text(f"4 {rows[3].hash}\n")
    assert verify(tmp_path) == [], "a crash between a row and its head leaves it one behind"
    head.write_text(f"3 {rows[2].hash}\n")
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]
    head.write_text("nonsense\n")
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]
    head.unlink()
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]


def test_a_tail_that_was_cut_off_stops_the_start(journal: Journal, tmp_path: Path) -> None:
    written(journal)
    journal.close()
    tampered(tmp_path, "DELETE FROM row WHERE seq > 3")
    with pytest.raises(JournalError, match=r"ends at row 3, but journal\.head knows of row 5"):
        Journal(tmp_path, HandClock())


def test_snapshots_are_checked_too(journal: Journal, tmp_path: Path) -> None:
    import numpy as np

    store = SnapshotStore(tmp_path / "snapshots")
    kept = store.keep(np.full((8, 8, 3), 200, np.uint8), Board())
    journal.append("camera", "event", "{}", snapshots=[kept])
    assert verify(tmp_path) == []
    path = store.path(kept)
    assert path is not None
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)
    assert [fault.text for fault in verify(tmp_path)] == ["is not as it was taken: its hash differs"]
    path.unlink()
    assert [fault.text for fault in verify(tmp_path)] == ["is missing"]
