"""A limit at every edge of its stretches."""

import pytest

from rules.limits import DeadlineRecord, Limit, Shift, TimerState

MOVE = Limit("task-move", ("A",), start_ms=5_000, limit_ms=60_000)
STATE = Limit("task-state", ("A",), start_ms=5_000, limit_ms=15_000, countdown_ms=0, extra_ms=0)


@pytest.mark.parametrize(
    ("t_ms", "state"),
    [
        (5_000, TimerState.RUNNING),
        (65_000, TimerState.RUNNING),
        (65_001, TimerState.COUNTDOWN),
        (75_000, TimerState.COUNTDOWN),
        (75_001, TimerState.EXTRA_MINUTE),
        (135_000, TimerState.EXTRA_MINUTE),
        (135_001, TimerState.STOPPED),
    ],
)
def test_a_state_lasts_to_its_last_millisecond(t_ms: int, state: TimerState) -> None:
    assert MOVE.state_at(t_ms) is state
    assert MOVE.shifted(1_000, "paused", 6_000).state_at(t_ms + 1_000) is state


def test_stating_a_challenge_has_no_countdown_and_no_extra_minute() -> None:
    assert [step.state for step in STATE.steps] == [TimerState.RUNNING]
    assert STATE.state_at(20_000) is TimerState.RUNNING
    assert STATE.state_at(20_001) is TimerState.STOPPED


def test_a_limit_says_what_has_moved_it() -> None:
    moved = MOVE.shifted(1_000, "paused", 6_000).shifted(0, "block", 8_000).shifted(500, "outage", 9_000)
    assert moved.shifts == (Shift("paused", 6_000, 1_000), Shift("outage", 9_000, 500))
    assert moved.deadline_ms == MOVE.deadline_ms + 1_500


@pytest.mark.parametrize(("ended_ms", "used_ms"), [(40_000, 34_000), (None, 64_000), (5_500, 0)])
def test_how_much_of_a_limit_was_used(ended_ms: int | None, used_ms: int) -> None:
    shifts = (Shift("paused", 6_000, 1_000), Shift("correction", 30_000, 4_000, still=False))
    record = DeadlineRecord("task-move", "A", 5_000, 60_000, 70_000, None, None, None, ended_ms=ended_ms, shifts=shifts)
    assert record.used_ms(now_ms=70_000) == used_ms
