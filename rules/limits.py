"""Time limits as values (rules, section XI): nothing here ticks.

A `Limit` knows when its task was given and how long it may take; what it is worth at a moment is
computed from that moment. All times are integer milliseconds of the match's own clock.
"""

from __future__ import annotations

from enum import Enum

from msgspec.structs import replace

from rules.frozen import Frozen

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS


class TimerState(Enum):
    """What a timer shows. A state lasts to its very last millisecond (contract, section 6, "Time")."""

    RUNNING = "running"
    COUNTDOWN = "countdown"
    EXTRA_MINUTE = "extra-minute"
    PAUSED = "paused"
    STOPPED = "stopped"


class Step(Frozen, frozen=True):
    """A stretch of a limit: the state that the timer shows up to and at `until_ms`."""

    until_ms: int
    state: TimerState


class Shift(Frozen, frozen=True):
    """Why a limit was moved on, from when, and by how much. `shift-<why>` is a code of the game's catalogue."""

    why: str
    start_ms: int
    by_ms: int
    #: The limit stood still meanwhile; else it was made longer, and nobody's time stood.
    still: bool = True


class Limit(Frozen, frozen=True):
    """One task's time: `limit_ms` from `start_ms`, then a countdown, then an extra minute.

    `task` is a code of the game's catalogue. `shifts` are what has moved the deadline on: pauses, outages, the
    challenge block. A length of 0 means that there is no such stretch: stating a challenge has neither
    countdown nor extra minute (XI-A-1-d).
    """

    task: str
    players: tuple[str, ...]
    start_ms: int
    limit_ms: int
    shifts: tuple[Shift, ...] = ()
    countdown_ms: int = 10 * SECOND_MS
    extra_ms: int = MINUTE_MS

    @property
    def deadline_ms(self) -> int:
        """`L`: when the limit itself runs out; something done at exactly that moment is in time."""
        return self.start_ms + self.limit_ms + sum(shift.by_ms for shift in self.shifts)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The stretches of this limit that exist, in order."""
        warned = self.deadline_ms + self.countdown_ms
        steps = [Step(self.deadline_ms, TimerState.RUNNING)]
        if self.countdown_ms:
            steps.append(Step(warned, TimerState.COUNTDOWN))
        if self.extra_ms:
            steps.append(Step(warned + self.extra_ms, TimerState.EXTRA_MINUTE))
        return tuple(steps)

    def state_at(self, t_ms: int) -> TimerState:
        """What the timer shows at a moment; STOPPED once every stretch is over."""
        for step in self.steps:
            if t_ms <= step.until_ms:
                return step.state
        return TimerState.STOPPED

    def shifted(self, by_ms: int, why: str, start_ms: int, *, still: bool = True) -> Limit:
        """The limit moved on by so much; what lasted no time has moved nothing."""
        return replace(self, shifts=(*self.shifts, Shift(why, start_ms, by_ms, still))) if by_ms else self


class DeadlineRecord(Frozen, frozen=True):
    """The history of one limit for one player, for the audit: what was asked, when, and how it ended."""

    task: str
    player: str
    start_ms: int
    limit_ms: int
    deadline_ms: int
    #: When the ten-second countdown began; None where the task was done before.
    warned_ms: int | None
    done_ms: int | None
    #: When the task was lost; None where it was done, or lapsed without a loss.
    expired_ms: int | None
    #: Numbers of the penalties that this limit brought.
    penalties: tuple[int, ...] = ()
    #: The shake to which it belongs; 0 before the first.
    shake: int = 0
    #: Where the rule book has this limit.
    cite: str = ""
    #: When it was over for this player: done, lost or owed no longer; None while it runs.
    ended_ms: int | None = None
    #: How long the warning's countdown and the extra minute are; 0 where there is none.
    countdown_ms: int = 0
    extra_ms: int = 0
    #: What has moved the deadline on.
    shifts: tuple[Shift, ...] = ()

    def used_ms(self, now_ms: int) -> int:
        """How much of its time was used, up to its end or, while it runs, up to now; time that stood is nobody's."""
        end_ms = now_ms if self.ended_ms is None else self.ended_ms
        stood_ms = sum(shift.by_ms for shift in self.shifts if shift.still)
        return max(0, end_ms - self.start_ms - stood_ms)
