"""The journal: what happened, in order, for good. SQLite, append-only, each row chained to the one before.

A row is durable when `append` returns: WAL with `synchronous=FULL` survives a power cut. The chain's head
is also kept in a file beside the database, so that a tail that was cut off shows.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from kiosk.clock import Clock

SCHEMA_VERSION = 1
#: What the first row names as the row before it.
GENESIS = "0" * 64


class JournalError(RuntimeError):
    """The journal cannot be used as it is; the text says why and names the file."""


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
        return msgspec.json.encode(astuple(self)[:-1])

    @property
    def text(self) -> str:
        """The row as one JSON object, for exports; `parse_row` reads it."""
        return msgspec.json.encode(msgspec.to_builtins(self)).decode()

    @property
    def refused(self) -> bool:
        """The event changed nothing when it was applied: the rules did not allow it."""
        return any(ruling["refuses"] for ruling in msgspec.json.decode(self.rulings))

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
    """An open journal. One writer at a time: a second one is refused by a lock on the data folder."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder = folder
        self._clock = clock
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = _lock(folder)
        self._db = sqlite3.connect(folder / "journal.db", isolation_level=None, check_same_thread=False)
        try:
            self.seq, self.head = self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> tuple[int, str]:
        """Sequence number and hash of the last row."""
        path = self.folder / "journal.db"
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            _migrate(self._db, path)
            last = self._db.execute("SELECT seq, hash FROM row ORDER BY seq DESC LIMIT 1").fetchone() or (0, GENESIS)
        except sqlite3.DatabaseError as broken:
            raise JournalError(f"{path} cannot be used: {broken}") from None
        kept = read_head(self.folder)
        if kept is not None and kept[0] > last[0]:
            raise JournalError(
                f"{path} ends at row {last[0]}, but {head_path(self.folder).name} knows of row {kept[0]}: "
                "rows are missing. Run 'tablejudge audit verify', and keep this folder as it is."
            )
        return last[0], last[1]

    def append(
        self,
        actor: str,
        kind: str,
        body: str,
        *,
        snapshots: Sequence[str] = (),
        rulings: str = "[]",
    ) -> Row:
        """The new last row, on disk when this returns."""
        draft = Row(
            seq=self.seq + 1,
            mono_us=self._clock.mono_us(),
            wall=wall_text(self._clock.wall()),
            boot=self._clock.boot,
            actor=actor,
            kind=kind,
            body=body,
            snapshots=tuple(snapshots),
            rulings=rulings,
            before=self.head,
            hash="",
        )
        row = replace(draft, hash=row_hash(draft))
        self._db.execute(
            "INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            _columns(row),
        )
        self.seq, self.head = row.seq, row.hash
        write_head(self.folder, row.seq, row.hash)
        return row

    def rows(self, first: int = 1) -> Iterator[Row]:
        return _rows(self._db, first)

    def names(self, match: int) -> dict[str, str]:
        """Seat to name of the match that began with that row."""
        found = self._db.execute("SELECT seat, name FROM name WHERE match = ?", (match,))
        return dict(found.fetchall())

    def name(self, match: int, names: Mapping[str, str]) -> None:
        rows = [(match, seat, name) for seat, name in names.items()]
        self._db.executemany("INSERT OR REPLACE INTO name VALUES (?, ?, ?)", rows)

    def erase_names(self, match: int) -> None:
        """Forget who played; the chain does not notice."""
        self._db.execute("DELETE FROM name WHERE match = ?", (match,))

    def close(self) -> None:
        """May be called twice."""
        self._db.close()
        self._lock.close()


class JournalReader:
    """A journal that is only looked at, also while a table writes to it."""

    def __init__(self, folder: Path) -> None:
        path = folder / "journal.db"
        if not path.is_file():
            raise JournalError(f"there is no journal in {folder}")
        self.folder = folder
        self._db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)

    def rows(self, first: int = 1) -> Iterator[Row]:
        try:
            yield from _rows(self._db, first)
        except sqlite3.DatabaseError as broken:
            raise JournalError(f"{self.folder / 'journal.db'}: {broken}") from None

    def names(self, match: int) -> dict[str, str]:
        found = self._db.execute("SELECT seat, name FROM name WHERE match = ?", (match,))
        return dict(found.fetchall())

    def close(self) -> None:
        self._db.close()


def wall_text(moment: datetime) -> str:
    """Wall time as the journal writes it: UTC, milliseconds."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def head_path(folder: Path) -> Path:
    return folder / "journal.head"


def read_head(folder: Path) -> tuple[int, str] | None:
    """Sequence number and hash that the head file holds; None where there is none."""
    try:
        number, digest = head_path(folder).read_text(encoding="ascii").split()
    except FileNotFoundError:
        return None
    except (ValueError, UnicodeDecodeError):
        raise JournalError(f"{head_path(folder)} cannot be read") from None
    return int(number), digest


def write_head(folder: Path, seq: int, digest: str) -> None:
    write_synced(head_path(folder), f"{seq} {digest}\n".encode("ascii"))


def write_synced(path: Path, content: bytes) -> None:
    """Replace a file so that after a power cut either the old or the new content is there."""
    draft = path.with_name(path.name + ".new")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


#: Where `snapshots` stands in a row; the database keeps it as JSON.
_SNAPSHOTS = 7


def _columns(row: Row) -> tuple[Any, ...]:
    values = list(astuple(row))
    values[_SNAPSHOTS] = msgspec.json.encode(row.snapshots).decode()
    return tuple(values)


def _row(columns: Sequence[Any]) -> Row:
    values = list(columns)
    try:
        values[_SNAPSHOTS] = tuple(msgspec.json.decode(values[_SNAPSHOTS], type=list[str]))
    except msgspec.MsgspecError:
        raise JournalError(f"row {values[0]}: its list of snapshots cannot be read") from None
    return Row(*values)


def _rows(db: sqlite3.Connection, first: int) -> Iterator[Row]:
    query = (
        "SELECT seq, mono_us, wall, boot, actor, kind, body, snapshots, rulings, before, hash "
        "FROM row WHERE seq >= ? ORDER BY seq"
    )
    for columns in db.execute(query, (first,)):
        yield _row(columns)


def _lock(folder: Path) -> Any:
    file = (folder / "lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise JournalError(f"another table is running on {folder}") from None
    return file


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version == SCHEMA_VERSION:
        return
    if version != 0:
        raise JournalError(f"{path} was written by another version of tablejudge (schema {version})")
    schema = files("kiosk").joinpath("schema.sql").read_text(encoding="utf-8")
    db.executescript(f"BEGIN; {schema} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
