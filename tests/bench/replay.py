"""How fast a match is folded, and whether it grows slower: events a second through `apply`. Prints; asserts nothing.

python tests/bench/replay.py [EVENTS]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from rules.fold import Fold
from rules.games import GAMES

OPENING = {
    "t": 0,
    "event": "match-started",
    "ruleset": "mlag-basic-equations-2018",
    "division": "junior",
    "players": ["A", "B", "C"],
}
ROLL = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"


def shakes() -> Iterator[dict[str, Any]]:
    """Shakes without end: a roll, a Goal, twenty moves, a Now challenge that everybody accepts."""
    t, number = 0.0, 0
    while True:
        setter = "ABC"[number % 3]
        second, third = "ABC"[(number + 1) % 3], "ABC"[(number + 2) % 3]
        yield {"t": t, "event": "shake-started", "goal_setter": setter}
        yield {"t": t + 1, "event": "cubes-rolled", "resources": ROLL}
        yield {"t": t + 2, "event": "goal-set", "player": setter, "goal": "G6"}
        cubes = [cube for cube in ROLL.split() if cube not in ("G6", "R2", "Bx", "R3")][:18]
        movers = [second, third, setter]
        for n, cube in enumerate(["R2", "Bx", *cubes]):
            to = "required" if n < 2 else "permitted"
            move = {"player": movers[n % 3], "cube": cube, "from": "resources", "to": to}
            yield {"t": t + 3 + n, "event": "cube-moved", **move}
        last = movers[19 % 3]
        challenger = next(player for player in "ABC" if player != last)
        other = next(player for player in "ABC" if player not in (last, challenger))
        yield {"t": t + 30, "event": "challenge-stated", "player": challenger, "challenge": "now"}
        yield {"t": t + 31, "event": "third-party-decided", "player": other, "presents": False}
        yield {"t": t + 32, "event": "equation-presented", "player": challenger, "equation": "2x3=6"}
        for checker in (last, other):
            yield {"t": t + 33, "event": "equation-checked", "writer": challenger, "by": checker, "accepted": True}
        t, number = t + 34, number + 1


def main(events: int) -> None:
    fold = Fold.open(GAMES, OPENING)
    lines = shakes()
    tenth = events // 10
    print(f"{events} events")
    paces = []
    for part in range(10):
        batch = [next(lines) for _ in range(tenth)]
        began = time.perf_counter()
        for line in batch:
            fold = fold.apply(fold.read(line))
        paces.append(tenth / (time.perf_counter() - began))
        print(f"  {part * 10:3} to {part * 10 + 10:3} %: {paces[-1]:8.0f} events a second")
    refused = sum(ruling.refuses for ruling in fold.view.rulings)
    print(f"last tenth / first tenth: {paces[-1] / paces[0]:.2f}; refused {refused}; shakes {len(fold.view.shakes)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
