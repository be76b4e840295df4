"""Is the journal whole? Chain, head, snapshots, clips, names: every fault with its place.

A table that was killed or lost its power has done nothing wrong: what that leaves is a remark, not a fault.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kiosk.archive.about import ABOUT, About, read_about
from kiosk.evidence import CLIPS, SNAPSHOTS, named_clips
from kiosk.head import GENESIS, NAME, Ending, Head, HeadError, judge, read_head
from kiosk.journal import JournalError, JournalReader, Row, row_hash
from kiosk.migrations import GUARDED, GUARDS
from kiosk.names import name_faults
from rules.errors import BadRequest
from vision.clips import ClipStore

#: Hears how much is done, and of how much.
Tell = Callable[[int, int], None]
#: How often a journal is read again that grows while it is read.
TRIES = 20
#: As many digits of a printed hash as somebody should have to type.
SHORTEST_PRINT = 12


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is not as it was written: `place` is a row, a file or a snapshot."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A row and its hash, or the beginning of it, as a scoresheet or an export shows them."""

    row: int
    hash: str

    @classmethod
    def parse(cls, text: str) -> Printed:
        """Reads `57:0a1b…`; BadRequest says what is wrong."""
        found = re.fullmatch(rf"([1-9][0-9]*):([0-9a-fA-F]{{{SHORTEST_PRINT},64}})", text.strip())
        if found is None:
            raise BadRequest(
                f"{text!r} is no row with its hash: write it like 57:0a1b2c3d4e5f, "
                f"with at least {SHORTEST_PRINT} digits of the hash"
            )
        return cls(int(found[1]), found[2].lower())


@dataclass(frozen=True, slots=True)
class Report:
    """What was found: `faults` that no crash explains, and `remarks` on what one has left."""

    faults: tuple[Fault, ...]
    remarks: tuple[str, ...] = ()
    #: The last row and its hash.
    row: int = 0
    head: str = GENESIS


REMARKS = {
    Ending.WRITTEN: (
        "row {row} is in the journal, but was not confirmed: the table stopped in that instant, before anybody was "
        "told (or it is writing just now)"
    ),
    Ending.UNWRITTEN: (
        "a row after row {row} was announced, but not written: the table stopped in that instant, before anybody was "
        "told (or it is writing just now)"
    ),
}


def verify(folder: Path) -> list[Fault]:
    """Every fault of a data folder's journal, head file, snapshots, clips and names; empty when all is whole."""
    return list(examine(folder).faults)


def examine(folder: Path, printed: Sequence[Printed] = (), tell: Tell = lambda _done, _of: None) -> Report:
    """Everything that can be said of a data folder; `printed` are rows that papers bear witness of.

    `tell` hears of the pictures, which take longest: how many are looked at, and of how many.
    """
    try:
        reader = JournalReader(folder)
    except (JournalError, sqlite3.DatabaseError) as unreadable:
        return Report((Fault("journal.db", str(unreadable)),))
    try:
        return _examined(reader, printed, tell)
    finally:
        reader.close()


@dataclass(frozen=True, slots=True)
class _Reading:
    """The rows as far as they can be read, with the head as it was before and after."""

    rows: tuple[Row, ...]
    broken: str | None
    head: Head | HeadError | None
    steady: bool


def _examined(reader: JournalReader, printed: Sequence[Printed], tell: Tell) -> Report:
    reading = _read(reader)
    rows = reading.rows
    about, unreadable = _about(reader.folder)
    first, before = (1, GENESIS) if about is None else (about.first, about.before)
    faults = [*unreadable, *chain_faults(rows, first - 1, before)]
    seq, digest = (rows[-1].seq, rows[-1].hash) if rows else (0, GENESIS)
    if reading.broken is not None:
        faults.append(Fault(f"after row {seq}", reading.broken))
    hashes = {row.seq: row.hash for row in rows}
    remarks: list[str] = []
    if about is not None:
        remarks.append(f"an archive of {about.table}, rows {about.first} to {about.last} of its journal")
    for found in _head_findings(reading, seq, hashes):
        if isinstance(found, Fault):
            faults.append(found)
        elif found in REMARKS:
            remarks.append(REMARKS[found].format(row=seq))
    faults += print_faults(printed, hashes, first)
    faults += _snapshot_faults(reader.folder / SNAPSHOTS, rows, tell)
    if not faults:
        # What cannot be read as rows cannot be asked about names or clips.
        faults += _clip_faults(reader.folder / CLIPS, rows)
        faults += _name_and_guard_faults(reader, all_kept=about is None)
    return Report(tuple(faults), tuple(remarks), seq, digest)


def _about(folder: Path) -> tuple[About | None, list[Fault]]:
    """What is known of a folder that was imported; a fault if that cannot be read."""
    try:
        return read_about(folder), []
    except (OSError, msgspec.MsgspecError) as trouble:
        return None, [Fault(ABOUT, f"cannot be read: {trouble}")]


