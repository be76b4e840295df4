"""Logarithms of exact numbers: those of products are sums of logarithms of primes."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from flint import fmpq

from rules.numbers import sums
from rules.numbers.balls import TooTallError, endpoints, real_ball
from rules.numbers.budget import Meter, Undefined
from rules.numbers.decide import compare, equal, is_real, sign
from rules.numbers.denest import denested
from rules.numbers.field import negate, reciprocal
from rules.numbers.kinds import is_algebraic
from rules.numbers.number import ONE, ZERO, Base, Factorial, Log, Number, Radicand, to_fmpq
from rules.numbers.rationality import proportion, settled, simplest_between

#: Logarithms are compared with fractions of denominators up to this.
_LOG_DENOMINATOR = 64


def ln(m: Meter, a: Number) -> Number:
    """The natural logarithm of a positive number, a sum of logarithms of primes where a is a product."""
    if a.q == 1:
        return ZERO
    if len(a.terms) == 1:
        ((mono, c),) = a.terms.items()
        out = ZERO
        for base, e in sums.coefficient_powers(m, c):
            out = sums.add(m, out, sums.scale(m, _ln_base(m, base), to_fmpq(e)))
        for p in mono:
            exponent = Number(to_fmpq(p.exponent)) if isinstance(p.exponent, Fraction) else p.exponent
            out = sums.add(m, out, sums.multiply(m, exponent, _ln_base(m, p.base)))
        return out
    return _ln_sum(m, a)


def _ln_base(m: Meter, base: Base) -> Number:
    if isinstance(base, int):
        return _log_term(m, Number(fmpq(base)))
    if isinstance(base, Radicand):
        return _log_term(m, base.a) if base.a.q is not None else _ln_sum(m, base.a)
    if isinstance(base, Factorial):
        return _log_term(m, sums.term(m, fmpq(1), [(base, Fraction(1))]))
    return _ln_sum(m, sums.term(m, fmpq(1), [(base, Fraction(1))]))


def _ln_sum(m: Meter, a: Number) -> Number:
    above = compare(m, a, ONE)
    if above == 0:
        return ZERO
    if above < 0:
        return negate(_ln_sum(m, reciprocal(m, a)))
    times = 1
    while (simple := denested(m, a, 2)) is not None:
        # ln(3+2x√2) is twice ln(1+√2).
        a, times = simple, times * 2
    return sums.scale(m, _log_term(m, a), fmpq(times))


def _log_term(m: Meter, a: Number) -> Number:
    return sums.term(m, fmpq(1), [(Log(a), Fraction(1))])


def log(m: Meter, base: Number, x: Number) -> Number:
    """The logarithm of x to the base, both positive, the base not one."""
    for name, value in (("base", base), ("number", x)):
        if not is_real(m, value) or sign(m, value) <= 0:
            raise Undefined("log-domain", f"the {name} of a logarithm must be positive")
    if equal(m, base, ONE):
        raise Undefined("log-base-one", "one is no base of logarithms")
    base, x = settled(m, base), settled(m, x)
    above, below = ln(m, x), ln(m, base)
    ratio = proportion(above, below)
    if ratio is not None:
        return Number(ratio)
    if not above.terms:
        return ZERO
    found = sums.multiply(m, above, reciprocal(m, below))
    if len(base.terms) > 1 or len(x.terms) > 1:
        rational = _rational_log(m, base, x, found)
        if rational is not None:
            return rational
    return found


def _rational_log(m: Meter, base: Number, x: Number, found: Number) -> Number | None:
    """The logarithm as a simple fraction p/q, if base^p = x^q."""
    if not (is_algebraic(base) and is_algebraic(x)):
        return None
    ball = None
    with suppress(TooTallError):
        ball = real_ball(m, found, 128)
    if ball is None or not ball.is_finite():
        return None
    guess = simplest_between(*endpoints(ball))
    if guess.denominator > _LOG_DENOMINATOR or abs(guess.numerator) > _LOG_DENOMINATOR:
        return None
    from rules.numbers.powers import power

    left = power(m, base, Number(fmpq(guess.numerator)))
    right = power(m, x, Number(fmpq(guess.denominator)))
    return Number(to_fmpq(guess)) if equal(m, left, right) else None
