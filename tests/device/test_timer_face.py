"""What the four places show, at every edge."""

import pytest

from device.timer_face import timer_face
from rules.game import TimerView
from rules.limits import Limit, TimerState
from rules.messages import Message

LIMIT = Limit("task", ("A",), start_ms=0, limit_ms=120_000)


def view(state: TimerState) -> TimerView:
    return TimerView(Message("task"), state, LIMIT.limit_ms, LIMIT.deadline_ms, LIMIT.steps)


@pytest.mark.parametrize(
    ("now_ms", "face"),
    [
        (0, "02:00"),
        (1, "02:00"),
        (1_000, "01:59"),
        (119_001, "00:01"),
        (120_000, "00:00"),
        (120_001, "C :10"),
        (130_000, "C :00"),
        (130_001, "E :60"),
        (190_000, "E :00"),
        (190_001, "CH:EC"),
    ],
)
def test_a_running_limit(now_ms: int, face: str) -> None:
    assert timer_face(view(TimerState.RUNNING), now_ms) == face


def test_what_is_not_running() -> None:
    assert timer_face(view(TimerState.PAUSED), 5) == "PA:US"
    assert timer_face(TimerView(Message("task"), TimerState.STOPPED), 5) == "--:--"
    assert timer_face(view(TimerState.RUNNING), 5, checking=True) == "CH:EC"


@pytest.mark.parametrize("now_ms", range(0, 200_000, 777))
def test_it_always_fits(now_ms: int) -> None:
    face = timer_face(view(TimerState.RUNNING), now_ms)
    assert len(face) == 5
    assert face[2] == ":"
