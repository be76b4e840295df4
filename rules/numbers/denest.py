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
from rules.numbers.number import HALF, ONE, Number, Power, of_sum

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
    # √(x + y√p) = √((x+d)/2) ± √((x-d)/2) with d² = x² - y²p; neither square nor halves are 0, as y is not.
    square = sums.add(m, sums.multiply(m, x, x), negate(sums.scale(m, sums.multiply(m, y, y), fmpq(p))))
    d = _square_root(m, square, depth - 1) if _is_positive(m, square) else None
    if d is None:
        return None
    halves = []
    for part in (sums.add(m, x, d), sums.add(m, x, negate(d))):
        half = sums.scale(m, part, fmpq(1, 2))
        found = _square_root(m, half, depth - 1) if _is_positive(m, half) else None
        if found is None:
            return None
        halves.append(found)
    first, second = halves
    ways = (sums.add(m, first, second), sums.add(m, first, negate(second)))
    fits = [way for way in ways if sums.multiply(m, way, way).key == a.key]
    return _absolute(m, fits[0]) if fits else None


def _absolute(m: Meter, a: Number) -> Number:
    return a if _is_positive(m, a) else negate(a)


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
    if is_real_form(a):
        # The index is odd here, so that the norm of the root has the sign of its power: the conjugate is norm / root.
        root = real_ball(m, a, bits).root(index)
        double = root + norm / root
    else:
        double = complex_ball(m, a, bits).root(index).real * 2
    trace = unique_integer(double * below)
    return None if trace is None else _checked(m, a, index, fmpq(trace, below), norm)


def _checked(m: Meter, a: Number, index: int, t: fmpq, n: fmpq) -> Number | None:
    """Of the two numbers with trace t and norm n the one that is the principal root of a, if one is."""
    from rules.numbers.powers import power

    surd = power(m, Number(t * t - 4 * n), Number(fmpq(1, 2)), complex=True)
    ways = [sums.scale(m, sums.add(m, Number(t), way), fmpq(1, 2)) for way in (surd, negate(surd))]
    fits = [w for w in ways if is_pure(w) and _times(m, w, index).key == a.key and _is_principal(m, w, a, index)]
    return fits[0] if fits else None


def _is_principal(m: Meter, w: Number, a: Number, index: int) -> bool:
    """Whether w, a root of a, is the positive one, or the one that lies nearest to the positive axis."""
    from rules.numbers.decide import real_part, sign

    if is_real_form(a):
        return is_real_form(w) and sign(m, w) > 0
    near = complex_ball(m, a, 128).root(index).overlaps(complex_ball(m, w, 128))
    return bool(near) and sign(m, real_part(m, w)) >= 0


def _times(m: Meter, w: Number, index: int) -> Number:
    out = ONE
    for _ in range(index):
        out = sums.multiply(m, out, w)
    return out


def _rational_root(q: fmpq, index: int) -> fmpq | None:
    """The rational with this power, or None; a negative q has an odd index."""
    unit = -1 if q < 0 else 1
    above, below = abs(q.p).root(index), q.q.root(index)
    if unit * above**index != q.p or below**index != q.q:
        return None
    return fmpq(unit * above, below)
