"""Numbers for the second opinion: python-flint balls so narrow that what looks rational at this width is rational.

A number is exact where it is rational, and else a complex ball of 1200 bits. A ball that has a fraction with a small
denominator within some hundred bits of its middle is taken for that fraction: no proof, but a witness of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import ParamSpec, TypeVar

from flint import acb, arb, ctx, fmpz

P = ParamSpec("P")
R = TypeVar("R")

PRECISION = 1200
#: Balls differ, or are no fraction, if this many bits say so.
NARROW = arb(2) ** -500
#: Irrational numbers beyond 2^300, or below 2^-300, are left to others; so are rationals of more bits than this.
LARGE = arb(2) ** 300
MOST_BITS = 3300
MOST_DENOMINATOR = 2**220
#: Roots of a higher degree are not listed one by one.
MOST_ROOTS = 64
MOST_FACTOR_BITS = 90
_SHIFT = 900


def precisely(work: Callable[P, R]) -> Callable[P, R]:
    """The same work with balls of the agreed width; what others have set is theirs again afterwards."""

    @wraps(work)
    def precise(*args: P.args, **kwargs: P.kwargs) -> R:
        with ctx.workprec(PRECISION):
            return work(*args, **kwargs)

    return precise


class NoOpinionError(Exception):
    """Too large or too small for balls of this width."""


class NoNumberError(Exception):
    """The rules have no such number."""


@dataclass(frozen=True)
class Value:
    """A fraction, or a ball round a number that is none."""

    ball: acb
    fraction: Fraction | None = None

    @staticmethod
    def of(number: int | Fraction) -> Value:
        exact = Fraction(number)
        if max(exact.numerator.bit_length(), exact.denominator.bit_length()) > MOST_BITS:
            raise NoOpinionError("too many digits")
        return Value(acb(exact.numerator) / exact.denominator, exact)

    @property
    def real(self) -> bool:
        return self.fraction is not None or bool(self.ball.imag == 0)

    @property
    def whole(self) -> int | None:
        """The whole number 0, 1, 2, … that it is; None if it is none."""
        exact = self.fraction
        return exact.numerator if exact is not None and exact.denominator == 1 and exact >= 0 else None

    def sign(self) -> int:
        """-1, 0 or 1 for a real number."""
        if self.fraction is not None:
            return (self.fraction > 0) - (self.fraction < 0)
        return 1 if self.ball.real > 0 else -1

    @precisely
    def same(self, other: Value) -> bool:
        if self.fraction is not None and other.fraction is not None:
            return self.fraction == other.fraction
        size = 1 + abs(self.ball).abs_upper()
        return bool(abs(self.ball - other.ball).abs_upper() < NARROW * size)


def narrowed(ball: acb) -> Value:
    """The number that a ball stands for."""
    if not ball.is_finite() or not abs(ball).abs_upper() < LARGE or not abs(ball).rad() < NARROW:
        raise NoOpinionError("too large for balls")
    real, imaginary = _nothing(ball.real), _nothing(ball.imag)
    if imaginary == 0:
        exact = _fraction(real)
        if exact is not None:
            return Value.of(exact)
    return Value(acb(real, imaginary))


def _nothing(part: arb) -> arb:
    """The part itself, or 0 where it cannot be told from 0."""
    if part.abs_upper() < NARROW:
        return arb(0)
    if part.abs_upper() < 1 / LARGE:
        raise NoOpinionError("too near to 0")
    return part


def _fraction(part: arb) -> Fraction | None:
    man, exp = part.mid().man_exp()
    shift = int(exp) + _SHIFT
    scaled = int(man) << shift if shift >= 0 else int(man) >> -shift
    near = Fraction(scaled, 1 << _SHIFT).limit_denominator(MOST_DENOMINATOR)
    return near if (part - arb(near.numerator) / near.denominator).abs_upper() < NARROW else None


def add(a: Value, b: Value) -> Value:
    if a.fraction is not None and b.fraction is not None:
        return Value.of(a.fraction + b.fraction)
    return narrowed(a.ball + b.ball)


def negated(a: Value) -> Value:
    return Value(-a.ball, None if a.fraction is None else -a.fraction)


def multiply(a: Value, b: Value) -> Value:
    if a.fraction is not None and b.fraction is not None:
        return Value.of(a.fraction * b.fraction)
    return narrowed(a.ball * b.ball)


def divide(a: Value, b: Value) -> Value:
    if b.fraction == 0:
        raise NoNumberError("divided by 0")
    if a.fraction is not None and b.fraction is not None:
        return Value.of(a.fraction / b.fraction)
    return narrowed(a.ball / b.ball)


def whole_power(a: Value, n: int) -> Value:
    """A number that is not 0 to an integral power."""
    if a.fraction is not None:
        bits = max(a.fraction.numerator.bit_length(), a.fraction.denominator.bit_length()) - 1
        if (bits + (a.fraction.denominator > 1)) * abs(n) > MOST_BITS and abs(a.fraction) != 1:
            raise NoOpinionError("too many digits")
        return Value.of(a.fraction ** (n % 2 if abs(a.fraction) == 1 else n))
    if abs(n) > 1000:
        raise NoOpinionError("too high a power for balls")
    return narrowed(a.ball**n)


def real_power(a: Value, b: Value) -> Value:
    """A positive number to any real power."""
    return _exponential(a.ball.real.log() * b.ball.real)


def every_power(a: Value, exponent: Fraction) -> list[Value]:
    """All roots that a number which is not 0 has with a fractional exponent."""
    if exponent.denominator > MOST_ROOTS:
        raise NoOpinionError("too many roots")
    logarithm = a.ball.log() if a.ball.real > 0 or not a.real else acb((-a.ball.real).log(), arb.pi())
    turn = acb(0, 2 * arb.pi())
    times = acb(exponent.numerator) / exponent.denominator
    return [_exponential(times * (logarithm + turn * k)) for k in range(exponent.denominator)]


def _exponential(ball: acb | arb) -> Value:
    if not abs(acb(ball).real).abs_upper() < 200:
        raise NoOpinionError("too large for balls")
    return narrowed(acb(ball).exp())


def logarithm(a: Value, base: Value) -> Value:
    """How often a positive number has the base as a factor."""
    return narrowed(acb(a.ball.real.log() / base.ball.real.log()))


def factorial(n: int) -> Value:
    if n > 500:
        raise NoOpinionError("too large a factorial")
    return Value.of(math.factorial(n))


def number_of_factors(n: int) -> Value:
    if n.bit_length() > MOST_FACTOR_BITS:
        raise NoOpinionError("too large to be factored")
    return Value.of(math.prod(int(times) + 1 for _, times in fmpz(n).factor()))


def smallest_prime_above(least: Fraction) -> Value:
    found = max(2, math.floor(least) + 1)
    while not fmpz(found).is_prime():
        found += 1
    return Value.of(found)
