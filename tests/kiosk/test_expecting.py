"""When the camera must not rest, and when its last seconds are worth keeping."""

from __future__ import annotations

from device.timer import IDLE, MatchTime, Plan
from kiosk.expecting import AFTER_US, BEFORE_US, Expecting
from rules.game import TimerView
from rules.limits import Step, TimerState
from rules.messages import Message

SECOND_US = 1_000_000
TIME = MatchTime(zero_us=5 * SECOND_US)
DUE_US = 65 * SECOND_US


def plan(*dues_ms: int, state: TimerState = TimerState.RUNNING) -> Plan:
    return Plan(TimerView(Message("move"), state, steps=tuple(Step(due_ms, TimerState.RUNNING) for due_ms in dues_ms)))


def test_the_last_seconds_of_a_limit_are_watched_closely_and_said_once() -> None:
    expecting = Expecting()
    assert expecting.hurry_until(IDLE, TIME, 0) is None
    assert expecting.hurry_until(plan(60_000), TIME, DUE_US - BEFORE_US - 1000) is None
    assert expecting.hurry_until(plan(60_000), TIME, DUE_US - BEFORE_US) == DUE_US + AFTER_US
    assert expecting.hurry_until(plan(60_000), TIME, DUE_US - SECOND_US) is None
    assert expecting.hurry_until(plan(62_000), TIME, DUE_US) == DUE_US + 2 * SECOND_US + AFTER_US, "the next"


def test_a_clock_that_stands_expects_nothing() -> None:
    expecting = Expecting()
    paused = plan(60_000, state=TimerState.PAUSED)
    assert expecting.hurry_until(paused, TIME, DUE_US) is None
    assert expecting.passed_at(paused, TIME, DUE_US - 1) is None
    assert expecting.passed_at(paused, TIME, DUE_US + 1) is None


def test_a_limit_that_ran_out_is_said_once_at_its_own_moment() -> None:
    expecting = Expecting()
    assert expecting.passed_at(plan(60_000), TIME, DUE_US - SECOND_US) is None
    assert expecting.passed_at(plan(60_000), TIME, DUE_US + 50_000) == DUE_US
    assert expecting.passed_at(plan(60_000), TIME, DUE_US + 90_000) is None


def test_one_that_the_game_has_counted_already_is_said_too() -> None:
    expecting = Expecting()
    expecting.passed_at(plan(60_000), TIME, DUE_US - SECOND_US)
    assert expecting.passed_at(IDLE, TIME, DUE_US + 50_000) == DUE_US
    assert expecting.passed_at(IDLE, TIME, DUE_US + 90_000) is None


def test_who_is_in_time_is_in_no_clip() -> None:
    expecting = Expecting()
    expecting.passed_at(plan(60_000), TIME, DUE_US - SECOND_US)
    assert expecting.passed_at(plan(160_000), TIME, DUE_US - 1) is None
    assert expecting.passed_at(plan(160_000), TIME, DUE_US + 1) is None


def test_a_warning_costs_nothing_and_what_follows_it_does() -> None:
    expecting = Expecting()
    limit = plan(60_000, 70_000, 130_000)
    said = [expecting.passed_at(limit, TIME, DUE_US + second * SECOND_US) for second in range(-2, 80)]
    assert [each for each in said if each is not None] == [DUE_US + 10 * SECOND_US, DUE_US + 70 * SECOND_US]
