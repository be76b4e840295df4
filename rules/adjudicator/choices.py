"""Which signs are numbers and which are operations, where a sign may be both (Base eleven and twelve, XIII-C-5).

How far a sign with a default reaches depends on what stands beside it (VII-B-6-b): in x4√x2 the first x has the
numeral 4√ behind it, or the 4 which is the index of a root. So the defaults are looked up for one choice at a time,
and what may be read is what any of them allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.adjudicator.roles import Item

#: How a part of the line may end: where a number must follow, or with a numeral of so many signs (0: with another
#: number, a group, or a sign behind one).
_OPEN = -1
_CLOSED = 0


def defaults_depend_on_roles(items: Sequence[Item]) -> bool:
    """Whether there are signs that may be number or operation, and signs that have a default."""
    return any(_is_double(item) for item in items) and any(_has_default(item) for item in items)


def role_choices(items: Sequence[Item], longest: int) -> Iterator[list[Item]]:
    """The items in each way to take them for numbers or operations that gives a line, operations first.

    No numeral has more than `longest` signs. Every way that is begun can be finished: the next one is never far off.
    """
    alternatives = [_alternatives(item) for item in items]
    beside = any(item.is_i for item in items)
    can_end = _ends(alternatives, longest, beside=beside)
    started: list[tuple[list[Item], int]] = [([], _OPEN)] if _OPEN in can_end[0] else []
    while started:
        chosen, state = started.pop()
        if len(chosen) == len(items):
            yield chosen
            continue
        for one in reversed(alternatives[len(chosen)]):
            after = _after(one, state, longest, beside=beside)
            if after in can_end[len(chosen) + 1]:
                started.append(([*chosen, one], after))


def _is_double(item: Item) -> bool:
    return item.is_operand and bool(item.infixes or item.befores)


def _has_default(item: Item) -> bool:
    return bool(item.befores or item.behinds) or item.is_root or item.is_i


def _alternatives(item: Item) -> tuple[Item, ...]:
    """The item as an operation and as a number, if it may be both."""
    if not _is_double(item):
        return (item,)
    return replace(item, digits=[], points=[], lones=[]), replace(item, infixes=[], befores=[])


def _ends(alternatives: Sequence[Sequence[Item]], longest: int, *, beside: bool) -> list[set[int]]:
    """For each place the states in which the rest of the line can be finished."""
    states = range(_OPEN, longest + 1)
    found = [set(range(_CLOSED, longest + 1))]
    for place in reversed(alternatives):
        found.append(
            {each for each in states if any(_after(one, each, longest, beside=beside) in found[-1] for one in place)}
        )
    return found[::-1]


def _after(item: Item, state: int, longest: int, *, beside: bool) -> int | None:
    """The state behind one more item; None where it cannot stand. With i in the line numbers may be `beside` others."""
    if item.is_operand:
        is_digit = bool(item.digits or item.points)
        if is_digit and state > _CLOSED:
            return state + 1 if state < longest else None
        if state != _OPEN and not beside:
            return None
        return 1 if is_digit else _CLOSED
    if state == _OPEN:
        return _OPEN if item.befores else None
    if item.behinds:
        return _CLOSED
    return _OPEN if item.infixes or beside else None
