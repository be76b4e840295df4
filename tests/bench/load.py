"""The load of a table at work: the vision process at five frames a second, and two processes that never rest.

With `--work` a thread of this process reckons besides, a third of the time, as the referee and the pages would.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rules.cubes import EQUATIONS_KIT
from vision.layout import load_layout
from vision.simulated import SimulatedMat
from vision.supervisor import Vision, VisionHello

FPS = 5
BUSY = 2


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-load", action="store_true", help="measure without the load")
    parser.add_argument("--work", action="store_true", help="with a thread of this process at work besides")


@contextmanager
def load(options: argparse.Namespace) -> Iterator[None]:
    """Two busy processes, and a camera that sees new cubes all the time."""
    print(f"  at the beginning: {_machine()}")
    if options.work:
        threading.Thread(target=_work, daemon=True).start()
    if options.no_load:
        yield
        return
    busy = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(BUSY)]
    for process in busy:
        process.start()
    with tempfile.TemporaryDirectory() as folder:
        sightings: list[object] = []
        vision = Vision(
            VisionHello(camera={"kind": "simulated"}, fps=FPS, snapshots=Path(folder)),
            on_sighting=sightings.append,
            on_watermark=lambda _: None,
            on_state=lambda *_: None,
        )
        vision.start()
        stop = threading.Event()
        hands = threading.Thread(target=_roll, args=(vision, stop), daemon=True)
        hands.start()
        try:
            yield
        finally:
            stop.set()
            hands.join()
            vision.close()
            for process in busy:
                process.kill()
            if options.work:
                print("  in the table's own process: a thread that reckons a third of the time")
            print(f"  at the end: {_machine()}")
            print(f"  beside it: {BUSY} busy processes; vision at {FPS} frames a second, {len(sightings)} sightings")


def _spin() -> None:
    number = 1
    while True:
        number = number * 1103515245 % 4294967291


def _work() -> None:
    while True:
        began_s = time.thread_time()
        while time.thread_time() - began_s < 0.03:
            json.loads(json.dumps({"numbers": list(range(1000))}))
        time.sleep(0.06)


def _machine() -> str:
    """How busy the machine is as a whole: whatever else runs on it counts too."""
    return f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}, Python {platform.python_version()}"


def _roll(vision: Vision, stop: threading.Event) -> None:
    rng = random.Random(1)
    layout = load_layout()
    while not stop.wait(2.0):
        vision.show(SimulatedMat.rolled(EQUATIONS_KIT, layout, rng))


def distribution(name: str, values_ms: Sequence[float]) -> str:
    """One line: the smallest, the quantiles and the largest of some milliseconds."""
    ordered = sorted(values_ms)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    quantiles = "  ".join(f"p{share:g} {at(share / 100):7.3f}" for share in (50, 90, 99, 99.9))
    return f"  {name:28} n {len(ordered):6}  min {ordered[0]:7.3f}  {quantiles}  max {ordered[-1]:7.3f} ms"
