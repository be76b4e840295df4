"""Rational or not, an integer or not: the disguises that roots and powers give to plain numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import floor, lcm

from flint import fmpq

from rules.numbers import sums
from rules.numbers.balls import TooTallError, endpoints, real_ball, unique_integer
from rules.numbers.budget import Meter, Uncheckable
from rules.numbers.decide import is_real, is_zero
from rules.numbers.field import cleared
from rules.numbers.kinds import (
    is_algebraic,
    is_integer_form,
    is_power_of_primes,
    is_pure,
    is_rational_form,
    without_constant,
)
from rules.numbers.number import Key, Log, Monomial, Number, Power, Radicand
from rules.numbers.separation import denominator_bits

_SCREEN = 64


def rational_value(m: Meter, a: Number) -> fmpq | None:
    """The rational that a is, or None if it is none; raises Uncheckable if that is open or too large to write out."""
    if a.q is not None:
        return a.q
    if is_pure(a):
        return None
    if is_rational_form(a):
        raise Uncheckable("too-large", "a rational too large to write out")
    if not is_algebraic(a):
        if _is_surely_transcendental(a):
            return None
        quotient = _log_quotient(m, a)
        if quotient is not None:
            return proportion(*quotient)
        raise Uncheckable("undecided", "whether such a number is rational is not known")
    if not is_real(m, a):
        return None
    with _written_out():
        return _rational_candidate(m, a)


@contextmanager
def _written_out() -> Iterator[None]:
    """What is too tall for a ball is too large to write out."""
    try:
        yield
    except TooTallError:
        raise Uncheckable("too-large", "a number too large to write out") from None


def is_rational(m: Meter, a: Number) -> bool:
    """Whether a is rational."""
    return is_rational_form(a) or rational_value(m, a) is not None


def _rational_candidate(m: Meter, a: Number) -> fmpq | None:
    below = _algebraic_denominator(a)
    if below is not None:
        # below x a is an algebraic integer: rational only if it is an integer.
        found = integer_value(m, sums.scale(m, a, fmpq(below)))
        return None if found is None else fmpq(found, below)
    bits = denominator_bits(m, a)
    precision = 4 * _SCREEN
    while True:
        ball = real_ball(m, a, precision)
        if ball.is_finite():
            low, high = endpoints(ball)
            guess = simplest_between(low, high)
            size = guess.denominator.bit_length()
            if size > bits + 1:
                return None
            value = fmpq(guess.numerator, guess.denominator)
            if (high - low) * 2 ** (2 * bits + 2) < 1:
                # Two fractions with denominators that small would lie further apart: it is this one or none.
                return value if is_zero(m, sums.add(m, a, Number(-value))) else None
            if size * 4 < precision and is_zero(m, sums.add(m, a, Number(-value))):
                return value
        if precision > m.budget.max_precision:
            raise Uncheckable("degree", "balls of the widest precision do not decide")
        m.spend(precision // 16)
        precision *= 2


def _algebraic_denominator(a: Number) -> int | None:
    """A counting number that makes a an algebraic integer, when its form shows one."""
    for mono in a.terms:
        for power in mono:
            e = power.exponent
            if not isinstance(e, Fraction) or e < 0:
                return None
            if isinstance(power.base, Radicand) and _algebraic_denominator(power.base.a) != 1:
                return None
    return lcm(*(int(c.q) for c in a.terms.values()))


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator with low <= it <= high."""
    steps: list[int] = []
    while True:
        whole = floor(low)
        if whole == low or whole + 1 <= high:
            found = Fraction(whole if whole == low else whole + 1)
            break
        steps.append(whole)
        low, high = 1 / (high - whole), 1 / (low - whole)
    for whole in reversed(steps):
        found = whole + 1 / found
    return found


def integer_value(m: Meter, a: Number) -> int | None:
    """The integer that a is, or None if it is none; raises Uncheckable if that is open or too large to write out."""
    if a.q is not None:
        return int(a.q.p) if a.q.q == 1 else None
    if is_pure(a):
        return None
    with _written_out():
        if not is_real(m, a):
            return None
        bits = _SCREEN
        while bits <= 4 * m.budget.max_bits:
            ball = real_ball(m, a, bits)
            if ball.is_finite():
                if not ball.contains_integer():
                    return None
                found = unique_integer(ball)
                if found is not None:
                    if found.bit_length() > m.budget.max_bits:
                        break
                    return found if is_zero(m, sums.add(m, a, Number(fmpq(-found)))) else None
            bits *= 2
        raise TooTallError


