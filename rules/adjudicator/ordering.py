"""Values in rising order, each once; complex ones by their real, then by their imaginary part.

Exact comparison of irrational numbers is dear, and most values are far apart. So the nearest doubles decide where they
differ plainly, and exact arithmetic wherever they do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby

from rules.adjudicator.roles import Entry, Ratio
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
    entries = list(entries)
    fractions = [(entry.ratio, entry) for entry in entries if entry.ratio is not None]
    if len(fractions) == len(entries):
        return _rising_fractions(fractions)
    placed = [_Placed(entry, _near(numbers, entry)) for entry in entries]
    placed.sort(key=cmp_to_key(lambda a, b: _order(numbers, a, b)))
    kept: list[_Placed] = []
    for each in placed:
        if not kept or _order(numbers, kept[-1], each) != 0:
            kept.append(each)
        elif kept[-1].entry.value.key != each.entry.value.key:
            kept[-1] = min(kept[-1], each, key=lambda one: len(numbers.text(one.entry.value)))
    return [each.entry for each in kept]


def _rising_fractions(fractions: list[tuple[Ratio, Entry]]) -> list[Entry]:
    """The same for fractions alone, of which a long expression may have thousands."""
    once = dict(reversed(fractions))
    try:
        # A quotient of integers is the nearest double, so that two of them never stand in the wrong order.
        by_double = sorted(once, key=lambda ratio: ratio[0] / ratio[1])
        placed = [each for _, run in groupby(by_double, key=lambda ratio: ratio[0] / ratio[1]) for each in _exact(run)]
    except OverflowError:
        placed = _exact(once)
    return [once[ratio] for ratio in placed]


def _exact(ratios: Iterable[Ratio]) -> list[Ratio]:
    return sorted(ratios, key=lambda ratio: Fraction(*ratio))


def _near(numbers: Arithmetic, entry: Entry) -> float | None:
    if entry.ratio is not None:
        try:
            return entry.ratio[0] / entry.ratio[1]
        except OverflowError:
            return None
    near = numbers.approx(entry.value)
    return near[0] if isinstance(near, tuple) else near


def _order(numbers: Arithmetic, a: _Placed, b: _Placed) -> int:
    one, other = a.entry.value, b.entry.value
    if a.near is not None and b.near is not None:
        apart = a.near - b.near
        if abs(apart) > CLOSE * max(abs(a.near), abs(b.near)):
            return 1 if apart > 0 else -1
    if numbers.equal(one, other):
        return 0
    return numbers.compare(numbers.real_part(one), numbers.real_part(other)) or numbers.compare(
        numbers.imaginary_part(one), numbers.imaginary_part(other)
    )
