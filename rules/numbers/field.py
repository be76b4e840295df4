"""Reciprocals and conjugates: the operations of a field that need more than the ring."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, gcd, lcm

from flint import fmpq, fmpq_mat

from rules.numbers import sums
from rules.numbers.budget import Meter
from rules.numbers.kinds import is_pure, is_real_form
from rules.numbers.number import Base, Log, Monomial, Number, Radicand, Sum, of_sum


def negate(a: Number) -> Number:
    """-a."""
    if a.q is not None:
        return Number(-a.q)
    return of_sum({mono: -c for mono, c in a.terms.items()})


def negated(e: Fraction | Number) -> Fraction | Number:
    """The exponent of the reciprocal."""
    return -e if isinstance(e, Fraction) else negate(e)


def conjugate(m: Meter, a: Number) -> Number:
    """The complex conjugate."""
    if is_real_form(a):
        return a
    out = Number(fmpq(0))
    for mono, c in a.terms.items():
        powers = []
        for power in mono:
            base, e = power.base, power.exponent
            if base == -1:
                powers.append((base, negated(e)))
            elif isinstance(base, Radicand) and not base.real:
                # Principal powers go along with conjugation off the negative real axis, where no radicand lies.
                powers.append((Radicand(conjugate(m, base.a), real=False), e))
            else:
                powers.append((base, e))
        out = sums.add(m, out, sums.term(m, c, powers))
    return out


def inverse_terms(m: Meter, a: Number) -> Sum | None:
    """The terms of 1 / a when they are found without a radicand, a not being zero; otherwise None."""
    terms = a.terms
    if len(terms) == 1:
        ((mono, c),) = terms.items()
        return sums.assemble(m, 1 / c, [(p.base, negated(p.exponent)) for p in mono])
    if not is_pure(a):
        return None
    if not is_real_form(a):
        bar = conjugate(m, a)
        below = inverse_terms(m, sums.multiply(m, a, bar))
        return None if below is None else sums.multiply(m, bar, of_sum(below)).terms
    return _eliminated(m, a)


def _eliminated(m: Meter, a: Number) -> Sum | None:
    """1 / a in the basis of the radicals that the radicals of a generate, by elimination."""
    basis = _generated(m, list(a.terms))
    if basis is None:
        return None
    place = {mono: index for index, mono in enumerate(basis)}
    size = len(basis)
    height = max(c.height_bits() for c in a.terms.values())
    if size * height > 2 * m.budget.max_bits:
        return None
    m.spend(size * size * (1 + size * (1 + height // 64) // 40))
    matrix = fmpq_mat(size, size)
    for column, mono in enumerate(basis):
        for other, c in a.terms.items():
            for found, d in _times(m, mono, other).items():
                matrix[place[found], column] += c * d
    one = fmpq_mat(size, 1)
    one[0, 0] = fmpq(1)
    solved = matrix.solve(one)
    out = {mono: solved[index, 0] for index, mono in enumerate(basis) if solved[index, 0]}
    if any(c.height_bits() > m.budget.max_bits for c in out.values()):
        return None
    return out


def _times(m: Meter, a: Monomial, b: Monomial) -> Sum:
    return sums.assemble(m, fmpq(1), [(p.base, p.exponent) for p in (*a, *b)])


def _generated(m: Meter, monomials: list[Monomial]) -> list[Monomial] | None:
    """The products of the radicals up to rational factors, 1 first; None if they are too many."""
    basis: list[Monomial] = [()]
    known: set[Monomial] = {()}
    for generator in monomials:
        if generator in known:
            continue
        index = 0
        while index < len(basis):
            (product,) = _times(m, basis[index], generator)
            if product not in known:
                known.add(product)
                basis.append(product)
                if len(basis) > m.budget.max_degree:
                    return None
            index += 1
    return basis


def reciprocal(m: Meter, a: Number) -> Number:
    """1 / a for an a that is not zero."""
    if a.q is not None:
        return Number(1 / a.q)
    found = inverse_terms(m, a)
    if found is not None:
        return sums.normal(m, found)
    base, unit = radicand(m, a)
    return sums.term(m, 1 / unit, [(base, Fraction(-1))])


def radicand(m: Meter, a: Number) -> tuple[Radicand, fmpq]:
    """a as a base without common rational factor, and that factor; a base of real form is positive."""
    from rules.numbers.decide import is_real, sign

    above, below = 0, 1
    for c in a.terms.values():
        above = gcd(above, int(c.p))
        below = lcm(below, int(c.q))
    unit = fmpq(above, below)
    real = is_real(m, a)
    if real and sign(m, a) < 0:
        unit = -unit
    return Radicand(of_sum({mono: c / unit for mono, c in a.terms.items()}), real=real), unit


def cleared(m: Meter, a: Number) -> Number | None:
    """a times the radicands and logarithms it is divided by, which are not zero; None if it is divided by none.

    The form of the product shows what that of the quotients hides: ln 2 / (ln 2 + ln 3) + ln 3 / (ln 2 + ln 3) is 1.
    """
    below: dict[Base, Fraction] = {}
    for mono in a.terms:
        for power in mono:
            if isinstance(power.base, Radicand | Log) and power.fraction is not None and power.fraction < 0:
                below[power.base] = max(below.get(power.base, Fraction(0)), Fraction(ceil(-power.fraction)))
    if not below:
        return None
    out = Number(fmpq(0))
    for mono, c in a.terms.items():
        powers = [(p.base, p.exponent) for p in mono]
        out = sums.add(m, out, sums.term(m, c, [*powers, *below.items()]))
    return out
