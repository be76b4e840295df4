"""Films shakes, has them watched with the trained reader, and prints how well that went.

python -m tests.vision.shakes --shakes 50 --seed 1 [--fuzz] [--moves 40] [--jobs 2] [--out FOLDER]

Frames and sightings of every shake with something wrong or missed (with --all also of those with questions) are laid
out in a folder. The status is 1 if anything was wrong or, without --fuzz, missed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.vision.shakes.runs import Task, run_all, summary
from tests.vision.shakes.score import Score

#: What is dated so long after the first frame that could date it is listed with its shake.
LATE_FRAMES = 7
#: After so many shakes the figures so far are printed.
SUMMED_UP = 5


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.vision.shakes", description="Films shakes and has them watched."
    )
    parser.add_argument("--shakes", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1, help="of the first; the others follow")
    parser.add_argument("--moves", type=int, default=40, help="in each shake, at least")
    parser.add_argument("--fuzz", action="store_true", help="drop, double, tear, blacken and reorder frames")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="lay out shakes with questions too")
    parser.add_argument("--out", type=Path, default=Path("tests/artifacts/shakes"))
    given = parser.parse_args(words)
    tasks = [
        Task(seed, given.moves, given.fuzz, given.out, given.all)
        for seed in range(given.seed, given.seed + given.shakes)
    ]
    done: list[Score] = []
    for figures in run_all(tasks, given.jobs):
        done.append(figures)
        print(
            f"shake {figures.seed}: {figures.moves} moves, {figures.seen} seen, {len(figures.asked)} asked about, "
            f"{len(figures.missed)} missed, {len(figures.wrong)} wrong   [{len(done)} of {len(tasks)}]",
            flush=True,
        )
        for kind, faults in (("WRONG", figures.wrong), ("missed", figures.missed)):
            for fault in faults:
                print(f"    {kind} at frame {fault.frame}: {fault.why}", flush=True)
        for dated in figures.dated:
            if dated.late > LATE_FRAMES:
                print(f"    dated {dated.late} frames late at frame {dated.frame}", flush=True)
        if len(done) % SUMMED_UP == 0 or len(done) == len(tasks):
            print(summary(done), flush=True)
    wrong = any(one.wrong or (one.missed and not given.fuzz) for one in done)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
