"""From the board's time to this machine's: a running fit through the fastest lines. Pure.

A line arrives after it was sent, never before: `arrival - board time` is the offset of the two clocks plus a
delay that is never negative. So the offset is where the quickest lines lie, and the clocks' different pace is
the slope of the line beneath all of them. What stays unknown is the shortest delay itself, below a
millisecond on USB and the same for every switch of a box: who was first does not depend on it.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

#: Two quartz clocks differ by less; a steeper fit is made of delays.
STEEPEST = 300e-6
#: What the first seconds show is delays; only over such a stretch does a drift stand out from them.
SPAN_US = 20_000_000
BUCKET_US = 1_000_000
BUCKETS = 120


class BoardClock:
    """The clock of one board since it started. `wrap_bits`: its counter begins anew after so many bits."""

    def __init__(self, wrap_bits: int) -> None:
        self._wrap = 1 << wrap_bits
        self._last: int | None = None
        #: The quickest line of each second: (board time, arrival - board time).
        self._quickest: deque[tuple[int, int]] = deque(maxlen=BUCKETS)
        self._bucket_us = 0
        self._slope, self._at, self._offset = 0.0, 0, 0

    @property
    def set(self) -> bool:
        return bool(self._quickest)

    def unwrapped(self, us: int) -> int:
        """A reading of the counter as a time that never begins anew: the one nearest to the last reading."""
        if self._last is None:
            return us % self._wrap
        return self._last + (us - self._last + self._wrap // 2) % self._wrap - self._wrap // 2

    def heard(self, us: int, arrival_us: int) -> None:
        """A line that was sent at `us` of the board has come."""
        at = self.unwrapped(us)
        self._last = at if self._last is None else max(self._last, at)
        sample = (at, arrival_us - at)
        if self._quickest and at - self._bucket_us < BUCKET_US:
            if sample[1] >= self._quickest[-1][1]:
                return
            self._quickest[-1] = sample
        else:
            self._bucket_us = at
            self._quickest.append(sample)
        self._fit()

    def host_us(self, us: int) -> int:
        """A moment of the board as monotonic microseconds of this machine."""
        at = self.unwrapped(us)
        return at + self._offset + round(self._slope * (at - self._at))

    def _fit(self) -> None:
        """The line beneath all samples that is nearest to them on the whole."""
        hull: list[tuple[int, int]] = []
        for point in sorted(self._quickest):
            while len(hull) > 1 and _turns_down(hull[-2], hull[-1], point):
                hull.pop()
            hull.append(point)
        middle = sum(at for at, _ in self._quickest) / len(self._quickest)
        lowest = min(self._quickest, key=lambda sample: sample[1])
        long_enough = hull[-1][0] - hull[0][0] >= SPAN_US
        for left, right in pairwise(hull):
            if long_enough and left[0] <= middle <= right[0] and right[0] > left[0]:
                slope = (right[1] - left[1]) / (right[0] - left[0])
                if abs(slope) <= STEEPEST:
                    self._slope, (self._at, self._offset) = slope, left
                    return
        self._slope, (self._at, self._offset) = 0.0, lowest


def _turns_down(first: tuple[int, int], second: tuple[int, int], third: tuple[int, int]) -> bool:
    """Whether the middle one of three points lies on or above the line between the others."""
    across = (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])
    return across <= 0
