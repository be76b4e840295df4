"""What was first? Evidence from sources of different speed, given out in the order in which it happened.

A camera needs a moment to see that a cube lies still; a button does not. So nothing is given out before
every slower source has said that it cannot report anything earlier (its watermark). Time is passed in.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class _Waiting(Generic[T]):
    after_us: int
    arrival: int
    at_us: int = field(compare=False)
    item: T = field(compare=False)


class Sequencer(Generic[T]):
    """Items with the time of their first evidence, released in that order.

    A source that only has to be waited for is registered by `passed`; instant ones (a touch, a button)
    just `put`. `patience_us` is how long a silent source may hold everybody up: a hand that rests over the
    mat must not stop the game.
    """

    def __init__(self, patience_us: int) -> None:
        self._patience_us = patience_us
        self._marks: dict[str, int] = {}
        self._waiting: list[_Waiting[T]] = []
        self._arrivals = 0
        #: Nothing later than this is given out while something about it is being asked.
        self.held_at_us: int | None = None

    def passed(self, source: str, at_us: int) -> None:
        """`source` has reported everything that happened before `at_us`."""
        self._marks[source] = max(at_us, self._marks.get(source, at_us))

    def lost(self, source: str) -> None:
        """`source` can report nothing for now; nobody waits for it."""
        self._marks.pop(source, None)

    def put(self, at_us: int, item: T, *, after_us: int | None = None) -> None:
        """Take in something that happened at `at_us`.

        `after_us` puts it behind everything that was reported up to that later moment: "Goal" means the
        cubes as they lie, and the first picture of them may be taken an instant after the word.
        """
        self._arrivals += 1
        heapq.heappush(self._waiting, _Waiting(at_us if after_us is None else after_us, self._arrivals, at_us, item))

    def safe_us(self, now_us: int) -> int:
        """Everything that happened before this moment has been reported."""
        safe = min([now_us, *(max(mark, now_us - self._patience_us) for mark in self._marks.values())])
        return safe if self.held_at_us is None else min(safe, self.held_at_us)

    def settled_us(self, now_us: int) -> int:
        """Everything that happened before this moment has been reported and given out: a deadline may fall."""
        return min([self.safe_us(now_us), *(waiting.at_us for waiting in self._waiting)])

    def release(self, now_us: int) -> tuple[int, T] | None:
        """The next item that nothing can overtake any more, with its time; None if there is none yet."""
        if self._waiting and self._waiting[0].after_us <= self.safe_us(now_us):
            first = heapq.heappop(self._waiting)
            return first.at_us, first.item
        return None

    def __len__(self) -> int:
        return len(self._waiting)
