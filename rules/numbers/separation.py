"""How near to zero an algebraic number can be without being zero.

The bound of Burnikel, Funke, Mehlhorn, Schirra and Schmitt (2009): write the number as U / L with algebraic integers U
and L all of whose conjugates are at most u and l in absolute value, in an extension of degree at most D. The product
of the conjugates of U is a whole number other than zero, so |U / L| is at least 1 / (u^(D-1) x l) unless it is zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from rules.numbers.budget import Meter, Uncheckable
from rules.numbers.number import Factorial, Key, Log, Number, Power, Radicand


@dataclass(frozen=True, slots=True)
class Bound:
    """Upper bounds of the conjugates as powers of two, u below 2^above and l below 2^below; the degree is apart."""

    above: Fraction
    below: Fraction


def log2_above(n: int) -> Fraction:
    """A bound of log2 n from above for a counting number, to about a 16th of a bit."""
    if n <= 1:
        return Fraction(0)
    shift = max(0, n.bit_length() - 64)
    lead = (n >> shift) + (1 if shift else 0)
    return Fraction((lead**16).bit_length(), 16) + shift


def zero_bits(m: Meter, a: Number) -> int:
    """A number of bits b such that |a| < 2^-b only if the algebraic number a is zero; raises Uncheckable."""
    roots = Roots()
    bound = _bound(m, a, roots)
    degree = roots.degree(m)
    bits = (degree - 1) * max(bound.above, Fraction(0)) + bound.below
    if bits > m.budget.max_precision:
        raise Uncheckable("degree", f"an algebraic number of degree up to {degree}")
    return int(bits) + 2


def denominator_bits(m: Meter, a: Number) -> int:
    """A number of bits that the denominator of the algebraic number a has at most, if a is rational."""
    roots = Roots()
    bound = _bound(m, a, roots)
    bits = roots.degree(m) * bound.below
    if 2 * bits > m.budget.max_precision:
        raise Uncheckable("degree", "an algebraic number of too high a degree")
    return int(bits) + 1


class Roots:
    """The roots that generate the field of a number; those of primes are counted one by one and product by product."""

    def __init__(self) -> None:
        self.of_primes: dict[Key, int] = {}
        self.of_products: dict[Key, int] = {}
        self.of_radicands: dict[Key, int] = {}

    def degree(self, m: Meter) -> int:
        """A bound of the degree of the field; raises Uncheckable if it is beyond all use."""
        # √2 x √3 + 1 has degree 2 as the root of one product, 4 as one with roots of two primes.
        degree = prod(self.of_radicands.values())
        degree *= min(prod(self.of_primes.values()), prod(self.of_products.values()))
        if degree > m.budget.max_precision:
            raise Uncheckable("degree", f"an algebraic number of degree up to {degree}")
        return degree


def _bound(m: Meter, a: Number, roots: Roots) -> Bound:
    terms = []
    common = lcm(*(int(c.q) for c in a.terms.values()))
    if common.bit_length() > m.budget.max_precision:
        raise Uncheckable("too-large", "a denominator beyond the budget")
    below = Fraction(0)
    for mono, c in a.terms.items():
        m.spend(2 + 2 * len(mono))
        broken = [p for p in mono if isinstance(p.base, int) and p.fraction is not None and p.fraction.denominator > 1]
        if broken:
            product = tuple(p.key for p in broken)
            roots.of_products[product] = lcm(*(p.fraction.denominator for p in broken if p.fraction is not None))
        u = log2_above(abs(int(c.p)) * (common // int(c.q)))
        down = Fraction(0)
        for power in mono:
            part = _power_bound(m, power, roots)
            u += part.above
            down += part.below
        terms.append((u, down))
        below += down
    above = max((u - down for u, down in terms), default=Fraction(0)) + below + log2_above(len(terms))
    return Bound(above, below + log2_above(common))


def _power_bound(m: Meter, power: Power, roots: Roots) -> Bound:
    base, e = power.base, power.exponent
    if isinstance(base, Log) or not isinstance(e, Fraction):
        raise Uncheckable("undecided", "a number that is not algebraic")
    if e.denominator > 1:
        found = roots.of_primes if isinstance(base, int) else roots.of_radicands
        head: Key = (0, base) if isinstance(base, int) else base.key
        found[head] = lcm(found.get(head, 1), e.denominator)
    if isinstance(base, Radicand):
        inner = _bound(m, base.a, roots)
        u, down = inner.above, inner.below
        if e < 0:
            u, down = down, u
        u, down = u * abs(e.numerator), down * abs(e.numerator)
        if e.denominator > 1:
            # (U/L)^(1/t) = (U x L^(t-1))^(1/t) / L
            u = (u + (e.denominator - 1) * down) / e.denominator
        return Bound(_checked(m, u), _checked(m, down))
    if isinstance(base, Factorial):
        if base.n.q is None:
            raise Uncheckable("too-large", "the factorial of a number too large to write out")
        n = int(base.n.q.p)
        size = n * log2_above(n)
    else:
        size = log2_above(abs(base))
    size = _checked(m, size * abs(e))
    return Bound(size, Fraction(0)) if e > 0 else Bound(Fraction(0), size)


def _checked(m: Meter, bits: Fraction) -> Fraction:
    if bits > m.budget.max_precision:
        raise Uncheckable("too-large", "an algebraic number of too many bits")
    return bits
