"""When the camera must not rest, and when its last seconds are worth keeping: read off what the timer shows."""

from __future__ import annotations

from device.timer import MatchTime, Plan
from device.timer_face import read_timer
from rules.limits import TimerState

#: So long before a limit runs out every frame counts, and for a moment after it.
BEFORE_US = 6_000_000
AFTER_US = 1_000_000
#: After something was pressed or lifted, what lies on the mat is looked at closely.
PRESSED_US = 2_000_000


class Expecting:
    """Follows the plan of the box's timer, turn by turn."""

    def __init__(self) -> None:
        self._hurried_us = 0
        self._dues_us: tuple[int, ...] = ()
        self._last_us = 0

    def hurry_until(self, plan: Plan, time: MatchTime, now_us: int) -> int | None:
        """Until when every frame counts, said once for each limit; None if nothing new is to be said."""
        reading = read_timer(plan.timer, time.ms_at(now_us), checking=plan.checking)
        if reading.until_ms is None:
            return None
        until_us = time.us_of(reading.until_ms) + AFTER_US
        if until_us - now_us > BEFORE_US + AFTER_US or until_us <= self._hurried_us:
            return None
        self._hurried_us = until_us
        return until_us

    def passed_at(self, plan: Plan, time: MatchTime, now_us: int) -> int | None:
        """The moment of a limit that seems to have run out since the last turn; None if none has.

        What was due is known from the last turn: by now the game may have counted it already.
        """
        passed = [due_us for due_us in self._dues_us if self._last_us <= due_us < now_us]
        self._dues_us, self._last_us = _dues_us(plan, time), now_us
        return passed[-1] if passed else None


def _dues_us(plan: Plan, time: MatchTime) -> tuple[int, ...]:
    """When something will be counted. The end of a limit that a countdown follows is only a warning."""
    steps = () if plan.timer.state in (TimerState.PAUSED, TimerState.STOPPED) else plan.timer.steps
    return tuple(time.us_of(step.until_ms) for step in (steps[1:] or steps))
