"""Roots of sums that are sums themselves: √(5+2x√6) is √2+√3, and the cube root of 7+5x√2 is 1+√2.

Only a service to forms: a root that stays nested is compared just as exactly, but reads worse.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from rules.numbers import sums
from rules.numbers.balls import complex_ball, real_ball, unique_integer
from rules.numbers.budget import Meter
from rules.numbers.field import negate
from rules.numbers.kinds import is_pure, is_real_form
from rules.numbers.number import HALF, ONE, ZERO, Number, Power, of_sum

_DEEPEST = 4
_LARGEST_INDEX = 64
_MOST_TERMS = 16


def denested(m: Meter, a: Number, index: int) -> Number | None:
    """The principal root of the index of a as a sum of radicals, if one is found; a is positive or not real."""
    if not is_pure(a) or len(a.terms) > _MOST_TERMS or index > _LARGEST_INDEX:
        return None
    while index % 2 == 0 and is_real_form(a):
        found = _square_root(m, a, _DEEPEST)
        if found is None:
            return None
        a, index = found, index // 2
    if index == 1:
        return a
    return _quadratic_root(m, a, index)


def _square_root(m: Meter, a: Number, depth: int) -> Number | None:
    """The square root of a positive pure number as a pure number, or None."""
    m.spend(20)
    if len(a.terms) <= 1:
        return _simple_root(m, a)
    if depth == 0:
        return None
    split = _split(a)
    if split is None:
        return None
    x, y, p = split
    # √(x + y√p) = √((x+d)/2) ± √((x-d)/2) with d² = x² - y²p.
    square = sums.add(m, sums.multiply(m, x, x), negate(sums.scale(m, sums.multiply(m, y, y), fmpq(p))))
    d = _square_root(m, square, depth - 1) if _is_positive(m, square) else (ZERO if not square.terms else None)
    if d is None:
        return None
    halves = []
    for part in (sums.add(m, x, d), sums.add(m, x, negate(d))):
        half = sums.scale(m, part, fmpq(1, 2))
        if not half.terms:
            halves.append(ZERO)
            continue
        found = _square_root(m, half, depth - 1) if _is_positive(m, half) else None
        if found is None:
            return None
        halves.append(found)
    first, second = halves
    for candidate in (sums.add(m, first, second), sums.add(m, first, negate(second))):
        if candidate.terms and sums.multiply(m, candidate, candidate).key == a.key:
            return candidate if _is_positive(m, candidate) else negate(candidate)
    return None


def _simple_root(m: Meter, a: Number) -> Number:
    ((mono, c),) = a.terms.items()
    powers = [(p.base, p.exponent * HALF) for p in mono if isinstance(p.exponent, Fraction)]
    return sums.term(m, fmpq(1), powers + [(b, e * HALF) for b, e in sums.coefficient_powers(m, c)])


def _split(a: Number) -> tuple[Number, Number, int] | None:
    """x, y and a prime p with a = x + y√p, all exponents being halves."""
    primes = set()
    for mono in a.terms:
        for power in mono:
            if power.fraction != HALF or not isinstance(power.base, int):
                return None
            primes.add(power.base)
    p = max(primes)
    mark = Power(p, HALF)
    x = {mono: c for mono, c in a.terms.items() if mark not in mono}
    y = {tuple(o for o in mono if o != mark): c for mono, c in a.terms.items() if mark in mono}
    return of_sum(x), of_sum(y), p


def _is_positive(m: Meter, a: Number) -> bool:
    from rules.numbers.decide import sign

    return is_pure(a) and sign(m, a) > 0


def _quadratic_root(m: Meter, a: Number, index: int) -> Number | None:
    """The root w of a = x + y√s (s negative for a complex a) as (t + √(t²-4n))/2, trace t and norm n rational."""
    constant = a.terms.get((), fmpq(0))
    rest = of_sum({mono: c for mono, c in a.terms.items() if mono})
    if len(rest.terms) != 1:
        return None
    square = sums.multiply(m, rest, rest)
    if square.q is None:
        return None
    norm = _rational_root(constant * constant - square.q, index)
    if norm is None:
        return None
    below = int(constant.q) * int(square.q.q)
    bits = 64 + 2 * max(constant.height_bits(), square.q.height_bits()) + 2 * below.bit_length()
    traces = []
    if is_real_form(a):
        root = real_ball(m, a, bits).root(index)
        # The conjugate of the root is norm / root, up to the sign that an even index leaves open.
        traces = [unique_integer((root + conjugate / root) * below) for conjugate in (norm, -norm)]
    else:
        corner = complex_ball(m, a, bits).root(index)
        traces = [unique_integer(corner.real * 2 * below)]
    for trace in traces:
        if trace is None:
            continue
        t = fmpq(trace, below)
        for n in (norm, -norm):
            found = _checked(m, a, index, t, n)
            if found is not None:
                return found
    return None


def _checked(m: Meter, a: Number, index: int, t: fmpq, n: fmpq) -> Number | None:
    from rules.numbers.decide import real_part, sign
    from rules.numbers.powers import power

    under = t * t - 4 * n
    if not under:
        return None
    surd = power(m, Number(under), Number(fmpq(1, 2)), complex=True)
    half = fmpq(1, 2)
    for way in (surd, negate(surd)):
        w = sums.scale(m, sums.add(m, Number(t), way), half)
        if not is_pure(w) or _times(m, w, index).key != a.key:
            continue
        if is_real_form(a):
            return w if is_real_form(w) and sign(m, w) > 0 else None
        # Of the roots of this kind the principal one lies nearest to the positive axis.
        ball = complex_ball(m, a, 128).root(index)
        own = complex_ball(m, w, 128)
        if ball.overlaps(own) and sign(m, real_part(m, w)) >= 0:
            return w
    return None


def _times(m: Meter, w: Number, index: int) -> Number:
    out = ONE
    for _ in range(index):
        out = sums.multiply(m, out, w)
    return out


def _rational_root(q: fmpq, index: int) -> fmpq | None:
    """The rational with this power, or None; positive for an even index."""
    unit = 1
    if q < 0:
        if index % 2 == 0:
            return None
        unit, q = -1, -q
    above, below = q.p.root(index), q.q.root(index)
    if above**index != q.p or below**index != q.q:
        return None
    return fmpq(unit * above, below)
