"""The power goes at each single write of a shake: never an acknowledged event lost, never another state.

`power_disk` says how the writes are recorded and what a disk may make of those that were not synced.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kiosk.clock import HandClock
from kiosk.journal import REOPENED, Journal, JournalError, JournalReader, Row
from kiosk.past import fold_rows, starts_match
from kiosk.record import Record
from kiosk.verify import examine, verify
from rules.fold import Fold
from rules.games import GAMES
from tests.kiosk.power_disk import (
    AllKept,
    Created,
    Disk,
    EntriesKept,
    Fate,
    Image,
    LastFirst,
    LastTorn,
    Op,
    Removed,
    Renamed,
    Said,
    Synced,
    Torn,
    Truncated,
    Wrote,
    lay_out,
    record,
)
from tests.repo.project import ROOT


@dataclass(frozen=True)
class Recording:
    root: str
    ops: list[Op]
    #: The rows as they were at the end, and every file.
    rows: list[Row]
    files: dict[str, bytes]


def recorded(base: Path, *words: str) -> Recording:
    disk = base / "disk"
    disk.mkdir()
    folder = disk / "data"
    program = [sys.executable, "-m", "tests.kiosk.power_shake", str(folder), *words]
    ops = record(program, disk, base / "strace.log", ROOT)
    files = {str(path): path.read_bytes() for path in disk.rglob("*") if path.is_file()}
    reader = JournalReader(folder)
    rows = list(reader.rows())
    reader.close()
    return Recording(str(disk), ops, rows, files)


@pytest.fixture(scope="module")
def shake(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return recorded(tmp_path_factory.mktemp("shake"), "shake")


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder in memory where there is one: thousands of disks are laid out in it."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name) / "disk"


class Inspector:
    """Starts a table on what a power cut has left, and says what is wrong with it; None where nothing is."""

    def __init__(self, recording: Recording, room: Path) -> None:
        self._recording = recording
        self._room = room
        self._folder = room / "data"
        self._seen: dict[tuple[tuple[str, int], ...], int] = {}
        self._states: dict[int, Fold | None] = {}
        self.looked = 0

    def fault(self, image: Image, said: list[str]) -> str | None:
        acknowledged = int(said[-1].split()[0]) if said else 0
        key = tuple((path, hash(content)) for path, content in image.items() if not path.endswith("-shm"))
        # The same disk was found whole already, when at least as much had been acknowledged.
        if self._seen.get(key, -1) >= acknowledged:
            return None
        self.looked += 1
        lay_out(image, self._recording.root, self._room)
        found = self._found(acknowledged)
        if found is None:
            self._seen[key] = acknowledged
        return found

    def _found(self, acknowledged: int) -> str | None:
        if not (self._folder / "journal.db").exists():
            return None if not acknowledged else "the journal is gone"
        report = examine(self._folder)
        if report.row < acknowledged:
            return f"row {acknowledged} was acknowledged, but the journal ends at row {report.row}"
        if acknowledged and report.faults:
            return str(report.faults)
        try:
            journal = Journal(self._folder, HandClock())
        except JournalError as trouble:
            return str(trouble)
        try:
            return self._reopened(journal, acknowledged) or str(verify(self._folder) or "") or None
        finally:
            journal.close()

    def _reopened(self, journal: Journal, acknowledged: int) -> str | None:
        rows = list(journal.rows())
        own = [row for row in rows[-1:] if row.data.get("note") == REOPENED]
        rows = rows[: len(rows) - len(own)]
        if len(rows) < acknowledged or rows != self._recording.rows[: len(rows)]:
            return "rows differ from what was written"
        played = Record(journal, GAMES, HandClock())
        played.reopen()
        if played.fold != self._state(len(rows)):
            return "another state"
        if played.fold is not None and played.names != {"A": "Ann", "B": "Ben", "C": "Cy"}:
            return "another name"
        return None

    def _state(self, count: int) -> Fold | None:
        """The match after so many rows, undisturbed."""
        if count not in self._states:
            begun = [row for row in self._recording.rows[:count] if starts_match(row)]
            rows = [row for row in self._recording.rows[:count] if begun and row.seq >= begun[-1].seq]
            self._states[count] = fold_rows(rows, GAMES) if rows else None
        return self._states[count]


#: What may become of unsynced writes; the number of the moment draws the lots.
FATES: tuple[Callable[[int], Fate], ...] = (
    lambda _: Fate(),
    Torn,
    lambda _: LastFirst(),
    lambda seed: Torn(seed + 1_000_000),
    lambda _: EntriesKept(),
    lambda _: LastTorn(),
    lambda _: AllKept(),
)


def losses(recording: Recording, inspector: Inspector, *, every_fate: bool, lots: int = 0) -> Iterator[str]:
    """Cut the power after each op; what is wrong with what it leaves."""
    disk = Disk(recording.root)
    for moment, op in enumerate(recording.ops):
        disk.take(op)
        fates = FATES if every_fate else (FATES[0], FATES[1 + moment % (len(FATES) - 1)])
        fates = (FATES[0],) if disk.settled else (*fates, *((lambda k: Torn(k + 77 * lots)),) * lots)
        for number, fate in enumerate(fates):
            fault = inspector.fault(disk.image(fate(moment + number * 10_000_019)), disk.said)
            if fault is not None:
                yield f"after op {moment} ({str(op)[:120]}), fate {number}: {fault}"


def test_the_recording_is_complete(shake: Recording) -> None:
    """With all writes kept the disk is, byte for byte, the folder that the table left."""
    disk = Disk(shake.root)
    for op in shake.ops:
        disk.take(op)
    image = disk.image(AllKept())
    assert {path: content for path, content in image.items() if content is not None} == shake.files
    assert set(disk.said) <= {f"{row.seq} {row.hash}" for row in shake.rows}
    assert int(disk.said[-1].split()[0]) == len(shake.rows) >= 20
    assert {type(op) for op in shake.ops} >= {Wrote, Created, Renamed, Synced, Said}


def test_the_power_goes_at_each_write_of_a_shake(shake: Recording, room: Path) -> None:
    inspector = Inspector(shake, room)
    assert list(losses(shake, inspector, every_fate=False)) == []
    assert inspector.looked > len(shake.rows)
    print(f"{len(shake.ops)} ops, {inspector.looked} disks")


@pytest.mark.long
def test_the_power_goes_at_each_write_of_a_shake_in_every_way(shake: Recording, room: Path) -> None:
    inspector = Inspector(shake, room)
    assert list(losses(shake, inspector, every_fate=True, lots=20)) == []
    print(f"{len(shake.ops)} ops, {inspector.looked} disks")


@pytest.mark.parametrize(
    ("sabotage", "words"),
    [
        ("no sync of the database", "was acknowledged, but the journal ends at row"),
        ("no sync of the head", "journal.head ends at row"),
        ("no sync of pictures", "snapshot"),
    ],
)
def test_without_a_sync_a_loss_is_found(tmp_path: Path, room: Path, sabotage: str, words: str) -> None:
    """Whoever cannot find a loss that is there has not shown that there is none."""
    recording = recorded(tmp_path, "script", sabotage)
    found = losses(recording, Inspector(recording, room), every_fate=True)
    assert any(words in loss for loss in found)


@pytest.mark.long
def test_the_same_script_with_its_syncs_loses_nothing(tmp_path: Path, room: Path) -> None:
    recording = recorded(tmp_path, "script")
    assert list(losses(recording, Inspector(recording, room), every_fate=True)) == []


# --- the disk itself ----------------------------------------------------------------------------------


def test_what_a_disk_keeps() -> None:
    disk = Disk("/d")
    for op in (Created("/d/a"), Wrote("/d/a", 0, b"x" * 1024), Synced("/d/a")):
        disk.take(op)
    assert disk.image(Fate()) == {"/d": None}, "the file is durable, its folder is not"
    disk.take(Synced("/d"))
    assert disk.settled
    assert disk.image(Fate()) == {"/d": None, "/d/a": b"x" * 1024}
    for op in (Wrote("/d/a", 512, b"y" * 512), Wrote("/d/a", 1024, b"z" * 4), Created("/d/b"), Renamed("/d/b", "/d/c")):
        disk.take(op)
    assert not disk.settled
    assert disk.image(Fate())["/d/a"] == b"x" * 1024
    assert disk.image(AllKept()) == {"/d": None, "/d/a": b"x" * 512 + b"y" * 512 + b"zzzz", "/d/c": b""}
    assert disk.image(LastFirst())["/d/a"] == b"x" * 1024 + b"zzzz"
    assert disk.image(LastTorn())["/d/a"] == b"x" * 512 + b"y" * 512 + b"zz"
    assert disk.image(EntriesKept()) == {"/d": None, "/d/a": b"x" * 1024, "/d/c": b""}
    torn = {disk.image(Torn(seed))["/d/a"] for seed in range(50)}
    assert torn == {b"x" * 512 + middle * 512 + end for middle in (b"x", b"y") for end in (b"", b"zzzz")}
    disk.take(Truncated("/d/a", 2))
    disk.take(Removed("/d/c"))
    assert disk.image(AllKept()) == {"/d": None, "/d/a": b"xx"}
    assert disk.image(Fate()) == {"/d": None, "/d/a": b"x" * 1024}
