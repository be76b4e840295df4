"""An immutable sequence that grows at its end without being copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

#: How many items lie side by side: adding one copies fewer than these, and finding the newest n takes n/CHUNK steps.
CHUNK = 32


@dataclass(frozen=True, slots=True)
class _Full(Generic[T]):
    """A chunk that will not grow any more, and the one before it."""

    items: tuple[T, ...]
    before: _Full[T] | None


class History(Generic[T]):
    """What has happened, oldest first; `add` gives a new History and shares the old one's items.

    A match keeps its lines, rulings, penalties and deadlines in these: with tuples, the ten-thousandth event
    would cost ten thousand copies.

    >>> list(History((1, 2)).add(3))
    [1, 2, 3]
    """

    __slots__ = ("_full", "_length", "_oldest", "_tail")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._full: _Full[T] | None = None
        self._tail: tuple[T, ...] = ()
        self._length = 0
        #: The first chunk, or the tail while there is none; the oldest item stands first in it.
        self._oldest: tuple[T, ...] = ()
        for item in items:
            self._grow(item)

    def _grow(self, item: T) -> None:
        """Add to a History that nobody else has seen yet."""
        if len(self._tail) == CHUNK:
            self._full = _Full(self._tail, self._full)
            self._tail = ()
        self._tail = (*self._tail, item)
        self._length += 1
        if self._length == 1:
            self._oldest = self._tail

    def _copy(self) -> History[T]:
        copy: History[T] = History.__new__(History)
        copy._full, copy._tail, copy._length, copy._oldest = self._full, self._tail, self._length, self._oldest
        return copy

    def add(self, item: T) -> History[T]:
        grown = self._copy()
        grown._grow(item)
        return grown

    def with_newest(self, item: T) -> History[T]:
        """The History with another item in place of the newest one; IndexError if there is none."""
        self._must_hold_something()
        changed = self._copy()
        changed._tail = (*self._tail[:-1], item)
        if self._length == 1:
            changed._oldest = changed._tail
        return changed

    @property
    def newest(self) -> T:
        """The item added last; IndexError if there is none."""
        self._must_hold_something()
        return self._tail[-1]

    @property
    def first(self) -> T:
        """The oldest item; IndexError if there is none."""
        self._must_hold_something()
        return self._oldest[0]

    def _must_hold_something(self) -> None:
        if not self._length:
            raise IndexError("nothing has happened yet")

    def last(self, count: int) -> tuple[T, ...]:
        """The newest `count` items, oldest first."""
        if count <= 0:
            return ()
        if count <= len(self._tail):
            return self._tail[-count:]
        chunks, left, link = [self._tail], count - len(self._tail), self._full
        while link is not None and left > 0:
            chunks.append(link.items[-left:])
            left, link = left - CHUNK, link.before
        return tuple(item for chunk in reversed(chunks) for item in chunk)

    def since(self, length: int) -> tuple[T, ...]:
        """The items added after the History was `length` long, oldest first."""
        return self.last(self._length - length)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self.last(self._length))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((self._length, self.last(1)))

    def __repr__(self) -> str:
        return f"History({tuple(self)!r})"
