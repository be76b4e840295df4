"""What the four places show, at every edge."""

import pytest

from device.segments import segments
from device.timer_face import Stage, read_timer, timer_face
from rules.game import TimerView
from rules.limits import Limit, TimerState
from rules.messages import Message

LIMIT = Limit("task", ("A",), start_ms=0, limit_ms=120_000)
SHORT = Limit("task", ("A",), start_ms=0, limit_ms=15_000, countdown_ms=0, extra_ms=0)


def view(state: TimerState, limit: Limit = LIMIT) -> TimerView:
    return TimerView(Message("task"), state, limit.limit_ms, limit.deadline_ms, limit.steps)


@pytest.mark.parametrize(
    ("now_ms", "face", "stage"),
    [
        (0, "02:00", Stage.RUNNING),
        (1, "02:00", Stage.RUNNING),
        (1000, "01:59", Stage.RUNNING),
        (109_999, "00:11", Stage.RUNNING),
        (110_000, "  :10", Stage.WARNING),
        (119_001, "  :01", Stage.WARNING),
        (120_000, "  :00", Stage.WARNING),
        (120_001, "C :10", Stage.COUNTDOWN),
        (130_000, "C :00", Stage.COUNTDOWN),
        (130_001, "E :60", Stage.EXTRA_MINUTE),
        (190_000, "E :00", Stage.EXTRA_MINUTE),
        (190_001, "CH:EC", Stage.CHECKING),
    ],
)
def test_a_running_limit(now_ms: int, face: str, stage: Stage) -> None:
    assert timer_face(view(TimerState.RUNNING), now_ms) == face
    assert read_timer(view(TimerState.RUNNING), now_ms).stage is stage


def test_a_short_limit_has_no_last_seconds_of_its_own() -> None:
    assert timer_face(view(TimerState.RUNNING, SHORT), 8_000) == "00:07"
    assert read_timer(view(TimerState.RUNNING, SHORT), 8_000).stage is Stage.RUNNING


def test_paused_stopped_and_being_checked() -> None:
    assert timer_face(view(TimerState.PAUSED), 5) == "PA:US"
    assert timer_face(TimerView(Message("task"), TimerState.STOPPED), 5) == "--:--"
    assert timer_face(view(TimerState.RUNNING), 5, checking=True) == "CH:EC"


def test_a_limit_of_hours_still_fits() -> None:
    long = Limit("task", ("A",), start_ms=0, limit_ms=7_200_000)
    assert timer_face(view(TimerState.RUNNING, long), 0) == "99:00"


@pytest.mark.parametrize("now_ms", range(0, 200_000, 777))
def test_it_always_fits(now_ms: int) -> None:
    assert len(segments(timer_face(view(TimerState.RUNNING), now_ms))) == 4
