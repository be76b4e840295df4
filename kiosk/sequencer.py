"""What was first? Evidence from sources of different speed, given out in the order in which it happened.

A camera needs a moment to see that a cube lies still; a button does not. So nothing is given out before
every slower source has said that it cannot report anything earlier (its watermark). Time is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Waiting(Generic[T]):
    after_us: int
    arrival: int
    at_us: int
    item: T
    lane: str | None


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

    def put(self, at_us: int, item: T, *, after_us: int | None = None, lane: str | None = None) -> int:
        """Take in something that happened at `at_us`; gives the ticket with which it can be hastened.

        `after_us` puts it behind everything that was reported up to that later moment: "Goal" means the
        cubes as they lie, and the first picture of them may be taken an instant after the word. Items of one
        `lane` never overtake each other: who pressed first is first, however long each of them pressed.
        """
        self._arrivals += 1
        after_us = at_us if after_us is None else after_us
        self._waiting.append(_Waiting(after_us, self._arrivals, at_us, item, lane))
        return self._arrivals

    def hasten(self, ticket: int, after_us: int) -> None:
        """It need not wait for longer than until this moment; nothing happens if it has been given out."""
        for waiting in self._waiting:
            if waiting.arrival == ticket:
                waiting.after_us = min(waiting.after_us, after_us)

    def waiting(self, lane: str) -> Iterator[tuple[int, T]]:
        """What waits in a lane, in order."""
        for each in sorted(self._waiting, key=lambda each: (each.at_us, each.arrival)):
            if each.lane == lane:
                yield each.at_us, each.item

    def withdraw(self, lane: str, wanted: Callable[[T], bool]) -> list[tuple[int, T]]:
        """Take items out of a lane, in order."""
        found = [(at_us, item) for at_us, item in self.waiting(lane) if wanted(item)]
        self._waiting = [each for each in self._waiting if each.lane != lane or not wanted(each.item)]
        return found

    def safe_us(self, now_us: int) -> int:
        """Everything that happened before this moment has been reported."""
        safe = min([now_us, *(max(mark, now_us - self._patience_us) for mark in self._marks.values())])
        return safe if self.held_at_us is None else min(safe, self.held_at_us)

    def settled_us(self, now_us: int) -> int:
        """Everything that happened before this moment has been reported and given out: a deadline may fall."""
        return min([self.safe_us(now_us), *(waiting.at_us for waiting in self._waiting)])

    def release(self, now_us: int) -> tuple[int, T] | None:
        """The next item that nothing can overtake any more, with its time; None if there is none yet."""
        first = min(self._next(), key=lambda each: (each.after_us, each.arrival), default=None)
        if first is None or first.after_us > self.safe_us(now_us):
            return None
        self._waiting = [each for each in self._waiting if each is not first]
        return first.at_us, first.item

    def _next(self) -> Iterator[_Waiting[T]]:
        """What may come next: everything without a lane, and of each lane the one that happened first."""
        heads: dict[str, _Waiting[T]] = {}
        for each in self._waiting:
            if each.lane is None:
                yield each
                continue
            head = heads.get(each.lane)
            if head is None or (each.at_us, each.arrival) < (head.at_us, head.arrival):
                heads[each.lane] = each
        yield from heads.values()

    def __len__(self) -> int:
        return len(self._waiting)
