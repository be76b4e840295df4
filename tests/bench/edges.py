"""From the edge of a switch to its signal: how long, for every press, with a table at work beside it. Prints.

python tests/bench/edges.py [--presses 10000] [--box pins] [--no-load] [--work]

The box is as a table has it, in a process of its own; the switches are there too (mock pins), or behind a
pseudo-terminal in the process of a board. The time runs from the edge to the signal in the table's process.
"""

from __future__ import annotations

import argparse
import queue
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.hurry import hurry
from device.inputs import Input
from device.signals import AnySignal, SeatPressed, SeatReleased
from tests.bench.boxes import add_box, rigs
from tests.bench.load import add_options, distribution, load
from tests.device.rigs import FarRig

#: From one edge to the next; three of them are longer than a contact's window.
PAUSE_S = 0.012


def measure(rig: FarRig, presses: int) -> tuple[list[float], list[float], int]:
    """Milliseconds from each edge to its signal, how far each stamp was from its edge, and how many were missing."""
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
                began_us = rig.set_at(which, kind is SeatPressed)
                got = _take(heard, kind)
                if got is None:
                    missing += 1
                elif kind is SeatPressed:
                    came, signal = got
                    delays.append(came / 1e6 - began_us / 1e3)
                    stamps.append(abs(signal.at_us - began_us) / 1e3)
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
    add_box(parser)
    add_options(parser)
    options = parser.parse_args()
    with load(options):
        for name, rig in rigs(options.box):
            delays, stamps, missing = measure(rig, options.presses)
            print(f"{name}: {len(delays)} presses, missing or doubled: {missing}")
            print(distribution("edge to signal", delays))
            print(distribution("error of the stamp", stamps))


if __name__ == "__main__":
    main()
