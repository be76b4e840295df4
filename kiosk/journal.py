"""The journal: what happened, in order, for good. SQLite, append-only, each row chained to the one before.

A row is durable when `append` returns: WAL with `synchronous=FULL` survives a power cut. The chain's head is also
kept in a file beside the database (`kiosk/head.py`), so that a tail that was cut off shows, and one that was added.
docs/journal.md says which bytes are hashed, and what a crash can leave.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from kiosk.archive.about import ABOUT
from kiosk.clock import Clock
from kiosk.head import GENESIS, Ending, HeadError, HeadFile, judge, read_head, sync_folder, write_synced
from kiosk.migrations import INITIALLED, SALTED, migrate, schema_version
from kiosk.names import Kind, Named, sealed

__all__ = [
    "GENESIS",
    "NONE_SAID",
    "Entry",
    "Journal",
    "JournalError",
    "JournalReader",
    "Row",
    "parse_row",
    "row_hash",
    "wall_text",
    "write_synced",
]

log = logging.getLogger(__name__)

#: The note of a start after a stop that was not in order.
REOPENED = "journal-reopened"
UNDOING = "event-undone"
#: The rulings of a row with which the referee said nothing.
NONE_SAID = "[]"
#: What SQLite may keep of the pages of an open journal.
CACHE_KIB = 512

_KEEP = {
    Kind.NAME: "INSERT OR REPLACE INTO name (match, seat, name, salt) VALUES (?, ?, ?, ?)",
    Kind.INITIALS: "INSERT OR REPLACE INTO initials (match, seat, initials, salt) VALUES (?, ?, ?, ?)",
}
_SELECT = "SELECT seq, mono_us, wall, boot, actor, kind, body, snapshots, rulings, before, hash FROM row"
#: Every first line begins with its time and its name; what else has such a text is looked at more closely.
_OPENING = ('%"match-started"%',)
_FORGET = {
    Kind.NAME: "DELETE FROM name WHERE match = ? AND seat = ?",
    Kind.INITIALS: "DELETE FROM initials WHERE match = ? AND seat = ?",
}


class JournalError(RuntimeError):
    """The journal cannot be used as it is; the text says why and names the file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What somebody wants to be written; see `Row` for the words."""

    actor: str
    kind: str
    body: str
    snapshots: tuple[str, ...] = ()
    rulings: str = NONE_SAID


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the journal.

    `mono_us` and `wall` are when the row was written; when the thing itself happened is the event's own
    `t`. `kind` is `event` (part of the match) or `note` (about it: a question asked, a source lost).
    `rulings` is what the referee said when the event was applied, so that a later version which would
    say otherwise can be told apart. `before` is the hash of the row before.
    """

    seq: int
    mono_us: int
    wall: str
    boot: str
    actor: str
    kind: str
    body: str
    snapshots: tuple[str, ...]
    rulings: str
    before: str
    hash: str

    @property
    def hashed(self) -> bytes:
        """The bytes that `hash` is the SHA-256 of: every other column as one JSON array, in this order."""
        return msgspec.json.encode((*self._first, self.snapshots, self.rulings, self.before))

    @property
    def columns(self) -> tuple[Any, ...]:
        """The row as the database keeps it: `snapshots` as JSON."""
        return (*self._first, _snapshots_text(self.snapshots), self.rulings, self.before, self.hash)

    @classmethod
    def from_columns(cls, columns: Sequence[Any]) -> Row:
        """The other direction of `columns`; JournalError for a list of snapshots that was not written by us."""
        seq, mono_us, wall, boot, actor, kind, body, text, rulings, before, digest = columns
        try:
            snapshots = tuple(msgspec.json.decode(text, type=list[str]))
        except (msgspec.MsgspecError, TypeError):
            raise JournalError(f"row {seq}: its list of snapshots cannot be read") from None
        # The text itself is hashed: other white space is another text.
        if _snapshots_text(snapshots) != text:
            raise JournalError(f"row {seq}: its list of snapshots is not as it was written")
        return cls(seq, mono_us, wall, boot, actor, kind, body, snapshots, rulings, before, digest)

    @property
    def _first(self) -> tuple[Any, ...]:
        return self.seq, self.mono_us, self.wall, self.boot, self.actor, self.kind, self.body

    @property
    def text(self) -> str:
        """The row as one JSON object, for exports; `parse_row` reads it."""
        return msgspec.json.encode(msgspec.to_builtins(self)).decode()

    @property
    def refused(self) -> bool:
        """The event changed nothing when it was applied: the rules did not allow it.

        What is said with an undoing is about the lines that are folded anew; an undoing itself is never refused.
        """
        if self.rulings == NONE_SAID:
            return False
        undoes = self.kind == "event" and self.data["event"] == UNDOING
        return not undoes and any(ruling["refuses"] for ruling in msgspec.json.decode(self.rulings))

    @property
    def data(self) -> dict[str, Any]:
        """The body as JSON."""
        value: dict[str, Any] = msgspec.json.decode(self.body)
        return value


def parse_row(text: str | bytes) -> Row:
    """The other direction of `Row.text`."""
    return msgspec.json.decode(text, type=Row)


