"""The operations of section III, with what each of them demands: exact values, or the fault and its section."""

from __future__ import annotations

from fractions import Fraction

from rules.adjudicator.roles import Before, Fault, Infix, Ratio, Unary
from rules.adjudicator.terms import Terms
from rules.numbers import Arithmetic, Number, Uncheckable, Undefined

ZERO = Number.of(0)
TWO = Number.of(2)

#: One reading takes at most this part of a request's budget.
STEP_SHARE = 3

ILLEGAL = "illegal-expression"


class Reckoner:
    """Reckons for one request: exact numbers with one budget, under the terms of one shake."""

    def __init__(
        self, terms: Terms, *, at_goal: bool, arithmetic: Arithmetic | None = None, most_values: int | None = None
    ) -> None:
        self.terms = terms
        self.at_goal = at_goal
        self.numbers = arithmetic or Arithmetic()
        #: Only so many interpretations of each part are followed; None for all.
        self.most_values = most_values
        # One side of an Equation may take a share of the budget: the other side and the comparison need theirs.
        self._most_steps = self.numbers.meter.steps + self.numbers.meter.budget.max_steps // STEP_SHARE
        self.whole = terms.whole_numbers
        self.imaginary = terms.has("imaginary")
        #: Goals in which a sum with a power is barred must know where powers are (XIII-C-9).
        self.watches_powers = terms.bars_power_sums and terms.has("number-of-factors")
        #: Signs of one rank go from the left (a reading of IV-B-2).
        self.from_left = terms.readings.equal_signs_go_from_left
        #: Numerals that are too long elsewhere may be parts of what stands beside % (a reading of XIII-A-10).
        self.wide_inside = terms.readings.wide_numerals_in_percents
        #: More is asked of an interpretation than its value.
        self.remembers = self.watches_powers or self.from_left or self.wide_inside
        #: Take every root of the operation at hand, not only the one that is meant by default (XIII-D-11).
        self.every_root = False
        #: Read on where a numeral is only too long, so that the value is known all the same.
        self.any_length = False
        #: The Goal on the mat may have decimal points put in (XIII-D-12).
        self.inserts_points = False

    def spend(self, steps: int = 1, what: str = "steps") -> None:
        """Count what was tried; Uncheckable once the share of this side is used up."""
        self.numbers.meter.spend(steps)
        if self.numbers.meter.steps > self._most_steps:
            raise Uncheckable(what, "too many interpretations")

    def rational(self, number: Number) -> Fraction | None:
        """The number as a fraction; None if it is irrational or too large to be written out."""
        q = number.q
        if q is not None:
            return Fraction(int(q.p), int(q.q))
        try:
            return self.numbers.as_fraction(number)
        except Undefined:
            return None
        except Uncheckable as unknown:
            if unknown.code == "too-large":
                return None
            raise

    def is_whole(self, number: Number) -> bool:
        """Is 0, 1, 2, 3, …"""
        q = number.q
        if q is not None:
            return bool(q.q == 1 and q.p >= 0)
        return self.numbers.is_integer(number) and self.sign(number) >= 0

    def is_counting(self, number: Number) -> bool:
        """Is 1, 2, 3, …"""
        return self.is_whole(number) and not self.is_zero(number)

    def is_zero(self, number: Number) -> bool:
        q = number.q
        return not q if q is not None else self.numbers.is_zero(number)

    def is_real(self, number: Number) -> bool:
        return number.q is not None or not self.imaginary or self.numbers.is_real(number)

    def sign(self, number: Number) -> int:
        q = number.q
        if q is not None:
            return (q > 0) - (q < 0)
        return self.numbers.sign(number)


def add(r: Reckoner, a: Number, b: Number) -> list[Number]:
    return [r.numbers.add(a, b)]


def subtract(r: Reckoner, a: Number, b: Number) -> list[Number]:
    return [r.numbers.subtract(a, b)]


def multiply(r: Reckoner, a: Number, b: Number) -> list[Number]:
    return [r.numbers.multiply(a, b)]


def divide(r: Reckoner, a: Number, b: Number) -> list[Number]:
    if r.is_zero(b):
        raise Fault(ILLEGAL, "III-A", "divided-by-zero")
    return [r.numbers.divide(a, b)]


