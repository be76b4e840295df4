"""The ring of exact numbers: sums and products of terms brought to their normal form.

A term is *written* when its rational part fits the budget: then the coefficient holds all of it, and primes have only
exponents between 0 and 1. A term too large for that is *unwritten*: its coefficient is 1 or -1 and the primes hold
everything. So 3 x 3^(9^9) and 3^(9^9+1) have one form.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from math import floor, gcd

from flint import fmpq

from rules.numbers.budget import Meter, Uncheckable
from rules.numbers.kinds import without_constant
from rules.numbers.number import (
    HALF,
    ZERO,
    Base,
    Exponent,
    Factorial,
    Monomial,
    Number,
    Power,
    Radicand,
    Sum,
    of_sum,
    surd,
    to_fraction,
)
from rules.numbers.primes import factor

#: Powers of -1 whose real and imaginary parts are sums of square roots: the twelfths of a half turn.
_UNITY_DENOMINATORS = frozenset({3, 4, 6, 12})
#: A radicand's whole powers up to this one are multiplied out.
_EXPANDED = 8
#: Radicands are put together if their product has at most this many terms to work out.
_PAIRED = 16


def add(m: Meter, a: Number, b: Number) -> Number:
    """a + b."""
    if a.q is not None and b.q is not None:
        return rational(m, a.q + b.q)
    return normal(m, _gathered(m, dict(a.terms), b.terms))


def scale(m: Meter, a: Number, c: fmpq) -> Number:
    """c x a for a rational c."""
    if a.q is not None:
        return rational(m, a.q * c)
    if not c:
        return ZERO
    m.spend(4 * len(a.terms))
    if c in (1, -1):
        return of_sum({mono: c * coef for mono, coef in a.terms.items()})
    out: Sum = {}
    for mono, coef in a.terms.items():
        if is_written(mono) and (coef * c).height_bits() <= m.budget.max_bits:
            out[mono] = coef * c
        else:
            _gathered(m, out, assemble(m, coef * c, ((p.base, p.exponent) for p in mono)))
    return normal(m, out)


def multiply(m: Meter, a: Number, b: Number) -> Number:
    """a x b."""
    if b.q is not None:
        return scale(m, a, b.q)
    if a.q is not None:
        return scale(m, b, a.q)
    return normal(m, _product(m, a.terms, b.terms))


def rational(m: Meter, q: fmpq) -> Number:
    """The number of a rational, unwritten if it is too large."""
    m.spend(1)
    if q.height_bits() <= m.budget.max_bits:
        return Number(q)
    return of_sum(assemble(m, q, ()))


def term(m: Meter, coef: fmpq, powers: Iterable[tuple[Base, Exponent]]) -> Number:
    """The number coef x the product of the powers."""
    return normal(m, assemble(m, coef, powers))


def rational_root(m: Meter, q: fmpq, e: Fraction) -> Number:
    """The positive q^e for a positive rational q and a broken exponent."""
    above, below = e.as_integer_ratio()
    if (q.height_bits()) * (abs(above) // below + 1) <= m.budget.max_bits:
        coef, found = fmpq(1), []
        for side, direction in ((q.p, above), (q.q, -above)):
            if side == 1:
                continue
            factors = factor(m, int(side))
            if factors.rest != 1:
                break
            for p, times in factors.primes:
                whole, part = divmod(times * direction, below)
                if whole:
                    coef *= fmpq(p) ** whole
                if part:
                    shared = gcd(part, below)
                    found.append(surd(p, part // shared, below // shared))
        else:
            m.spend(4)
            if not found:
                return rational(m, coef)
            # No prime has a higher whole power than the bound above allows for, so the coefficient is written out.
            found.sort(key=lambda power: power.key)
            return Number(None, {tuple(found): coef})
    return term(m, fmpq(1), [(base, f * e) for base, f in coefficient_powers(m, q)])


def is_written(mono: Monomial) -> bool:
    """Whether the rational part of a term with these powers is all in its coefficient."""
    for power in mono:
        if power.is_surd:
            continue
        e = power.exponent
        if isinstance(e, Fraction):
            if isinstance(power.base, int):
                if not 0 < e < 1:
                    return False
            elif isinstance(power.base, Factorial) or (isinstance(power.base, Radicand) and power.base.a.q is not None):
                return False
    return True


def normal(m: Meter, terms: Sum) -> Number:
    """The number of a sum whose terms are normal: unwritten terms with a written ratio are put together."""
    kept = {mono: c for mono, c in terms.items() if c}
    if len(kept) > m.budget.max_terms:
        raise Uncheckable("terms", f"a sum of {len(kept)} terms")
    heavy = [mono for mono in kept if not is_written(mono)]
    if len(kept) > 1 and heavy:
        kept = _merged(m, kept, heavy)
    return of_sum(kept)


def _merged(m: Meter, terms: Sum, heavy: list[Monomial]) -> Sum:
    light = {mono: c for mono, c in terms.items() if mono not in heavy}
    groups: list[tuple[Monomial, fmpq, fmpq]] = []  # a term, and how many of it the group holds
    for mono in sorted(heavy, key=lambda mono: tuple(power.key for power in mono)):
        coef = terms[mono]
        for index, (first, first_coef, count) in enumerate(groups):
            m.spend(20)
            powers = [(p.base, p.exponent) for p in mono]
            powers += [(p.base, _negated(p.exponent)) for p in first]
            ratio = assemble(m, coef / first_coef, powers)
            if len(ratio) == 1 and () in ratio:
                groups[index] = (first, first_coef, count + ratio[()])
                break
        else:
            groups.append((mono, coef, fmpq(1)))
    out = light
    for mono, coef, count in groups:
        if count == 1:
            _gathered(m, out, {mono: coef})
        elif count:
            _gathered(m, out, assemble(m, coef * count, ((p.base, p.exponent) for p in mono)))
    return {mono: c for mono, c in out.items() if c}


def _negated(e: Exponent) -> Exponent:
    if isinstance(e, Fraction):
        return -e
    return of_sum({mono: -c for mono, c in e.terms.items()})


def _gathered(m: Meter, into: Sum, terms: Sum) -> Sum:
    """`into` with the terms added to it."""
    m.spend(1 + len(terms))
    for mono, c in terms.items():
        had = into.get(mono)
        if had is None:
            into[mono] = c
            continue
        total = had + c
        into[mono] = total
        if (total.height_bits() > m.budget.max_bits) or (total not in (0, 1, -1) and not is_written(mono)):
            del into[mono]
            _gathered(m, into, assemble(m, total, ((p.base, p.exponent) for p in mono)))
    return into


def _product(m: Meter, a: Sum, b: Sum) -> Sum:
    if len(a) * len(b) > m.budget.max_terms * 8:
        raise Uncheckable("terms", f"a product of {len(a)} by {len(b)} terms")
    out: Sum = {}
    for mono, c in a.items():
        powers = [(p.base, p.exponent) for p in mono]
        for other, d in b.items():
            product = _surds(m, c * d, mono, other)
            if product is None:
                product = assemble(m, c * d, powers + [(p.base, p.exponent) for p in other])
            _gathered(m, out, product)
    if len(out) > m.budget.max_terms:
        raise Uncheckable("terms", f"a sum of {len(out)} terms")
    return out


def _surds(m: Meter, coef: fmpq, a: Monomial, b: Monomial) -> Sum | None:
    """coef x a x b as `assemble` has it, the short way for products of broken powers of primes; otherwise None."""
    for power in a + b:
        if not power.is_surd:
            return None
    exponents: dict[int, Fraction] = {p.base: p.exponent for p in a}  # type: ignore[misc]
    for power in b:
        p, e = power.base, power.exponent
        assert isinstance(p, int)
        assert isinstance(e, Fraction)
        if p in exponents:
            e += exponents[p]
            if e >= 1:
                coef *= p
                e -= 1
        exponents[p] = e
    if coef.height_bits() > m.budget.max_bits:
        return None
    m.spend(2 + len(exponents))
    return {tuple(surd(p, *exponents[p].as_integer_ratio()) for p in sorted(exponents) if exponents[p]): coef}


def assemble(m: Meter, coef: fmpq, powers: Iterable[tuple[Base, Exponent]]) -> Sum:
    """coef, not 0, x the product of the powers in normal form: one term, or several where something multiplies out."""
    rationals: dict[Base, Fraction] = {}
    others: dict[Base, Number] = {}
    for base, e in powers:
        if isinstance(e, Number):
            had = others.get(base)
            others[base] = e if had is None else add(m, had, e)
        else:
            rationals[base] = rationals.get(base, Fraction(0)) + e
    m.spend(8 + 3 * len(rationals) + 8 * len(others))
    for base, exponent in list(others.items()):
        constant = exponent.terms.get(())
        if constant is not None:
            # The rational part of an exponent joins the base's rational power.
            rationals[base] = rationals.get(base, Fraction(0)) + to_fraction(constant)
            others[base] = without_constant(exponent)
        if not others[base].terms:
            del others[base]
    expanded: list[Sum] = []
    coef = _turn(coef, rationals, expanded)
    coef = _neighbours(m, coef, rationals)
    if any(isinstance(base, Radicand) for base in rationals):
        _expand_radicands(m, rationals, expanded)
        _pair_radicands(m, rationals)
    coef = _write(m, coef, rationals)
    found = [Power(base, e) for base, e in rationals.items() if e]
    found += [Power(base, e) for base, e in others.items()]
    found.sort(key=lambda power: power.key)
    out: Sum = {tuple(found): coef}
    for factors in expanded:
        out = _product(m, out, factors)
    return out


def _turn(coef: fmpq, rationals: dict[Base, Fraction], expanded: list[Sum]) -> fmpq:
    """Bring the power of -1 to an exponent between 0 and 1, or to real and imaginary parts."""
    e = rationals.pop(-1, None)
    if e is None:
        return coef
    e %= 2
    if e >= 1:
        coef, e = -coef, e - 1
    if e.denominator in _UNITY_DENOMINATORS:
        expanded.append(_unity(e))
    elif e:
        rationals[-1] = e
    return coef


def _unity(e: Fraction) -> Sum:
    """(-1)^e as a sum of square roots, e a twelfth between 0 and 1."""
    twelfths = int(e * 12)
    out: Sum = {}
    for mono, c in _COSINES[twelfths].items():
        out[mono] = c
    # sin x = cos(x - a quarter turn)
    for mono, c in _COSINES[abs(twelfths - 6)].items():
        out[(Power(-1, HALF), *mono)] = c
    return out


def _cosines() -> tuple[Sum, ...]:
    two, three = Power(2, HALF), Power(3, HALF)
    first: list[Sum] = [
        {(): fmpq(1)},
        {(two,): fmpq(1, 4), (two, three): fmpq(1, 4)},
        {(three,): fmpq(1, 2)},
        {(two,): fmpq(1, 2)},
        {(): fmpq(1, 2)},
        {(two,): fmpq(-1, 4), (two, three): fmpq(1, 4)},
        {},
    ]
    second = [{mono: -c for mono, c in row.items()} for row in reversed(first[:6])]
    return (*first, *second)


_COSINES = _cosines()


def _neighbours(m: Meter, coef: fmpq, rationals: dict[Base, Fraction]) -> fmpq:
    """Divide factorials by factorials near them: 720! : 719! is 720."""
    whole = [
        (int(base.n.q.p), base)
        for base, e in rationals.items()
        if isinstance(base, Factorial) and base.n.q is not None and e
    ]
    whole.sort(key=lambda item: item[0])
    for (low, lower), (high, upper) in pairwise(whole):
        below, above = rationals[lower], rationals[upper]
        if below * above >= 0:
            continue
        times = min(abs(below), abs(above))
        if times.denominator != 1 or (high - low) * high.bit_length() * int(times) > 2 * m.budget.max_bits:
            continue
        m.spend(high - low)
        product = fmpq(1)
        for n in range(low + 1, high + 1):
            product *= n
        step = times if above > 0 else -times
        coef *= product ** int(step)
        rationals[upper] -= step
        rationals[lower] += step
    return coef


def _expand_radicands(m: Meter, rationals: dict[Base, Fraction], expanded: list[Sum]) -> None:
    """Multiply out whole powers of radicands, so that exponents lie between 0 and 1 where that is possible."""
    from rules.numbers.field import inverse_terms

    for base, e in list(rationals.items()):
        if not isinstance(base, Radicand) or base.a.q is not None:
            continue
        whole = floor(e)
        if whole == 0 or abs(whole) > _EXPANDED:
            continue
        source: Sum | None = base.a.terms
        if whole < 0:
            source = inverse_terms(m, base.a)
        if source is None or len(source) ** abs(whole) > m.budget.max_terms:
            continue
        rationals[base] = e - whole
        expanded.extend([source] * abs(whole))


def _pair_radicands(m: Meter, rationals: dict[Base, Fraction]) -> None:
    """Put two radicands under one exponent together when their product is a single term: √(2+√2) x √(2-√2) is √2."""
    found = [b for b, e in rationals.items() if isinstance(b, Radicand) and b.real and b.a.q is None and e]
    for first, second in combinations(found, 2):
        e = rationals[first]
        if e and e == rationals[second] and len(first.a.terms) * len(second.a.terms) <= _PAIRED:
            product = multiply(m, first.a, second.a)
            if len(product.terms) == 1:
                ((mono, c),) = product.terms.items()
                rationals[first] = rationals[second] = Fraction(0)
                for base, exponent in [*((p.base, p.exponent) for p in mono), *coefficient_powers(m, c)]:
                    # Products of sums of radicals have no other exponents.
                    assert isinstance(exponent, Fraction)
                    rationals[base] = rationals.get(base, Fraction(0)) + exponent * e


def coefficient_powers(m: Meter, c: fmpq) -> list[tuple[Base, Fraction]]:
    """A positive rational as powers of primes, and of what the budget leaves unfactored."""
    out: list[tuple[Base, Fraction]] = []
    for side, direction in ((int(c.p), 1), (int(c.q), -1)):
        factors = factor(m, side)
        out += [(p, Fraction(direction * e)) for p, e in factors.primes]
        if factors.rest != 1:
            out.append((Radicand(Number(fmpq(factors.rest)), real=True), Fraction(direction * factors.times)))
    return out


def _write(m: Meter, coef: fmpq, rationals: dict[Base, Fraction]) -> fmpq:
    """Put the whole powers of primes into the coefficient; if that is too large, the coefficient into the primes."""
    limit = m.budget.max_bits
    bits, whole = coef.height_bits(), []
    for base, e in rationals.items():
        value = _integer(base)
        if value is None:
            continue
        n = floor(e)
        if n:
            bits += abs(n) * (value.bit_length() - 1)
            whole.append((base, value, n))
    if not whole and bits <= limit:
        # Nothing to write; but factorials keep the coefficient out of the term's small part.
        return coef
    if bits <= 4 * limit:
        written = coef
        for _, value, n in whole:
            written *= fmpq(value) ** n
        if written.height_bits() <= limit:
            for base, _, n in whole:
                rationals[base] -= n
            return written
    for base, e in coefficient_powers(m, abs(coef)):
        rationals[base] = rationals.get(base, Fraction(0)) + e
    return fmpq(1) if coef > 0 else fmpq(-1)


def _integer(base: Base) -> int | None:
    """The integer above one that a base is, when it is one that can be written into a coefficient."""
    if isinstance(base, int):
        return base if base > 1 else None
    if isinstance(base, Radicand) and base.a.q is not None:
        return int(base.a.q.p)
    return None
