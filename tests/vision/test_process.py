"""Vision as a process, for real."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.clips import ClipStore
from vision.frames import Frame
from vision.layout import load_layout
from vision.live_view import LiveView, LiveWanted
from vision.process import NICENESS
from vision.recording import About, Recorder, open_recording
from vision.sightings import BoardSeen, CubesMoved, CubeStep, parse_sighting, sighting_text
from vision.simulated import SimulatedMat
from vision.simulated_camera import SimulatedCamera
from vision.snapshots import SnapshotStore
from vision.wire import ClipWanted, VisionHello, parse_report, truth_text

ROOT = Path(__file__).resolve().parents[2]
LAYOUT = load_layout()
KIT = EQUATIONS_KIT
START = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+"}, KIT, LAYOUT)
DEADLINE_S = 60.0


class Talk:
    """A conversation with a vision process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vision.process"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._heard = b""

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def lines(self) -> Iterator[dict[str, Any]]:
        """Everything it writes, until its end or the deadline."""
        assert self.process.stdout is not None
        until = time.monotonic() + DEADLINE_S
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while True:
                while b"\n" in self._heard:
                    line, _, self._heard = self._heard.partition(b"\n")
                    yield msgspec.json.decode(line)
                assert selector.select(max(until - time.monotonic(), 0)), "the process said nothing more"
                data = os.read(self.process.stdout.fileno(), 65536)
                if not data:
                    return
                self._heard += data

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        found = next((line for line in self.lines() if wanted(line)), None)
        assert found is not None, "the process ended first"
        return found

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(DEADLINE_S)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    with talk.process:
        yield talk
        if talk.process.poll() is None:
            talk.process.kill()


def test_it_says_what_it_sees_and_ends_with_its_stdin(talk: Talk, tmp_path: Path) -> None:
    talk.say(VisionHello(snapshots=tmp_path, fps=20).text, truth_text(START))
    lines = talk.lines()
    assert next(lines) == {"ready": True, "reader": "plain"}
    before = time.monotonic_ns() // 1000
    line = talk.until(lambda line: "sighting" in line)
    seen = parse_sighting(msgspec.json.encode(line))
    assert isinstance(seen, BoardSeen)
    assert msgspec.json.decode(sighting_text(seen)) == line
    assert seen.board.mat(KIT).to_json()["resources"] == "B3 G5 K+ R1 R2"
    assert SnapshotStore(tmp_path).verify(seen.snapshot)
    after = START.dropped("red-2", 350, 180, layout=LAYOUT)
    shown = time.monotonic_ns() // 1000
    talk.say(truth_text(after))
    move = parse_sighting(msgspec.json.encode(talk.until(lambda line: "sighting" in line)))
    now = time.monotonic_ns() // 1000
    assert isinstance(move, CubesMoved)
    assert move.moves == (CubeStep(cube="R2", from_="resources", to="required"),)
    assert before <= shown <= move.at_us <= now
    assert talk.until(lambda line: "watermark" in line)["watermark"] > move.at_us
    assert talk.end() == 0


def test_it_lives_without_a_truth_and_sees_nothing(talk: Talk, tmp_path: Path) -> None:
    talk.say(VisionHello(snapshots=tmp_path, fps=50).text)
    marks: list[int] = []
    for line in talk.lines():
        assert "sighting" not in line
        if "watermark" in line:
            marks.append(line["watermark"])
        if len(marks) == 10:
            break
    assert marks == sorted(marks)


def test_a_bad_line_is_answered_and_it_goes_on(talk: Talk, tmp_path: Path) -> None:
    talk.say("what?", VisionHello(snapshots=tmp_path, fps=20).text)
    assert "no JSON" in talk.until(lambda line: "error" in line)["error"]
    talk.say("{", '{"truth":{"cubes":[{"id":1}]}}', '{"tooth":1}', "{}")
    assert "no JSON" in talk.until(lambda line: "error" in line)["error"]
    assert "no simulated mat" in talk.until(lambda line: "error" in line)["error"]
    assert "unknown field `tooth`" in talk.until(lambda line: "error" in line)["error"]
    assert "no truth" in talk.until(lambda line: "error" in line)["error"]
    talk.say(truth_text(START))
    assert talk.until(lambda line: "sighting" in line)["sighting"] == "board-seen"


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        ({"camera": {"kind": "picamera"}}, "'picamera' is not built"),
        ({"mat": "onsets"}, "'onsets'"),
        ({"camera": {"kind": "usb", "zoom": 2}}, "zoom"),
        ({"camera": {"kind": "folder"}}, "needs a path"),
    ],
)
def test_what_is_not_built_is_said_with_status_2(talk: Talk, tmp_path: Path, hello: dict[str, Any], words: str) -> None:
    talk.say(VisionHello(snapshots=tmp_path, **hello).text)
    assert [words in line["error"] for line in talk.lines()] == [True]
    assert talk.process.wait(DEADLINE_S) == 2


