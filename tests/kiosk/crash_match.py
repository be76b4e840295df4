"""A match that is written event by event while somebody waits for the power to go; see `test_crash_kill`.

Run as a program it is the mother of writers: for each folder that it is told on its standard input it forks one, which
takes up the journal there and writes on, as fast as it can, until it is killed. What a writer has been told is durable
it acknowledges, a line each, on the shared standard output.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2  # noqa: F401  (loaded once, by the mother of all writers)
import msgspec
import numpy as np

from kiosk.clock import SystemClock
from kiosk.journal import Journal
from kiosk.record import Record
from rules.fold import Fold
from rules.games import GAMES
from rules.outcome import outcome
from tests.kiosk.papers import shake
from vision.board import Board
from vision.snapshots import SnapshotStore

BEGIN = {"ruleset": "mlag-basic-equations-2018", "division": "middle", "names": ["Ann", "Ben", "Cy"]}
#: Two shakes, the first with a penalty, the second without a Goal; an undoing, an event that the rules refuse; then
#: everybody signs.
LINES: list[dict[str, Any]] = [
    *shake(0, late=65),
    {"t": 250, "event": "judge-called"},
    {"t": 260, "event": "goal-set", "player": "C", "goal": "G6"},
    {"t": 270, "event": "judge-warned", "player": "B", "judge": "LK", "why": "humming"},
    {"t": 271, "event": "judge-penalized", "player": "B", "judge": "LK", "why": "humming"},
    {"t": 280, "event": "event-undone", "line": 12, "judge": "LK", "why": "nobody had called"},
    {"t": 300, "event": "shake-started"},
    {"t": 301, "event": "cubes-rolled", "resources": "R2 R3 R+ B1", "partial": True},
    {"t": 302, "event": "no-goal-declared", "player": "B"},
    {"t": 303, "event": "no-goal-agreed", "player": "A"},
    {"t": 304, "event": "no-goal-agreed", "player": "C"},
    {"t": 900, "event": "round-time-called"},
    *({"t": 910, "event": "scoresheet-signed", "player": player} for player in "ABC"),
]


class Writer:
    """A record that goes on with the script wherever its journal stands; after its end another match begins."""

    def __init__(self, folder: Path) -> None:
        clock = SystemClock()
        self.journal = Journal(folder, clock)
        self.record = Record(self.journal, GAMES, clock)
        self._store = SnapshotStore(folder / "snapshots")
        life = self.record.reopen()
        if life is not None:
            self.record.restart_clock(life)

    def step(self) -> None:
        """Write the next event; every third has a picture."""
        record = self.record
        if record.fold is None or len(record.fold.lines) > len(LINES):
            record.begin(BEGIN)
            return
        number = len(record.fold.lines) - 1
        line = LINES[number]
        event = record.fold.game.vocabulary.event({key: value for key, value in line.items() if key != "t"})
        pictures = (self._picture(number),) if number % 3 == 0 else ()
        record.write(event, record.at_us(line["t"] * 1000), "test", pictures)

    def _picture(self, number: int) -> str:
        return self._store.keep(np.full((16, 16, 3), number * 5, np.uint8), Board(goal="G6"))


def digest(fold: Fold | None) -> str:
    """A short text for a state; the same state gives the same text in every process."""
    if fold is None:
        return "none"
    said = msgspec.json.encode(outcome(fold.view, fold.game.words), order="deterministic")
    return hashlib.sha256(said).hexdigest()


@cache
def states() -> tuple[Fold, ...]:
    """The match after its opening, and after each of its lines, as nobody could interrupt it."""
    opened: dict[str, Any] = {"t": 0, "event": "match-started", "players": ["A", "B", "C"]}
    fold = Fold.open(GAMES, opened | {key: BEGIN[key] for key in ("ruleset", "division")})
    folds = [fold]
    for line in LINES:
        fold = fold.apply(fold.read(line))
        folds.append(fold)
    return tuple(folds)


@cache
def digests() -> tuple[str, ...]:
    """The same as short texts."""
    return tuple(map(digest, states()))


def write_until_killed(folder: Path, say: Callable[[str], None]) -> None:
    writer = Writer(folder)
    say(f"open {writer.journal.seq} {writer.journal.head} {digest(writer.record.fold)}")
    while True:
        writer.step()
        say(f"done {writer.journal.seq} {writer.journal.head} {digest(writer.record.fold)}")


def say(text: str) -> None:
    """One write, so that lines of several processes do not mix."""
    os.write(sys.stdout.fileno(), f"{text}\n".encode())


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(f"born {os.getpid()}")
            write_until_killed(Path(line.strip()), say)
        _, status = os.waitpid(child, 0)
        say(f"dead {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main()
