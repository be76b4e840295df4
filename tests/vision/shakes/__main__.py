"""Films shakes, has them watched with the trained reader, and prints how well that went.

python -m tests.vision.shakes --shakes 50 --seed 1 [--fuzz] [--moves 40] [--jobs 2] [--out FOLDER]

Frames and sightings of every shake with something wrong or missed (with --all also of those with questions) are laid
out in a folder. The status is 1 if anything was wrong or, without --fuzz, missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import cv2

from tests.vision.shakes.fuzz import fuzzed, whole
from tests.vision.shakes.meaning import KIT, LAYOUT
from tests.vision.shakes.play import play
from tests.vision.shakes.score import Score
from tests.vision.shakes.stage import PERIOD_US
from tests.vision.shakes.watching import lay_out, watched
from vision.net_reader import open_reader


@dataclass(frozen=True, slots=True)
class Task:
    """One shake to film and watch."""

    seed: int
    moves: int
    fuzz: bool
    out: Path
    everything: bool = False


def run(task: Task) -> Score:
    """The figures of one shake; what is wrong with it is in its folder afterwards."""
    cv2.setNumThreads(1)
    film = play(task.seed, task.moves)
    plan = fuzzed(film, task.seed) if task.fuzz else whole(film)
    figures, told = watched(film, plan, open_reader(LAYOUT, KIT))
    if figures.wrong or figures.missed or (task.everything and figures.asked):
        lay_out(task.out / f"shake-{task.seed}{'-fuzz' if task.fuzz else ''}", film, plan, told, figures)
    return figures


def summary(scores: Iterable[Score]) -> str:
    """The figures of all shakes together."""
    done = sorted(scores, key=lambda one: one.seed)
    moves = sum(one.moves for one in done)
    asked, missed, wrong = (sum(len(getattr(one, name)) for one in done) for name in ("asked", "missed", "wrong"))
    late = sorted(frames for one in done for frames in one.late_frames) or [0]
    dated = sorted(frames for one in done for frames in one.dated_frames) or [0]
    troubles: Counter[str] = sum((one.troubles for one in done), Counter())
    reasons = Counter(fault.why for one in done for fault in one.asked)

    def spread(values: list[int]) -> str:
        shares = (("least", 0.0), ("median", 0.5), ("95 %", 0.95), ("worst", 1.0))
        found = ((name, values[round(share * (len(values) - 1))]) for name, share in shares)
        return ", ".join(f"{name} {value} ({value * PERIOD_US / 1000:.0f} ms)" for name, value in found)

    told = sum(one.frames for one in done)
    counts = (
        f"{sum(one.seen for one in done)} seen, {asked} asked about ({100 * asked / max(1, moves):.2f} %), "
        f"{missed} missed, {wrong} wrong; {sum(one.needless for one in done)} doubts without a move"
    )
    mean_ms = sum(one.watch_ms * one.frames for one in done) / max(1, told)
    lines = [
        f"{len(done)} shakes, {told} frames, {moves} moves: {counts}",
        f"frames from the last motion to the report: {spread(late)}",
        f"frames from the true one to the one it is dated at: {spread(dated)}",
        f"watching: {mean_ms:.1f} ms a frame, longest {max((one.longest_ms for one in done), default=0):.0f} ms",
        "troubles: " + (", ".join(f"{name} {count}" for name, count in troubles.most_common()) or "none"),
        "asked because: " + ("; ".join(f"{count} x {why}" for why, count in reasons.most_common(8)) or "never"),
    ]
    return "\n".join(lines)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.vision.shakes", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--shakes", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1, help="of the first; the others follow")
    parser.add_argument("--moves", type=int, default=40, help="in each shake, at least")
    parser.add_argument("--fuzz", action="store_true", help="drop, double, tear, blacken and reorder frames")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="lay out shakes with questions too")
    parser.add_argument("--out", type=Path, default=Path("shakes-wrong"))
    given = parser.parse_args(words)
    tasks = [
        Task(seed, given.moves, given.fuzz, given.out, given.all)
        for seed in range(given.seed, given.seed + given.shakes)
    ]
    done: list[Score] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for future in as_completed([pool.submit(run, task) for task in tasks]):
            figures = future.result()
            done.append(figures)
            print(
                f"shake {figures.seed}: {figures.moves} moves, {figures.seen} seen, {len(figures.asked)} asked about, "
                f"{len(figures.missed)} missed, {len(figures.wrong)} wrong   [{len(done)} of {len(tasks)}]",
                flush=True,
            )
            for kind, faults in (("WRONG", figures.wrong), ("missed", figures.missed)):
                for fault in faults:
                    print(f"    {kind} at frame {fault.frame}: {fault.why}", flush=True)
    print(summary(done))
    wrong = any(one.wrong or (one.missed and not given.fuzz) for one in done)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
