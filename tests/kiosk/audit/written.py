"""Matches in a journal as a table writes them: what the referee said with each row, pictures, clips, names."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from kiosk.clock import HandClock
from kiosk.evidence import CLIP_KEPT, CLIPS, SNAPSHOTS
from kiosk.journal import Entry, Journal, Row
from kiosk.matches import HERE, Matches, Shelf
from kiosk.names import sealed
from kiosk.questions import note_text
from rules.cubes import EQUATIONS_KIT
from rules.fold import Fold
from rules.games import GAMES
from rules.outcome import said
from rules.version import versions_of
from tests.kiosk.papers import NAMES, opened, shake
from vision.board import Board
from vision.clip_ring import Kept
from vision.clips import ClipStore
from vision.draw import draw_table
from vision.layout import load_layout
from vision.plain_reader import PlainReader
from vision.recording import About
from vision.simulated import SimulatedMat
from vision.snapshots import SnapshotStore

Line = Mapping[str, Any]
#: What a line of these stories may have beside its event: who is on record for it, and a note that follows it.
ACTOR, NOTE = "actor", "note"


@dataclass(frozen=True)
class Pictures:
    """Kept pictures, each with other bytes, by their hashes."""

    names: tuple[str, ...]

    @classmethod
    def keep(cls, folder: Path, count: int) -> Pictures:
        """So many different pictures in the data folder, each with the same reading."""
        store = SnapshotStore(folder / SNAPSHOTS)
        names = []
        for number in range(count):
            picture = np.array(_table(), dtype=np.uint8)
            cv2.putText(picture, str(number), (40, 80), cv2.FONT_HERSHEY_SIMPLEX, 2, (200, 60, 30), 4)
            names.append(store.keep(picture, _reading()))
        return cls(tuple(names))


@cache
def _table() -> Any:
    sections = {"goal": "G6", "required": "R2 Bx", "forbidden": "R3", "resources": "R+ B1 B2 G4 K7 K8"}
    return draw_table(SimulatedMat.placed(sections, EQUATIONS_KIT, load_layout()).cubes, load_layout())


@cache
def _reading() -> Board:
    return PlainReader(load_layout(), EQUATIONS_KIT).read(_table())


def keep_clip(folder: Path, at_us: int, frames: int = 9) -> str:
    """A clip of four seconds around a moment; a bar across its frames grows with the time."""
    kept = []
    for number in range(frames):
        picture = np.array(_table()[::2, ::2], dtype=np.uint8)
        cv2.rectangle(picture, (0, 0), (40 * (number + 1), 24), (30, 30, 200), -1)
        _, jpeg = cv2.imencode(".jpg", picture)
        kept.append(Kept(at_us + (number - frames // 2) * 500_000, bytes(jpeg)))
    return ClipStore(folder / CLIPS).keep("deadline-passed", at_us, kept, About())


class Writing:
    """A journal that is being written. `close` ends it in order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = HandClock()
        self.journal = Journal(folder, self.clock)

    def match(
        self,
        lines: Sequence[Line],
        names: Mapping[str, str] = NAMES,
        pictures: Callable[[int], tuple[str, ...]] = lambda _line: (),
        *,
        at_once: bool = False,
    ) -> int:
        """A match of these lines, each at its time; gives its first row. `at_once` writes it in one transaction."""
        opening, *rest = lines
        game = GAMES.get(opening["ruleset"])
        fold = Fold.open(GAMES, {**opening, "versions": versions_of(game, opening.get("readings"))})
        named, seals = sealed(self.journal.seq + 2, dict(names))
        _, first = self.journal.append_all(
            [Entry("table", "note", seals), Entry("screen", "event", fold.lines.first.text)], named=named
        )
        began_us, view = self.clock.now_us, fold.view
        entries: list[Entry] = []
        for number, line in enumerate(rest, start=2):
            event = {key: value for key, value in line.items() if key not in (ACTOR, NOTE)}
            timed = fold.read(event)
            fold, before = fold.apply(timed), view
            view = fold.view
            told = msgspec.json.encode(said(before, view, game.words)).decode()
            fresh = [Entry(line.get(ACTOR, "screen"), "event", timed.text, pictures(number), told)]
            if NOTE in line:
                fresh.append(Entry("table", "note", line[NOTE]))
            self.clock.now_us = began_us + timed.t_ms * 1000 + 40_000
            if at_once:
                entries += fresh
            else:
                self.journal.append_all(fresh)
        if entries:
            self.journal.append_all(entries)
        return first.seq

    def note(self, text: str, actor: str = "table") -> Row:
        return self.journal.append(actor, "note", text)

    def close(self) -> None:
        self.journal.close()


def write(folder: Path, *matches: Sequence[Line], names: Mapping[str, str] = NAMES) -> None:
    """A journal of these matches, one after the other."""
    writing = Writing(folder)
    for lines in matches:
        writing.match(lines, names)
    writing.close()


def shelved(*folders: Path) -> Matches:
    """The matches of these data folders: the table's own first, then those of others."""
    names = (HERE, *(f"other-{number}" for number in range(1, len(folders))))
    return Matches(GAMES, lambda: [Shelf(name, folder, "Table 7") for name, folder in zip(names, folders, strict=True)])


def spoil(folder: Path, row: int, old: str, new: str) -> None:
    """Changes a row as somebody would who can write to the file; the chain knows nothing of it."""
    base = sqlite3.connect(folder / "journal.db")
    try:
        for guard in ("row_is_final", "row_stays", "row_follows"):
            base.execute(f"DROP TRIGGER IF EXISTS {guard}")
        change = "UPDATE row SET body = replace(body, ?, ?) WHERE seq = ? AND instr(body, ?)"
        changed = base.execute(change, (old, new, row, old))
        assert changed.rowcount == 1
        base.commit()
    finally:
        base.close()


def clip_note(clip: str, t_ms: int, frames: int = 9) -> str:
    return note_text(CLIP_KEPT, reason="deadline-passed", t=t_ms, clip=clip, frames=frames)


def long_lines(events: int, late_every: int = 10) -> list[dict[str, Any]]:
    """A match of at least so many lines: shakes that are won, in some of which the first turn is late."""
    lines: list[dict[str, Any]] = [opened("junior")]
    number, t = 0, 0.0
    while len(lines) < events:
        late = 125.25 if number % late_every == late_every - 1 else 0
        lines += [
            {**each, "goal_setter": "A"} if each["event"] == "shake-started" else each for each in shake(t, late=late)
        ]
        t, number = t + 300, number + 1
    return lines
