"""A match as a story: a line an event, and what followed from it in the right place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadRequest
from rules.games import GAMES
from rules.registry import Games
from rules.replay import Replay
from rules.story import minutes, story
from tests.toy.flag_game import FLAG_GAME

OPENING = {"t": 0, "event": "match-started", "ruleset": "mlag-basic-equations-2018", "division": "middle"}
TO_GOAL: list[dict[str, Any]] = [
    OPENING | {"players": ["A", "B", "C"]},
    {"t": 0, "event": "shake-started", "goal_setter": "A"},
    {"t": 5, "event": "cubes-rolled", "resources": "R2 R3 R+ B1 B2 Bx G4 G6 K7 K8", "partial": True},
    {"t": 20, "event": "goal-set", "player": "A", "goal": "G6"},
]


def moved(t: float, player: str, cube: str) -> dict[str, Any]:
    return {"t": t, "event": "cube-moved", "player": player, "cube": cube, "from": "resources", "to": "required"}


def told(*lines: dict[str, Any] | BadRequest, games: Games = GAMES) -> list[str]:
    return list(story(lines, Replay(games)))


def after_goal(*lines: dict[str, Any]) -> list[str]:
    return told(*TO_GOAL, *lines)[len(TO_GOAL) :]


def test_a_line_an_event() -> None:
    assert told(*TO_GOAL) == [
        " 0:00  MLAG Basic Equations 2018-19. The match begins: A, B and C.",
        " 0:00  A shake begins; A sets the Goal.",
        " 0:05  The cubes are rolled.",
        " 0:20  A sets the Goal 6.",
    ]


def test_a_ruling_stands_below_the_event_that_it_answers() -> None:
    assert after_goal(moved(21, "C", "R2")) == [
        " 0:21  C moves red 2 to Required.",
        " 0:21      Not allowed [out-of-turn, V-B]: It is B's turn, not C's.",
    ]


def test_what_time_alone_brought_stands_before_the_event() -> None:
    assert after_goal(moved(160, "B", "R2")) == [
        " 2:30      Penalty 1 [XI-A-1-b]: B -1, over time; pending.",
        " 2:40  B moves red 2 to Required.",
    ]


def test_time_and_event_at_once_keep_their_order() -> None:
    """B's turn is lost, and then B moves: refused."""
    assert after_goal(moved(211, "B", "R2")) == [
        " 2:30      Penalty 1 [XI-A-1-b]: B -1, over time; pending.",
        " 3:30      Ruling [time-lost, XI-A]: B's time is over, and the turn is lost.",
        " 3:31  B moves red 2 to Required.",
        " 3:31      Not allowed [out-of-turn, V-B]: It is C's turn, not B's.",
    ]


def test_what_a_judge_decides_of_a_penalty() -> None:
    approved = {"t": 170, "event": "penalty-approved", "penalty": 1, "judge": "Lee"}
    assert after_goal(moved(160, "B", "R2"), approved)[2:] == [
        " 2:50  Lee initials penalty 1.",
        "           Penalty 1 [XI-A-1-b]: B -1, over time; applied, initials Lee.",
    ]


def test_no_limit_runs_out_in_an_outage() -> None:
    assert after_goal({"t": 220, "event": "outage", "seconds": 100}) == [
        " 3:40  The table was down for 100.0 seconds.",
    ]
    assert after_goal({"t": 220, "event": "outage", "seconds": 60})[0] == (
        " 2:30      Penalty 1 [XI-A-1-b]: B -1, over time; pending."
    )


def test_an_undone_line_takes_with_it_what_it_brought() -> None:
    undone = {"t": 30, "event": "event-undone", "line": 5, "judge": "Lee", "why": "misread"}
    assert after_goal(moved(21, "C", "R2"), undone)[2:] == [
        " 0:30  Lee strikes line 5: misread",
        "           No longer counts (0:21): C moves red 2 to Required.",
        "           No longer holds (0:21): Not allowed [out-of-turn, V-B]: It is B's turn, not C's.",
    ]


def test_an_undone_line_brings_what_it_had_held_off() -> None:
    """Without B's move B's time had run out; C's penalty, which came of it, goes."""
    undone = {"t": 161, "event": "event-undone", "line": 5, "judge": "Lee", "why": "misread"}
    assert after_goal(moved(70, "B", "R2"), {"t": 160, "event": "tick"}, undone) == [
        " 1:10  B moves red 2 to Required.",
        " 2:20      Penalty 1 [XI-A-1-c]: C -1, over time; pending.",
        " 2:40  Time passes.",
        " 2:41  Lee strikes line 5: misread",
        "           No longer counts (1:10): B moves red 2 to Required.",
        "           No longer holds (2:20): Penalty 1 [XI-A-1-c]: C -1, over time; pending.",
        " 2:30      Penalty 1 [XI-A-1-b]: B -1, over time; pending.",
    ]


NOW = [
    moved(30, "B", "R2"),
    moved(40, "C", "Bx"),
    {"t": 50, "event": "challenge-stated", "player": "A", "challenge": "now"},
    {"t": 70, "event": "third-party-decided", "player": "B", "presents": False},
    {"t": 100, "event": "equation-presented", "player": "A", "equation": "2x3=6"},
]
CHECKED = [
    {"t": 120, "event": "equation-checked", "writer": "A", "by": "B", "accepted": True},
    {"t": 121, "event": "equation-checked", "writer": "A", "by": "C", "accepted": True},
]


