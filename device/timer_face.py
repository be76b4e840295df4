"""What the timer is at a moment, and what four places show of it: pure functions of the game's timer and the time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rules.game import TimerView
from rules.limits import SECOND_MS, TimerState

BLANK = "--:--"
PAUSED = "PA:US"
CHECKING = "CH:EC"

#: The last seconds of a limit look and sound otherwise, if the limit is long enough to have last seconds.
WARNING_MS = 10 * SECOND_MS
WARNED_FROM_MS = 30 * SECOND_MS


class Stage(Enum):
    """What the timer says, by its look and its sound."""

    RUNNING = "running"
    WARNING = "warning"
    COUNTDOWN = "countdown"
    EXTRA_MINUTE = "extra-minute"
    #: The time is over, but something that happened before may still be reported.
    CHECKING = "checking"
    PAUSED = "paused"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Reading:
    """The stage at a moment; `until_ms` is the end of the stretch that is counted down, if one is."""

    stage: Stage
    until_ms: int | None = None

    def left_ms(self, now_ms: int) -> int:
        return 0 if self.until_ms is None else self.until_ms - now_ms


def read_timer(timer: TimerView, now_ms: int, *, checking: bool = False) -> Reading:
    """What the timer says at that moment. A stretch lasts to its very last millisecond."""
    if timer.state is TimerState.PAUSED:
        return Reading(Stage.PAUSED)
    if timer.state is TimerState.STOPPED or not timer.steps:
        return Reading(Stage.STOPPED)
    if checking:
        return Reading(Stage.CHECKING)
    for step in timer.steps:
        if now_ms <= step.until_ms:
            stage = _STAGES[step.state]
            if stage is Stage.RUNNING and _warned(timer) and step.until_ms - now_ms <= WARNING_MS:
                stage = Stage.WARNING
            return Reading(stage, step.until_ms)
    return Reading(Stage.CHECKING)


def face_text(reading: Reading, now_ms: int) -> str:
    """Minutes and seconds left, rounded up, so that the last second is shown as 1 and 0 means over.

    In the last seconds of a limit the minutes are dark. The countdown shows `C` before its seconds and the
    extra minute `E`, so that neither can be taken for time that is left: `01:32`, `  :09`, `C :09`, `E :45`.
    """
    seconds = _seconds_up(reading.left_ms(now_ms))
    match reading.stage:
        case Stage.RUNNING:
            return f"{min(seconds // 60, 99):02}:{seconds % 60:02}"
        case Stage.WARNING:
            return f"  :{seconds:02}"
        case Stage.COUNTDOWN:
            return f"C :{seconds:02}"
        case Stage.EXTRA_MINUTE:
            return f"E :{seconds:02}"
        case Stage.PAUSED:
            return PAUSED
        case Stage.CHECKING:
            return CHECKING
        case Stage.STOPPED:
            return BLANK


def timer_face(timer: TimerView, now_ms: int, *, checking: bool = False) -> str:
    """The four places at that moment."""
    return face_text(read_timer(timer, now_ms, checking=checking), now_ms)


_STAGES = {
    TimerState.RUNNING: Stage.RUNNING,
    TimerState.COUNTDOWN: Stage.COUNTDOWN,
    TimerState.EXTRA_MINUTE: Stage.EXTRA_MINUTE,
}


def _warned(timer: TimerView) -> bool:
    return timer.limit_ms is not None and timer.limit_ms >= WARNED_FROM_MS


def _seconds_up(left_ms: int) -> int:
    return -(-left_ms // 1000)
