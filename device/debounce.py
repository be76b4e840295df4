"""From a contact that bounces to one change a press. Pure: edges and the time are passed in, nothing is waited for.

The first edge of a burst is the change, and its time is the change's time: later edges of the same burst are
the contact's own affair. When the burst is over the level is read again, so that an edge which the system
lost is noticed. (A library's debounce reports the last edge, or none: then the better switch loses.)
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from device.faults import Fault


@dataclass(frozen=True, slots=True)
class Timing:
    """How a contact behaves."""

    #: Edges this soon after the first belong to it.
    window_us: int = 30_000
    #: A burst is over when nothing has come for so long.
    quiet_us: int = 5_000
    #: A burst that lasts longer than this is that of a worn contact, which still counts.
    worn_us: int = 15_000
    #: For how long it is said to be worn.
    worn_shown_us: int = 10_000_000
    #: A burst that lasts longer than this is a broken contact.
    chatter_us: int = 250_000
    #: More changes than this within a second are no fingers.
    changes_a_second: int = 30
    #: A broken contact that has been quiet for so long is trusted again.
    rest_us: int = 2_000_000
    #: A button that is down for longer is stuck.
    stuck_us: int = 30_000_000


STANDARD = Timing()
#: With fewer edges than this a long burst is a very short tap.
BOUNCES = 4


@dataclass(frozen=True, slots=True)
class Change:
    """The contact became active, or not, and when that began."""

    at_us: int
    active: bool


class Debouncer:
    """One contact. Call `edge` for every edge, and `look` now and then with the level as it is.

    `momentary`: the contact springs back by itself (a button). The level at the start is no change, since
    nobody knows when it came about.
    """

    def __init__(self, *, active: bool, now_us: int, momentary: bool, timing: Timing = STANDARD) -> None:
        self.active = active
        self.fault: Fault | None = None
        #: Whether its last bursts were too long for a good contact.
        self.worn = False
        self._timing = timing
        self._momentary = momentary
        #: Since when the reported level lasts.
        self._since_us = now_us
        #: The first edge of the burst that is not over yet; how many there were, the last, and the last to each level.
        self._first_us: int | None = None
        self._edges = 0
        self._last_us = now_us
        self._latest: dict[bool, int] = {}
        #: When the level was first seen to be another than the edges say.
        self._doubted_us: int | None = None
        self._worn_us = now_us
        self._changes: deque[int] = deque(maxlen=timing.changes_a_second + 1)

    def edge(self, at_us: int, active: bool) -> list[Change]:
        """What an edge to that level means: its change, behind one that the burst before it turns out to be."""
        changes: list[Change] = []
        if not self._is_off() and self._burst_is_over(at_us):
            # Nobody has looked since, but the burst's last edge says how it ended.
            changes = self._conclude(max(self._latest, key=self._latest.__getitem__, default=self.active), at_us)
        self._last_us = max(self._last_us, at_us)
        self._latest[active] = at_us
        self._doubted_us = None
        if self._is_off():
            return changes
        if self._first_us is not None:
            self._edges += 1
            late = at_us - self._first_us > self._timing.chatter_us
            return changes + self._switch_off(at_us) if late else changes
        self._first_us, self._edges = at_us, 1
        return changes + self._become(active, at_us) if active != self.active else changes

    def look(self, now_us: int, active: bool) -> list[Change]:
        """What the level at this moment means: usually nothing; a change whose edge was lost; a fault."""
        if self.worn and now_us - self._worn_us >= self._timing.worn_shown_us:
            self.worn = False
        if self._is_off():
            return self._trust_again(now_us, active)
        if self._first_us is not None and not self._burst_is_over(now_us):
            return []
        if active == self.active or active in self._latest:
            changes = self._conclude(active, now_us)
        elif self._doubted_us is None:
            # Its edge may be on its way, with the better time; if it is lost, the next look will say so.
            self._first_us, self._doubted_us = None, now_us
            return []
        elif now_us - self._doubted_us < self._timing.quiet_us:
            return []
        else:
            changes = self._conclude(active, self._doubted_us)
            # It may be lost out of a burst that is still going on.
            self._first_us, self._edges = now_us, 0
        self._doubted_us = None
        if not changes and not self._is_off():
            stuck = self._momentary and active and now_us - self._since_us >= self._timing.stuck_us
            self.fault = Fault.STUCK if stuck else None
        return changes

    def _is_off(self) -> bool:
        return self.fault is Fault.CHATTERING

    def _burst_is_over(self, now_us: int) -> bool:
        if self._first_us is None:
            return False
        return now_us >= max(self._first_us + self._timing.window_us, self._last_us + self._timing.quiet_us)

    def _conclude(self, active: bool, now_us: int) -> list[Change]:
        """The burst is over, and the contact has come to rest at this level."""
        lasted_us = 0 if self._first_us is None else self._last_us - self._first_us
        if self._edges >= BOUNCES and lasted_us >= self._timing.worn_us:
            self.worn, self._worn_us = True, self._last_us
        self._first_us = None
        seen_us = self._latest.get(active, now_us)
        self._latest.clear()
        return [] if active == self.active else self._become(active, max(seen_us, self._since_us))

    def _become(self, active: bool, at_us: int) -> list[Change]:
        self._changes.append(at_us)
        if len(self._changes) == self._changes.maxlen and at_us - self._changes[0] < 1_000_000:
            return self._switch_off(at_us)
        self.active = active
        self._since_us = at_us
        self.fault = None
        return [Change(at_us, active)]

    def _switch_off(self, at_us: int) -> list[Change]:
        """No more of this contact until it has come to rest. A finger that was on it counts as gone."""
        self.fault = Fault.CHATTERING
        self.worn = False
        self._first_us = self._doubted_us = None
        self._changes.clear()
        if not (self._momentary and self.active):
            return []
        self.active = False
        self._since_us = at_us
        return [Change(at_us, active=False)]

    def _trust_again(self, now_us: int, active: bool) -> list[Change]:
        if now_us - self._last_us < self._timing.rest_us:
            return []
        self.fault = None
        self._latest.clear()
        if active == self.active:
            return []
        if self._momentary:
            # Nobody pressed just now; if it is a stuck button, time will tell.
            self.active, self._since_us = active, now_us
            return []
        return self._become(active, now_us)
