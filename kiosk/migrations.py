"""The journal's tables, step by step: each step runs once, in one transaction with the record that it ran.

Steps are only ever added at the end; none touches a row of the journal, since the chain must stay as it was written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from importlib.resources import files

#: The guards of the chain, by name: `tablejudge audit verify` looks whether they are still there.
GUARDS = ("row_is_final", "row_stays", "row_follows")


def first_tables(db: sqlite3.Connection) -> None:
    """The rows, and beside them the names."""
    for statement in _statements(files("kiosk").joinpath("schema.sql").read_text(encoding="utf-8")):
        db.execute(statement)


def rows_only_at_the_end(db: sqlite3.Connection) -> None:
    """A row can only be added after the last one, naming its hash.

    Without this, INSERT OR REPLACE would overwrite a row: it fires no trigger for what it deletes.
    """
    db.execute(
        """
        CREATE TRIGGER row_follows BEFORE INSERT ON row
        WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM row)
            OR NEW.before IS NOT coalesce((SELECT hash FROM row ORDER BY seq DESC LIMIT 1), printf('%064d', 0))
        BEGIN
            SELECT RAISE(ABORT, 'a journal row is added after the last one');
        END
        """
    )


def sealed_names(db: sqlite3.Connection) -> None:
    """A name's salt: the chain holds a hash of both, so that a name that was changed shows (kiosk/names.py)."""
    db.execute("ALTER TABLE name ADD COLUMN salt TEXT NOT NULL DEFAULT ''")


def initials_beside_names(db: sqlite3.Connection) -> None:
    """What players sign the scoresheet with: as near to a name as can be, and kept like one (kiosk/signatures.py)."""
    db.execute(
        """
        CREATE TABLE initials (
            match    INTEGER NOT NULL,
            seat     TEXT NOT NULL,
            initials TEXT NOT NULL,
            salt     TEXT NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT
        """
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    first_tables,
    rows_only_at_the_end,
    sealed_names,
    initials_beside_names,
)
#: The steps after which every guard is there, names have salts, and initials are kept.
GUARDED, SALTED, INITIALLED = 2, 3, 4
#: How many steps this version knows; the database keeps how many it has taken as its `user_version`.
SCHEMA_VERSION = len(MIGRATIONS)


def migrate(db: sqlite3.Connection) -> None:
    """Take the steps that are missing; ValueError for a database that knows more of them than we do."""
    taken = schema_version(db)
    if taken > SCHEMA_VERSION:
        raise ValueError(f"was written by another version of tablejudge (schema {taken})")
    for number, step in enumerate(MIGRATIONS[taken:], start=taken + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            step(db)
            db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise


def schema_version(db: sqlite3.Connection) -> int:
    """How many steps a database has taken."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _statements(script: str) -> list[str]:
    """The statements of a script; a trigger has semicolons of its own."""
    statements, draft = [], ""
    for line in script.splitlines(keepends=True):
        draft += line
        if sqlite3.complete_statement(draft):
            statements.append(draft)
            draft = ""
    return statements
