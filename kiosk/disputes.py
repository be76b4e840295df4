"""Challenges that came from the screen: read off what was written down, so that their last seconds are kept too.

A block that is lifted off the box is kept at once, by its signal; where there is no box, people say it by touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.timer import MatchTime
from kiosk.record import Moment

#: Events around which the last seconds are worth keeping, and for how long after one that was kept they are not again:
#: the lift itself may have been heard from the box, and what is challenged is said a while after it.
CHALLENGES = {"block-lifted": 2_000_000, "challenge-stated": 60_000_000}
#: What is longer ago was written down by an earlier run; no camera has pictures of it.
LONG_AGO_US = 10_000_000


class Disputes:
    """Follows the record, turn by turn."""

    def __init__(self) -> None:
        self._seen = 0
        self._kept_us: int | None = None

    def kept(self, at_us: int) -> None:
        """The seconds around that moment of the machine are being kept."""
        self._kept_us = at_us if self._kept_us is None else max(at_us, self._kept_us)

    def new(self, moments: Iterable[Moment], time: MatchTime, now_us: int) -> Iterator[int]:
        """The moments of the machine around which its last seconds are to be kept: each is said once."""
        for moment in moments:
            if moment.seq <= self._seen:
                continue
            self._seen = moment.seq
            at_us = time.us_of(moment.t_ms)
            apart_us = CHALLENGES.get(moment.event)
            if apart_us is None or now_us - at_us > LONG_AGO_US:
                continue
            if self._kept_us is None or at_us - self._kept_us > apart_us:
                self.kept(at_us)
                yield at_us
