"""The file of the people: SQLite, readable by the owner of the data folder alone.

Every use of it is one short transaction, so that a code that was used in one thread or process is used up in all.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.people.refusals import PeopleError

FILE = "people.db"
#: How long one process waits for another that is writing.
PATIENCE_S = 5.0

_FIRST = """
CREATE TABLE secret (key BLOB NOT NULL) STRICT;

-- Who is removed stays here without a PIN, so that the initials in a journal never come to mean somebody else.
CREATE TABLE person (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT NOT NULL UNIQUE COLLATE NOCASE,
    initials TEXT NOT NULL UNIQUE COLLATE NOCASE,
    role     TEXT NOT NULL CHECK (role IN ('judge', 'organiser')),
    pin      TEXT,
    removed  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Failed attempts to sign in, by what they had in common: `from` an address, `for` a person, or both.
CREATE TABLE attempt (
    key      TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    last     REAL NOT NULL,
    until    REAL NOT NULL
) STRICT;

-- One-time codes; only their hashes are kept. Without a person the code is for a table's screen.
CREATE TABLE code (
    hash    TEXT PRIMARY KEY,
    person  INTEGER REFERENCES person (id),
    expires REAL NOT NULL,
    maker   TEXT NOT NULL
) STRICT;

CREATE TABLE session (
    hash    TEXT PRIMARY KEY,
    person  INTEGER REFERENCES person (id),
    began   REAL NOT NULL,
    seen    REAL NOT NULL,
    address TEXT NOT NULL
) STRICT;

CREATE TABLE log (
    id      INTEGER PRIMARY KEY,
    at      REAL NOT NULL,
    what    TEXT NOT NULL,
    who     TEXT NOT NULL,
    address TEXT NOT NULL
) STRICT;
"""
_REVIEWED = """
CREATE TABLE reviewed (
    person INTEGER NOT NULL REFERENCES person (id),
    match  TEXT NOT NULL,
    row    INTEGER NOT NULL,
    PRIMARY KEY (person, match, row)
) STRICT, WITHOUT ROWID;
"""
#: What each version has added to the one before.
_STEPS = (_FIRST, _REVIEWED)
SCHEMA_VERSION = len(_STEPS)


class Store:
    """The people's file of one data folder; made when it is missing. Its methods may be called from any thread.

    Without a folder everything is in memory, and gone with it.
    """

    def __init__(self, folder: Path | None, now: Callable[[], float] = time.time) -> None:
        self.path = Path(":memory:") if folder is None else folder / FILE
        self.now = now
        self._lock = threading.Lock()
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                # SQLite gives its side files the permissions of the file itself.
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
                self.path.chmod(0o600)
            self._db = sqlite3.connect(self.path, PATIENCE_S, isolation_level=None, check_same_thread=False)
            self._prepare()
        except (OSError, sqlite3.DatabaseError) as trouble:
            raise PeopleError(f"{self.path} cannot be used: {trouble}") from None
        self.secret: bytes = self._db.execute("SELECT key FROM secret").fetchone()[0]

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        # A code that was used stays used, also after a power cut.
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA foreign_keys=ON")
        with self.writing() as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA_VERSION:
                raise PeopleError(f"{self.path} was written by a newer version of tablejudge")
            for step in _STEPS[version:]:
                for statement in step.split(";\n"):
                    db.execute(statement)
            if version == 0:
                db.execute("INSERT INTO secret VALUES (?)", [secrets.token_bytes(32)])
            db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or, when something is raised, nothing."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            yield self._db

    def close(self) -> None:
        with self._lock:
            self._db.close()
