"""What each judge has reviewed of each match.

It is kept with the people, not in the journal: that somebody has looked at an event is no part of what happened at the
table, changes nothing there, and must not grow the chain with every tap. A match is known by the hash of its first
row, so that it is the same one wherever its journal was brought.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.people.persons import Person
from kiosk.people.store import Store


class Reviewed:
    """The rows that judges have reviewed. May be used from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def rows(self, person: Person, match: str) -> list[int]:
        """The rows of that match which this judge has reviewed."""
        with self._store.reading() as db:
            found = db.execute(
                "SELECT row FROM reviewed WHERE person = ? AND match = ? ORDER BY row", [person.id, match]
            ).fetchall()
        return [row for (row,) in found]

    def mark(self, person: Person, match: str, rows: Sequence[int], *, reviewed: bool) -> None:
        """Keep that this judge has reviewed these rows, or has not after all. It is on the disk when this returns."""
        values = [(person.id, match, row) for row in rows]
        with self._store.writing() as db:
            if reviewed:
                db.executemany("INSERT OR IGNORE INTO reviewed VALUES (?, ?, ?)", values)
            else:
                db.executemany("DELETE FROM reviewed WHERE person = ? AND match = ? AND row = ?", values)