def test_a_folder_that_cannot_be_written_ends_it_with_words(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    talk.say(VisionHello(snapshots=tmp_path / "file").text)
    assert "FileExistsError" in talk.until(lambda line: "error" in line)["error"]
    assert talk.process.wait(DEADLINE_S) == 1


def test_a_recording_is_seen_as_it_was(talk: Talk, tmp_path: Path) -> None:
    camera = SimulatedCamera(LAYOUT, clock=iter(range(0, 10_000_000, 100_000)).__next__)
    with Recorder(tmp_path / "recording", About(camera={"kind": "simulated"})) as recorder:
        for truth in [START] * 5 + [START.dropped("red-2", 350, 180, layout=LAYOUT)] * 5:
            camera.show(truth)
            frame = camera.read()
            assert frame is not None
            recorder.add(frame)
    recorded = {"kind": "folder", "path": str(tmp_path / "recording")}
    talk.say(VisionHello(snapshots=tmp_path / "snapshots", camera=recorded, fps=20).text)
    assert next(talk.lines()) == {"ready": True, "reader": "plain"}, "who reads is chosen by what was recorded"
    seen = [talk.until(lambda line: "sighting" in line) for _ in range(3)]
    assert [line["sighting"] for line in seen] == ["board-seen", "cubes-moved", "trouble"]
    assert seen[1]["at_us"] - seen[0]["at_us"] == 500_000, "at the times of then"
    assert seen[2]["problem"] == "recording-over"
    talk.say(truth_text(START))
    assert "only a simulated camera" in talk.until(lambda line: "error" in line)["error"]
    assert talk.end() == 0


def test_bad_frames_are_said_and_never_believed(talk: Talk, tmp_path: Path) -> None:
    camera = SimulatedCamera(LAYOUT)
    camera.show(START)
    frame = camera.read()
    assert frame is not None
    rng = np.random.default_rng(1)
    with Recorder(tmp_path / "recording", About(camera={"kind": "simulated"})) as recorder:
        for number in range(30):
            # Somebody covers the lens for a second.
            noise = rng.integers(0, 4, frame.image.shape, dtype=np.uint8)
            image = noise if 10 <= number < 20 else cv2.add(frame.image, noise)
            recorder.add(Frame(image, 100_000 * number, number))
    recorded = {"kind": "folder", "path": str(tmp_path / "recording")}
    talk.say(VisionHello(snapshots=tmp_path / "snapshots", camera=recorded, fps=20).text)
    seen = [talk.until(lambda line: "sighting" in line) for _ in range(4)]
    assert [line["sighting"] for line in seen] == ["board-seen", "trouble", "trouble", "trouble"]
    said = [(line["problem"], line.get("over", False)) for line in seen[1:]]
    assert said == [("black", False), ("black", True), ("recording-over", False)]


def test_a_camera_that_is_not_there_is_said_and_waited_for(talk: Talk, tmp_path: Path) -> None:
    talk.say(VisionHello(snapshots=tmp_path, camera={"kind": "usb", "device": "61"}, fps=20, reader="plain").text)
    trouble = talk.until(lambda line: "sighting" in line)
    assert (trouble["sighting"], trouble["problem"]) == ("trouble", "not-found")
    marks = [talk.until(lambda line: "watermark" in line)["watermark"] for _ in range(3)]
    assert marks == sorted(marks), "nobody waits for it"
    assert talk.end() == 0


def test_the_seconds_around_a_moment_are_kept_when_they_have_passed(talk: Talk, tmp_path: Path) -> None:
    hello = VisionHello(snapshots=tmp_path / "snapshots", fps=20, clips=tmp_path / "clips", clip_seconds=4)
    talk.say(hello.text, truth_text(START))
    at_us = talk.until(lambda line: "sighting" in line)["at_us"]
    talk.say(ClipWanted("block-lifted", at_us).text, ClipWanted("long-ago", 5).text)
    kept = [talk.until(lambda line: "clip_kept" in line)["clip_kept"] for _ in range(2)]
    missing, clip = sorted(kept, key=lambda each: each["at_us"])
    assert missing == {"reason": "long-ago", "at_us": 5, "error": "there is no picture of that moment"}
    assert (clip["reason"], clip["at_us"]) == ("block-lifted", at_us)
    store = ClipStore(tmp_path / "clips")
    assert store.verify(clip["clip"])
    times = [frame.at_us for frame in open_recording(store.path(clip["clip"])).frames()]
    assert len(times) == clip["frames"]
    assert at_us - 3_000_000 <= times[0] <= at_us
    assert times[-1] <= at_us + 1_000_000


def test_it_shows_what_the_camera_sees_when_it_is_asked(talk: Talk, tmp_path: Path) -> None:
    talk.say(VisionHello(snapshots=tmp_path, fps=20).text, LiveWanted(read=True).text)
    before = parse_report(msgspec.json.encode(talk.until(lambda line: "live" in line)))
    assert before == LiveView(wanted=LiveWanted(read=True), state="starting", reader="plain")
    talk.say(truth_text(START), LiveWanted(read=True).text, LiveWanted(read=True, overlay=True).text)
    views = [parse_report(msgspec.json.encode(talk.until(lambda line: "live" in line))) for _ in range(2)]
    seen, drawn = (view for view in views if isinstance(view, LiveView))
    assert (seen.wanted.overlay, drawn.wanted.overlay) == (False, True)
    assert seen.state == drawn.state == "delivering"
    assert seen.board is not None
    assert len(seen.board.cubes) == 5
    assert seen.jpeg != drawn.jpeg
    # Nobody asks any more: nothing more is said of it.
    talk.until(lambda line: "watermark" in line)
    assert not any("live" in line for line, _ in zip(talk.lines(), range(5), strict=False))


def test_more_memory_than_it_may_use_ends_it_with_words(talk: Talk, tmp_path: Path) -> None:
    talk.say(VisionHello(snapshots=tmp_path, fps=20, memory_mb=20).text)
    assert "MB of memory, and may use 20" in talk.until(lambda line: "error" in line)["error"]
    assert talk.process.wait(DEADLINE_S) == 1


def test_it_leaves_the_processor_to_others(talk: Talk, tmp_path: Path) -> None:
    talk.say(VisionHello(snapshots=tmp_path, fps=20).text)
    talk.until(lambda line: "ready" in line)
    assert os.getpriority(os.PRIO_PROCESS, talk.process.pid) >= os.getpriority(os.PRIO_PROCESS, 0) + NICENESS


def test_a_calibration_that_cannot_be_used_is_said_and_left_out(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "lens.json").write_text("{}")
    hello = VisionHello(snapshots=tmp_path, camera={"kind": "usb", "device": "61"}, calibration=tmp_path)
    talk.say(hello.text)
    trouble = talk.until(lambda line: "sighting" in line)
    assert (trouble["sighting"], trouble["problem"]) == ("trouble", "calibration-wrong")


def test_it_outlives_an_interrupt_meant_for_its_parent(talk: Talk, tmp_path: Path) -> None:
    talk.say(VisionHello(snapshots=tmp_path, fps=20).text)
    talk.until(lambda line: "ready" in line)
    talk.process.send_signal(signal.SIGINT)
    talk.say(truth_text(START))
    talk.until(lambda line: "sighting" in line)


def test_it_ends_when_its_parent_dies_even_if_stdin_stays_open(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    # The parent hands its own stdin on and dies; we still hold the other end of that pipe.
    parent = "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'vision.process']); sys.stdin.close()"
    parent += "; print(p.pid, file=sys.stderr, flush=True); import os, signal; signal.pause()"
    process = subprocess.Popen(
        [sys.executable, "-c", parent], cwd=ROOT, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        os.close(reading)
        os.write(writing, VisionHello(snapshots=tmp_path, fps=20).text.encode() + b"\n")
        assert process.stdout is not None
        assert b"ready" in process.stdout.readline()
        process.kill()
        # The child held the other end of stdout: when it has gone, there is nothing more to read.
        while process.stdout.readline():
            continue
        os.close(writing)