def row_hash(row: Row) -> str:
    return hashlib.sha256(row.hashed).hexdigest()


class Journal:
    """An open journal. One writer at a time: a second one is refused by a lock on the data folder.

    `found` is the number of the last row that was there when it was opened. If the table before had not closed it
    in order, the first row of this one says so.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder = folder
        self._clock = clock
        if (folder / ABOUT).exists():
            raise JournalError(f"{folder} holds an archive that was imported: it is only looked at")
        self._head_file: HeadFile | None = None
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            # A journal in a folder that a power cut takes away would be lost with it.
            sync_folder(folder.parent)
        self._lock = _lock(folder)
        self._db = sqlite3.connect(folder / "journal.db", isolation_level=None, check_same_thread=False, timeout=1)
        try:
            self._prepare()
            self.seq, self.head = self._last()
            self.found = self.seq
            ending = self._ending()
            self._head_file = HeadFile(folder, self.seq, self.head)
            if ending is not Ending.CLOSED:
                self._say_reopened(ending)
        except BaseException:
            self._release()
            raise

    def _prepare(self) -> None:
        path = self.folder / "journal.db"
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            # Each commit is on the disk before it is acknowledged.
            self._db.execute("PRAGMA synchronous=FULL")
            # What is erased is overwritten, not only marked as free.
            self._db.execute("PRAGMA secure_delete=ON")
            # Rows are written at the end and seldom read here: what SQLite keeps in memory need not grow with the day.
            self._db.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
            migrate(self._db)
        except ValueError as other_version:
            raise JournalError(f"{path} {other_version}") from None
        except sqlite3.DatabaseError as broken:
            raise JournalError(f"{path} cannot be used: {broken}") from None

    def _last(self) -> tuple[int, str]:
        """Sequence number and hash of the last row."""
        try:
            last = self._db.execute("SELECT seq, hash FROM row ORDER BY seq DESC LIMIT 1").fetchone()
        except sqlite3.DatabaseError as broken:
            raise JournalError(f"{self.folder / 'journal.db'} cannot be used: {broken}") from None
        return last or (0, GENESIS)

    def _ending(self) -> Ending:
        """How the last table left it; JournalError where no crash can have left it so."""
        try:
            head = read_head(self.folder)
        except HeadError as unreadable:
            raise self._not_whole(str(unreadable)) from None
        if head is None:
            if self.seq:
                raise self._not_whole("is missing")
            return Ending.CLOSED
        ending = judge(head, self.seq, self._hash_of)
        if isinstance(ending, Ending):
            return ending
        raise self._not_whole(ending)

    def _not_whole(self, why: str) -> JournalError:
        return JournalError(
            f"{self.folder}: journal.head {why}. Run 'tablejudge audit verify', keep this folder as it is, "
            "and go on with another one (--data)."
        )

    def _hash_of(self, seq: int) -> str | None:
        found = self._db.execute("SELECT hash FROM row WHERE seq = ?", (seq,)).fetchone()
        return None if found is None else found[0]

    def _say_reopened(self, ending: Ending) -> None:
        body = {"note": REOPENED, "row": self.seq, "hash": self.head, "ending": ending.value}
        self.append("table", "note", msgspec.json.encode(body).decode())

    def append(
        self,
        actor: str,
        kind: str,
        body: str,
        *,
        snapshots: Sequence[str] = (),
        rulings: str = NONE_SAID,
    ) -> Row:
        """The new last row, on disk when this returns. The snapshots that it names must be there already."""
        (row,) = self.append_all([Entry(actor, kind, body, tuple(snapshots), rulings)])
        return row

    def append_all(
        self, entries: Sequence[Entry], *, named: Sequence[Named] = (), forgotten: Sequence[Named] = ()
    ) -> list[Row]:
        """The new last rows, on disk when this returns: all of them or, whatever happens, none.

        With them, names are noted or forgotten. If it raises, nothing was written.
        """
        assert self._head_file is not None, "the journal is closed"
        rows = self._chained(entries)
        last = rows[-1]
        self._head_file.announce(last.seq, last.hash)
        self._db.execute("BEGIN IMMEDIATE")
        try:
            keep_rows(self._db, rows)
            keep_names(self._db, named)
            for each in forgotten:
                self._db.execute(_FORGET[each.kind], (each.match, each.seat))
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self.seq, self.head = last.seq, last.hash
        try:
            self._head_file.confirm(last.seq, last.hash)
        except OSError as trouble:
            # The rows are durable and announced. To raise now would be to say that they were not written.
            log.error("journal.head cannot be written: %s", trouble)
        return rows

    def _chained(self, entries: Sequence[Entry]) -> list[Row]:
        rows: list[Row] = []
        mono_us, wall = self._clock.mono_us(), wall_text(self._clock.wall())
        before = self.head
        for seq, entry in enumerate(entries, start=self.seq + 1):
            said = (entry.actor, entry.kind, entry.body, entry.snapshots, entry.rulings)
            draft = Row(seq, mono_us, wall, self._clock.boot, *said, before, "")
            rows.append(replace(draft, hash=row_hash(draft)))
            before = rows[-1].hash
        return rows

    def rows(self, first: int = 1) -> Iterator[Row]:
        return _rows(self._db, first)

    def names(self, match: int, kind: Kind = Kind.NAME) -> dict[str, str]:
        """Seat to name (or initials) of the match that began with that row."""
        return _by_seat(self.named(), match, kind)

    def named(self) -> list[Named]:
        """All names and initials that are kept."""
        return _named(self._db)

    def name(self, match: int, names: Mapping[str, str]) -> None:
        """Note who sits where, or correct it: the chain gets a seal of each name."""
        named, note = sealed(match, names)
        self.append_all([Entry("table", "note", note)], named=named)

    def forget(self, named: Sequence[Named], note: str) -> None:
        """Erase names, also from what the database keeps of earlier writes; the chain gets the note."""
        self.append_all([Entry("table", "note", note)], forgotten=named)
        (busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise JournalError(
                f"{self.folder / 'journal.db'} is being read: the names are erased, but the file "
                "journal.db-wal keeps a trace of them until nobody reads and the table has been closed"
            )

    def close(self) -> None:
        """End in order. May be called twice."""
        head, self._head_file = self._head_file, None
        try:
            if head is not None:
                head.close(self.seq, self.head)
        finally:
            self._release()

    def _release(self) -> None:
        self._db.close()
        self._lock.close()


class JournalReader:
    """A journal that is only looked at, also while a table writes to it.

    A table that was killed at its very first start may leave a database that has no tables, or is half made: it holds
    nothing yet.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / "journal.db"
        if not path.is_file():
            raise JournalError(f"there is no journal in {folder}")
        self.folder = folder
        self._db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)

    def rows(self, first: int = 1) -> Iterator[Row]:
        try:
            if self._begun():
                yield from _rows(self._db, first)
        except sqlite3.DatabaseError as broken:
            raise JournalError(f"{self.folder / 'journal.db'}: {broken}") from None

    def openings(self) -> Iterator[Row]:
        """The rows that start a match, without reading all the others."""
        try:
            if not self._begun():
                return
            for columns in self._db.execute(f"{_SELECT} WHERE kind = 'event' AND body LIKE ? ORDER BY seq", _OPENING):
                row = Row.from_columns(columns)
                if row.data.get("event") == "match-started":
                    yield row
        except sqlite3.DatabaseError as broken:
            raise JournalError(f"{self.folder / 'journal.db'}: {broken}") from None

    def names(self, match: int, kind: Kind = Kind.NAME) -> dict[str, str]:
        return _by_seat(self.named(), match, kind)

    def named(self) -> list[Named]:
        try:
            return _named(self._db) if self._begun() else []
        except sqlite3.DatabaseError as broken:
            raise JournalError(f"{self.folder / 'journal.db'}: {broken}") from None

    def guards(self) -> frozenset[str]:
        """The triggers that keep rows from being changed."""
        found = self._db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'row'")
        return frozenset(name for (name,) in found)

    @property
    def schema(self) -> int:
        return schema_version(self._db) if self._begun() else 0

    def _begun(self) -> bool:
        try:
            return self._db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is not None
        except sqlite3.OperationalError as wrong:
            # A change that only a writer may take back, from before it had a WAL: the first start did not get further.
            if wrong.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                return False
            raise

    def close(self) -> None:
        self._db.close()


