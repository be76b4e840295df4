"""What is kept of what the camera saw, and what may go."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from kiosk.clock import HandClock
from kiosk.evidence import Evidence, clip_note, named_clips
from kiosk.journal import Journal
from kiosk.settings import EvidenceSettings
from kiosk.verify import verify
from vision.board import Board
from vision.clip_ring import Kept
from vision.clips import ClipStore
from vision.recording import About
from vision.snapshots import SnapshotStore
from vision.wire import ClipKept

DAY_S = 86_400
NOW_S = 1000.0 * DAY_S


class Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = Journal(folder, HandClock())

    def evidence(self, **settings: int) -> Evidence:
        return Evidence(self.folder, EvidenceSettings(**settings), self.journal.rows())

    def clip(self, number: int, age_days: float, *, size: int = 1000) -> str:
        store = self.evidence().clips
        name = store.keep("block-lifted", 5, [Kept(5, bytes([number]) * size)], About())
        self.age(store.path(name), age_days)
        return name

    def picture(self, number: int, age_days: float) -> str:
        store = SnapshotStore(self.folder / "snapshots")
        name = store.keep(np.full((8, 8, 3), number, dtype=np.uint8), Board())
        self.age(store.path(name), age_days)
        return name

    def age(self, path: Path, days: float) -> None:
        os.utime(path, (NOW_S - days * DAY_S, NOW_S - days * DAY_S))

    def name(self, clip: str) -> None:
        self.journal.append("table", "note", clip_note(ClipKept("block-lifted", 5, clip, 1), 700))

    def left(self) -> set[str]:
        return {
            path.stem
            for folder, kind in (("clips", "json"), ("snapshots", "jpg"))
            for path in (self.folder / folder).glob(f"*.{kind}")
        }


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.journal.close()


def test_a_note_names_its_clip(bench: Bench) -> None:
    bench.name("a" * 64)
    bench.journal.append("table", "note", clip_note(ClipKept("block-lifted", 5, error="no room"), 700))
    bench.journal.append("table", "note", '{"note":"other","text":"clip-kept"}')
    rows = list(bench.journal.rows())
    assert list(named_clips(rows)) == ["a" * 64]
    first, second = (row.data for row in rows[:2])
    assert first == {"note": "clip-kept", "reason": "block-lifted", "t": 700, "clip": "a" * 64, "frames": 1}
    assert second == {"note": "clip-missing", "reason": "block-lifted", "t": 700, "error": "no room"}


def test_what_is_too_old_goes_at_the_start_unless_a_row_names_it(bench: Bench) -> None:
    old, named, young = bench.clip(1, 400), bench.clip(2, 400), bench.clip(3, 300)
    picture, shown, recent = bench.picture(1, 400), bench.picture(2, 400), bench.picture(3, 1)
    bench.name(named)
    bench.journal.append("camera", "note", '{"note":"x"}', snapshots=(shown,))
    note = bench.evidence(keep_days=365).start(NOW_S)
    assert note is not None
    assert msgspec.json.decode(note) == {"note": "evidence-removed", "clips": [old], "pictures": [picture]}
    assert bench.left() == {named, young, shown, recent}
    assert bench.evidence(keep_days=365).start(NOW_S) is None


def test_too_much_is_made_room_for_and_the_newest_stays(bench: Bench) -> None:
    first, second, newest = (bench.clip(k, 10 - k, size=600_000) for k in (1, 2, 3))
    evidence = bench.evidence(clips_mb=1)
    evidence.named(first)
    note = evidence.make_room(newest)
    assert note is not None
    assert msgspec.json.decode(note)["clips"] == [second]
    assert bench.left() == {first, newest}
    assert evidence.make_room(newest) is None, "what is named stays, whatever it takes"


def test_named_clips_that_take_more_than_they_may_are_said_and_stay(bench: Bench) -> None:
    first, second = bench.clip(1, 10, size=600_000), bench.clip(2, 9, size=600_000)
    bench.name(first)
    evidence = bench.evidence(clips_mb=1)
    assert evidence.crowded(second) is None, "the newest may have to go"
    assert evidence.crowded() is not None
    evidence.named(second)
    assert evidence.start(NOW_S) is None
    text = bench.evidence(clips_mb=1).crowded()
    assert text is not None
    assert "more than the 1 MB" in text
    assert bench.evidence(clips_mb=2).crowded() is None, "as soon as they may"


def test_a_folder_without_evidence_is_well(tmp_path: Path) -> None:
    assert Evidence(tmp_path / "new", EvidenceSettings(), []).start(NOW_S) is None


def test_a_clip_that_a_row_names_is_part_of_what_is_verified(bench: Bench) -> None:
    clip = bench.clip(1, 0)
    bench.clip(2, 0)
    bench.name(clip)
    bench.journal.close()
    assert verify(bench.folder) == []
    store = ClipStore(bench.folder / "clips")
    path = next(path for path in store.folder.glob("*.jpg") if path.read_bytes() == bytes([1]) * 1000)
    path.write_bytes(bytes([1]) * 999)
    (changed,) = verify(bench.folder)
    assert changed.place == f"clip {clip[:12]} of row 1"
    assert "not as it was taken" in changed.text
    store.path(clip).unlink()
    (gone,) = verify(bench.folder)
    assert gone.text == "is missing"
