"""The gaps of a Goal on the mat: which parts they keep together (IV-B-2).

No part of the expression may hold some cubes of a group and leave others out, unless it lies within the group. So a
gap beside an operation sign separates it from what lies behind the gap. What is between the operation signs at the
two ends of a group binds first, as if it were in brackets: `√5+4 x9` has √(5+4). With an order of operations that is
all there is to it (`bracketed`). Without one (`gaps_of`), a root, or the x of Number of Factors, that leads its group
may reach beyond it: √[(5+4)x9] is another reading of that Goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.base import EXTRA_DIGITS
from rules.cubes import Cube
from rules.mat import Goal

T = TypeVar("T")
_OPERATIONS = frozenset("+-x÷^√")


@dataclass(frozen=True, slots=True)
class Gaps:
    """Stretches of cubes that stay together; `leading` are the signs before them that may reach beyond."""

    groups: tuple[tuple[int, int], ...]
    leading: frozenset[int] = frozenset()

    def allows(self, start: int, end: int) -> bool:
        """Whether the cubes from `start` up to (without) `end` may be one part."""
        for first, last in self.groups:
            apart = end <= first or last <= start
            within = first <= start and end <= last
            around = start <= first and last <= end
            if not (apart or within or around or self._only_leading_left_out(first, last, start, end)):
                return False
        return True

    def _only_leading_left_out(self, first: int, last: int, start: int, end: int) -> bool:
        return end >= last and all(place in self.leading for place in range(first, start))


@dataclass(frozen=True, slots=True)
class SignAt:
    """What matters of a cube at the end of a group: whether it is an operation, and which symbol it stands for."""

    is_operation: bool
    symbol: str


def core(group: Sequence[SignAt], terms: Terms) -> tuple[int, int]:
    """From where up to where the cubes of a group bind first: all but the operations at its two ends.

    A league may have a root that leads the group within it: (√5)+4 in `√5+4 x9`.
    """
    first, last = 0, len(group)
    prefixes = frozenset[str]() if terms.readings.group_ends_stand_apart else prefix_symbols(terms)
    while first < last and group[first].is_operation and group[first].symbol not in prefixes:
        first += 1
    while last > first and group[last - 1].is_operation:
        last -= 1
    return first, last


def prefix_symbols(terms: Terms) -> frozenset[str]:
    """The symbols that may stand before an operand: the root, and x where it counts factors or finds a prime."""
    unary_x = terms.has("number-of-factors") or terms.has("smallest-prime")
    return frozenset("√x" if unary_x else "√")


def bracketed(
    parts: Sequence[T],
    ends: Sequence[SignAt],
    goal: Goal,
    terms: Terms,
    bracket: Callable[[Sequence[T]], Iterable[T]],
) -> list[T]:
    """The parts of a Goal, one a cube, with `bracket` round what binds first in each group (MLAG IV-B-2)."""
    if len(goal.groups) == 1:
        return list(parts)
    found: list[T] = []
    start = 0
    for cubes in goal.groups:
        group = parts[start : start + len(cubes)]
        first, last = core(ends[start : start + len(cubes)], terms)
        inner = group[first:last]
        found += [*group[:first], *(bracket(inner) if len(inner) > 1 else inner), *group[last:]]
        start += len(cubes)
    return found


def gaps_of(goal: Goal, terms: Terms, wild: str | None = None) -> Gaps | None:
    """The gaps of a Goal with no order of operations, its wild cubes standing for the symbol `wild`; None for none.

    A sign that leads a group behind an operand stands between two numbers, and reaches no further than its group.
    """
    if len(goal.groups) < 2:
        return None
    parts: list[tuple[int, int]] = []
    leading: set[int] = set()
    at = 0
    prefixes, ends_in_operand = prefix_symbols(terms), False
    for cubes in goal.groups:
        group = [_sign_at(cube, terms, wild) for cube in cubes]
        first, last = core(group, terms)
        parts += [(at, at + len(group)), (at + first, at + last)]
        leading |= {at + n for n in _leading(group) if group[n].symbol in prefixes and not ends_in_operand}
        ends_in_operand = not group[-1].is_operation
        at += len(group)
    return Gaps(tuple(part for part in parts if part[1] - part[0] > 1), frozenset(leading))


def _leading(group: Sequence[SignAt]) -> Iterator[int]:
    """The places of the operations that a group begins with."""
    return (n for n, _ in enumerate(takewhile(lambda sign: sign.is_operation, group)))


def _sign_at(cube: Cube, terms: Terms, wild: str | None) -> SignAt:
    """What a cube is at the end of a group; one that may be a digit (Base eleven, twelve) is taken for one."""
    symbol = wild if wild is not None and cube.face == terms.wild else cube.face
    is_digit = EXTRA_DIGITS.get(symbol, terms.base) < terms.base
    return SignAt(symbol in _OPERATIONS and not is_digit and not cube.turn_suffix, symbol)
