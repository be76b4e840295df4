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

import msgspec
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.layout import load_layout
from vision.sightings import BoardSeen, CubesMoved, CubeStep, parse_sighting, sighting_text
from vision.simulated import SimulatedMat
from vision.snapshots import SnapshotStore
from vision.wire import VisionHello, truth_text

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
    talk.say("{", '{"truth":{"cubes":[{"id":1}]}}', '{"tooth":1}')
    assert "no JSON" in talk.until(lambda line: "error" in line)["error"]
    assert "no simulated mat" in talk.until(lambda line: "error" in line)["error"]
    assert "no truth" in talk.until(lambda line: "error" in line)["error"]
    talk.say(truth_text(START))
    assert talk.until(lambda line: "sighting" in line)["sighting"] == "board-seen"


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        ({"camera": {"kind": "picamera"}}, "'picamera' is not built"),
        ({"mat": "onsets"}, "'onsets'"),
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
