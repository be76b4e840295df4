"""What a frame costs before anybody reads it: decoding, health, the ring of clips, and the eye as a whole. Prints.

python tests/bench/watch_frames.py [SECONDS]    how long the eye is watched (10)
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rules.cubes import EQUATIONS_KIT
from tests.bench.watch import SLOWER
from vision.clip_ring import ClipRing, Kept
from vision.clips import ClipStore
from vision.draw import draw_table
from vision.eye import Eye
from vision.frame_gate import FrameGate
from vision.frame_health import FrameHealth
from vision.frames import CameraState, Frame, monotonic_us
from vision.layout import load_layout
from vision.pace import Pace
from vision.pictures import Image
from vision.process import memory_mb
from vision.readers import reader_for
from vision.recording import About
from vision.simulated import SimulatedMat
from vision.snapshots import SnapshotStore
from vision.watch import Watcher

FPS = 15


def noisy(image: Image, count: int) -> list[Image]:
    """The same table, as a camera sees it again and again."""
    rng = np.random.default_rng(1)
    grain = [rng.normal(0, 2, image.shape).astype(np.int8) for _ in range(count)]
    return [np.clip(image.astype(np.int16) + each, 0, 255).astype(np.uint8) for each in grain]


class Stills:
    """A camera that gives these pictures in turn, and takes no time for it."""

    state = CameraState.DELIVERING

    def __init__(self, images: list[Image]) -> None:
        self._images = images
        self._number = 0

    def read(self) -> Frame:
        self._number += 1
        return Frame(self._images[self._number % len(self._images)], monotonic_us(), self._number)

    def close(self) -> None:
        pass


def main(seconds: float) -> None:
    cv2.setNumThreads(1)
    layout, kit = load_layout(), EQUATIONS_KIT
    truth = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+", "goal": "G6"}, kit, layout)
    images = noisy(draw_table(truth.cubes, layout), 12)
    jpegs = [cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1] for image in images]
    health, gate, ring = FrameHealth(), FrameGate(), ClipRing(9.0)
    at_us = 0

    def frame(number: int) -> Frame:
        nonlocal at_us
        at_us += 100_000
        return Frame(images[number % len(images)], at_us, number)

    _print("decoding a JPEG of 1280 x 960", lambda n: cv2.imdecode(jpegs[n % 12], cv2.IMREAD_COLOR))
    _print("health of a frame", lambda n: health.problem(frame(n)))
    _print("the gate with it", lambda n: gate.take(frame(n)))
    _print("a frame into the ring of clips", lambda n: ring.add(frame(n)))
    print(f"the ring holds {ring.bytes / 1e6:.1f} MB for 9 seconds of noisy pictures")
    with tempfile.TemporaryDirectory() as folder:
        frames = [Kept(kept.at_us, kept.jpeg) for kept in ring.between(0, 10**12)]
        store = ClipStore(Path(folder) / "clips")
        began = time.perf_counter()
        store.keep("bench", at_us, frames, About())
        print(f"a clip of {len(frames)} frames is on the disk after {1000 * (time.perf_counter() - began):.0f} ms")
        for name in ("plain", "net"):
            reader = reader_for(name, "usb", layout, kit)
            eye = Eye(Stills(images), Watcher(reader, SnapshotStore(Path(folder)), kit))
            _watched(f"an unchanged frame, watched, {reader.name}", eye, seconds)


def _print(what: str, work: Callable[[int], object], rounds: int = 120) -> None:
    spent = []
    for number in range(rounds):
        # The core's own time: what else runs on this machine does not count.
        start = time.process_time()
        work(number)
        spent.append(1000 * (time.process_time() - start))
    median = statistics.median(spent)
    slower = ", ".join(f"{name} about {median * factor:.1f}" for name, factor in SLOWER.items())
    print(f"{what:40} median {median:6.2f} ms   worst {max(spent):6.2f} ms   (estimate: {slower} ms)")


def _watched(what: str, eye: Eye, seconds: float) -> None:
    pace = Pace(FPS)
    for _ in range(30):
        eye.look(monotonic_us())
    _print(what, lambda _: eye.look(monotonic_us()))
    looks, began, spent = 0, time.monotonic(), time.process_time()
    while time.monotonic() - began < seconds:
        eye.look(monotonic_us())
        looks += 1
        time.sleep(pace.period_us(monotonic_us(), settled=eye.settled) / 1e6)
    share = (time.process_time() - spent) / (time.monotonic() - began)
    rate = looks / (time.monotonic() - began)
    print(f"{'':40} a still table: {rate:.1f} looks a second, {share:.1%} of a core, {memory_mb()} MB of memory")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)
