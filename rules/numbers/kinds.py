"""What the form of a number shows at once: pure radicals, real form, algebraic, integer."""

from __future__ import annotations

from fractions import Fraction

from rules.numbers.number import HALF, Factorial, Log, Monomial, Number, Power, Radicand, of_sum


def is_pure(a: Number) -> bool:
    """Whether the form is the only one: radicals of rationals and i, all written out.

    Such a number is zero only if it has no terms, rational only if it has no other, real only if no term has i.
    """
    if a.q is not None:
        return True
    return all(power.is_surd or _is_i(power) for mono in a.terms for power in mono)


def _is_i(power: Power) -> bool:
    return power.base == -1 and power.fraction == HALF


def is_real_form(a: Number) -> bool:
    """Whether the form has only real parts; a number of another form may be real too."""
    if a.q is not None:
        return True
    for mono in a.terms:
        for power in mono:
            if power.base == -1 or (isinstance(power.base, Radicand) and not power.base.real):
                return False
    return True


def is_algebraic(a: Number) -> bool:
    """Whether the form shows an algebraic number: no logarithms, no irrational or unwritten exponents."""
    if a.q is not None:
        return True
    for mono in a.terms:
        for power in mono:
            base = power.base
            if isinstance(base, Log) or not isinstance(power.exponent, Fraction):
                return False
            if isinstance(base, Factorial) and base.n.q is None:
                return False
            if isinstance(base, Radicand) and not is_algebraic(base.a):
                return False
    return True


def is_rational_form(a: Number) -> bool:
    """Whether the form shows a rational, written out or not."""
    return a.q is not None or all(_is_rational_mono(mono) for mono in a.terms)


def _is_rational_mono(mono: Monomial) -> bool:
    for power in mono:
        base, e = power.base, power.exponent
        if isinstance(e, Fraction):
            if e.denominator != 1:
                return False
        elif not is_integer_form(e):
            return False
        if base == -1 or isinstance(base, Log):
            return False
        if isinstance(base, Radicand) and not is_rational_form(base.a):
            return False
    return True


def is_integer_form(a: Number) -> bool:
    """Whether the form shows an integer, written out or not; False says nothing."""
    if a.q is not None:
        return bool(a.q.q == 1)
    return all(c.q == 1 and _is_integer_mono(mono) for mono, c in a.terms.items())


def _is_integer_mono(mono: Monomial) -> bool:
    for power in mono:
        base, e = power.base, power.exponent
        if isinstance(e, Fraction):
            if e.denominator != 1 or e < 0:
                return False
        elif not (is_integer_form(e) and _is_plainly_positive(e)):
            return False
        if base == -1 or isinstance(base, Log):
            return False
        if isinstance(base, Radicand) and not is_integer_form(base.a):
            return False
    return True


def _is_plainly_positive(a: Number) -> bool:
    """Whether every term of a real form has a positive coefficient; all bases are positive."""
    return bool(a.terms) and is_real_form(a) and all(c > 0 for c in a.terms.values())


def is_power_of_primes(a: Number) -> bool:
    """Whether every term is a rational times fractional powers of primes, written out or not."""
    return all(
        isinstance(power.base, int) and power.base > 1 and isinstance(power.exponent, Fraction)
        for mono in a.terms
        for power in mono
    )


def parity(a: Number) -> int | None:
    """0 or 1 for an integer whose form shows it, otherwise None."""
    return _parity(a) if is_integer_form(a) else None


def _parity(a: Number) -> int:
    if a.q is not None:
        return int(a.q.p) % 2
    total = 0
    for mono, c in a.terms.items():
        even = int(c.p) % 2 == 0
        for power in mono:
            # Exponents of an integer form are positive; factorials are kept only for numbers far above one.
            if power.base == 2 or isinstance(power.base, Factorial):
                even = True
            elif isinstance(power.base, Radicand):
                # An integer form is one of integer forms.
                even = even or _parity(power.base.a) == 0
        total += not even
    return total % 2


def without_constant(a: Number) -> Number:
    """The number less the rational term of its form."""
    return of_sum({mono: c for mono, c in a.terms.items() if mono})
