"""Digit strings as numbers: how long they may be, in which base they are read (IV-B-1, VII-B-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import WIDE, Digit, Fault, Item, Lone, Point
from rules.numbers import Number

#: A numeral with a decimal point has at most so many digits (XIII-A-11, XIII-D-12).
MOST_DIGITS_WITH_POINT = 3
#: A longer run of digits is no numeral under any rule; it is not even tried.
LONGEST = 6


def numerals(reckoner: Reckoner, items: list[Item]) -> Iterator[Lone]:
    """The numbers that a run of digits names, at most one of them with a point; Fault if it is too long."""
    if len(items) > LONGEST and not reckoner.any_length:
        raise _too_many(reckoner)
    choices: list[list[Digit | Point]] = [[*item.digits, *item.points] for item in items]
    for parts in product(*choices):
        yield from _numeral(reckoner, parts)


def longest(reckoner: Reckoner, items: Sequence[Item]) -> int:
    """How many digits and points a legal numeral that is made of these items has at most."""
    if reckoner.any_length:
        return len(items)
    digits = reckoner.terms.goal_digits if reckoner.at_goal else reckoner.terms.solution_digits
    return max(digits, MOST_DIGITS_WITH_POINT + 1) if any(item.points for item in items) else digits


def _numeral(reckoner: Reckoner, parts: tuple[Digit | Point, ...]) -> Iterator[Lone]:
    digits = [part.value for part in parts if isinstance(part, Digit)]
    points = [place for place, part in enumerate(parts) if isinstance(part, Point)]
    if not digits or len(points) > 1:
        return
    text = "".join(part.text for part in parts)
    if points:
        if len(digits) > MOST_DIGITS_WITH_POINT and not reckoner.any_length:
            cite = reckoner.terms.cite(
                "decimal-in-goal" if reckoner.at_goal and _inserts(reckoner) else "decimal-point"
            )
            raise Fault("variation", cite, "too-many-decimals", most=MOST_DIGITS_WITH_POINT)
        yield Lone(_value(reckoner, digits, len(digits) - points[0]), text)
        return
    if reckoner.inserts_points and len(digits) <= MOST_DIGITS_WITH_POINT:
        texts = [part.text for part in parts]
        for places in range(len(digits) + 1):
            before = len(digits) - places
            yield Lone(_value(reckoner, digits, places), "".join([*texts[:before], ".", *texts[before:]]))
    else:
        yield Lone(_value(reckoner, digits, 0), text, _length_flag(reckoner, len(digits)))


def _value(reckoner: Reckoner, digits: list[int], places: int) -> Number:
    base, total = reckoner.terms.base, 0
    for digit in digits:
        total = total * base + digit
    return Number.of(Fraction(total, base**places) if places else total)


def _length_flag(reckoner: Reckoner, count: int) -> int:
    """0 for a numeral that may stand anywhere, WIDE for one that may stand beside % only; Fault if it is too long."""
    if reckoner.any_length:
        return 0
    if not reckoner.at_goal:
        if count <= reckoner.terms.solution_digits:
            return 0
        if count == 2 and reckoner.terms.has("percent"):
            return WIDE
        raise _too_many(reckoner)
    if count <= reckoner.terms.goal_digits:
        return 0
    if count == MOST_DIGITS_WITH_POINT and _inserts(reckoner):
        raise Fault("goal-illegal", reckoner.terms.cite("decimal-in-goal"), "point-missing")
    raise _too_many(reckoner)


def _inserts(reckoner: Reckoner) -> bool:
    return reckoner.terms.has("decimal-in-goal")


def _too_many(reckoner: Reckoner) -> Fault:
    if reckoner.at_goal:
        most = reckoner.terms.goal_digits
        return Fault("goal-illegal", reckoner.terms.cite("goal-digits"), "too-many-digits", most=most)
    return Fault("multi-digit", "VII-B-4", "too-many-digits", most=reckoner.terms.solution_digits)
