"""The gaps of a Goal on the mat: which parts they keep together (IV-B-2).

No part of the expression may hold some cubes of a group and leave others out, unless it lies within the group. So a
gap beside an operation sign separates it from what lies behind the gap. What is between the operation signs at the
two ends of a group binds first, as if it were in brackets: `√5+4 x9` has √(5+4). Where the book has no order of
operations, a root (or x) that leads its group may reach beyond it: √[(5+4)x9] is another reading of that Goal.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.mat import Goal

_PREFIXES = frozenset("√x")
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


def gaps_of(goal: Goal, *, order_of_operations: bool) -> Gaps | None:
    """The gaps of a Goal; None where it has none."""
    if len(goal.groups) < 2:
        return None
    parts: list[tuple[int, int]] = []
    leading: set[int] = set()
    at = 0
    for group in goal.groups:
        signs = [cube.face in _OPERATIONS and not cube.turn_suffix for cube in group]
        before = next((n for n, sign in enumerate(signs) if not sign), len(group))
        behind = next((n for n, sign in enumerate(reversed(signs)) if not sign), 0)
        parts += [(at, at + len(group)), (at + before, at + len(group) - behind)]
        if not order_of_operations:
            leading |= {at + n for n in range(before) if group[n].face in _PREFIXES}
        at += len(group)
    return Gaps(tuple(part for part in parts if part[1] - part[0] > 1), frozenset(leading))
