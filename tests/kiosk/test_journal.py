"""The journal: rows both ways, a chain that shows every change, and one writer at a time."""

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.clock import HandClock
from kiosk.head import HeadFile
from kiosk.journal import GENESIS, Entry, Journal, JournalError, JournalReader, Row, parse_row, row_hash
from kiosk.verify import Printed, Report, examine, verify
from rules.errors import BadRequest
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
    assert Row.from_columns(row.columns) == row
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
    for seq, before in ((2, "hash"), (9, "hash"), (6, "before")):
        # The last row again under another number, or with another row before it; REPLACE would delete unasked.
        with pytest.raises(sqlite3.IntegrityError, match="after the last one"):
            db.execute(
                "INSERT OR REPLACE INTO row "
                f"SELECT {seq}, mono_us, wall, boot, actor, kind, body, snapshots, rulings, {before}, hash "
                "FROM row WHERE seq = 5"
            )
    db.close()


def test_rows_that_belong_together_are_written_together_or_not_at_all(tmp_path: Path, journal: Journal) -> None:
    first = Entry("table", "note", "{}")
    with pytest.raises(sqlite3.IntegrityError):
        journal.append_all([first, Entry("table", "gossip", "{}")])
    assert list(journal.rows()) == []
    rows = journal.append_all([first, first])
    assert [row.seq for row in rows] == [1, 2]
    assert list(journal.rows()) == rows
    journal.close()
    assert examine(tmp_path) == Report((), (), 2, rows[1].hash)


def test_a_row_that_could_not_be_written_leaves_the_journal_as_it_was(tmp_path: Path, journal: Journal) -> None:
    written(journal)
    with pytest.raises(sqlite3.IntegrityError):
        journal.append("table", "gossip", "{}")
    assert verify(tmp_path) == []
    journal.close()
    assert examine(tmp_path).remarks == ()
    Journal(tmp_path, HandClock()).close()
    assert examine(tmp_path).row == 5, "closed in order: there is nothing to say about it"


