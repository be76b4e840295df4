"""What four places of a timer show at a moment: a pure function of the game's timer and the time."""

from __future__ import annotations

from rules.game import TimerView
from rules.limits import TimerState

BLANK = "--:--"
PAUSED = "PA:US"
CHECKING = "CH:EC"


def timer_face(timer: TimerView, now_ms: int, *, checking: bool = False) -> str:
    """Minutes and seconds left, rounded up, so that the last second is shown as 1 and 0 means over.

    The countdown shows `C` before its seconds and the extra minute `E`, so that neither can be taken
    for time that is left: `"01:32"`, `"C :09"`, `"E :45"`.
    """
    if timer.state is TimerState.PAUSED:
        return PAUSED
    if timer.state is TimerState.STOPPED or not timer.steps:
        return BLANK
    if checking:
        return CHECKING
    for step in timer.steps:
        if now_ms <= step.until_ms:
            return _face(step.state, _seconds_up(step.until_ms - now_ms))
    return CHECKING


def _face(state: TimerState, seconds: int) -> str:
    if state is TimerState.COUNTDOWN:
        return f"C :{seconds:02}"
    if state is TimerState.EXTRA_MINUTE:
        return f"E :{seconds:02}"
    return f"{seconds // 60:02}:{seconds % 60:02}"


def _seconds_up(left_ms: int) -> int:
    return -(-left_ms // 1000)
