"""How far the displayed second is from the engine's deadline, with a table at work beside it. Prints.

python tests/bench/timer.py [--minutes 10] [--box pins] [--no-load] [--work]

The time shown is taken where the light is: when the chip of the display (mock pins) or the board at the far end of
the cable has the new face.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.segments import segments
from device.timer import MatchTime, Plan, mono_us, panel_at
from rules.game import TimerView
from rules.limits import Limit, TimerState
from rules.messages import Message
from tests.bench.boxes import add_box, rigs
from tests.bench.load import add_options, distribution, load
from tests.device.rigs import FarRig

#: One player's whole time: a minute, the countdown, the extra minute.
LIMIT_MS, ALL_MS = 60_000, 130_000


class Match:
    """A match of nothing but limits, one after the other, from now on."""

    def __init__(self) -> None:
        self.time = MatchTime(mono_us())

    def now_ms(self) -> int:
        return self.time.ms_at(mono_us())

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


def measure(rig: FarRig, minutes: float) -> tuple[list[float], list[int]]:
    """Milliseconds by which each face was late, and when those were due that were never lit."""
    rig.box.listen(lambda _: None)
    rig.ready()
    match = Match()
    for number in range(round(minutes * 60_000) // ALL_MS + 1):
        rig.box.follow(match.plan(number), match.time)
        left_ms = min((number + 1) * ALL_MS, round(minutes * 60_000)) - match.now_ms()
        time.sleep(max(0, left_ms) / 1000)
    lit = rig.faces()
    errors: list[float] = []
    missing: list[int] = []
    at = 0
    for due_ms, face in due_faces(match, minutes):
        found = next((k for k in range(at, min(at + 3, len(lit))) if lit[k][1] == face), None)
        if found is None:
            missing.append(due_ms)
            continue
        at = found + 1
        # The first face of a task is due when the referee says so, which is not a matter of the timer.
        if due_ms % ALL_MS:
            errors.append((lit[found][0] - match.time.us_of(due_ms)) / 1e3)
    return errors, missing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long, on each of the two boxes")
    add_box(parser)
    add_options(parser)
    options = parser.parse_args()
    with load(options):
        for name, rig in rigs(options.box):
            errors, missing = measure(rig, options.minutes)
            print(f"{name}: {options.minutes:g} minutes, faces that were never seen: {len(missing)}")
            for due_ms in missing:
                print(f"  the one due {due_ms % ALL_MS} ms after the beginning of a task")
            print(distribution("displayed second behind it", errors))


if __name__ == "__main__":
    main()