def test_a_head_that_cannot_be_written_before_the_row_stops_it_and_after_it_does_not(
    tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is told that a row was not written must be able to rely on it, and the other way round."""
    written(journal)

    def broken(self: HeadFile, seq: int, digest: str) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patched:
        patched.setattr(HeadFile, "announce", broken)
        with pytest.raises(OSError, match="gone"):
            written(journal, 1)
    assert len(list(journal.rows())) == 5
    with monkeypatch.context() as patched:
        patched.setattr(HeadFile, "confirm", broken)
        (row,) = written(journal, 1)
    assert list(journal.rows())[-1] == row
    (remark,) = examine(tmp_path).remarks
    assert "row 6 is in the journal, but was not confirmed" in remark
    written(journal, 1)
    assert examine(tmp_path) == Report((), (), 7, journal.head)


def test_a_start_after_a_stop_out_of_order_says_so(tmp_path: Path, journal: Journal) -> None:
    rows = written(journal)
    journal._head_file = None  # as a crash does: nothing says that it was closed
    journal.close()
    assert examine(tmp_path).remarks == ()
    again = Journal(tmp_path, HandClock())
    assert again.found == 5
    assert next(again.rows(6)).data == {
        "note": "journal-reopened",
        "row": 5,
        "hash": rows[4].hash,
        "ending": "open",
    }
    again.close()
    last = Journal(tmp_path, HandClock())
    assert (last.found, last.seq) == (6, 6), "that one was closed in order"
    last.close()


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


def not_made(folder: Path) -> None:
    (folder / "journal.db").touch()


def without_tables(folder: Path) -> None:
    db = sqlite3.connect(folder / "journal.db")
    db.execute("PRAGMA journal_mode=WAL")
    db.close()


def half_made(folder: Path) -> None:
    """In the middle of its first change: what SQLite needs to take it back lies beside it."""
    (folder / "elsewhere").mkdir()
    db = sqlite3.connect(folder / "elsewhere" / "journal.db", isolation_level=None)
    db.execute("PRAGMA cache_size=1")
    db.execute("BEGIN")
    db.execute("CREATE TABLE half (made)")
    db.executemany("INSERT INTO half VALUES (?)", [("x" * 2000,)] * 50)
    for file in (folder / "elsewhere").iterdir():
        shutil.copy(file, folder)
    db.close()
    assert (folder / "journal.db-journal").stat().st_size


@pytest.mark.parametrize("killed", [not_made, without_tables, half_made])
def test_a_first_start_that_was_killed_has_left_nothing_and_no_fault(
    tmp_path: Path, killed: Callable[[Path], None]
) -> None:
    killed(tmp_path)
    reader = JournalReader(tmp_path)
    assert (list(reader.rows()), list(reader.openings()), reader.named(), reader.schema) == ([], [], [], 0)
    reader.close()
    assert examine(tmp_path) == Report(())
    journal = Journal(tmp_path, HandClock())
    assert journal.seq == 0
    journal.close()


def test_a_journal_whose_tables_were_taken_away_is_found(journal: Journal, tmp_path: Path) -> None:
    journal.append("screen", "note", "{}")
    journal.close()
    for left in tmp_path.glob("journal.db*"):
        left.unlink()
    (tmp_path / "journal.db").touch()
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]


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
        ("UPDATE row SET snapshots = '[ ]' WHERE seq = 4", "after row 3"),
        ("DELETE FROM row WHERE seq = 2", "row 3"),
        ("DELETE FROM row WHERE seq = 1", "row 2"),
        ("DELETE FROM row WHERE seq = 5", "journal.head"),
        ("UPDATE row SET seq = 9 WHERE seq = 5", "row 9"),
        ("", "journal.db"),
    ],
)
def test_a_change_is_found_at_its_place(journal: Journal, tmp_path: Path, statement: str, place: str) -> None:
    written(journal)
    journal.close()
    tampered(tmp_path, statement)
    assert place in [fault.place for fault in verify(tmp_path)]


def test_a_chain_that_was_built_anew_is_found_by_the_head_and_by_what_was_printed(
    journal: Journal, tmp_path: Path
) -> None:
    rows = written(journal)
    journal.close()
    head = (tmp_path / "journal.head").read_bytes()
    for name in ("journal.db", "journal.db-wal", "journal.db-shm", "journal.head"):
        (tmp_path / name).unlink(missing_ok=True)
    forged = Journal(tmp_path, HandClock())
    for row in rows:
        forged.append(row.actor, row.kind, row.body.replace("tick", "tock"))
    forged.close()
    assert verify(tmp_path) == [], "who forges the head too is found by paper alone"
    printed = Printed.parse(f"4:{rows[3].hash[:12].upper()}")
    assert [fault.place for fault in examine(tmp_path, [printed]).faults] == ["print of row 4"]
    (tmp_path / "journal.head").write_bytes(head)
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]
    with pytest.raises(JournalError, match=r"journal\.head has another hash for row 5: the journal was written anew"):
        Journal(tmp_path, HandClock())


def test_what_was_printed_agrees_with_a_journal_that_has_grown_since(journal: Journal, tmp_path: Path) -> None:
    rows = written(journal)
    prints = [Printed(row.seq, row.hash) for row in rows]
    assert examine(tmp_path, prints).faults == ()
    (fault,) = examine(tmp_path, [Printed(6, "0" * 64)]).faults
    assert fault.text == "the journal has no row 6: its end was cut off"


@pytest.mark.parametrize("text", ["", "5", "5:", "5:abc", "0:" + "a" * 64, "5:" + "a" * 65, "5:" + "g" * 64, "a:b"])
def test_what_is_no_print_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="no row with its hash"):
        Printed.parse(text)


def test_a_head_that_is_missing_stops_the_start(journal: Journal, tmp_path: Path) -> None:
    written(journal)
    journal.close()
    (tmp_path / "journal.head").unlink()
    assert [fault.place for fault in verify(tmp_path)] == ["journal.head"]
    with pytest.raises(JournalError, match=r"journal\.head is missing"):
        Journal(tmp_path, HandClock())


def test_a_tail_that_was_cut_off_stops_the_start(journal: Journal, tmp_path: Path) -> None:
    written(journal)
    journal.close()
    tampered(tmp_path, "DELETE FROM row WHERE seq > 3")
    with pytest.raises(JournalError, match=r"journal\.head knows of row 5, but the journal ends at row 3"):
        Journal(tmp_path, HandClock())


def test_a_journal_is_whole_while_it_grows(journal: Journal, tmp_path: Path) -> None:
    """A table writes as fast as it can while somebody verifies: that is neither a fault nor a remark."""
    table = threading.Thread(target=written, args=(journal, 400))
    table.start()
    reports = [examine(tmp_path)]
    while table.is_alive():
        reports.append(examine(tmp_path))
    table.join()
    assert [report.faults for report in reports] == [()] * len(reports)
    assert len({report.row for report in reports}) > 2
    journal.close()
    assert examine(tmp_path) == Report((), (), journal.seq, journal.head)


def test_snapshots_are_checked_too(journal: Journal, tmp_path: Path) -> None:
    import numpy as np

    store = SnapshotStore(tmp_path / "snapshots")
    kept = store.keep(np.full((8, 8, 3), 200, np.uint8), Board())
    journal.append("camera", "event", "{}", snapshots=[kept])
    assert verify(tmp_path) == []
    content = bytearray(store.path(kept).read_bytes())
    content[-3] ^= 1
    store.path(kept).write_bytes(content)
    assert [fault.text for fault in verify(tmp_path)] == ["is not as it was taken: its hash differs"]
    store.path(kept).unlink()
    assert [fault.text for fault in verify(tmp_path)] == ["is missing"]
