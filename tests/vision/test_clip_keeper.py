"""Requests for clips."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.fake_devices import frame, picture, until
from vision.clip_keeper import ClipKeeper
from vision.clips import ClipStore
from vision.recording import About, read_manifest
from vision.wire import ClipKept, ClipWanted

STEP_US = 100_000


class Bench:
    def __init__(self, folder: Path, seconds: float = 4.0) -> None:
        self.store = ClipStore(folder)
        self.keeper = ClipKeeper(self.store, About(), seconds)
        self.done: list[ClipKept] = []
        self.now_us = 0

    def watch(self, frames: int) -> None:
        for _ in range(frames):
            self.now_us += STEP_US
            self.keeper.add(frame(picture(self.now_us // STEP_US, size=(320, 240)), self.now_us))
            self.done += self.keeper.step(self.now_us)

    def wait(self, count: int) -> None:
        def came() -> bool:
            self.done += self.keeper.step(self.now_us)
            return len(self.done) == count

        until(came)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "clips")


def test_a_clip_has_three_quarters_of_its_time_before_the_moment(bench: Bench) -> None:
    bench.watch(60)
    bench.keeper.want(ClipWanted("block-lifted", 6_000_000))
    bench.keeper.want(ClipWanted("block-lifted", 6_000_000))
    bench.watch(9)
    assert bench.done == [], "its last second has not passed"
    bench.watch(5)
    bench.wait(1)
    (kept,) = bench.done
    assert kept.clip is not None
    times = [line.at_us for line in read_manifest(bench.store.path(kept.clip)).frames]
    assert (times[0], times[-1], len(times)) == (3_000_000, 7_000_000, kept.frames)


def test_what_cannot_be_kept_is_told(bench: Bench) -> None:
    bench.keeper.want(ClipWanted("early", 10))
    bench.now_us = 5_000_000
    bench.wait(1)
    bench.store.folder.parent.mkdir(exist_ok=True)
    bench.store.folder.write_text("in the way")
    bench.watch(5)
    bench.keeper.want(ClipWanted("full", bench.now_us))
    bench.watch(11)
    bench.wait(2)
    assert [(each.reason, each.clip) for each in bench.done] == [("early", None), ("full", None)]
    assert "no picture of that moment" in bench.done[0].error
    assert bench.done[1].error


def test_requests_without_end_and_no_seconds_at_all(tmp_path: Path) -> None:
    bench = Bench(tmp_path, seconds=0)
    bench.keeper.want(ClipWanted("x", 1))
    bench.watch(20)
    assert (bench.done, list(tmp_path.iterdir())) == ([], [])
    many = Bench(tmp_path)
    for k in range(1000):
        many.keeper.want(ClipWanted("x", k))
    many.now_us = 10**8
    many.wait(20)
