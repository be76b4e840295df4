"""How fast `check` answers: the conformance file on one core, start-up apart. Prints; asserts nothing.

python tests/bench/check.py [ROUNDS]
"""

from __future__ import annotations

import json
import resource
import sys
import time
from contextlib import suppress
from pathlib import Path

from rules.errors import BadRequest
from rules.games import GAMES

CASES = Path(__file__).parents[1] / "conformance" / "equations.jsonl"


def main(rounds: int) -> None:
    requests = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines() if line.strip()]
    times: dict[str, float] = {}
    for _ in range(rounds):
        for case in requests:
            began = time.perf_counter()
            with suppress(BadRequest):
                GAMES.get(case["request"].get("ruleset")).ask("check", case["request"])
            took = time.perf_counter() - began
            times[case["id"]] = min(took, times.get(case["id"], took))
    total = sum(times.values())
    print(f"{len(times)} requests, {len(times) / total:.0f} a second, best of {rounds} rounds")
    print(f"largest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    print("the slowest ten:")
    for name, took in sorted(times.items(), key=lambda item: -item[1])[:10]:
        print(f"  {took * 1000:8.2f} ms  {name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
