"""The exact arithmetic of one request: every operation, on one meter."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from functools import cmp_to_key
from math import isfinite

from flint import fmpq

from rules.numbers import decide, field, integers, logs, powers, rationality, sums
from rules.numbers.balls import TooTallError, magnitude, real_ball
from rules.numbers.budget import DEFAULT, Budget, Meter, Uncheckable, Undefined
from rules.numbers.number import Number, to_fraction
from rules.numbers.primes import is_prime
from rules.numbers.text import text

#: A double holds the numbers from 2^-1022 up to 2^1024.
_DOUBLE_TOP = 1024
_DOUBLE_BOTTOM = -1022


class Arithmetic:
    """Exact operations that count their steps together.

    Each gives the exact answer, or raises Undefined where there is no number, or Uncheckable where the budget ends or
    no procedure is known. Make one for each request: then the same request costs the same steps everywhere.
    """

    __slots__ = ("meter",)

    def __init__(self, budget: Budget = DEFAULT) -> None:
        self.meter = Meter(budget)

    # The four operations

    def add(self, a: Number, b: Number) -> Number:
        """a + b."""
        return sums.add(self.meter, a, b)

    def subtract(self, a: Number, b: Number) -> Number:
        """a - b."""
        if a.q is not None and b.q is not None:
            return sums.rational(self.meter, a.q - b.q)
        return sums.add(self.meter, a, field.negate(b))

    def multiply(self, a: Number, b: Number) -> Number:
        """a x b."""
        if a.q is not None and b.q is not None:
            return sums.rational(self.meter, a.q * b.q)
        return sums.multiply(self.meter, a, b)

    def divide(self, a: Number, b: Number) -> Number:
        """a ÷ b; Undefined if b is zero."""
        if a.q is not None and b.q is not None and b.q:
            return sums.rational(self.meter, a.q / b.q)
        return sums.multiply(self.meter, a, self.reciprocal(b))

    def negate(self, a: Number) -> Number:
        """-a."""
        return field.negate(a)

    def reciprocal(self, a: Number) -> Number:
        """1 ÷ a; Undefined if a is zero."""
        if self.is_zero(a):
            raise Undefined("division-by-zero", "nothing is divided by zero")
        return field.reciprocal(self.meter, rationality.settled(self.meter, a))

    def total(self, numbers: Iterable[Number]) -> Number:
        """The sum of all the numbers."""
        found = Number.of(0)
        for number in numbers:
            found = self.add(found, number)
        return found

    # Powers, roots, logarithms

    def power(self, base: Number, exponent: Number, *, complex: bool = False) -> Number:  # noqa: A002
        """base^exponent by the rules of the reals; with `complex` the principal value instead."""
        return powers.power(self.meter, base, exponent, complex=complex)

    def root(self, index: Number, radicand: Number, *, complex: bool = False) -> Number:  # noqa: A002
        """index√radicand, which is radicand^(1 ÷ index)."""
        return powers.root(self.meter, index, radicand, complex=complex)

    def all_roots(self, radicand: Number, exponent: Fraction) -> list[Number]:
        """Every complex value of radicand^exponent, the principal one first, then anticlockwise."""
        return powers.all_roots(self.meter, radicand, exponent)

    def log(self, base: Number, x: Number) -> Number:
        """The logarithm of x to the base."""
        return logs.log(self.meter, base, x)

    # Decisions

    def is_zero(self, a: Number) -> bool:
        """Whether a is zero."""
        return decide.is_zero(self.meter, a)

    def sign(self, a: Number) -> int:
        """-1, 0 or 1; Undefined if a is not real."""
        if not decide.is_real(self.meter, a):
            raise Undefined("not-real", "only real numbers have a sign")
        return decide.sign(self.meter, a)

    def compare(self, a: Number, b: Number) -> int:
        """-1, 0 or 1 as a is below, equal to or above b; Undefined unless both are real."""
        if a.q is None or b.q is None:
            for number in (a, b):
                if not decide.is_real(self.meter, number):
                    raise Undefined("not-real", "only real numbers are larger or smaller")
        return decide.compare(self.meter, a, b)

    def equal(self, a: Number, b: Number) -> bool:
        """Whether a and b are one number."""
        return decide.equal(self.meter, a, b)

    def is_real(self, a: Number) -> bool:
        """Whether a is real."""
        return decide.is_real(self.meter, a)

    def is_rational(self, a: Number) -> bool:
        """Whether a is rational."""
        return rationality.is_rational(self.meter, a)

    def is_integer(self, a: Number) -> bool:
        """Whether a is an integer, be it too large to write out."""
        return rationality.is_integer(self.meter, a)

    def is_whole(self, a: Number) -> bool:
        """Whether a is 0, 1, 2, 3 ..."""
        return integers.is_whole(self.meter, a)

    def is_counting(self, a: Number) -> bool:
        """Whether a is 1, 2, 3 ..."""
        return integers.is_counting(self.meter, a)

    def as_int(self, a: Number) -> int:
        """The integer that a is; Undefined if it is none, Uncheckable if it is too large to write out."""
        return integers.as_int(self.meter, a)

    def as_fraction(self, a: Number) -> Fraction:
        """The rational that a is; Undefined if it is none, Uncheckable if it is too large to write out."""
        found = rationality.rational_value(self.meter, a)
        if found is None:
            raise Undefined("not-rational", "a rational number is needed")
        return to_fraction(found)

    def real_part(self, a: Number) -> Number:
        """The real part of a."""
        return decide.real_part(self.meter, a)

    def imaginary_part(self, a: Number) -> Number:
        """The imaginary part of a, a real number."""
        return decide.imaginary_part(self.meter, a)

    # Whole numbers

    def factorial(self, n: Number) -> Number:
        """n! for a whole number."""
        return integers.factorial(self.meter, n)

    def lcm(self, a: Number, b: Number) -> Number:
        """The least common multiple of two counting numbers."""
        return integers.lcm_of(self.meter, a, b)

    def gcf(self, a: Number, b: Number) -> Number:
        """The greatest common factor of two whole numbers that are not both zero."""
        return integers.gcf(self.meter, a, b)

    def remainder(self, a: Number, b: Number) -> Number:
        """What is left over when the whole number a is divided by the counting number b."""
        return integers.remainder(self.meter, a, b)

    def number_of_factors(self, n: Number) -> Number:
        """How many counting numbers divide the counting number n."""
        return integers.number_of_factors(self.meter, n)

    def smallest_prime(self, a: Number) -> Number:
        """The smallest prime above the real number a."""
        return integers.smallest_prime(self.meter, a)

    def is_prime(self, a: Number) -> bool:
        """Whether a is a prime number."""
        return self.is_whole(a) and is_prime(self.meter, self.as_int(a))

    # What is shown

    def text(self, a: Number) -> str:
        """The exact text of a: `-3/4`, `0+2i`, `√2+√3`, `2x(3√5)`, `9^(9^9)`."""
        with suppress(Uncheckable):
            # Where the budget ends first the form stays as it is, which is exact too.
            a = rationality.settled(self.meter, a)
        return text(Meter(self.meter.budget), a)

    def approx(self, a: Number) -> float | tuple[float, float] | None:
        """The nearest double, a pair of them if a is not real, None if a lies beyond a double."""
        try:
            real_only = decide.is_real(self.meter, a)
        except Uncheckable:
            return None
        if real_only:
            return self._double(a)
        real, imaginary = self._double(self.real_part(a)), self._double(self.imaginary_part(a))
        return None if real is None or imaginary is None else (real, imaginary)

    def _double(self, a: Number) -> float | None:
        if a.q is not None:
            return _double_of(a.q)
        bits = 128
        try:
            while True:
                ball = real_ball(self.meter, a, bits)
                if ball.is_finite() and not ball.contains(0) and ball.rel_accuracy_bits() >= 64:
                    size = magnitude(ball)
                    if not _DOUBLE_BOTTOM < size <= _DOUBLE_TOP:
                        return None
                    nearest = float(ball.mid())
                    return nearest if isfinite(nearest) else None
                if bits == 256 and self.is_zero(a):
                    return 0.0
                if bits > self.meter.budget.max_precision:
                    return None
                bits *= 2
        except (TooTallError, Uncheckable):
            # Beyond a double, or so near to zero that nobody can tell.
            return None

    def rising(self, numbers: Iterable[Number]) -> list[Number]:
        """The numbers each once, rising; complex ones by their real, then by their imaginary part.

        Of several forms of one number the one with the shortest text stays, so that the order of the input is
        of no consequence.
        """
        ordered = sorted(numbers, key=cmp_to_key(self._order))
        out: list[Number] = []
        for number in ordered:
            if out and self._order(out[-1], number) == 0:
                if number.key != out[-1].key:
                    out[-1] = min(out[-1], number, key=lambda a: (len(self.text(a)), self.text(a)))
            else:
                out.append(number)
        return out

    def _order(self, a: Number, b: Number) -> int:
        if a.q is not None and b.q is not None:
            return (a.q > b.q) - (a.q < b.q)
        if self.equal(a, b):
            return 0
        found = decide.compare(self.meter, self.real_part(a), self.real_part(b))
        return found or decide.compare(self.meter, self.imaginary_part(a), self.imaginary_part(b))


def _double_of(q: fmpq) -> float | None:
    size = q.p.bit_length() - q.q.bit_length()
    if q and not _DOUBLE_BOTTOM <= size <= _DOUBLE_TOP:
        return None
    try:
        # Python divides integers with one correct rounding.
        return int(q.p) / int(q.q)
    except OverflowError:
        return None
