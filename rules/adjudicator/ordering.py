"""Values in rising order, each once; complex ones by their real, then by their imaginary part.

Exact comparison of irrational numbers is dear, and most values are far apart. So the nearest doubles decide where they
differ plainly, and exact arithmetic wherever they do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key

from rules.adjudicator.roles import Entry
from rules.numbers import Arithmetic

#: A double is nearer to its number than this, relatively, by far.
CLOSE = 1e-12


@dataclass(slots=True)
class _Placed:
    entry: Entry
    #: The nearest double of the real part; None beyond a double.
    near: float | None


def rising(numbers: Arithmetic, entries: Iterable[Entry]) -> list[Entry]:
    """The interpretations of different values, rising; of several with one value the one of the shortest text."""
    placed = [_Placed(entry, _near(numbers, entry)) for entry in entries]
    placed.sort(key=cmp_to_key(lambda a, b: _order(numbers, a, b)))
    kept: list[_Placed] = []
    for each in placed:
        if not kept or _order(numbers, kept[-1], each) != 0:
            kept.append(each)
        elif kept[-1].entry.value.key != each.entry.value.key:
            kept[-1] = min(kept[-1], each, key=lambda one: len(numbers.text(one.entry.value)))
    return [each.entry for each in kept]


def _near(numbers: Arithmetic, entry: Entry) -> float | None:
    q = entry.value.q
    if q is not None:
        try:
            return int(q.p) / int(q.q)
        except OverflowError:
            return None
    near = numbers.approx(entry.value)
    return near[0] if isinstance(near, tuple) else near


def _order(numbers: Arithmetic, a: _Placed, b: _Placed) -> int:
    one, other = a.entry.value, b.entry.value
    if one.q is not None and other.q is not None:
        return (one.q > other.q) - (one.q < other.q)
    if a.near is not None and b.near is not None:
        apart = a.near - b.near
        if abs(apart) > CLOSE * max(abs(a.near), abs(b.near)):
            return 1 if apart > 0 else -1
    if numbers.equal(one, other):
        return 0
    return numbers.compare(numbers.real_part(one), numbers.real_part(other)) or numbers.compare(
        numbers.imaginary_part(one), numbers.imaginary_part(other)
    )
