"""The round that a table calls itself: when, in which order with everything else, and after which pauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.past import last_match
from kiosk.referee import Reply
from rules.games import GAMES
from rules.round_clock import RoundPlan
from tests.kiosk.benches import RefereeBench
from tests.rules.equations.playing import Table, last_cube, moving

PLAN = RoundPlan(30 * 60_000, 5 * 60_000)


@pytest.fixture
def open_bench(tmp_path: Path) -> Iterator[Any]:
    opened: list[RefereeBench] = []

    def at(table: Table, *, waits: bool = False, plan: RoundPlan | None = PLAN) -> RefereeBench:
        opened.append(RefereeBench(tmp_path / str(len(opened)), table.fold, round_plan=plan, round_waits=waits))
        return opened[-1]

    yield at
    for bench in opened:
        bench.close()


def go_to(bench: RefereeBench, seconds: float) -> None:
    """Let the match come to that second, the camera watching."""
    bench.clock.now_us = bench.record.at_us(round(seconds * 1000))
    bench.referee.passed(bench.clock.mono_us())
    bench.referee.step()


def calls(bench: RefereeBench) -> list[tuple[float, str]]:
    return [(event["t"], event["event"]) for event in bench.events() if event["event"].startswith("round-")]


def test_between_shakes_the_call_ends_the_match(open_bench: Any) -> None:
    bench = open_bench(Table())
    go_to(bench, 1800)
    assert calls(bench) == [], "at the very moment everybody is in time"
    go_to(bench, 1800.05)
    assert calls(bench) == [(1800, "round-time-called")], "on record with the time at which it was due"
    assert bench.match["phase"] == "match-over"
    assert bench.match["round"]["state"] == "extra"
    go_to(bench, 4000)
    assert len(calls(bench)) == 1, "there is nothing left to stop"


def test_a_shake_has_the_extra_minutes_and_then_everybody_writes(open_bench: Any) -> None:
    bench = open_bench(moving())
    go_to(bench, 1800.5)
    assert bench.match["round"] == {
        "state": "extra",
        "paused": False,
        "limit_ms": 300_000,
        "left_ms": 300_000,
        "deadline_ms": 2_100_000,
    }
    assert bench.match["phase"] == "moving"
    go_to(bench, 2100.5)
    assert calls(bench) == [(1800, "round-time-called"), (2100, "round-stopped")]
    assert bench.match["phase"] == "writing"
    assert bench.match["round"]["state"] == "over"


def test_the_call_waits_for_a_camera_that_still_looks_at_what_came_before(open_bench: Any) -> None:
    bench = open_bench(Table())
    bench.referee.passed(bench.record.at_us(1_799_900))
    bench.clock.now_us = bench.record.at_us(1_800_500)
    bench.referee.step()
    assert calls(bench) == []
    bench.referee.passed(bench.clock.mono_us())
    bench.referee.step()
    assert calls(bench) == [(1800, "round-time-called")]


def test_what_was_touched_before_the_call_comes_before_it(open_bench: Any) -> None:
    bench = open_bench(Table())
    bench.referee.passed(bench.record.at_us(1_799_000))
    bench.clock.now_us = bench.record.at_us(1_799_990)
    replies: list[Any] = []
    bench.referee.touched({"event": "shake-started", "goal_setter": "A"}, replies.append)
    bench.referee.step()
    assert replies == []
    go_to(bench, 1800.2)
    assert replies == [Reply("done")]
    assert bench.lines()[-2:] == ["shake-started", "round-time-called"]
    assert [event["t"] for event in bench.events()][-2:] == [1799.99, 1800]


def test_a_pause_moves_the_call(open_bench: Any) -> None:
    bench = open_bench(moving())
    go_to(bench, 100)
    bench.touch({"event": "clock-paused", "by": "judge", "why": ""})
    go_to(bench, 2000)
    assert calls(bench) == []
    assert bench.match["round"]["paused"]
    bench.touch({"event": "clock-resumed", "by": "judge", "why": ""})
    moved = bench.match["round"]["deadline_ms"] / 1000
    assert moved == pytest.approx(3700, abs=1)
    go_to(bench, moved + 0.1)
    assert calls(bench) == [(moved, "round-time-called")]


def test_a_stop_that_could_not_be_is_made_when_it_can(open_bench: Any) -> None:
    """The last cube was played when the five minutes were up; it is taken back, and then play stops."""
    bench = open_bench(last_cube(), plan=RoundPlan(71_000, 4_000))
    go_to(bench, 75.5)
    assert calls(bench) == [(71, "round-time-called"), (75, "round-stopped")]
    assert [row.refused for row in bench.journal.rows()][-1], "refused, and on record"
    assert bench.match["phase"] == "last-cube"
    back = {"event": "cube-returned", "player": "C", "cube": "R3", "from": "required", "to": "resources"}
    assert bench.touch(back) == Reply("done")
    assert [name for _, name in calls(bench)] == ["round-time-called", "round-stopped", "round-stopped"]
    assert bench.match["phase"] == "writing"
    go_to(bench, 80)
    assert len(calls(bench)) == 3


def test_a_round_may_wait_for_a_press(open_bench: Any) -> None:
    bench = open_bench(Table(), waits=True)
    question = bench.screen["question"]
    assert question["options"] == ["Start the round"]
    go_to(bench, 600)
    assert bench.match["round"]["left_ms"] == PLAN.limit_ms
    assert bench.answer(0) == Reply("done")
    assert bench.match["round"]["deadline_ms"] == pytest.approx(600_000 + PLAN.limit_ms, abs=1000)


def test_a_round_that_waits_still_waits_after_a_crash(open_bench: Any) -> None:
    bench = open_bench(Table(), waits=True)
    bench.close()
    bench.clock.move(20)
    bench.open()
    assert bench.screen["question"] is not None
    assert bench.lines() == ["match-started", "clock-paused"], "it stood already"


def test_an_outage_between_two_shakes_is_no_time_of_the_round(open_bench: Any) -> None:
    bench = open_bench(Table())
    go_to(bench, 10)
    bench.close()
    bench.clock.move(100)
    bench.open()
    assert bench.lines() == ["match-started", "outage", "clock-paused"]
    assert bench.answer(0) == Reply("done")
    assert bench.match["round"]["deadline_ms"] == pytest.approx(1_910_000, abs=12_000)
    past = last_match(bench.journal, GAMES)
    assert past.fold.view == bench.record.view


def test_without_a_plan_somebody_else_calls_it(open_bench: Any) -> None:
    bench = open_bench(Table(), plan=None)
    go_to(bench, 9000)
    assert calls(bench) == []
    assert bench.match["round"] is None
    bench.referee.plan_round(PLAN, waits=False)
    assert bench.match["round"]["state"] == "running"
    go_to(bench, 9000.1)
    assert [name for _, name in calls(bench)] == ["round-time-called"], "a plan that comes later counts too"


@pytest.mark.parametrize("down_us", [0, 400, 600, 953_600, 999_999, 1_000_000])
def test_a_match_that_had_only_just_begun_comes_back_too(open_bench: Any, down_us: int) -> None:
    """An outage is counted in milliseconds that have passed: it is never longer than the match itself."""
    bench = open_bench(Table())
    bench.close()
    bench.clock.now_us += down_us
    bench.open()
    (outage,) = [event for event in bench.events() if event["event"] == "outage"]
    assert outage == {"t": down_us // 1000 / 1000, "event": "outage", "seconds": down_us // 1000 / 1000}
    assert bench.referee.question is not None
