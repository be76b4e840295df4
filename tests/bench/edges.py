"""From the edge of a switch to its signal: how long, for every press, with a table at work beside it. Prints.

python tests/bench/edges.py [--presses 10000] [--no-load]
"""

from __future__ import annotations

import argparse
import queue
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.hurry import hurry
from device.inputs import Input
from device.signals import AnySignal, SeatPressed, SeatReleased
from tests.bench.load import add_options, distribution, load
from tests.device.rigs import CableRig, PinRig, Rig

#: From one edge to the next; three of them are longer than a contact's window.
PAUSE_S = 0.012


def measure(rig: Rig, presses: int) -> tuple[list[float], list[float], int]:
    """Milliseconds from each edge to its signal, how far each stamp was from its edge, and how many were missing."""
    # This thread is the finger, which no load makes slower.
    hurry()
    heard: queue.SimpleQueue[tuple[int, AnySignal]] = queue.SimpleQueue()
    rig.box.listen(lambda signal: heard.put((time.monotonic_ns(), signal)))
    rig.ready()
    delays: list[float] = []
    stamps: list[float] = []
    missing = 0
    while len(delays) + missing < presses:
        # One seat after the other: while one contact comes to rest, the next is pressed.
        for kind in (SeatPressed, SeatReleased):
            for which in (Input.SEAT_1, Input.SEAT_2, Input.SEAT_3):
                began = time.monotonic_ns()
                rig.set(which, kind is SeatPressed)
                got = _take(heard, kind)
                if got is None:
                    missing += 1
                elif kind is SeatPressed:
                    came, signal = got
                    delays.append((came - began) / 1e6)
                    stamps.append(abs(signal.at_us - began / 1e3) / 1e3)
                time.sleep(PAUSE_S)
    return delays, stamps, missing + heard.qsize()


def _take(heard: queue.SimpleQueue[tuple[int, AnySignal]], kind: type[AnySignal]) -> tuple[int, AnySignal] | None:
    try:
        came, signal = heard.get(timeout=2.0)
    except queue.Empty:
        return None
    return (came, signal) if isinstance(signal, kind) else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=10_000, help="how many, on each of the two boxes")
    add_options(parser)
    options = parser.parse_args()
    kinds: tuple[tuple[str, Callable[[Path], Rig]], ...] = (("mock pins", PinRig), ("pseudo-terminal", CableRig))
    with load(wanted=not options.no_load), tempfile.TemporaryDirectory() as folder:
        for name, make in kinds:
            rig = make(Path(folder))
            try:
                delays, stamps, missing = measure(rig, options.presses)
            finally:
                rig.close()
            print(f"{name}: {len(delays)} presses, missing or doubled: {missing}")
            print(distribution("edge to signal", delays))
            print(distribution("error of the stamp", stamps))


if __name__ == "__main__":
    main()