def wall_text(moment: datetime) -> str:
    """Wall time as the journal writes it: UTC, milliseconds."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def keep_rows(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Put rows into a journal's database, within whatever transaction there is."""
    db.executemany("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [row.columns for row in rows])


def keep_names(db: sqlite3.Connection, named: Sequence[Named]) -> None:
    """The same for names and initials."""
    for each in named:
        db.execute(_KEEP[each.kind], (each.match, each.seat, each.name, each.salt))


def _snapshots_text(snapshots: tuple[str, ...]) -> str:
    return msgspec.json.encode(snapshots).decode()


def _rows(db: sqlite3.Connection, first: int) -> Iterator[Row]:
    for columns in db.execute(f"{_SELECT} WHERE seq >= ? ORDER BY seq", (first,)):
        yield Row.from_columns(columns)


def _named(db: sqlite3.Connection) -> list[Named]:
    # Whoever only looks takes no step of a migration: an earlier version's names have no salt, and it kept no initials.
    version = schema_version(db)
    if version < SALTED:
        return [
            Named(*columns) for columns in db.execute("SELECT match, seat, name, '' FROM name ORDER BY match, seat")
        ]
    named = [Named(*columns) for columns in db.execute("SELECT match, seat, name, salt FROM name ORDER BY match, seat")]
    if version < INITIALLED:
        return named
    found = db.execute("SELECT match, seat, initials, salt FROM initials ORDER BY match, seat")
    return named + [Named(match, seat, initials, salt, Kind.INITIALS) for match, seat, initials, salt in found]


def _by_seat(named: list[Named], match: int, kind: Kind) -> dict[str, str]:
    return {each.seat: each.name for each in named if (each.match, each.kind) == (match, kind)}


def _lock(folder: Path) -> Any:
    file = (folder / "lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise JournalError(f"another table is running on {folder}") from None
    return file
