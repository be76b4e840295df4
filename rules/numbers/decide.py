"""Zero or not, positive or negative, rational or not: decided exactly, or Uncheckable, never guessed.

Forms decide first, then balls (a ball clear of zero is a proof). What balls cannot separate is zero if it is algebraic
and the ball is narrower than the separation bound; for other numbers the question stays open.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import lcm

from flint import arb, fmpq

from rules.numbers import sums
from rules.numbers.balls import TooTallError, complex_ball, is_clear_of_zero, magnitude, real_ball
from rules.numbers.budget import Meter, Uncheckable
from rules.numbers.field import cleared, conjugate, negate
from rules.numbers.kinds import (
    is_algebraic,
    is_power_of_primes,
    is_pure,
    is_real_form,
)
from rules.numbers.number import ONE, ZERO, Factorial, Key, Log, Monomial, Number, Power
from rules.numbers.separation import zero_bits

_SCREEN = 64
_DEEPEST = 12


def is_zero(m: Meter, a: Number) -> bool:
    """Whether a is zero."""
    if a.q is not None:
        return not a.q
    if len(a.terms) == 1 or is_pure(a) or _is_plainly_not_zero(m, a):
        return False
    try:
        return _narrowed(m, a) is None
    except TooTallError:
        pass
    return _dominant(m, a) == 0


def sign(m: Meter, a: Number) -> int:
    """-1, 0 or 1 for a real number."""
    if a.q is not None:
        return (a.q > 0) - (a.q < 0)
    if is_real_form(a):
        signs = {c > 0 for c in a.terms.values()}
        if len(signs) == 1:
            # Every base of a real form is positive.
            return 1 if signs.pop() else -1
    try:
        ball = _narrowed(m, a)
    except TooTallError:
        return _dominant(m, a)
    if ball is None:
        return 0
    return 1 if ball > 0 else -1


def _narrowed(m: Meter, a: Number) -> arb | None:
    """A ball of the real or imaginary part that is clear of zero, or None if the number is zero."""
    real = is_real_form(a)
    bits, most = _SCREEN, m.budget.max_open_precision
    enough: int | None = None
    failed: Uncheckable | None = None
    while True:
        if real:
            parts = [real_ball(m, a, bits)]
        else:
            ball = complex_ball(m, a, bits)
            parts = [ball.real, ball.imag]
        for part in parts:
            if is_clear_of_zero(part):
                return part
        if bits == _SCREEN:
            whole = None
            with suppress(Uncheckable):
                whole = cleared(m, a)
            if is_pure(a):
                # Not zero, as its form shows; only the sign is asked, and it must show at some width.
                most = m.budget.max_precision
            elif whole is not None and not whole.terms:
                return None
            elif is_algebraic(a):
                try:
                    enough = zero_bits(m, a)
                    most = 2 * enough + 16 * _SCREEN
                except Uncheckable as too_much:
                    # Balls may still tell it from zero.
                    failed = too_much
        if enough is not None and all(part.is_finite() and magnitude(part) < -enough for part in parts):
            return None
        if bits >= most:
            break
        bits = bits * 2 if enough is None or bits > enough else min(bits * 2, enough + 4 * _SCREEN)
    if failed is not None:
        raise failed
    if not is_algebraic(a) and _is_log_identity(m, a):
        return None
    raise Uncheckable("undecided", "no procedure within the budget tells the number from zero")


def _is_log_identity(m: Meter, a: Number) -> bool:
    """Whether a is a rational combination of logarithms, times one factor, that is zero as a product of powers is 1."""
    from rules.numbers.powers import power

    product, common = ONE, None
    a = cleared(m, a) or a
    scale = lcm(*(int(c.q) for c in a.terms.values()))
    for mono, c in a.terms.items():
        logs = [p for p in mono if isinstance(p.base, Log) and p.fraction == 1]
        if len(logs) != 1 or not isinstance(logs[0].base, Log):
            return False
        rest = tuple(p for p in mono if p is not logs[0])
        if common is not None and rest != common:
            return False
        common = rest
        product = sums.multiply(m, product, power(m, logs[0].base.a, Number(c * scale)))
    return equal(m, product, ONE)


def _is_plainly_not_zero(m: Meter, a: Number) -> bool:
    """Whether the form of an unwritten sum shows that it is not zero.

    Sums over different fractional powers of primes cannot cancel each other, and two different products of prime
    powers are different numbers.
    """
    if not is_power_of_primes(a):
        return False
    m.spend(4 * len(a.terms))
    classes: dict[Key, int] = {}
    for mono in a.terms:
        found = _fractional(mono)
        classes[found] = classes.get(found, 0) + 1
    # Terms of one class that had a written ratio are one term already; two that are left differ.
    return any(count == 1 for count in classes.values()) or all(count <= 2 for count in classes.values())


def _fractional(mono: Monomial) -> Key:
    parts = []
    for power in mono:
        assert isinstance(power.exponent, Fraction)
        part = power.exponent % 1
        if part:
            parts.append((power.base, part.numerator, part.denominator))
    return tuple(parts)


def _dominant(m: Meter, a: Number) -> int:
    """The sign of a real sum of numbers too tall for balls: that of a term larger than all the others together."""
    if not is_real_form(a):
        raise Uncheckable("too-large", "complex numbers too large to compare")
    m.depth += 1
    try:
        if m.depth > _DEEPEST:
            raise Uncheckable("too-large", "a tower of powers too high to compare")
        near = _scaled_sign(m, a)
        if near is not None:
            return near
        bounds = _bounds(m, a)
        if bounds is None:
            return _dominant_sign(m, a)
        low, high = bounds
        if sign(m, low) > 0:
            return 1
        if sign(m, high) < 0:
            return -1
        raise Uncheckable("too-large", "factorials too large and too near to each other to compare")
    finally:
        m.depth -= 1


def _scaled_sign(m: Meter, a: Number) -> int | None:
    """The sign of a sum whose terms are too tall, but not their ratios; None if those are too."""
    first = min(a.terms.items(), key=lambda item: tuple(power.key for power in item[0]))
    scaled = ZERO
    for item in a.terms.items():
        part = _ratio(m, item, first)
        scaled = sums.add(m, scaled, part if item[1] > 0 else negate(part))
    try:
        ball = _narrowed(m, scaled)
    except TooTallError:
        return None
    if ball is None:
        return 0
    return 1 if ball > 0 else -1


def _bounds(m: Meter, a: Number) -> tuple[Number, Number] | None:
    """Bounds of a sum with logarithms of factorials, n <= ln n! <= n x n from 8 on; None if it has none."""
    low = high = ZERO
    found = False
    for mono, c in a.terms.items():
        under = over = Number(c)
        for power in mono:
            n = _factorial_in_log(power)
            if n is None or power.fraction != 1:
                part = sums.term(m, fmpq(1), [(power.base, power.exponent)])
                under, over = sums.multiply(m, under, part), sums.multiply(m, over, part)
                continue
            found = True
            square = sums.multiply(m, n, n)
            under, over = sums.multiply(m, under, n), sums.multiply(m, over, square)
        if c < 0:
            under, over = over, under
        low, high = sums.add(m, low, under), sums.add(m, high, over)
    return (low, high) if found else None


def _factorial_in_log(power: Power) -> Number | None:
    """The n of a power of ln n!; such an n is far above 8, or its factorial would be written out."""
    if not isinstance(power.base, Log) or len(power.base.a.terms) != 1:
        return None
    ((mono, c),) = power.base.a.terms.items()
    if c == 1 and len(mono) == 1 and isinstance(mono[0].base, Factorial) and mono[0].fraction == 1:
        return mono[0].base.n
    return None


def _dominant_sign(m: Meter, a: Number) -> int:
    from rules.numbers.logs import ln

    terms = sorted(a.terms.items(), key=lambda item: tuple(power.key for power in item[0]))
    best, *rest = terms
    losers = []
    for other in rest:
        m.spend(50)
        if sign(m, ln(m, _ratio(m, other, best))) > 0:
            losers.append(best)
            best = other
        else:
            losers.append(other)
    for loser in losers:
        margin = sums.add(m, ln(m, _ratio(m, best, loser)), negate(ln(m, Number(fmpq(len(terms))))))
        if sign(m, margin) <= 0:
            raise Uncheckable("too-large", "numbers too large and too near to each other to compare")
    return 1 if best[1] > 0 else -1


def _ratio(m: Meter, above: tuple[Monomial, fmpq], below: tuple[Monomial, fmpq]) -> Number:
    powers = [(p.base, p.exponent) for p in above[0]]
    powers += [(p.base, -p.exponent if isinstance(p.exponent, Fraction) else negate(p.exponent)) for p in below[0]]
    return sums.term(m, abs(above[1] / below[1]), powers)


def compare(m: Meter, a: Number, b: Number) -> int:
    """-1, 0 or 1 as a is below, equal to or above b, both real."""
    if a.q is not None and b.q is not None:
        m.spend(1)
        return (a.q > b.q) - (a.q < b.q)
    if a.key == b.key:
        return 0
    return sign(m, sums.add(m, a, negate(b)))


def equal(m: Meter, a: Number, b: Number) -> bool:
    """Whether a and b are one number."""
    if a.q is not None and b.q is not None:
        m.spend(1)
        return bool(a.q == b.q)
    if a.key == b.key:
        return True
    return is_zero(m, sums.add(m, a, negate(b)))


def is_real(m: Meter, a: Number) -> bool:
    """Whether a is real."""
    if is_real_form(a):
        return True
    if is_pure(a):
        return False
    return is_zero(m, sums.add(m, a, negate(conjugate(m, a))))


def real_part(m: Meter, a: Number) -> Number:
    """The real part."""
    if is_real_form(a):
        return a
    return sums.scale(m, sums.add(m, a, conjugate(m, a)), fmpq(1, 2))


def imaginary_part(m: Meter, a: Number) -> Number:
    """The imaginary part."""
    if is_real_form(a):
        return ZERO
    twice = sums.add(m, a, negate(conjugate(m, a)))
    return sums.multiply(m, twice, sums.term(m, fmpq(1, 2), [(-1, Fraction(3, 2))]))
