"""Numbers as balls: an interval, or a rectangle of the plane, that surely holds the exact value.

The one module that evaluates; another back end would replace it alone. A ball that leaves out zero is a proof, however
wide it is. (flint keeps the working precision in one place for the whole process: a second thread that changed it
could only make balls wider, never wrong.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from flint import acb, arb, ctx, fmpq, fmpz

from rules.numbers.budget import Meter
from rules.numbers.kinds import is_real_form
from rules.numbers.number import Factorial, Log, Number, Power, Radicand

#: Numbers whose logarithm has more bits than this before the point are not held in a ball.
_TALLEST = 4096
#: Balls whose ends have more bits than this, before or behind the point, are not turned into fractions.
_LONGEST = 1 << 18
#: Powers of primes beyond this many bits are taken through the logarithm.
_DIRECT_BITS = 1 << 16
#: Roots of a higher index are taken through the logarithm.
_DIRECT_ROOT = 1 << 12
#: Factorials up to this one are exact in a ball.
_EXACT_FACTORIAL = 5040
#: From here on a root costs clearly more than its length.
_LONG_BITS = 8192
#: Bits added against rounding in the sums and products of a form.
_GUARD = 16


class TooTallError(Exception):
    """The number is so large or so small that even its logarithm does not fit a ball."""


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def real_ball(m: Meter, a: Number, bits: int) -> arb:
    """A ball around a real number, reckoned with this many bits; raises TooTallError."""
    if a.q is not None:
        with _precision(bits):
            return arb(a.q)
    if not is_real_form(a):
        return complex_ball(m, a, bits).real
    with _precision(bits + _GUARD):
        total = arb(0)
        for mono, c in a.terms.items():
            product = arb(c)
            for power in mono:
                product *= _real_power(m, power, bits + _GUARD)
            total += product
        return total


def complex_ball(m: Meter, a: Number, bits: int) -> acb:
    """A rectangle around any number, reckoned with this many bits; raises TooTallError."""
    with _precision(bits + _GUARD):
        total = acb(0)
        for mono, c in a.terms.items():
            product = acb(c)
            for power in mono:
                product *= _complex_power(m, power, bits + _GUARD)
            total += product
        return total


def magnitude(x: arb) -> int:
    """An n with |x| < 2^n for everything in the ball; raises TooTallError if the ball has no bound."""
    top = x.abs_upper()
    if not top.is_finite():
        raise TooTallError
    mantissa, exponent = top.man_exp()
    return int(mantissa).bit_length() + int(exponent)


def unique_integer(x: arb) -> int | None:
    """The one integer in the ball, None if there are several or none; raises TooTallError for a long one.

    (flint's own `unique_fmpz` ends the whole process when an exponent is out of its reach.)
    """
    if not x.is_finite():
        return None
    size = magnitude(x)
    if size > _LONGEST:
        raise TooTallError
    with _precision(max(size, 0) + 64):
        first, last = _exact(x.lower().ceil()), _exact(x.upper().floor())
    return int(first) if first == last else None


def endpoints(x: arb) -> tuple[Fraction, Fraction]:
    """The ends of a finite ball as fractions; raises TooTallError for long ones."""
    return _exact(x.lower()), _exact(x.upper())


def _exact(x: arb) -> Fraction:
    mantissa, exponent = x.man_exp()
    if abs(int(exponent)) > _LONGEST:
        raise TooTallError
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def is_clear_of_zero(x: arb) -> bool:
    """Whether the ball is bounded and surely leaves out zero."""
    return bool(x.is_finite()) and not x.contains(0)


def _spend(m: Meter, bits: int, weight: int) -> None:
    m.spend(weight * (1 + bits // (256 if bits < _LONG_BITS else 96)))


def _real_power(m: Meter, power: Power, bits: int) -> arb:
    base, e = power.base, power.exponent
    if isinstance(base, int) and isinstance(e, Fraction):
        top, root = e.numerator, e.denominator
        if abs(top) * base.bit_length() <= _DIRECT_BITS and root <= _DIRECT_ROOT:
            _spend(m, bits, 2 if root <= 2 else 8 if root <= 12 else 24 if root <= 64 else 64)
            under = arb(base) ** top if abs(top) * base.bit_length() > bits else arb(fmpz(base) ** abs(top))
            if top < 0 and abs(top) * base.bit_length() <= bits:
                under = 1 / under
            return under if root == 1 else under.root(root)
    if isinstance(base, Log) and power.fraction == 1:
        return _log(m, base.a, bits)
    if isinstance(base, Radicand) and isinstance(e, Fraction) and abs(e) <= 64 and e.denominator <= _DIRECT_ROOT:
        _spend(m, bits, 8)
        under = real_ball(m, base.a, bits)
        if e.denominator != 1:
            under = under.root(e.denominator)
        return under if e.numerator == 1 else under**e.numerator
    if isinstance(base, Factorial) and e.__class__ is Fraction and base.n.q is not None:
        n = int(base.n.q.p)
        if n <= _EXACT_FACTORIAL and abs(e) <= 8 and e.denominator <= _DIRECT_ROOT:
            _spend(m, bits, 8)
            under = arb(fmpz.fac_ui(fmpz(n)))
            if e.denominator != 1:
                under = under.root(e.denominator)
            return under**e.numerator
    return _through_log(m, power, bits)


def _through_log(m: Meter, power: Power, bits: int) -> arb:
    base, e = power.base, power.exponent

    def exponent(prec: int) -> arb:
        if isinstance(e, Fraction):
            return arb(fmpq(e.numerator, e.denominator))
        return real_ball(m, e, prec)

    def log(prec: int) -> arb:
        if isinstance(base, int):
            _spend(m, prec, 12)
            return arb(base).log()
        if isinstance(base, Log):
            return _log(m, base.a, prec).log()
        if isinstance(base, Factorial):
            return _log_factorial(m, base.n, prec)
        return _log(m, base.a, prec)

    return _exp(m, lambda prec: exponent(prec) * log(prec), bits)


def _exp(m: Meter, argument: Callable[[int], arb], bits: int) -> arb:
    """e to the power of an argument that may be large: its leading bits cost as many bits of precision."""
    with _precision(64):
        rough = magnitude(argument(64))
    if rough > _TALLEST:
        raise TooTallError
    wide = bits + max(rough, 0) + 8
    with _precision(wide):
        _spend(m, wide, 12)
        return argument(wide).exp()


def _log(m: Meter, a: Number, bits: int) -> arb:
    _spend(m, bits, 12)
    if a.q is None and len(a.terms) == 1:
        ((mono, c),) = a.terms.items()
        if c == 1 and len(mono) == 1 and isinstance(mono[0].base, Factorial) and mono[0].fraction == 1:
            return _log_factorial(m, mono[0].base.n, bits)
    return real_ball(m, a, bits).log()


def _log_factorial(m: Meter, n: Number, bits: int) -> arb:
    _spend(m, bits, 16)
    inner = real_ball(m, n, bits)
    # ln n! has a few bits more than n.
    with _precision(bits + max(magnitude(inner), 0).bit_length() + 64):
        return (inner + 1).lgamma()


def _complex_power(m: Meter, power: Power, bits: int) -> acb:
    base, e = power.base, power.exponent
    if base == -1 and isinstance(e, Fraction):
        if e.denominator == 2:
            return acb(0, 1)
        _spend(m, bits, 8)
        return acb(arb(fmpq(e.numerator, e.denominator))).exp_pi_i()
    if isinstance(base, Radicand) and not base.real:
        _spend(m, bits, 64)
        under = complex_ball(m, base.a, bits)
        # A number that is not real has only powers with written rational exponents.
        assert isinstance(e, Fraction)
        if e.denominator > _DIRECT_ROOT:
            return (under.log() * arb(fmpq(e.numerator, e.denominator))).exp()
        if e.denominator != 1:
            under = under.root(e.denominator)
        return under if e.numerator == 1 else under ** int(e.numerator)
    return acb(_real_power(m, power, bits))
