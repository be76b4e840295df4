"""How long an archive of a long match takes: 5 000 events, 1 000 snapshots, exported, checked and imported.

    python tests/bench/archive.py [FOLDER] [EVENTS] [SNAPSHOTS]

FOLDER should be on the disk that a table would use. Prints; asserts nothing but that the match is the same afterwards.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from kiosk.archive.check import read_archive
from kiosk.archive.places import take_in
from kiosk.archive.told import told_settings
from kiosk.archive.write import Wanted, write_archive
from kiosk.clock import HandClock
from kiosk.journal import Entry, Journal
from kiosk.matches import HERE, Matches, Shelf
from kiosk.names import sealed
from kiosk.settings import Settings
from kiosk.verify import verify
from rules.fold import Fold
from rules.games import GAMES
from rules.outcome import said
from tests.bench.replay import MLAG, opening, shake
from vision.board import Board
from vision.snapshots import SnapshotStore

SIZE = (960, 1280, 3)


def played(folder: Path, events: int, snapshots: int) -> None:
    """A journal of a long match; every so many events with a picture of the size that a camera takes."""
    import msgspec

    journal = Journal(folder, HandClock())
    store = SnapshotStore(folder / "snapshots")
    noise = np.random.default_rng(7)
    image = (noise.random(SIZE) * 40 + 100).astype(np.uint8)
    fold = Fold.open(GAMES, opening(MLAG))
    named, seals = sealed(2, {"A": "Ann", "B": "Ben", "C": "Cy"})
    entries = [Entry("table", "note", seals), Entry("screen", "event", fold.lines.first.text)]
    every, t, number, count = max(1, events // max(snapshots, 1)), 1.0, 0, 1
    while count < events:
        for line in shake(MLAG, number, t, pace=1.0)[: events - count]:
            before, timed = fold.view, fold.read(line)
            fold, t, count = fold.apply(timed), line["t"] + 1, count + 1
            seen: tuple[str, ...] = ()
            if count % every == 0:
                image[:16, :16] = (count % 251, count // 251, 0)
                seen = (store.keep(image, Board(goal="G6")),)
            rulings = msgspec.json.encode(said(before, fold.view, fold.game.words)).decode()
            entries.append(Entry("camera", "event", timed.text, seen, rulings))
        number += 1
    journal.append_all(entries, named=named)
    journal.close()


def timed(what: str, act: Callable[[], Any], size: int) -> Any:
    began, used = time.perf_counter(), time.process_time()
    found = act()
    wall, cpu = time.perf_counter() - began, time.process_time() - used
    print(f"{what:28} {wall:6.2f} s ({cpu:.2f} s of the processor)  {size / 1e6 / max(wall, 1e-9):6.0f} MB/s")
    return found


def main(folder: str | None = None, events: str = "5000", snapshots: str = "1000") -> None:
    def quiet(_done: int, _total: int) -> None:
        return

    with tempfile.TemporaryDirectory(dir=folder) as name:
        path = Path(name)
        table, file = path / "table", path / "match.zip"
        played(table, int(events), int(snapshots))
        size = sum(each.stat().st_size for each in table.rglob("*") if each.is_file())
        print(f"load average of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print(f"{events} events, {len(list((table / 'snapshots').iterdir()))} snapshots, {size / 1e6:.0f} MB")
        wanted = Wanted(table, 2, "Table 7", told_settings(Settings()), key=b"k" * 32)
        timed("export, read again, signed", lambda: write_archive(wanted, file, GAMES, progress=quiet), size)
        with file.open("rb") as source:
            timed("audit verify FILE", lambda: read_archive(source, GAMES), size)
        with file.open("rb") as source:
            wall = HandClock().wall()
            taken = timed("import", lambda: take_in(source, path / "other", GAMES, wall, progress=quiet), size)
        timed("audit verify of the import", lambda: verify(taken.shelf.folder), size)
        here = Matches(GAMES, lambda: [Shelf(HERE, table, "Table 7")]).open()
        there = Matches(GAMES, lambda: [Shelf(HERE, path / "other", ""), taken.shelf]).open(*taken.keys)
        print(f"the same match: {here.past == there.past}, {len(there.steps)} rows")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
