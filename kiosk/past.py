"""A match as the journal has it: read again from its rows, for sheets and audits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.journal import Journal, JournalError, JournalReader, Row
from kiosk.names import Kind
from rules.errors import BadRequest
from rules.fold import Fold
from rules.registry import Games


class NoMatch(JournalError):
    """The journal holds no match yet."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match folded from its rows; `rows` are all of them, notes included."""

    fold: Fold
    rows: tuple[Row, ...]
    names: dict[str, str]
    #: What players have signed the scoresheet with, by seat; without whoever has not, or whose name was erased.
    initials: Mapping[str, str] = field(default_factory=dict)

    @property
    def head(self) -> str:
        """The hash of the last row: printed on every sheet, so that a journal that was changed shows."""
        return self.rows[-1].hash


def last_match(journal: Journal | JournalReader, games: Games) -> PastMatch:
    """The match that was started last; NoMatch if there is none, JournalError if its rows cannot be folded."""
    rows: list[Row] = []
    for row in journal.rows():
        if starts_match(row):
            rows = [row]
        elif rows:
            rows.append(row)
    if not rows:
        raise NoMatch(f"no match has been played yet ({journal.folder})")
    first = rows[0].seq
    return PastMatch(fold_rows(rows, games), tuple(rows), journal.names(first), journal.names(first, Kind.INITIALS))


def read_last_match(folder: Path, games: Games) -> PastMatch:
    """The same from the journal in a folder, also while a table writes to it."""
    reader = JournalReader(folder)
    try:
        return last_match(reader, games)
    finally:
        reader.close()


def fold_rows(rows: Iterable[Row], games: Games) -> Fold:
    """The match that a row opens and further rows go on with."""
    opening, *rest = (row for row in rows if row.kind == "event")
    place = opening
    try:
        fold = Fold.open(games, opening.data)
        for row in rest:
            place = row
            fold = fold.apply(fold.read(row.data))
    except BadRequest as bad:
        raise JournalError(f"row {place.seq} cannot be an event of this match: {bad}") from None
    return fold


def starts_match(row: Row) -> bool:
    return row.kind == "event" and row.data.get("event") == "match-started"
