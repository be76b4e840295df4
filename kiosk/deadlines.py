"""When time alone changes something: the limits of the game, and the calls of the round.

A limit falls when nothing that happened before it can still be reported. A call of the round is put into the order of
everything else that happens, at the very moment at which it is due.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiosk.record import Record
from kiosk.sequencer import Sequencer
from rules.events import Event, Timed
from rules.fold import Fold
from rules.round_clock import RoundClock, RoundPlan, RoundState, round_clock


@dataclass(frozen=True, slots=True)
class RoundCall:
    """The round's time is up, or its extra minutes are."""

    event: Event


class Deadlines:
    """The deadlines of a record's match. `plan` is None where somebody else calls the round."""

    def __init__(self, record: Record, sequencer: Sequencer[Any], plan: RoundPlan | None) -> None:
        self.plan = plan
        self._record = record
        self._sequencer = sequencer
        self._read: tuple[Fold, RoundPlan, RoundClock] | None = None
        self._called = False
        self._refused_at: Fold | None = None

    # -- the limits of the game ----------------------------------------------------------------------

    def fallen_us(self, now_us: int) -> int | None:
        """A moment after a limit that has run out for certain; None if there is none."""
        due_ms = self._due_ms
        if due_ms is None:
            return None
        settled_us = self._sequencer.settled_us(now_us)
        return settled_us if self._record.t_ms(settled_us) > due_ms else None

    def being_checked(self, now_us: int) -> bool:
        """A limit seems to have run out, but it is not certain yet that nothing came before it."""
        due_ms = self._due_ms
        return due_ms is not None and self._record.t_ms(now_us) > due_ms

    @property
    def _due_ms(self) -> int | None:
        return None if self._record.view is None else self._record.view.next_due_ms

    # -- the round -----------------------------------------------------------------------------------

    @property
    def round(self) -> RoundClock | None:
        """The round of the match; None if this table has none to run."""
        fold, plan = self._record.fold, self.plan
        if fold is None or plan is None:
            return None
        if self._read is None or self._read[0] is not fold or self._read[1] is not plan:
            self._read = (fold, plan, round_clock(fold, plan))
        clock = self._read[2]
        known = clock.call is None or clock.call.name in fold.game.vocabulary.types
        return clock if known else None

    def call_round(self, now_us: int) -> None:
        """Put a call that is due into the order of things, once."""
        clock = self.round
        if clock is None or self._called or not self._is_due(clock, self._record.t_ms(now_us)):
            return
        assert clock.call is not None
        assert clock.deadline_ms is not None
        self._called = True
        self._sequencer.put(self._record.at_us(clock.deadline_ms), RoundCall(clock.call))

    def still_due(self, call: RoundCall, at_us: int) -> bool:
        """Its turn has come: whether it is still to be made. Somebody may have paused the clock before it."""
        self._called = False
        clock = self.round
        return clock is not None and clock.call == call.event and self._is_due(clock, self._record.t_ms(at_us) + 1)

    def stop_again(self) -> Event | None:
        """Play was told to stop when it could not be, and now it can: a challenge has come to nothing meanwhile."""
        clock, fold = self.round, self._record.fold
        if clock is None or fold is None or clock.state is not RoundState.OVER or fold is self._refused_at:
            return None
        if clock.call is not None and not self._over and _taken(fold, clock.call):
            return clock.call
        self._refused_at = fold
        return None

    def _is_due(self, clock: RoundClock, now_ms: int) -> bool:
        overdue = clock.deadline_ms is not None and now_ms > clock.deadline_ms
        return overdue and clock.call is not None and not self._over

    @property
    def _over(self) -> bool:
        return self._record.view is None or self._record.view.over


def _taken(fold: Fold, event: Event) -> bool:
    """Whether the game would take this event now."""
    after = fold.apply(fold.vet(Timed(fold.t_ms, event)))
    return not any(ruling.refuses for ruling in after.view.rulings.since(len(fold.view.rulings)))
