"""Filmed shakes, watched with the trained reader: nothing wrong is ever said, and nothing is missed."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision.shakes.fuzz import whole
from tests.vision.shakes.play import play
from tests.vision.shakes.runs import Task, run, run_all, summary
from tests.vision.shakes.score import Fault, Score
from tests.vision.shakes.watching import lay_out

#: What the fifty must come to: so many moves in all, and at most this share of them asked about.
MOVES = 2000
ASKED = 0.02


@pytest.mark.parametrize("seed", [101, 102])
def test_a_short_shake_is_watched_without_a_fault(seed: int, tmp_path: Path) -> None:
    figures = run(Task(seed, 5, fuzz=False, out=tmp_path))
    assert figures.moves >= 5
    assert not figures.wrong
    assert not figures.missed
    assert figures.seen + len(figures.asked) == figures.moves


def test_a_short_shake_through_a_bad_cable_gives_nothing_wrong(tmp_path: Path) -> None:
    assert not run(Task(103, 4, fuzz=True, out=tmp_path)).wrong


def test_what_was_wrong_is_laid_out_to_be_looked_at(tmp_path: Path) -> None:
    film = play(1, 3)
    figures = Score(seed=1, frames=len(film.shots), moves=3, seen=2, wrong=(Fault(20, "it is not so", "{}"),))
    lay_out(tmp_path / "one", film, whole(film), (), figures)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names[-3:] == ["faults.txt", "told.jsonl", "truth.jsonl"]
    assert "00020-frame00020-good.jpg" in names
    assert "it is not so" in (tmp_path / "one" / "faults.txt").read_text(encoding="utf-8")


def test_figures_of_many_are_put_together() -> None:
    one = Score(seed=1, frames=100, moves=3, seen=2, asked=(Fault(20, "not sure: glare"),), late_frames=(1, 3))
    one = replace(one, hard=Counter(two_at_once=2))
    text = summary([one, Score(seed=2, frames=50, moves=2, seen=2, late_frames=(2, 2), hard=Counter(two_at_once=1))])
    assert "2 shakes, 150 frames, 5 moves: 4 seen, 1 asked about (20.00 %), 0 missed, 0 wrong" in text
    assert "1 x not sure: glare" in text
    assert "in the films: two at once 3" in text


def fifty(tmp_path: Path, *, fuzz: bool) -> list[Score]:
    tasks = [Task(seed, 41, fuzz, tmp_path) for seed in range(1, 51)]
    scores = list(run_all(tasks, os.cpu_count() or 1))
    print(summary(scores))
    return scores


@pytest.mark.long
def test_fifty_shakes(tmp_path: Path) -> None:
    scores = fifty(tmp_path, fuzz=False)
    moves = sum(one.moves for one in scores)
    assert moves >= MOVES
    assert [fault for one in scores for fault in (*one.wrong, *one.missed)] == []
    assert sum(len(one.asked) for one in scores) <= ASKED * moves


@pytest.mark.long
def test_fifty_shakes_through_a_bad_cable(tmp_path: Path) -> None:
    assert [fault for one in fifty(tmp_path, fuzz=True) for fault in one.wrong] == []
