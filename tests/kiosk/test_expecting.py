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


def plan(*, until_ms: int = 60_000, checking: bool = False, state: TimerState = TimerState.RUNNING) -> Plan:
    return Plan(TimerView(Message("move"), state, steps=(Step(until_ms, TimerState.RUNNING),)), checking=checking)


def test_the_last_seconds_of_a_limit_are_watched_closely_and_said_once() -> None:
    expecting = Expecting()
    assert expecting.hurry_until(IDLE, TIME, 0) is None
    assert expecting.hurry_until(plan(), TIME, DUE_US - BEFORE_US - 1000) is None
    assert expecting.hurry_until(plan(), TIME, DUE_US - BEFORE_US) == DUE_US + AFTER_US
    assert expecting.hurry_until(plan(), TIME, DUE_US - SECOND_US) is None
    assert expecting.hurry_until(plan(until_ms=62_000), TIME, DUE_US) == DUE_US + 2 * SECOND_US + AFTER_US, "the next"


def test_a_clock_that_stands_expects_nothing() -> None:
    expecting = Expecting()
    paused = plan(state=TimerState.PAUSED, checking=True)
    assert expecting.hurry_until(paused, TIME, DUE_US) is None
    assert expecting.passed_at(paused, TIME, DUE_US) is None


def test_a_limit_that_ran_out_is_said_once_at_its_own_moment() -> None:
    expecting = Expecting()
    expecting.hurry_until(plan(), TIME, DUE_US - SECOND_US)
    assert expecting.passed_at(plan(), TIME, DUE_US - SECOND_US) is None
    assert expecting.passed_at(plan(checking=True), TIME, DUE_US + 50_000) == DUE_US
    assert expecting.passed_at(plan(checking=True), TIME, DUE_US + 90_000) is None
    assert expecting.passed_at(IDLE, TIME, DUE_US + 95_000) is None
    assert expecting.passed_at(plan(checking=True), TIME, DUE_US + 99_000) == DUE_US, "the next"


def test_one_that_nobody_saw_coming_is_of_now() -> None:
    assert Expecting().passed_at(plan(checking=True), TIME, 3) == 3