def test_the_scores_at_the_end_of_a_shake_and_of_the_match() -> None:
    assert after_goal(*NOW, *CHECKED, {"t": 150, "event": "round-time-called"})[-4:] == [
        " 2:01  C accepts A's Equation.",
        "           Shake 1 is over (A challenged Now against C): A 6, B 2, C 2; in all A 6, B 2, C 2.",
        " 2:30  Time: no new shake begins.",
        "           The match is over: A 6, B 2, C 2. Match points: A 6, B 3, C 3.",
    ]


def test_a_shake_that_time_ends_is_over_before_the_next_event() -> None:
    lines = after_goal(*NOW, {"t": 600, "event": "round-time-called"})[len(NOW) :]
    assert [line.strip().split(" ")[0] for line in lines] == ["3:50", "3:50", "4:50", "4:50", "Shake", "10:00", "The"]


def test_an_equation_stays_on_its_paper() -> None:
    assert "2x3" not in "".join(after_goal(*NOW))


def test_a_bad_line_is_told_and_passed_over() -> None:
    match = Replay(GAMES)
    falling = {"t": 1, "event": "tick"}
    lines = list(story([*TO_GOAL, BadRequest("this is no JSON"), falling, moved(30, "B", "R2")], match))
    assert lines[4:] == [
        "   --  Line 5 is passed over (bad-request): this is no JSON",
        "   --  Line 6 is passed over (bad-request): t falls: 1.0 s after 20.0 s",
        " 0:30  B moves red 2 to Required.",
    ]
    assert [fault.line for fault in match.errors] == [5, 6]


def test_what_people_typed_cannot_make_lines_of_its_own() -> None:
    pause = {"t": 30, "event": "clock-paused", "by": "Lee", "why": "fire\n 0:31  B cheats.\x1b[2J"}
    assert after_goal(pause) == [" 0:30  Lee stops the clock: fire  0:31  B cheats. [2J"]


def test_what_an_undone_line_leaves_alone_is_not_told_again() -> None:
    """A ruling and a penalty from before stay; the shake that the line had ended is not over any more."""
    warned = {"t": 22, "event": "judge-warned", "player": "B", "judge": "Lee", "why": "humming"}
    point = {"t": 23, "event": "judge-penalized", "player": "B", "judge": "Lee", "why": "humming"}
    now = {"t": 50, "event": "challenge-stated", "player": "A", "challenge": "impossible"}
    nothing = {"t": 60, "event": "equation-presented", "player": "B", "equation": None}
    third = {"t": 55, "event": "third-party-decided", "player": "C", "presents": False}
    undone = {"t": 70, "event": "event-undone", "line": 11, "judge": "Lee", "why": "misheard"}
    lines = after_goal(moved(21, "C", "R2"), warned, point, moved(30, "B", "R2"), now, third, nothing, undone)
    assert lines[-3:] == [
        " 1:10  Lee strikes line 11: misheard",
        "           No longer counts (1:00): B presents nothing.",
        "           Shake 1 is not over any more.",
    ]


def test_an_empty_line_is_counted_and_not_told() -> None:
    lines = [*TO_GOAL, None, BadRequest("this is no JSON")]
    assert list(story(lines, Replay(GAMES)))[len(TO_GOAL) :] == [
        "   --  Line 6 is passed over (bad-request): this is no JSON"
    ]


def test_another_game_is_told_in_its_own_words() -> None:
    start = {"t": 0, "event": "match-started", "ruleset": FLAG_GAME.ruleset, "players": ["A", "B"]}
    lines = told(start, {"t": 61, "event": "counted", "player": "B", "by": 3}, games=Games([FLAG_GAME]))
    assert lines[1:] == [
        " 1:00      Ruling [time-lost, toy]: A took longer than a minute; the flag goes over.",
        " 1:01  B counted 3 on.",
    ]


def events_only(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if not line[7:].startswith("    ")]


@settings(deadline=None)
@given(
    st.lists(
        st.one_of(
            st.builds(moved, st.just(0), st.sampled_from("ABC"), st.sampled_from(["R2", "Bx", "K7"])),
            st.sampled_from(
                [
                    {"event": "tick"},
                    {"event": "outage", "seconds": 30},
                    {"event": "clock-paused", "by": "Lee", "why": "x"},
                    {"event": "clock-resumed", "by": "Lee", "why": "x"},
                    {"event": "block-lifted", "player": "A"},
                    {"event": "challenge-stated", "player": "A", "challenge": "now"},
                    {"event": "judge-warned", "player": "B", "judge": "Lee", "why": "x"},
                    {"event": "judge-penalized", "player": "B", "judge": "Lee", "why": "x"},
                ]
            ),
        ),
        max_size=12,
    ),
    st.lists(st.integers(0, 90), min_size=12, max_size=12),
)
def test_every_ruling_and_penalty_is_told_once_and_in_time(events: list[dict[str, Any]], waits: list[int]) -> None:
    lines, t = list(TO_GOAL), 20
    for event, wait in zip(events, waits, strict=False):
        t += wait
        lines.append(event | {"t": t})
    match = Replay(GAMES)
    said = list(story(lines, match))
    assert match.fold is not None
    view = match.fold.view
    assert len(events_only(said)) == len(lines)
    assert len([line for line in said if "    Ruling [" in line or "    Not allowed [" in line]) == len(view.rulings)
    assert len([line for line in said if line[7:].startswith("    Penalty")]) == len(view.penalties)
    times = [int(line[:2]) * 60 + int(line[3:5]) for line in said if line[2] == ":"]
    assert times == sorted(times)


@pytest.mark.parametrize(("t_ms", "text"), [(0, "0:00"), (59_999, "0:59"), (130_000, "2:10"), (6_000_000, "100:00")])
def test_minutes(t_ms: int, text: str) -> None:
    assert minutes(t_ms) == text
