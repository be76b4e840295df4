"""What a line costs does not depend on how many came before it; counted, not timed."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

import rules
from rules.events import Tick, Timed
from rules.fold import MARK_EVERY, Fold
from rules.frozen import Frozen
from rules.games import GAMES
from tests.bench.replay import AGLOA, MLAG, opening, shake

BY_A_JUDGE = {"judge": "Lee", "why": "misread"}
#: After so many shakes the same players do the same things again: each of three sets the Goal, every fourth shake has
#: somebody who moves out of turn.
ROUND = 12


def all_structs() -> Iterator[type[msgspec.Struct]]:
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        for thing in vars(importlib.import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing.__module__ == module.name:
                yield thing


def test_every_struct_of_the_rules_is_frozen_and_unseen_by_the_collector() -> None:
    structs = set(all_structs())
    assert len(structs) > 50
    for struct in structs:
        assert issubclass(struct, Frozen), struct
        assert struct.__struct_config__.frozen, struct
        assert not struct.__struct_config__.gc, struct


def rounds(ruleset: str) -> Iterator[Callable[[Fold], Fold]]:
    """What goes on for twelve shakes, again and again."""
    number, t = 0, 0.0
    while True:
        lines: list[dict[str, Any]] = []
        for _ in range(ROUND):
            lines += shake(ruleset, number, t, pace=1)
            number, t = number + 1, lines[-1]["t"]

        def played(fold: Fold, lines: list[dict[str, Any]] = lines) -> Fold:
            for line in lines:
                fold = fold.apply(fold.read(line))
            return fold

        yield played


@pytest.mark.parametrize("ruleset", [MLAG, AGLOA])
def test_the_collector_sees_next_to_nothing_of_a_match(ruleset: str) -> None:
    """Of what a match keeps it sees a link in 32 items, and some of a state in 256 lines."""
    fold, more = Fold.open(GAMES, opening(ruleset)), rounds(ruleset)
    fold = next(more)(fold)
    gc.collect()
    seen, lines = len(gc.get_objects()), len(fold.lines)
    for _ in range(4):
        fold = next(more)(fold)
    gc.collect()
    assert len(gc.get_objects()) - seen < (len(fold.lines) - lines) / 5


@pytest.mark.parametrize("ruleset", [MLAG, AGLOA])
def test_a_late_shake_makes_as_many_calls_as_an_early_one(ruleset: str) -> None:
    fold, more = Fold.open(GAMES, opening(ruleset)), rounds(ruleset)
    fold = next(more)(fold)
    early, fold = calls(next(more), fold)
    for _ in range(20):
        fold = next(more)(fold)
    late, fold = calls(next(more), fold)
    # They differ by where the ends of chunks and the states that are kept happen to fall.
    assert abs(late - early) < early / 100


@pytest.mark.parametrize("ruleset", [MLAG, AGLOA])
def test_a_late_shake_needs_as_much_memory_as_an_early_one(ruleset: str) -> None:
    """Whoever copied what has grown would need more and more for a moment, however fast the copying is."""
    fold, more = Fold.open(GAMES, opening(ruleset)), rounds(ruleset)
    fold = next(more)(fold)
    early, fold = highest(next(more), fold)
    for _ in range(20):
        fold = next(more)(fold)
    late, fold = highest(next(more), fold)
    assert late < early * 1.25


@pytest.mark.parametrize("ruleset", [MLAG, AGLOA])
def test_a_late_undoing_makes_hardly_more_calls_than_an_early_one(ruleset: str) -> None:
    """It begins at a state that was kept, and goes through all those states, but not through all lines."""
    match, more = Fold.open(GAMES, opening(ruleset)), rounds(ruleset)
    counted, lengths = [], []
    for _ in range(3):
        for _ in range(5):
            match = next(more)(match)
        # Twenty lines of nothing but time behind such a state, so that the same is folded anew each time.
        for _ in range(MARK_EVERY + 20 - len(match.lines) % MARK_EVERY):
            match = match.apply(Timed(match.t_ms, Tick()))
        count, match = calls(lambda fold: fold.apply(undoing(fold)), match)
        counted.append(count)
        lengths.append(len(match.lines))
    # The first one fills what is remembered of texts and types.
    assert counted[2] - counted[1] < 4 * (lengths[2] - lengths[1]) / MARK_EVERY


def undoing(match: Fold) -> Timed:
    """The last line but nine is undone."""
    return match.read({"t": match.t_ms / 1000, "event": "event-undone", "line": len(match.lines) - 9} | BY_A_JUDGE)


def calls(play: Callable[[Fold], Fold], fold: Fold) -> tuple[int, Fold]:
    """How many calls, of Python and of C, a stretch of play makes."""
    count = 0

    def profile(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        fold = play(fold)
    finally:
        sys.setprofile(before)
    return count, fold


def highest(play: Callable[[Fold], Fold], fold: Fold) -> tuple[int, Fold]:
    """How many bytes a stretch of play held at most, beyond what was there before."""
    gc.collect()
    tracemalloc.start()
    try:
        fold = play(fold)
        return tracemalloc.get_traced_memory()[1], fold
    finally:
        tracemalloc.stop()
