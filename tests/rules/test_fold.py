"""The fold itself: opening, vetting, undoing, and that long matches cost no more a line."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import BadRequest
from rules.fold import MARK_EVERY, Fold
from rules.games import GAMES
from tests.rules.equations.playing import RULESET, moving

OPENING: dict[str, Any] = {
    "t": 0,
    "event": "match-started",
    "ruleset": RULESET,
    "division": "junior",
    "players": ["A", "B", "C"],
}


def undo(line: int, t: float = 100) -> dict[str, Any]:
    return {"t": t, "event": "event-undone", "line": line, "judge": "Lee", "why": "misread"}


def played(*lines: dict[str, Any]) -> Fold:
    fold = Fold.open(GAMES, OPENING)
    for line in lines:
        fold = fold.apply(fold.read(line))
    return fold


def long_match(lines: int) -> list[dict[str, Any]]:
    """A first shake, and then time: the turn is lost again and again."""
    start: list[dict[str, Any]] = [
        {"t": 0, "event": "shake-started", "goal_setter": "A"},
        {"t": 5, "event": "cubes-rolled", "resources": "R2 R3 R+ B1 B2 Bx G4 G6 K7 K8", "partial": True},
        {"t": 20, "event": "goal-set", "player": "A", "goal": "G6"},
    ]
    return start + [{"t": 21 + n, "event": "tick"} for n in range(lines - len(start))]


def test_the_number_of_the_shake_is_that_of_the_view() -> None:
    fold = played()
    seen = [(fold.shake, fold.view.shake)]
    for line in long_match(5):
        fold = fold.apply(fold.read(line))
        seen.append((fold.shake, fold.view.shake))
    assert seen == [(0, 0), *5 * [(1, 1)]]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"t": 0, "event": "tick"}, "first line must be match-started"),
        (OPENING | {"ruleset": "chess"}, "no ruleset 'chess'"),
        (OPENING | {"ruleset": 7}, "no ruleset 7"),
        (OPENING | {"players": ["A"]}, "played by 2 or 3 players, not 1"),
        (OPENING | {"division": "infant"}, "no division 'infant'"),
    ],
)
def test_a_bad_opening(line: dict[str, Any], says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        Fold.open(GAMES, line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (OPENING | {"t": 30}, "has started already"),
        ({"t": 19.999, "event": "tick"}, "t falls: 19.999 s after 20.0 s"),
        (undo(1), "no line 1 to undo"),
        (undo(5), "no line 5 to undo"),
    ],
)
def test_a_line_that_cannot_belong_to_the_match(line: dict[str, Any], says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        moving().fold.read(line)


@pytest.mark.parametrize("line", [4, MARK_EVERY - 1, MARK_EVERY, MARK_EVERY + 1, 2 * MARK_EVERY + 7])
def test_undoing_a_line_is_as_if_it_had_never_been(line: int) -> None:
    """Wherever the line lies among the states that are kept on the way."""
    lines = long_match(2 * MARK_EVERY + 10)
    t = lines[-1]["t"]
    without = [OPENING, *lines]
    without[line - 1] = {"t": without[line - 1]["t"], "event": "tick"}
    undone, plain = played(*lines, undo(line, t)), played(*without[1:], {"t": t, "event": "tick"})
    assert undone.state == plain.state
    assert [state for _, state in undone.states()][-1] == undone.state
    # The states that are kept are those of the match without the line: a second one can be undone from them.
    second = MARK_EVERY + 3
    both = [*without[: second - 1], {"t": without[second - 1]["t"], "event": "tick"}, *without[second:]]
    assert undone.apply(undone.read(undo(second, t))).state == played(*both[1:], {"t": t, "event": "tick"}).state


def test_an_undoing_can_be_undone() -> None:
    """Line 4 sets the Goal. Undone by line 5 it is gone, with line 5 undone it is there, and so on."""
    lines = [
        {"t": 0, "event": "shake-started", "goal_setter": "A"},
        {"t": 5, "event": "cubes-rolled", "resources": "R2 R3 Bx G6", "partial": True},
        {"t": 20, "event": "goal-set", "player": "A", "goal": "G6"},
    ]
    undoings = [undo(4, 30), undo(5, 31), undo(6, 32), undo(4, 33), undo(7, 34)]
    phases = [played(*lines, *undoings[:n]).view.phase for n in range(6)]
    assert phases == ["moving", "setting-goal", "moving", "setting-goal", "setting-goal", "setting-goal"]


def test_the_kept_states_say_nothing_new() -> None:
    fold = played(*long_match(MARK_EVERY + 1))
    assert [mark.lines for mark in fold.marks] == [MARK_EVERY]
    assert Fold(fold.game, fold.lines, fold.state) == fold


def test_a_line_that_was_passed_over_is_counted_and_does_nothing() -> None:
    fold = moving().fold
    after = fold.passed_over()
    assert (len(after.lines), after.state, after.t_ms) == (len(fold.lines) + 1, fold.state, fold.t_ms)
    gone = after.apply(after.read(undo(4, 20)))
    assert gone.view.phase == "setting-goal"
