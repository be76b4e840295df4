"""Whatever is changed in a journal of 300 rows is found: each byte of each row and picture, each row, the whole.

Everyday each byte is tried on the rows themselves, by the check that `verify` runs over them, and a sample of all bytes
in the files, by `verify`; with `make test-long` every byte in the files.
"""

from __future__ import annotations

import dataclasses
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kiosk.clock import HandClock
from kiosk.head import GENESIS, HeadError, HeadFile, judge, read_head
from kiosk.journal import Journal, JournalError, JournalReader, Row, row_hash
from kiosk.verify import REMARKS, Printed, Report, chain_faults, examine, verify
from vision.board import Board
from vision.snapshots import SnapshotStore

ROWS = 300
TRIGGERS = ("row_is_final", "row_stays", "row_follows")
COLUMNS = [field.name for field in dataclasses.fields(Row)]
#: Everyday one byte of so many of the files is changed; a prime, so that it falls on every place of a row.
SAMPLE = 307
#: What is changed of a byte.
FLIP = 0x41


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of 300 rows with two pictures, closed in order, in one file."""
    folder = tmp_path_factory.mktemp("journal")
    clock = HandClock()
    journal = Journal(folder, clock)
    store = SnapshotStore(folder / "snapshots")
    pictures = [store.keep(np.full((8, 8, 3), grey, np.uint8), Board(goal="G6")) for grey in (40, 200)]
    for number in range(ROWS):
        clock.move(1.7)
        body = f'{{"t":{number},"event":"cube-moved","player":"B","cube":"R2","from":"resources","to":"required"}}'
        snapshots = pictures if number % 100 == 50 else ()
        journal.append("camera", "event", body, snapshots=snapshots, rulings='[{"code":"ü","refuses":false}]')
    journal.close()
    for name in ("journal.db-wal", "journal.db-shm"):
        assert not (folder / name).exists()
    assert verify(folder) == []
    return folder


@pytest.fixture(scope="module")
def rows(written: Path) -> tuple[Row, ...]:
    return rows_of(written)


@pytest.fixture
def copy(written: Path, tmp_path: Path) -> Path:
    for name in ("journal.db-wal", "journal.db-shm"):
        (written / name).unlink(missing_ok=True)
    shutil.copytree(written, tmp_path / "copy")
    return tmp_path / "copy"


def rows_of(folder: Path) -> tuple[Row, ...]:
    reader = JournalReader(folder)
    try:
        return tuple(reader.rows())
    finally:
        reader.close()


# --- each byte ----------------------------------------------------------------------------------------


def changed(row: Row) -> Iterator[Row]:
    """The row with each byte of each column changed, one at a time."""
    for column in COLUMNS:
        value = getattr(row, column)
        if isinstance(value, int):
            for bit in range(63):
                yield dataclasses.replace(row, **{column: value ^ (1 << bit)})
        elif isinstance(value, str):
            data = value.encode()
            for at, byte in enumerate(data):
                other = bytes([byte ^ 1]) if byte < 128 else b"?"
                text = (data[:at] + other + data[at + 1 :]).decode("utf-8", "replace")
                yield dataclasses.replace(row, **{column: text})
        else:
            for number, snapshot in enumerate(value):
                for at, digit in enumerate(snapshot):
                    other = snapshot[:at] + chr(ord(digit) ^ 1) + snapshot[at + 1 :]
                    yield dataclasses.replace(row, **{column: (*value[:number], other, *value[number + 1 :])})


def test_each_byte_of_each_row(rows: tuple[Row, ...]) -> None:
    tried = 0
    before = GENESIS
    for row in rows:
        assert list(chain_faults([row], row.seq - 1, before)) == []
        for other in changed(row):
            tried += 1
            # A row's own hash cannot be checked against itself: the row after it, or the head, has it too.
            assert next(chain_faults([other], row.seq - 1, before), None), other
        before = row.hash
    assert tried > ROWS * 300


def flipped(folder: Path, path: Path, step: int, end: int | None = None) -> Iterator[int]:
    """Every so-many-th byte of a file changed in its place, one at a time, for the caller to look at."""
    content = path.read_bytes()
    for at in range(0, len(content) if end is None else end, step):
        for name in ("journal.db-wal", "journal.db-shm"):
            (folder / name).unlink(missing_ok=True)
        with path.open("r+b") as file:
            file.seek(at)
            file.write(bytes([content[at] ^ FLIP]))
            file.flush()
            yield at
            file.seek(at)
            file.write(content[at : at + 1])
    assert path.read_bytes() == content


def test_a_sample_of_the_bytes_of_the_database(copy: Path, rows: tuple[Row, ...]) -> None:
    """No other byte in the file gives another journal that passes; most give none at all.

    What does pass is a byte that is part of no row: free space, or what SQLite notes for itself.
    """
    tried = passed = 0
    for at in flipped(copy, copy / "journal.db", SAMPLE):
        tried += 1
        if examine(copy).faults == ():
            passed += 1
            assert rows_of(copy) == rows, f"byte {at} changes a row, and nobody notices"
    assert passed < tried / 4


@pytest.mark.long
def test_each_byte_of_the_database(copy: Path, rows: tuple[Row, ...]) -> None:
    """The same for every byte. The first page, which says what the others are, is changed in the file and examined
    whole; any other page in memory, where SQLite reads all rows, and a row that came out otherwise must break the
    chain there.
    """
    path = copy / "journal.db"
    page = int.from_bytes(path.read_bytes()[16:18], "big")
    in_no_row = 0
    for at in flipped(copy, path, 1, end=page):
        if examine(copy).faults == ():
            in_no_row += 1
            assert rows_of(copy) == rows, f"byte {at} changes a row, and nobody notices"
    memory = InMemory(path.read_bytes())
    assert memory.columns() == [row.columns for row in rows]
    for at in range(page, memory.size):
        columns = memory.changed(at)
        if columns == memory.written:
            in_no_row += 1
        elif columns is not None:
            assert breaks_the_chain(columns, rows), f"byte {at} changes a row, and nobody notices"
    print(f"{memory.size} bytes of journal.db changed: {in_no_row} of them in no row")
    assert in_no_row < memory.size / 4


class InMemory:
    """The bytes of a journal that SQLite reads without a file: each byte in its turn costs no disk."""

    def __init__(self, content: bytes) -> None:
        self._bytes = bytearray(content)
        # A database without a file has no write-ahead log; the first page, where this is noted, is tried in the file.
        self._bytes[18:20] = b"\x01\x01"
        self._db = sqlite3.connect(":memory:")
        self.size = len(content)
        self.written = self.columns()

    def columns(self) -> list[tuple[Any, ...]] | None:
        """Every row as SQLite reads it; None if it cannot."""
        self._db.deserialize(bytes(self._bytes))
        try:
            return self._db.execute("SELECT * FROM row ORDER BY seq").fetchall()
        except sqlite3.DatabaseError:
            return None

    def changed(self, at: int) -> list[tuple[Any, ...]] | None:
        """The same with that byte changed, and put back."""
        self._bytes[at] ^= FLIP
        columns = self.columns()
        self._bytes[at] ^= FLIP
        return columns


def breaks_the_chain(columns: list[tuple[Any, ...]], rows: tuple[Row, ...]) -> bool:
    """The check that `verify` runs over all rows, begun at the first that is not as it was: those before it are whole.

    The chain's end is for the head, which knows the last row.
    """
    first = next(at for at, (now, row) in enumerate(zip_longest(columns, rows)) if row is None or now != row.columns)
    before = rows[first - 1].hash if first else GENESIS
    try:
        others = [Row.from_columns(each) for each in columns[first:]]
    except JournalError:
        return True
    return bool(next(chain_faults(others, first, before), None)) or len(columns) != len(rows)


def check_pictures(copy: Path, step: int) -> int:
    tried = 0
    for path in sorted(copy.glob("snapshots/*.jpg")):
        for at in flipped(copy, path, step):
            tried += 1
            assert verify(copy), f"byte {at} of {path.name}"
    return tried


def test_a_sample_of_the_bytes_of_pictures_and_head(copy: Path) -> None:
    assert check_pictures(copy, 23)
    for at in flipped(copy, copy / "journal.head", SAMPLE):
        report = examine(copy)
        # A spoilt line that says "closed" could have been torn by a power cut: that is told, and no fault.
        assert report.faults or report.remarks, f"byte {at} of the head"
    assert examine(copy) == Report((), (), ROWS, rows_of(copy)[-1].hash)


@pytest.mark.long
def test_each_byte_of_pictures_and_head(copy: Path, rows: tuple[Row, ...]) -> None:
    """The same for every byte. The rows do not depend on the head: it is read and held against them by itself."""
    pictures = check_pictures(copy, 1)
    hashes = {row.seq: row.hash for row in rows}
    spoilt = {"fault": 0, "remark": 0}
    for at in flipped(copy, copy / "journal.head", 1):
        try:
            head = read_head(copy)
        except HeadError:
            spoilt["fault"] += 1
            continue
        assert head is not None
        ending = judge(head, ROWS, hashes.get)
        assert isinstance(ending, str) or ending in REMARKS, f"byte {at} of the head"
        spoilt["fault" if isinstance(ending, str) else "remark"] += 1
    print(f"{pictures} bytes of pictures changed, all found; of the head {spoilt}")
    assert sum(spoilt.values()) == (copy / "journal.head").stat().st_size
    assert examine(copy) == Report((), (), ROWS, rows[-1].hash)


# --- each row -----------------------------------------------------------------------------------------


def renumbered(rows: list[Row]) -> list[Row]:
    return [dataclasses.replace(row, seq=seq) for seq, row in enumerate(rows, start=1)]


def rechained(rows: list[Row]) -> list[Row]:
    """The rows with numbers, hashes and links that fit: what somebody makes who knows how it is done."""
    made: list[Row] = []
    for row in renumbered(rows):
        draft = dataclasses.replace(row, before=made[-1].hash if made else GENESIS)
        made.append(dataclasses.replace(draft, hash=row_hash(draft)))
    return made


def replaced(folder: Path, rows: list[Row]) -> None:
    """The journal with these rows in place of its own; guards and names as they were."""
    db = sqlite3.connect(folder / "journal.db")
    guards = [db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0] for name in TRIGGERS]
    for name in TRIGGERS:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("DELETE FROM row")
    db.executemany("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [row.columns for row in rows])
    for guard in guards:
        db.execute(guard)
    db.commit()
    db.close()


def edits(rows: tuple[Row, ...]) -> Iterator[tuple[str, list[Row]]]:
    """Each row deleted, swapped with the next, doubled, and the journal cut off after it."""
    whole = list(rows)
    for at, row in enumerate(whole):
        yield f"row {row.seq} deleted", whole[:at] + whole[at + 1 :]
        yield f"row {row.seq} doubled", [*whole[: at + 1], *whole[at:]]
        if at:
            yield f"cut off before row {row.seq}", whole[:at]
            yield f"rows {at} and {row.seq} swapped", [*whole[: at - 1], row, whole[at - 1], *whole[at + 1 :]]


def test_each_row_deleted_swapped_doubled_and_the_end_cut(copy: Path, rows: tuple[Row, ...], tmp_path: Path) -> None:
    """By hand, with new numbers; and with a whole new chain that fits."""
    replaced(copy, list(rows))
    assert verify(copy) == [], "what puts the same rows back changes nothing"
    head = read_head(copy)
    assert head is not None
    for number, (what, edited) in enumerate(edits(rows)):
        made = renumbered(edited) if number % 31 else rechained(edited)
        hashes = {row.seq: row.hash for row in made}
        assert next(chain_faults(made), None) or isinstance(judge(head, len(made), hashes.get), str), what
        if number % SAMPLE == 0:
            replaced(copy, made)
            assert verify(copy), what


@pytest.mark.long
@pytest.mark.parametrize("way", [renumbered, rechained])
def test_each_row_deleted_swapped_doubled_and_the_end_cut_in_both_ways(
    copy: Path, rows: tuple[Row, ...], way: Callable[[list[Row]], list[Row]]
) -> None:
    for what, edited in edits(rows):
        replaced(copy, way(edited))
        assert verify(copy), what


def test_a_row_deleted_or_moved_without_new_numbers(copy: Path, rows: tuple[Row, ...]) -> None:
    for seq in (1, 2, 150, 299, 300):
        kept = [row for row in rows if row.seq != seq]
        replaced(copy, kept)
        assert verify(copy), f"row {seq} deleted"
        replaced(copy, [*kept, dataclasses.replace(rows[seq - 1], seq=500)])
        assert verify(copy), f"row {seq} moved to the end"


def test_the_whole_chain_built_anew(copy: Path, rows: tuple[Row, ...]) -> None:
    """One word in one row, and everything after it made to fit: the head file has the hash of the true last row."""
    for seq in (1, 2, 150, 299, 300):
        other = [*rows]
        other[seq - 1] = dataclasses.replace(rows[seq - 1], body=rows[seq - 1].body.replace("R2", "R3"))
        forged = rechained(other)
        assert list(chain_faults(forged)) == [], "the chain alone does not show it"
        replaced(copy, forged)
        assert [fault.place for fault in verify(copy)] == ["journal.head"]


def test_the_whole_chain_built_anew_with_its_head(copy: Path, rows: tuple[Row, ...]) -> None:
    """Whoever forges the head file as well is found by what was printed of any row from the change on."""
    other = [*rows]
    other[149] = dataclasses.replace(rows[149], body=rows[149].body.replace("R2", "R3"))
    replaced(copy, rechained(other))
    (copy / "journal.head").unlink()
    forged = shutil.copytree(copy, copy.with_name("forged"))
    db = sqlite3.connect(forged / "journal.db")
    (last,) = db.execute("SELECT hash FROM row WHERE seq = 300").fetchone()
    db.close()
    HeadFile(forged, 300, last).close(300, last)
    assert verify(forged) == []
    for seq in (150, 151, 300):
        assert [fault.place for fault in examine(forged, [Printed(seq, rows[seq - 1].hash)]).faults] == [
            f"print of row {seq}"
        ]
    assert examine(forged, [Printed(149, rows[148].hash)]).faults == (), "what came before is as it was"
