"""Tables that have played, with real pictures and clips but no camera, and archives of what they played."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.archive.check import Checked, read_archive
from kiosk.archive.manifest import Manifest
from kiosk.archive.places import Taken, imported, take_in
from kiosk.archive.told import told_settings
from kiosk.archive.wanted import wanted_of
from kiosk.archive.write import Wanted, write_archive
from kiosk.clock import HandClock
from kiosk.evidence import CLIPS, SNAPSHOTS, clip_note
from kiosk.journal import Journal
from kiosk.matches import HERE, Matches, Shelf
from kiosk.record import Record
from kiosk.settings import DataSettings, Settings, TableSettings
from rules.games import GAMES
from tests.kiosk.papers import shake
from vision.board import Board
from vision.clip_ring import Kept
from vision.clips import ClipStore
from vision.recording import About
from vision.snapshots import SnapshotStore
from vision.wire import ClipKept

END: list[dict[str, Any]] = [{"t": 900, "event": "round-time-called"}]
SIGNED = {"t": 901, "event": "scoresheet-signed", "player": "A"}
SECRET = bytes(range(32))


def quiet(_done: int, _total: int) -> None:
    return


def picture(shade: int, size: int = 16) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A small picture, another one for every shade."""
    image = np.full((size, size, 3), shade % 251, np.uint8)
    image[shade // 251 % size, :, 1] = 255
    return image


def frame(shade: int) -> bytes:
    written, encoded = cv2.imencode(".jpg", picture(shade))
    assert written
    return encoded.tobytes()


def play(
    folder: Path,
    lines: Iterable[Mapping[str, Any]] | None = None,
    names: Iterable[str] = ("Ann", "Ben", "Cy"),
    *,
    shade: int = 0,
) -> None:
    """A match that a table has refereed: every third event has a snapshot, the challenge a clip, and Ann signs."""
    clock = HandClock()
    journal = Journal(folder, clock)
    snapshots, clips = SnapshotStore(folder / SNAPSHOTS), ClipStore(folder / CLIPS)
    try:
        record = Record(journal, GAMES, clock)
        record.begin({"ruleset": "mlag-basic-equations-2018", "division": "middle", "names": list(names)})
        fold, _ = record.running()
        for number, line in enumerate([*shake(0, late=80), *END, SIGNED] if lines is None else lines):
            event = fold.game.vocabulary.event({key: value for key, value in line.items() if key != "t"})
            at_us = record.at_us(round(line["t"] * 1000))
            seen = (snapshots.keep(picture(shade + number), Board(goal="G6")),) if number % 3 == 0 else ()
            initials = {"A": "AX"} if line["event"] == "scoresheet-signed" else {}
            record.write(event, at_us, "camera", seen, initials)
            if line["event"] == "challenge-stated":
                frames = [Kept(at_us + k, frame(shade + 100 + k // 2)) for k in range(4)]
                clip = clips.keep("challenge", at_us, frames, About(camera={"kind": "simulated"}, fps=10))
                kept = ClipKept("challenge", at_us, clip, len(frames))
                journal.append("camera", "note", clip_note(kept, round(line["t"] * 1000)))
    finally:
        journal.close()


def settings_of(folder: Path, name: str = "Table 7") -> Settings:
    return Settings(table=TableSettings(name), data=DataSettings(folder))


def matches_of(folder: Path, name: str = "Table 7") -> Matches:
    return Matches(GAMES, lambda: (Shelf(HERE, folder, name), *imported(folder)))


def archive(
    folder: Path, path: Path, key: str | None = None, *, whole: bool = False, names: bool = True, sign: bool = False
) -> Manifest:
    """An archive of a match, or of all of them, written to a file."""
    wanted = wanted_of(settings_of(folder), matches_of(folder), key, whole=whole, names=names, sign=sign)
    return write_archive(wanted, path, GAMES, progress=quiet)


def archive_bytes(folder: Path, path: Path, match: int | None, key: bytes | None = None) -> bytes:
    """The same with a key of the test's own, as bytes; nothing stays at `path`."""
    wanted = Wanted(folder, match, "Table 7", told_settings(Settings()), key=key)
    write_archive(wanted, path, GAMES, progress=quiet)
    content = path.read_bytes()
    path.unlink()
    return content


def check(content: bytes) -> Checked:
    return read_archive(io.BytesIO(content), GAMES)


def bring(content: bytes, folder: Path, **options: Any) -> Taken:
    """An archive taken in."""
    return take_in(io.BytesIO(content), folder, GAMES, HandClock().wall(), progress=quiet, **options)
