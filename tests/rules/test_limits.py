"""A limit at every edge of its stretches."""

import pytest

from rules.limits import Limit, TimerState

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
    assert MOVE.shifted(1_000).state_at(t_ms + 1_000) is state


def test_stating_a_challenge_has_no_countdown_and_no_extra_minute() -> None:
    assert [step.state for step in STATE.steps] == [TimerState.RUNNING]
    assert STATE.state_at(20_000) is TimerState.RUNNING
    assert STATE.state_at(20_001) is TimerState.STOPPED
