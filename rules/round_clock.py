"""The round's own clock: how much of it is over, and which call is due when (XI-B of both books).

A round lasts a given time. When that is up no shake is begun any more; the one that is being played has some more
minutes, and then play is stopped. The clock counts the match's time, and stands still while the match's clock is
paused and while the table was down. Everything is read off the lines of the match, so a replay, another table and a
restart all find the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rules.events import ClockPaused, ClockResumed, Event, Outage
from rules.fold import Fold
from rules.limits import MINUTE_MS
from rules.shake_events import RoundStopped, RoundTimeCalled


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """How long a round lasts, and how long the shake that is being played then may still go on."""

    limit_ms: int = 30 * MINUTE_MS
    extra_ms: int = 5 * MINUTE_MS


class RoundState(Enum):
    """How far the round is. A state lasts to its very last millisecond."""

    RUNNING = "running"
    #: The time has been called: the shake that is being played is the last one.
    EXTRA = "extra"
    #: Play has been told to stop.
    OVER = "over"


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The round as the last line of a match left it."""

    state: RoundState
    #: What the present state began with.
    limit_ms: int
    #: How much of that was left at `t_ms`; never below 0.
    left_ms: int
    #: The time of the last line.
    t_ms: int
    #: Whether the clock stands still.
    paused: bool
    #: What is called at `deadline_ms`, or once more when it can take effect; None when it is for a judge to call.
    call: Event | None

    @property
    def deadline_ms(self) -> int | None:
        """When the state ends if nothing pauses the clock; None while it stands still, and when all is over."""
        return None if self.paused or self.state is RoundState.OVER else self.t_ms + self.left_ms


def round_clock(fold: Fold, plan: RoundPlan) -> RoundClock:
    """The round of a match; it begins with the match."""
    spent_ms, before_ms = 0, 0
    called_ms: int | None = None
    paused = stopped = False
    taken_back: set[type[Event]] = set()
    for number, timed in enumerate(fold.lines, start=1):
        if not paused:
            spent_ms += timed.t_ms - before_ms
        before_ms = timed.t_ms
        if number in fold.undone:
            # A judge has taken a call back: it is the judge's to make again, or the table would at once.
            taken_back.add(type(timed.event))
            continue
        match timed.event:
            case ClockPaused():
                paused = True
            case ClockResumed():
                paused = False
            case Outage(seconds=seconds) if not paused:
                spent_ms -= round(seconds * 1000)
            case RoundTimeCalled() if called_ms is None:
                called_ms = spent_ms
            case RoundStopped():
                stopped = True
                called_ms = spent_ms if called_ms is None else called_ms
            case _:
                pass
    state, limit_ms, ends_ms, call = _stretch(plan, called_ms, stopped)
    return RoundClock(
        state,
        limit_ms,
        max(0, ends_ms - spent_ms),
        before_ms,
        paused,
        None if type(call) in taken_back else call,
    )


def _stretch(plan: RoundPlan, called_ms: int | None, stopped: bool) -> tuple[RoundState, int, int, Event]:
    """The state, how long it lasts, when it ends, and what is called then."""
    if called_ms is None:
        return RoundState.RUNNING, plan.limit_ms, plan.limit_ms, RoundTimeCalled()
    state = RoundState.OVER if stopped else RoundState.EXTRA
    return state, plan.extra_ms, called_ms + plan.extra_ms, RoundStopped()
