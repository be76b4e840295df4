"""Shakes by the dozen: each filmed, watched with the trained reader and scored, in several processes; their figures."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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

#: So many of the events that are dated last are listed.
_LAST_DATED = 5


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


def run_all(tasks: Sequence[Task], jobs: int) -> Iterator[Score]:
    """The figures of every task, as they come."""
    # A copy of a process that has threads is not safe; a new one is.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for future in as_completed([pool.submit(run, task) for task in tasks]):
            yield future.result()


def summary(scores: Iterable[Score]) -> str:
    """The figures of all shakes together."""
    done = sorted(scores, key=lambda one: one.seed)
    moves = sum(one.moves for one in done)
    asked, missed, wrong = (sum(len(getattr(one, name)) for one in done) for name in ("asked", "missed", "wrong"))
    late = sorted(frames for one in done for frames in one.late_frames) or [0]
    dated = sorted(each.after for one in done for each in one.dated) or [0]
    shown = sorted(each.late for one in done for each in one.dated) or [0]
    every = sorted(((each.late, one.seed, each.frame) for one in done for each in one.dated), reverse=True)
    last = [f"{after} frames at frame {frame} of shake {seed}" for after, seed, frame in every[:_LAST_DATED]]
    troubles: Counter[str] = sum((one.troubles for one in done), Counter())
    hard: Counter[str] = sum((one.hard for one in done), Counter())
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
        f"the same, without those that could not date it: {spread(shown)}",
        f"dated last: {', '.join(last)}",
        f"watching: {mean_ms:.1f} ms a frame, longest {max((one.longest_ms for one in done), default=0):.0f} ms",
        "in the films: " + _counts(hard),
        "troubles: " + _counts(troubles),
        "asked because: " + ("; ".join(f"{count} x {why}" for why, count in reasons.most_common(8)) or "never"),
    ]
    return "\n".join(lines)


def _counts(found: Counter[str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in found.most_common()) or "none"