def is_integer(m: Meter, a: Number) -> bool:
    """Whether a is an integer, be it too large to write out."""
    if a.q is not None:
        return bool(a.q.q == 1)
    if is_integer_form(a):
        return True
    if len(a.terms) == 1 and is_power_of_primes(a) and any(_is_broken(power) for mono in a.terms for power in mono):
        # Unique factorisation: an exponent that is negative or broken is not made good by another prime.
        return False
    return integer_value(m, a) is not None


def _is_broken(power: Power) -> bool:
    return power.fraction is None or power.fraction.denominator != 1 or power.fraction < 0


def _is_surely_transcendental(a: Number) -> bool:
    """Whether a theorem says that the number is not algebraic, so not rational.

    A product of powers of primes with algebraic exponents, not all rational, is transcendental (Gelfond, Schneider,
    Baker); so is a quotient of two logarithms of rationals unless it is rational, and each remains so times an
    algebraic number that is not zero, plus an algebraic number.
    """
    rest = without_constant(a)
    open_terms = [mono for mono in rest.terms if not _is_algebraic_mono(mono)]
    if len(open_terms) != 1:
        return _is_linear_in_logs(open_terms)
    (mono,) = open_terms
    logs = [power for power in mono if isinstance(power.base, Log)]
    tall = [power for power in mono if not isinstance(power.exponent, Fraction)]
    if logs and not tall:
        return _is_linear_in_logs(open_terms)
    return not logs and all(
        isinstance(power.base, int) and isinstance(power.exponent, Number) and is_algebraic(power.exponent)
        and is_pure(power.exponent) for power in tall
    )  # fmt: skip


def _log_quotient(m: Meter, a: Number) -> tuple[Number, Number] | None:
    """Two rational combinations of logarithms of primes whose quotient is a, if the form shows them.

    The logarithms of primes are linearly independent over the rationals: the quotient is rational only if one
    combination is a multiple of the other.
    """
    divisors = {p.base for mono in a.terms for p in mono if isinstance(p.base, Radicand) and p.fraction == -1}
    if len(divisors) != 1:
        return None
    (divisor,) = divisors
    above = cleared(m, a)
    if above is None or not (_is_sum_of_logs(above) and _is_sum_of_logs(divisor.a)):
        return None
    return above, divisor.a


def _is_sum_of_logs(a: Number) -> bool:
    return all(
        len(mono) == 1 and isinstance(mono[0].base, Log) and mono[0].fraction == 1 and mono[0].base.a.q is not None
        for mono in a.terms
    )


def proportion(a: Number, b: Number) -> fmpq | None:
    """The rational r with a = r x b, when the forms show it."""
    if a.terms.keys() != b.terms.keys() or not a.terms:
        return None
    (first, *rest) = (c / b.terms[mono] for mono, c in a.terms.items())
    return first if all(ratio == first for ratio in rest) else None


def _is_algebraic_mono(mono: Monomial) -> bool:
    return is_algebraic(Number(None, {mono: fmpq(1)})) if mono else True


def _is_linear_in_logs(monos: list[Monomial]) -> bool:
    """Whether each term is an algebraic number times ln p / ln b, the b the same prime and the p different ones.

    The logarithms of primes are linearly independent over the rationals, hence over the algebraic numbers (Baker).
    """
    below: set[Key] = set()
    above: list[Key] = []
    for mono in monos:
        logs = [power for power in mono if isinstance(power.base, Log)]
        rest = tuple(power for power in mono if not isinstance(power.base, Log))
        if len(logs) != 2 or not _is_algebraic_mono(rest) or {p.fraction for p in logs} != {1, -1}:
            return False
        for power in logs:
            assert isinstance(power.base, Log)
            if power.base.a.q is None:
                return False
            if power.fraction == 1:
                above.append(power.base.key)
            else:
                below.add(power.base.key)
    return len(below) == 1 and len(above) == len(set(above)) and bool(above) and not below & set(above)


def settled(m: Meter, a: Number) -> Number:
    """The same number in the form of a rational, if it is one that an involved form has hidden."""
    if a.q is not None or is_pure(a) or is_rational_form(a):
        return a
    if not is_algebraic(a):
        quotient = _log_quotient(m, a)
        found = None if quotient is None else proportion(*quotient)
    else:
        found = rational_value(m, a)
    return a if found is None else Number(found)
