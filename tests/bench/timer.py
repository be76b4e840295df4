"""How far the displayed second is from the engine's deadline, with a table at work beside it. Prints.

python tests/bench/timer.py [--minutes 10] [--no-load]

The time shown is taken where the light is: when the chip of the display (mock pins) or the board at the far end of
the cable has the new face.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.segments import segments
from device.timer import Plan, Timer, panel_at
from rules.game import TimerView
from rules.limits import Limit, TimerState
from rules.messages import Message
from tests.bench.load import add_options, distribution, load
from tests.device.rigs import CableRig, PinRig

#: One player's whole time: a minute, the countdown, the extra minute.
LIMIT_MS, ALL_MS = 60_000, 130_000


class Match:
    """A match of nothing but limits, one after the other, from now on."""

    def __init__(self) -> None:
        self.began_ns = time.monotonic_ns()

    def now_ms(self) -> int:
        return (time.monotonic_ns() - self.began_ns) // 1_000_000

    def plan(self, number: int) -> Plan:
        limit = Limit("task", ("A",), start_ms=number * ALL_MS, limit_ms=LIMIT_MS)
        timer = TimerView(Message("task"), TimerState.RUNNING, limit.limit_ms, limit.deadline_ms, limit.steps)
        return Plan(timer, frozenset({1}))


def due_faces(match: Match, minutes: float) -> list[tuple[int, bytes]]:
    """When each face is due, in milliseconds of the match, and its segments."""
    found: list[tuple[int, bytes]] = []
    for now_ms in range(round(minutes * 60_000)):
        face = segments(panel_at(match.plan(now_ms // ALL_MS), now_ms).face)
        if not found or found[-1][1] != face:
            found.append((now_ms, face))
    return found


def measure(rig: PinRig | CableRig, minutes: float) -> tuple[list[float], int]:
    """Milliseconds by which each face was late, and how many were never lit."""
    rig.box.listen(lambda _: None)
    rig.ready()
    match = Match()
    timer = Timer(rig.box, match.now_ms)
    for number in range(round(minutes * 60_000) // ALL_MS + 1):
        timer.follow(match.plan(number))
        left_ms = min((number + 1) * ALL_MS, round(minutes * 60_000)) - match.now_ms()
        time.sleep(max(0, left_ms) / 1000)
    timer.close()
    lit = rig.pins.chip.faces if isinstance(rig, PinRig) else rig.board.faces
    errors, missing, at = [], 0, 0
    for due_ms, face in due_faces(match, minutes):
        found = next((k for k in range(at, min(at + 3, len(lit))) if lit[k][1] == face), None)
        if found is None:
            missing += 1
            continue
        at = found + 1
        # The first face of a task is due when the referee says so, which is not a matter of the timer.
        if due_ms % ALL_MS:
            errors.append(lit[found][0] / 1e3 - match.began_ns / 1e6 - due_ms)
    return errors, missing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long, on each of the two boxes")
    add_options(parser)
    options = parser.parse_args()
    kinds: tuple[tuple[str, Callable[[Path], PinRig | CableRig]], ...] = (
        ("mock pins", PinRig),
        ("pseudo-terminal", CableRig),
    )
    with load(wanted=not options.no_load), tempfile.TemporaryDirectory() as folder:
        for name, make in kinds:
            rig = make(Path(folder))
            try:
                errors, missing = measure(rig, options.minutes)
            finally:
                rig.close()
            print(f"{name}: {options.minutes:g} minutes, faces that were never seen: {missing}")
            print(distribution("displayed second behind it", errors))


if __name__ == "__main__":
    main()