def _read(reader: JournalReader) -> _Reading:
    """A reading during which the head stood still; a table that never pauses is taken as it comes."""
    after = _head(reader.folder)
    for _ in range(TRIES):
        before = after
        rows, broken = _readable(reader)
        after = _head(reader.folder)
        if _same(before, after) and not _in_the_middle(after):
            return _Reading(rows, broken, after, steady=True)
    return _Reading(rows, broken, before, steady=_same(before, after))


def _head(folder: Path) -> Head | HeadError | None:
    try:
        return read_head(folder)
    except HeadError as unreadable:
        return unreadable


def _same(one: Head | HeadError | None, other: Head | HeadError | None) -> bool:
    return str(one) == str(other)


def _in_the_middle(head: Head | HeadError | None) -> bool:
    """A row is announced and not confirmed: if a table is running, that passes in an instant."""
    if not isinstance(head, Head) or head.confirmed is None or head.announced is None:
        return False
    return head.announced.seq != head.confirmed.seq


def _readable(reader: JournalReader) -> tuple[tuple[Row, ...], str | None]:
    rows: list[Row] = []
    try:
        for row in reader.rows():
            rows.append(row)  # noqa: PERF402  (what was read before it broke is kept)
    except JournalError as unreadable:
        return tuple(rows), str(unreadable)
    return tuple(rows), None


def chain_faults(rows: Iterable[Row], seq: int = 0, before: str = GENESIS) -> Iterator[Fault]:
    """Every row that does not follow from the one before it, or is not as it was written.

    The rows are those after row `seq`, whose hash is `before`.
    """
    for row in rows:
        place = f"row {row.seq}"
        if row.seq != seq + 1:
            yield Fault(place, f"follows row {seq}: rows are missing")
        elif row.before != before:
            yield Fault(place, "does not follow from the row before it")
        if row_hash(row) != row.hash:
            yield Fault(place, "is not as it was written: its hash differs")
        before, seq = row.hash, row.seq


def _head_findings(reading: _Reading, seq: int, hashes: dict[int, str]) -> Iterator[Fault | Ending]:
    head = reading.head
    if isinstance(head, HeadError):
        yield Fault(NAME, str(head))
    elif head is None:
        if seq:
            yield Fault(NAME, "is missing")
    elif reading.steady:
        ending = judge(head, seq, hashes.get)
        yield Fault(NAME, ending) if isinstance(ending, str) else ending
    elif head.confirmed is not None and hashes.get(head.confirmed.seq, GENESIS) != head.confirmed.hash:
        # It grew all the time: what was confirmed before it was read must be in it.
        yield Fault(NAME, f"has another hash for row {head.confirmed.seq}: the journal was written anew")


def print_faults(printed: Iterable[Printed], hashes: dict[int, str], first: int = 1) -> Iterator[Fault]:
    """Every print that bears witness of something else than these rows, of which `first` is the first."""
    for each in printed:
        place = f"print of row {each.row}"
        found = hashes.get(each.row)
        if found is None and each.row < first:
            yield Fault(place, f"these rows begin with row {first}: the print is about what came before")
        elif found is None:
            yield Fault(place, f"the journal has no row {each.row}: its end was cut off")
        elif not found.startswith(each.hash):
            yield Fault(place, "has another hash: the journal was written anew, or this is a print of another one")


def _snapshot_faults(folder: Path, rows: Iterable[Row], tell: Tell) -> Iterator[Fault]:
    named: dict[str, int] = {}
    for row in rows:
        for snapshot in row.snapshots:
            named.setdefault(snapshot, row.seq)
    for done, (snapshot, seq) in enumerate(named.items()):
        tell(done, len(named))
        place = f"snapshot {snapshot[:12]} of row {seq}"
        try:
            content = (folder / f"{snapshot}.jpg").read_bytes()
        except (OSError, ValueError):
            yield Fault(place, "is missing")
            continue
        if hashlib.sha256(content).hexdigest() != snapshot:
            yield Fault(place, "is not as it was taken: its hash differs")


def _clip_faults(folder: Path, rows: Iterable[Row]) -> Iterator[Fault]:
    store = ClipStore(folder)
    for row in rows:
        for clip in named_clips([row]):
            if not store.verify(clip):
                there = store.path(clip).is_file()
                text = "is not as it was taken: a frame is missing, or a hash differs" if there else "is missing"
                yield Fault(f"clip {clip[:12]} of row {row.seq}", text)


def _name_and_guard_faults(reader: JournalReader, *, all_kept: bool) -> Iterator[Fault]:
    try:
        if reader.schema >= GUARDED:
            for guard in sorted(set(GUARDS) - reader.guards()):
                yield Fault("journal.db", f"its guard {guard} was taken away")
        for place, text in name_faults(reader, all_kept=all_kept):
            yield Fault(place, text)
    except (JournalError, sqlite3.DatabaseError) as unreadable:
        yield Fault("journal.db", str(unreadable))
