"""The timer on the box: what to show and to sound from the engine's deadline, and the thread that does it.

Nothing is counted: every face is computed from the deadline and the time, and the thread sleeps until the moment at
which the next one is due. So a late wake-up makes one digit late and never the next. The thread only ever tells the
box; reading the buttons does not wait for it.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from device.box import DARK, Box, Panel
from device.hurry import hurry
from device.sounds import Sound
from device.timer_face import Reading, Stage, face_text, read_timer
from rules.game import TimerView
from rules.limits import TimerState
from rules.messages import Message

#: A lamp that blinks is lit for so long and dark for so long.
BLINK_MS = {Stage.WARNING: 500, Stage.COUNTDOWN: 250}
#: The longest that the thread rests, should the match's time have been set anew.
REST_S = 0.5
#: A sound that would come later than this is left out: the table was asleep, and nobody knows what it means.
LATE_MS = 1000


NO_TIMER = TimerView(Message("no-task"), TimerState.STOPPED)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the box is to show until it is told otherwise: the timer, who has to act, where the block is."""

    timer: TimerView = NO_TIMER
    seats: frozenset[int] = frozenset()
    block: bool = False
    checking: bool = False


IDLE = Plan()


@dataclass(frozen=True, slots=True)
class MatchTime:
    """How the match's time runs by this machine's clock: 0 at `zero_us`, and `speed` times as fast."""

    zero_us: int = 0
    speed: float = 1.0

    def ms_at(self, now_us: int) -> int:
        """The match's time at a moment of the machine."""
        return math.floor((now_us - self.zero_us) * self.speed) // 1000

    def us_of(self, t_ms: int) -> int:
        """The first microsecond of the machine that belongs to that millisecond of the match."""
        return self.zero_us + math.ceil(t_ms * 1000 / self.speed)


def panel_at(plan: Plan, now_ms: int) -> Panel:
    """What the box shows at that moment. Whoever has to act is lit: steadily, or blinking when time runs out."""
    reading = read_timer(plan.timer, now_ms, checking=plan.checking)
    period = BLINK_MS.get(reading.stage)
    lit = period is None or -(-reading.left_ms(now_ms) // period) % 2 == 0
    if reading.stage is Stage.PAUSED:
        lit = False
    return Panel(face_text(reading, now_ms), plan.seats if lit else frozenset(), plan.block)


def next_change_ms(plan: Plan, now_ms: int) -> int | None:
    """When `panel_at` next shows something else by time alone; None if it never does."""
    reading = read_timer(plan.timer, now_ms, checking=plan.checking)
    if reading.until_ms is None:
        return None
    left_ms = reading.left_ms(now_ms)
    if left_ms == 0:
        # A stretch lasts to its very last millisecond.
        return now_ms + 1
    period = BLINK_MS.get(reading.stage, 1000)
    # Digits and lamps change when so many whole seconds, or parts of one, are left.
    return now_ms + ((left_ms - 1) % period) + 1


class Beeper:
    """Which sounds are due between one look at the timer and the next."""

    def __init__(self) -> None:
        self._timer: TimerView | None = None
        self._before = Reading(Stage.STOPPED)
        self._second = 0
        self._over = False

    def due(self, plan: Plan, now_ms: int) -> Sound | None:
        """The sound that belongs to this moment, once."""
        reading = read_timer(plan.timer, now_ms)
        second = -(-reading.left_ms(now_ms) // 1000)
        same_task = self._timer is not None and self._timer.steps == plan.timer.steps
        before, second_before = self._before, self._second
        over = bool(plan.timer.steps) and now_ms > plan.timer.steps[-1].until_ms
        over_before = self._over
        self._timer, self._before, self._second, self._over = plan.timer, reading, second, over
        if not same_task:
            return None
        if over and not over_before and now_ms - plan.timer.steps[-1].until_ms <= LATE_MS:
            return Sound.TIME_UP
        if reading.stage is Stage.COUNTDOWN and (before.stage is not reading.stage or second < second_before):
            return Sound.COUNTDOWN if second > 0 else None
        if reading.stage is not before.stage:
            return _ENTERED.get(reading.stage)
        return None


_ENTERED = {Stage.WARNING: Sound.WARNING, Stage.EXTRA_MINUTE: Sound.EXTRA_MINUTE}


class Follows(Protocol):
    """Whoever shows a plan on a box, in this process or in another."""

    def follow(self, plan: Plan, match_time: MatchTime) -> None:
        """Show this plan from now on; returns at once."""
        ...

    def close(self) -> None:
        """May be called twice."""
        ...


def mono_us() -> int:
    return time.monotonic_ns() // 1000


class Timer:
    """The thread that shows a plan on a box. `now_us` is the machine's clock."""

    def __init__(self, box: Box, now_us: Callable[[], int] = mono_us) -> None:
        self.panel = DARK
        self._box = box
        self._now_us = now_us
        self._wanted = IDLE, MatchTime()
        self._closed = False
        self._changed = threading.Condition()
        self._beeper = Beeper()
        self._thread = threading.Thread(target=self._run, name="timer", daemon=True)
        self._thread.start()

    def follow(self, plan: Plan, match_time: MatchTime) -> None:
        with self._changed:
            if (plan, match_time) != self._wanted:
                self._wanted = plan, match_time
                self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        hurry()
        self._box.show(self.panel)
        while True:
            with self._changed:
                if self._closed:
                    return
                wanted = self._wanted
            due_us = self._turn(*wanted)
            with self._changed:
                if wanted is self._wanted and not self._closed:
                    # By the clock as it is now: what the turn has cost is no part of the wait.
                    self._changed.wait(min(REST_S, max(0.0, (due_us - self._now_us()) / 1_000_000)))

    def _turn(self, plan: Plan, match_time: MatchTime) -> int:
        """Show what is due; the moment of the machine at which something else will be."""
        now_us = self._now_us()
        now_ms = match_time.ms_at(now_us)
        panel = panel_at(plan, now_ms)
        if panel != self.panel:
            self._box.show(panel)
            self.panel = panel
        sound = self._beeper.due(plan, now_ms)
        if sound is not None:
            self._box.sound(sound)
        due_ms = next_change_ms(plan, now_ms)
        return now_us + round(REST_S * 1_000_000) if due_ms is None else match_time.us_of(due_ms)
