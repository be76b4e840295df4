"""When the camera must not rest, and when its last seconds are worth keeping: read off what the timer shows."""

from __future__ import annotations

from device.timer import MatchTime, Plan
from device.timer_face import Stage, read_timer

#: So long before a limit runs out every frame counts, and for a moment after it.
BEFORE_US = 6_000_000
AFTER_US = 1_000_000
#: After something was pressed or lifted, what lies on the mat is looked at closely.
PRESSED_US = 2_000_000


class Expecting:
    """Follows the plan of the box's timer, turn by turn."""

    def __init__(self) -> None:
        self._hurried_us = 0
        self._checking = False
        self._due_ms: int | None = None

    def hurry_until(self, plan: Plan, time: MatchTime, now_us: int) -> int | None:
        """Until when every frame counts, said once for each limit; None if nothing new is to be said."""
        reading = read_timer(plan.timer, time.ms_at(now_us), checking=plan.checking)
        if reading.until_ms is None:
            return None
        self._due_ms = reading.until_ms
        due_us = time.us_of(reading.until_ms)
        if due_us - now_us > BEFORE_US or due_us + AFTER_US <= self._hurried_us:
            return None
        self._hurried_us = due_us + AFTER_US
        return self._hurried_us

    def passed_at(self, plan: Plan, time: MatchTime, now_us: int) -> int | None:
        """The moment of a limit that seems to have run out, said once; None if none has."""
        began = not self._checking
        reading = read_timer(plan.timer, time.ms_at(now_us), checking=plan.checking)
        self._checking = reading.stage is Stage.CHECKING
        if not self._checking or not began:
            return None
        return now_us if self._due_ms is None else min(now_us, time.us_of(self._due_ms))
