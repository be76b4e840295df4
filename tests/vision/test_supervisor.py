"""The supervisor with a real process."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rules.cubes import EQUATIONS_KIT
from vision.clips import ClipStore
from vision.layout import load_layout
from vision.live_view import LiveView, LiveWanted
from vision.sightings import AnySighting, BoardSeen, CubesMoved
from vision.simulated import SimulatedMat
from vision.supervisor import Vision, VisionHello
from vision.wire import ClipKept

LAYOUT = load_layout()
KIT = EQUATIONS_KIT
START = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+"}, KIT, LAYOUT)
MOVED = START.dropped("red-2", 350, 180, layout=LAYOUT)
DEADLINE_S = 60.0


class Ear:
    """Keeps what a Vision says and waits for it."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.sightings: list[AnySighting] = []
        self.watermarks: list[int] = []
        self.states: list[tuple[str, str]] = []
        self.clips: list[ClipKept] = []

    def sighting(self, sighting: AnySighting) -> None:
        with self.changed:
            self.sightings.append(sighting)
            self.changed.notify_all()

    def watermark(self, at_us: int) -> None:
        with self.changed:
            self.watermarks.append(at_us)
            self.changed.notify_all()

    def clip(self, clip: ClipKept) -> None:
        with self.changed:
            self.clips.append(clip)
            self.changed.notify_all()

    def state(self, state: str, text: str) -> None:
        with self.changed:
            self.states.append((state, text))
            self.changed.notify_all()

    @property
    def names(self) -> list[str]:
        return [state for state, _ in self.states]

    def wait(self, condition: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(condition, DEADLINE_S), (self.states, self.sightings)

    def vision(self, folder: Path, **more: object) -> Vision:
        hello = VisionHello(snapshots=folder, fps=20)
        return Vision(hello, self.sighting, self.watermark, self.state, **more)  # type: ignore[arg-type]


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def vision(ear: Ear, tmp_path: Path) -> Iterator[Vision]:
    with ear.vision(tmp_path) as vision:
        yield vision


def pid_of(vision: Vision) -> int:
    pid = vision.pid
    assert pid is not None
    return pid


def test_it_starts_watches_and_closes(ear: Ear, tmp_path: Path) -> None:
    vision = ear.vision(tmp_path)
    # A truth from before the start is shown too.
    vision.show(START)
    vision.start()
    vision.start()
    ear.wait(lambda: len(ear.sightings) == 1)
    assert isinstance(ear.sightings[0], BoardSeen)
    vision.show(MOVED)
    ear.wait(lambda: len(ear.sightings) == 2)
    assert isinstance(ear.sightings[1], CubesMoved)
    ear.wait(lambda: ear.watermarks[-1] > ear.sightings[1].at_us)
    pid = pid_of(vision)
    vision.close()
    vision.close()
    assert ear.names == ["starting", "watching", "closed"]
    assert vision.state == "closed"
    assert vision.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    vision.show(START)


def test_a_killed_process_is_started_again_and_sees_the_board_again(vision: Vision, ear: Ear) -> None:
    vision.show(START)
    ear.wait(lambda: len(ear.sightings) == 1)
    pid = pid_of(vision)
    os.kill(pid, signal.SIGKILL)
    ear.wait(lambda: len(ear.sightings) == 2)
    assert ear.names == ["starting", "watching", "restarting", "watching"]
    first, again = ear.sightings
    assert isinstance(first, BoardSeen)
    assert isinstance(again, BoardSeen)
    assert (again.board, again.snapshot) == (first.board, first.snapshot)
    assert again.at_us > first.at_us
    assert pid_of(vision) != pid


def test_a_cube_that_was_moved_during_an_outage_is_seen_after_it(vision: Vision, ear: Ear) -> None:
    vision.show(START)
    ear.wait(lambda: len(ear.sightings) == 1)
    os.kill(pid_of(vision), signal.SIGKILL)
    ear.wait(lambda: "restarting" in ear.names)
    shown_us = time.monotonic_ns() // 1000
    vision.show(MOVED)
    ear.wait(lambda: len(ear.sightings) == 2)
    seen = ear.sightings[1]
    assert isinstance(seen, BoardSeen)
    assert seen.at_us >= shown_us
    assert seen.board.mat(KIT).to_json()["required"] == "R2"


def test_a_silent_process_is_replaced_and_callers_never_wait_for_it(ear: Ear, tmp_path: Path) -> None:
    with ear.vision(tmp_path, silence_s=0.5) as vision:
        ear.wait(lambda: len(ear.watermarks) > 0)
        stopped = pid_of(vision)
        os.kill(stopped, signal.SIGSTOP)
        # More than any pipe holds.
        for _ in range(200):
            vision.show(START)
        ear.wait(lambda: ear.names.count("watching") == 2)
        assert pid_of(vision) != stopped
        assert next(text for state, text in ear.states if state == "restarting") == "was silent for 0.5 s"
        ear.wait(lambda: len(ear.sightings) > 0)


def test_a_camera_that_is_not_built_closes_it_with_words(ear: Ear, tmp_path: Path) -> None:
    hello = VisionHello(snapshots=tmp_path, camera={"kind": "picamera"})
    with Vision(hello, ear.sighting, ear.watermark, ear.state) as vision:
        ear.wait(lambda: "closed" in ear.names)
        assert ear.names == ["starting", "closed"]
        assert "not built" in ear.states[-1][1]
        vision.show(START)
    assert ear.names == ["starting", "closed"]


def test_a_process_that_cannot_work_is_tried_again_and_says_why(ear: Ear, tmp_path: Path) -> None:
    blocked = tmp_path / "snapshots"
    blocked.write_text("in the way")
    with ear.vision(blocked) as vision:
        ear.wait(lambda: "restarting" in ear.names)
        assert "FileExistsError" in ear.states[-1][1]
        blocked.unlink()
        vision.show(START)
        ear.wait(lambda: len(ear.sightings) == 1)


def test_a_process_that_grows_too_large_is_started_again_and_says_why(ear: Ear, tmp_path: Path) -> None:
    hello = VisionHello(snapshots=tmp_path, fps=20, memory_mb=20)
    with Vision(hello, ear.sighting, ear.watermark, ear.state):
        ear.wait(lambda: "restarting" in ear.names)
        assert "MB of memory, and may use 20" in ear.states[-1][1]
        ear.wait(lambda: ear.names.count("watching") == 2)


def test_a_clip_is_kept_and_told(ear: Ear, tmp_path: Path) -> None:
    hello = VisionHello(snapshots=tmp_path / "snapshots", fps=20, clips=tmp_path / "clips", clip_seconds=0.4)
    with Vision(hello, ear.sighting, ear.watermark, ear.state, on_clip=ear.clip) as vision:
        vision.show(START)
        ear.wait(lambda: len(ear.sightings) == 1)
        vision.hurry(time.monotonic_ns() // 1000 + 1_000_000)
        vision.keep_clip("missed-deadline", time.monotonic_ns() // 1000)
        ear.wait(lambda: len(ear.clips) == 1)
        (clip,) = ear.clips
        assert clip.reason == "missed-deadline"
        assert clip.clip is not None
        assert ClipStore(tmp_path / "clips").verify(clip.clip)
    vision.keep_clip("too-late", 1)


def test_a_clip_over_which_the_process_died_is_told_of_by_the_next(ear: Ear, tmp_path: Path) -> None:
    hello = VisionHello(snapshots=tmp_path / "snapshots", fps=20, clips=tmp_path / "clips", clip_seconds=40)
    with Vision(hello, ear.sighting, ear.watermark, ear.state, on_clip=ear.clip) as vision:
        vision.show(START)
        ear.wait(lambda: len(ear.sightings) == 1)
        # Its last quarter, ten seconds, is not over when the process dies; and of another one all is.
        now_us = time.monotonic_ns() // 1000
        vision.keep_clip("block-lifted", now_us - 6_000_000)
        vision.keep_clip("missed-deadline", now_us - 60_000_000)
        os.kill(pid_of(vision), signal.SIGKILL)
        ear.wait(lambda: len(ear.clips) >= 2)
    told = {clip.reason: clip for clip in ear.clips}
    assert set(told) == {"block-lifted", "missed-deadline"}
    assert len(ear.clips) == 2, "once each"
    assert told["missed-deadline"].clip is None
    assert told["missed-deadline"].error == "there is no picture of that moment"


def test_whoever_looks_gets_what_the_camera_sees(vision: Vision, ear: Ear) -> None:
    vision.show(START)
    ear.wait(lambda: len(ear.sightings) == 1)
    wanted = LiveWanted(read=True)
    with ThreadPoolExecutor(4) as pool:
        views = list(pool.map(lambda _: vision.look(wanted, DEADLINE_S), range(4)))
    for view in views:
        assert (view.state, view.wanted, view.jpeg is not None) == ("delivering", wanted, True)
        assert view.board is not None
        assert view.board.mat(KIT).to_json()["resources"] == "B3 G5 K+ R1 R2"
    plain = vision.look(LiveWanted(), DEADLINE_S)
    assert (plain.board, plain.jpeg is not None) == (None, True)


def test_while_no_process_watches_nobody_waits_to_see_something(ear: Ear, tmp_path: Path) -> None:
    vision = ear.vision(tmp_path)
    wanted = LiveWanted()
    assert vision.look(wanted) == LiveView(wanted=wanted, state="starting")
    with vision:
        ear.wait(lambda: "watching" in ear.names)
        os.kill(pid_of(vision), signal.SIGSTOP)
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(vision.look, wanted, DEADLINE_S)
            os.kill(pid_of(vision), signal.SIGKILL)
            # Whoever waits is told when the process has gone, or is shown the next one's picture.
            assert waiting.result().state in ("restarting", "starting")
    assert vision.look(wanted).state == "closed"


def test_a_process_that_does_not_answer_is_silent_to_whoever_looks(vision: Vision, ear: Ear) -> None:
    ear.wait(lambda: "watching" in ear.names)
    os.kill(pid_of(vision), signal.SIGSTOP)
    assert vision.look(LiveWanted(), 0.05) == LiveView(state="silent")
    os.kill(pid_of(vision), signal.SIGCONT)
    assert vision.look(LiveWanted(), DEADLINE_S).state == "starting", "the camera has no table to see yet"


def test_a_listener_that_fails_does_not_blind_the_table(ear: Ear, tmp_path: Path) -> None:
    def fail(_: int) -> None:
        raise RuntimeError("a bug elsewhere")

    hello = VisionHello(snapshots=tmp_path, fps=20)
    with Vision(hello, ear.sighting, fail, ear.state) as vision:
        vision.show(START)
        ear.wait(lambda: len(ear.sightings) == 1)


def test_it_may_be_closed_before_it_was_started(ear: Ear, tmp_path: Path) -> None:
    vision = ear.vision(tmp_path)
    vision.close()
    vision.start()
    vision.close()
    assert ear.names == ["closed"]
    assert vision.pid is None
