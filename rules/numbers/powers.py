"""Powers, roots and logarithms of exact numbers.

Real powers follow the rules of the game: a rational exponent is reduced to lowest terms first; then a negative base
has a real power when the denominator is odd, and none when it is even. Even-indexed roots are the positive ones.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import comb

from flint import fmpq

from rules.numbers import sums
from rules.numbers.balls import TooTallError, complex_ball, unique_integer
from rules.numbers.budget import Meter, Uncheckable, Undefined
from rules.numbers.decide import is_real, is_zero, sign
from rules.numbers.denest import denested
from rules.numbers.field import conjugate, negate, radicand, reciprocal
from rules.numbers.kinds import is_pure, is_real_form, parity
from rules.numbers.logs import ln
from rules.numbers.number import (
    ONE,
    ZERO,
    Base,
    Exponent,
    Factorial,
    Log,
    Monomial,
    Number,
    Radicand,
    of_sum,
    to_fmpq,
    to_fraction,
)
from rules.numbers.rationality import is_rational, proportion, settled


def power(m: Meter, base: Number, exponent: Number, *, complex: bool = False) -> Number:  # noqa: A002
    """base^exponent; with `complex` the principal value where the real rules give none."""
    q, e = base.q, exponent.q
    if q is not None and e is not None and q:
        if e.q == 1:
            found = _small_power(m, q, int(e.p))
            if found is not None:
                return found
        elif q > 0:
            return sums.rational_root(m, q, to_fraction(e))
    if not is_real(m, exponent):
        raise Undefined("complex-exponent", "an exponent must be real")
    with suppress(Uncheckable):
        exponent = settled(m, exponent)
    with suppress(Uncheckable):
        base = settled(m, base)
    if is_zero(m, base):
        if sign(m, exponent) <= 0:
            raise Undefined("zero-power", "zero has only positive powers")
        return ZERO
    if exponent.q is not None:
        if not exponent.q:
            return ONE
        return _rational_power(m, base, to_fraction(exponent.q), complex=complex)
    if not is_real(m, base):
        if is_rational(m, exponent):
            raise Uncheckable("too-large", "a complex number with an exponent too large to write out")
        raise Undefined("irrational-power", "a number that is not real has only rational powers")
    if sign(m, base) > 0:
        return _positive_power(m, base, exponent)
    if is_rational(m, exponent):
        odd = parity(exponent)
        if odd is None:
            raise Uncheckable("too-large", "a negative number with an exponent too large to write out")
        found = _positive_power(m, negate(base), exponent)
        return negate(found) if odd else found
    raise Undefined("irrational-power", "a negative number has only rational powers")


def root(m: Meter, index: Number, radicand: Number, *, complex: bool = False) -> Number:  # noqa: A002
    """The root of the given index: the radicand to the power 1 / index."""
    if is_zero(m, index):
        raise Undefined("zero-root", "there is no zeroth root")
    return power(m, radicand, reciprocal(m, settled(m, index)), complex=complex)


def all_roots(m: Meter, base: Number, exponent: Fraction) -> list[Number]:
    """Every complex value of base^exponent, the principal one first, then anticlockwise."""
    index = exponent.denominator
    principal = power(m, base, Number(to_fmpq(exponent)), complex=True)
    if index == 1 or is_zero(m, principal):
        return [principal]
    if index > m.budget.max_degree:
        raise Uncheckable("degree", f"{index} roots of one number")
    size, angle = principal, Fraction(0)
    turned = _polar(m, base)
    if turned is not None:
        # Each root in one piece: the turns of the base and of the root are one turn.
        size, angle = _positive_root(m, turned[0], exponent), turned[1] * exponent
    turns = (sums.term(m, fmpq(1), [(-1, angle + Fraction(2 * k, index))]) for k in range(1, index))
    return [principal, *(sums.multiply(m, size, turn) for turn in turns)]


def _small_power(m: Meter, base: fmpq, n: int) -> Number | None:
    if abs(n) * (base.height_bits() - 1) > m.budget.max_bits and base not in (1, -1):
        return None
    if base in (1, -1):
        n %= 2
    m.spend(1)
    return sums.rational(m, base**n)


def _rational_power(m: Meter, base: Number, e: Fraction, *, complex: bool) -> Number:  # noqa: A002
    if e == 1:
        return base
    if e.denominator == 1:
        return _whole_power(m, base, e.numerator)
    if not is_real(m, base):
        if not complex:
            raise Undefined("not-real", "a root of a number that is not real")
        return _complex_root(m, base, e)
    if sign(m, base) > 0:
        return _positive_root(m, base, e)
    below = negate(base)
    if complex:
        return sums.multiply(m, _positive_root(m, below, e), sums.term(m, fmpq(1), [(-1, e)]))
    if e.denominator % 2 == 0:
        raise Undefined("even-root", "an even root of a negative number is not real")
    found = _positive_root(m, below, e)
    return negate(found) if e.numerator % 2 else found


def _whole_power(m: Meter, base: Number, n: int) -> Number:
    if len(base.terms) == 1:
        ((mono, c),) = base.terms.items()
        return _term_power(m, mono, c, Fraction(n))
    if n < 0:
        return _whole_power(m, reciprocal(m, base), -n)
    if _may_multiply_out(m, base, n):
        return _multiplied_out(m, base, n)
    b, unit = radicand(m, base)
    return sums.multiply(m, power(m, Number(unit), Number(fmpq(n))), sums.term(m, fmpq(1), [(b, Fraction(n))]))


def _may_multiply_out(m: Meter, base: Number, n: int) -> bool:
    count = len(base.terms)
    height = max(c.height_bits() for c in base.terms.values()) + count.bit_length()
    field = 1
    for mono in base.terms:
        for p in mono:
            if isinstance(p.base, int):
                height += p.base.bit_length()
            if field <= m.budget.max_degree:
                field *= p.exponent.denominator if isinstance(p.exponent, Fraction) and is_pure(base) else 1 << 20
    if n * height > m.budget.max_bits or n > 1 << 12:
        return False
    return field <= m.budget.max_degree or (n <= 1 << 8 and comb(n + count - 1, count - 1) <= m.budget.max_degree)


def _multiplied_out(m: Meter, base: Number, n: int) -> Number:
    found, square = ONE, base
    while n:
        if n & 1:
            found = sums.multiply(m, found, square)
        n >>= 1
        if n:
            square = sums.multiply(m, square, square)
    return found


def _term_power(m: Meter, mono: Monomial, c: fmpq, e: Fraction) -> Number:
    """(c x the monomial)^e: for a whole e, or a positive term of real form."""
    powers: list[tuple[Base, Exponent]] = []
    for p in mono:
        simple = None
        if isinstance(p.base, Radicand) and p.base.real and p.fraction is not None and e.denominator > 1:
            # √((3+2x√2)^7) is (1+√2)^7.
            simple = denested(m, p.base.a, (p.fraction * e).denominator)
        if simple is not None and p.fraction is not None:
            whole = _whole_power(m, simple, (p.fraction * e).numerator)
            others = of_sum({tuple(o for o in mono if o is not p): c})
            return sums.multiply(m, whole, _positive_root(m, others, e))
        exponent = p.exponent * e if isinstance(p.exponent, Fraction) else sums.scale(m, p.exponent, to_fmpq(e))
        powers.append((p.base, exponent))
    if e.denominator == 1 and abs(e.numerator) * c.height_bits() <= 2 * m.budget.max_bits:
        return sums.term(m, c**e.numerator, powers)
    unit = -1 if c < 0 and e.numerator % 2 else 1
    powers += [(b, f * e) for b, f in sums.coefficient_powers(m, abs(c))]
    return sums.term(m, fmpq(unit), powers)


def _positive_root(m: Meter, base: Number, e: Fraction) -> Number:
    """base^e for a positive base."""
    if base.q is not None:
        return sums.rational_root(m, base.q, e)
    if len(base.terms) == 1:
        ((mono, c),) = base.terms.items()
        if c > 0 and all(p.base != -1 and not (isinstance(p.base, Radicand) and not p.base.real) for p in mono):
            return _term_power(m, mono, c, e)
    simple = denested(m, base, e.denominator)
    if simple is not None:
        return _whole_power(m, simple, e.numerator)
    b, unit = radicand(m, base)
    rational = _rational_power(m, Number(unit), e, complex=False)
    return sums.multiply(m, rational, sums.term(m, fmpq(1), [(b, e)]))


def _complex_root(m: Meter, base: Number, e: Fraction) -> Number:
    """The principal value of base^e for a base that is not real."""
    turned = _polar(m, base)
    if turned is not None:
        size, angle = turned
        return sums.multiply(m, _positive_root(m, size, e), sums.term(m, fmpq(1), [(-1, angle * e)]))
    simple = denested(m, base, e.denominator)
    if simple is None and e.denominator == 2:
        simple = _complex_square_root(m, base)
    if simple is not None:
        return _whole_power(m, simple, e.numerator)
    b, unit = radicand(m, base)
    rational = _rational_power(m, Number(unit), e, complex=False)
    return sums.multiply(m, rational, sums.term(m, fmpq(1), [(b, e)]))


def _polar(m: Meter, base: Number) -> tuple[Number, Fraction] | None:
    """The absolute value, and the angle in half turns, when the angle is a simple part of a turn."""
    if is_real_form(base):
        # Even a sum: the sign tells.
        return (base, Fraction(0)) if sign(m, base) > 0 else (negate(base), Fraction(1))
    if len(base.terms) == 1:
        ((mono, c),) = base.terms.items()
        if not any(isinstance(p.base, Radicand) and not p.base.real for p in mono):
            angle = Fraction(0)
            for p in mono:
                if p.base == -1 and isinstance(p.exponent, Fraction):
                    angle = p.exponent
            rest = of_sum({tuple(p for p in mono if p.base != -1): abs(c)})
            return rest, angle if c > 0 else angle - 1
    twelfths = None
    with suppress(TooTallError):
        ball = complex_ball(m, base, 64)
        twelfths = unique_integer(ball.log().imag / ball.real.pi() * 12)
    if twelfths is None:
        return None
    angle = Fraction(twelfths, 12)
    size = sums.multiply(m, base, sums.term(m, fmpq(1), [(-1, -angle)]))
    if is_real(m, size) and sign(m, size) > 0:
        return settled(m, size), angle
    return None


def _complex_square_root(m: Meter, base: Number) -> Number | None:
    """The principal square root through the absolute value, when that stays simple."""
    from rules.numbers.decide import imaginary_part, real_part

    bar = conjugate(m, base)
    size = _positive_root(m, sums.multiply(m, base, bar), Fraction(1, 2))
    if not (is_pure(size) and is_pure(base)):
        return None
    x = real_part(m, base)
    half = fmpq(1, 2)
    over = _positive_root(m, sums.scale(m, sums.add(m, size, x), half), Fraction(1, 2))
    under = _positive_root(m, sums.scale(m, sums.add(m, size, negate(x)), half), Fraction(1, 2))
    if sign(m, imaginary_part(m, base)) < 0:
        under = negate(under)
    return sums.add(m, over, sums.multiply(m, under, sums.term(m, fmpq(1), [(-1, Fraction(1, 2))])))


def _positive_power(m: Meter, base: Number, e: Number) -> Number:
    """base^e for a positive base and an exponent that is irrational or unwritten: exp(e x ln base)."""
    if base.q == 1:
        return ONE
    exponent = _cancelled(m, e, ln(m, base))
    out = ONE
    for mono, c in exponent.terms.items():
        log, rest = _log_split(m, mono, c)
        out = sums.multiply(m, out, _log_base_power(m, log.a, rest))
    return out


def _log_split(m: Meter, mono: Monomial, c: fmpq) -> tuple[Log, Number]:
    """A logarithm of the term, and what the term is without it."""
    for log in mono:
        if isinstance(log.base, Log) and log.fraction is not None and log.fraction >= 1:
            powers = [(p.base, p.exponent) for p in mono if p is not log]
            return log.base, sums.term(m, c, [*powers, (log.base, log.fraction - 1)])
    raise Uncheckable("undecided", "a power of e")


def _log_base_power(m: Meter, a: Number, e: Number) -> Number:
    if e.q is not None:
        return power(m, a, e)
    if a.q is not None and a.q.q == 1:
        ((p, k),) = sums.coefficient_powers(m, a.q)
        assert k == 1
        return sums.term(m, fmpq(1), [(p, e)])
    if len(a.terms) == 1:
        ((mono, c),) = a.terms.items()
        if c == 1 and len(mono) == 1 and isinstance(mono[0].base, Factorial) and mono[0].fraction == 1:
            return sums.term(m, fmpq(1), [(mono[0].base, e)])
    return sums.term(m, fmpq(1), [(Radicand(a, real=True), e)])


def _cancelled(m: Meter, e: Number, log: Number) -> Number:
    """e x log, a divisor in e that is a multiple of the log being cancelled first: log_6(5) x ln 6 is ln 5."""
    out = ZERO
    for mono, c in e.terms.items():
        part = None
        for p in mono:
            ratio = proportion(log, p.base.a) if isinstance(p.base, Radicand) and p.fraction == -1 else None
            if ratio is not None:
                part = sums.term(m, c * ratio, [(o.base, o.exponent) for o in mono if o is not p])
        if part is None:
            part = sums.multiply(m, of_sum({mono: c}), log)
        out = sums.add(m, out, part)
    return out
