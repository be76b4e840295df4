"""Is the journal whole? Chain, head, snapshots: every fault with its place."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kiosk.journal import GENESIS, JournalError, JournalReader, Row, read_head, row_hash


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is not as it was written: `place` is a row, a file or a snapshot."""

    place: str
    text: str


def verify(folder: Path) -> list[Fault]:
    """Every fault of a data folder's journal, head file and snapshots; empty when all is whole."""
    try:
        reader = JournalReader(folder)
    except (JournalError, sqlite3.DatabaseError) as unreadable:
        return [Fault("journal.db", str(unreadable))]
    try:
        return list(_faults(reader, folder))
    finally:
        reader.close()


def _faults(reader: JournalReader, folder: Path) -> Iterator[Fault]:
    before, seq = GENESIS, 0
    hashes = {0: GENESIS}
    snapshots: dict[str, int] = {}
    try:
        for row in reader.rows():
            yield from _row_faults(row, seq, before)
            before, seq = row.hash, row.seq
            hashes[row.seq] = row.hash
            for snapshot in row.snapshots:
                snapshots.setdefault(snapshot, row.seq)
    except JournalError as unreadable:
        yield Fault(f"after row {seq}", str(unreadable))
    yield from _head_faults(folder, seq, hashes)
    for snapshot, named_by in snapshots.items():
        yield from _snapshot_faults(folder / "snapshots" / f"{snapshot}.jpg", snapshot, named_by)


def _row_faults(row: Row, seq: int, before: str) -> Iterator[Fault]:
    place = f"row {row.seq}"
    if row.seq != seq + 1:
        yield Fault(place, f"follows row {seq}: rows are missing")
    elif row.before != before:
        yield Fault(place, "does not follow from the row before it")
    if row_hash(row) != row.hash:
        yield Fault(place, "is not as it was written: its hash differs")


def _head_faults(folder: Path, seq: int, hashes: dict[int, str]) -> Iterator[Fault]:
    place = "journal.head"
    try:
        head = read_head(folder)
    except JournalError as unreadable:
        yield Fault(place, str(unreadable))
        return
    if head is None:
        if seq:
            yield Fault(place, "is missing")
        return
    # A crash between a row and its head leaves the head one row behind; nothing else does.
    number, digest = head
    if number > seq:
        yield Fault(place, f"knows of row {number}, but the journal ends at row {seq}: its end was cut off")
    elif number < seq - 1:
        yield Fault(place, f"stands at row {number}, but the journal goes on to row {seq}")
    elif hashes.get(number) != digest:
        yield Fault(place, f"has another hash for row {number}: the journal was written anew")


def _snapshot_faults(path: Path, snapshot: str, named_by: int) -> Iterator[Fault]:
    place = f"snapshot {snapshot[:12]} of row {named_by}"
    try:
        content = path.read_bytes()
    except OSError:
        yield Fault(place, "is missing")
        return
    if hashlib.sha256(content).hexdigest() != snapshot:
        yield Fault(place, "is not as it was taken: its hash differs")
