"""An immutable sequence that grows at its end without being copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Link(Generic[T]):
    item: T
    before: _Link[T] | None


class History(Generic[T]):
    """What has happened, oldest first; `add` gives a new History and shares the old one's items.

    A match keeps its rulings and deadlines in these: with tuples, the ten-thousandth event would
    cost ten thousand copies.

    >>> list(History((1, 2)).add(3))
    [1, 2, 3]
    """

    __slots__ = ("_first", "_last", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._last: _Link[T] | None = None
        self._first: _Link[T] | None = None
        self._length = 0
        for item in items:
            self._last = _Link(item, self._last)
            self._first = self._first or self._last
            self._length += 1

    def add(self, item: T) -> History[T]:
        grown: History[T] = History()
        grown._last = _Link(item, self._last)
        grown._first = self._first or grown._last
        grown._length = self._length + 1
        return grown

    @property
    def first(self) -> T:
        """The oldest item; IndexError if there is none."""
        if self._first is None:
            raise IndexError("nothing has happened yet")
        return self._first.item

    def last(self, count: int) -> tuple[T, ...]:
        """The newest `count` items, oldest first."""
        found: list[T] = []
        link = self._last
        while link is not None and len(found) < count:
            found.append(link.item)
            link = link.before
        return tuple(reversed(found))

    def since(self, length: int) -> tuple[T, ...]:
        """The items added after the History was `length` long, oldest first."""
        return self.last(max(0, self._length - length))

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