def power(r: Reckoner, a: Number, b: Number) -> list[Number]:
    """a^b (III-B-3, III-C-2-b, e; the General Rule; every root with Imaginary)."""
    if r.whole and not (r.is_whole(a) and r.is_whole(b)):
        raise Fault(ILLEGAL, r.terms.cite("whole-numbers"), "whole-power")
    if not r.is_real(b):
        raise Fault(ILLEGAL, r.terms.cite("imaginary"), "exponent-not-real")
    if r.is_zero(a):
        if r.sign(b) <= 0:
            raise Fault(ILLEGAL, "III-C-2-b", "zero-power")
        return [ZERO]
    exponent = r.rational(b)
    if exponent is None:
        if not r.numbers.is_integer(b) and (not r.is_real(a) or r.sign(a) < 0):
            raise Fault(ILLEGAL, "III-A", "irrational-power-of-negative")
        return [r.numbers.power(a, b)]
    if exponent.denominator == 1:
        return [r.numbers.power(a, b)]
    if r.imaginary:
        return r.numbers.all_roots(a, exponent)
    if exponent.denominator % 2 == 0 and r.sign(a) < 0:
        raise Fault(ILLEGAL, "III-C-2-e", "even-root-of-negative")
    return [r.numbers.power(a, b)]


def root(r: Reckoner, n: Number, a: Number) -> list[Number]:
    """The n-th root of a (III-B-2, III-C-1, III-C-2; the General Rule)."""
    if r.is_zero(n):
        raise Fault(ILLEGAL, "III-C-2-a", "zeroth-root")
    if r.whole and not (r.is_counting(n) and r.is_whole(a)):
        raise Fault(ILLEGAL, r.terms.cite("whole-numbers"), "whole-root")
    if not r.is_real(n):
        raise Fault(ILLEGAL, r.terms.cite("imaginary"), "exponent-not-real")
    found = _roots(r, n, a)
    if r.whole and not r.is_whole(found[0]):
        raise Fault(ILLEGAL, r.terms.cite("whole-numbers"), "whole-root")
    return found


def _roots(r: Reckoner, n: Number, a: Number) -> list[Number]:
    if r.is_zero(a):
        if r.sign(n) < 0:
            raise Fault(ILLEGAL, "III-C-2-b", "zero-power")
        return [ZERO]
    index = r.rational(n)
    negative = not r.is_real(a) or r.sign(a) < 0
    if index is None:
        if negative:
            raise Fault(ILLEGAL, "III-A", "irrational-power-of-negative")
        return [r.numbers.power(a, r.numbers.divide(Number.of(1), n))]
    inverse = 1 / index
    if r.imaginary and inverse.denominator > 1:
        # Without a default every root is possible; a note asks for every root, too (XIII-D-11).
        if r.every_root or not r.is_real(a):
            return r.numbers.all_roots(a, inverse)
        if negative and inverse.denominator % 2 == 0:
            found = r.numbers.all_roots(a, inverse)
            return found if r.terms.readings.even_root_of_a_negative == "open" else found[:1]
    elif negative and inverse.denominator % 2 == 0:
        raise Fault(ILLEGAL, "III-C-2-c" if index.denominator == 1 else "III-C-2-d", "even-root-of-negative")
    return [r.numbers.power(a, Number.of(inverse))]


def square_root(r: Reckoner, a: Number) -> list[Number]:
    return root(r, TWO, a)


def _sum(p: int, q: int, r: int, s: int) -> Ratio:
    return p * s + r * q, q * s


def _difference(p: int, q: int, r: int, s: int) -> Ratio:
    return p * s - r * q, q * s


def _product(p: int, q: int, r: int, s: int) -> Ratio:
    return p * r, q * s


def _quotient(p: int, q: int, r: int, s: int) -> Ratio:
    return p * s, q * r


#: The signs on the cubes with their usual meaning (III-B).
SIGNS = {
    "+": (Infix("+", add, kind="sum", of_ratios=_sum),),
    "-": (Infix("-", subtract, kind="sum", of_ratios=_difference),),
    "x": (Infix("x", multiply, kind="product", of_ratios=_product),),
    "÷": (Infix("÷", divide, kind="quotient", of_ratios=_quotient),),
    "^": (Infix("^", power, kind="power"),),
    "√": (Infix("√", root, kind="root", reaches=True), Before(Unary("√", square_root, kind="root"))),
}
