"""Functions of whole numbers: factorials, factors, primes, remainders, common multiples."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from math import gcd, lcm

from flint import fmpq, fmpz

from rules.numbers import sums
from rules.numbers.balls import TooTallError, real_ball, unique_integer
from rules.numbers.budget import Meter, Uncheckable, Undefined
from rules.numbers.decide import compare, is_real, is_zero, sign
from rules.numbers.kinds import is_integer_form
from rules.numbers.number import ONE, ZERO, Factorial, Number, of_fmpz, to_fmpq
from rules.numbers.primes import SMALL_PRIMES, factor_fully, next_prime
from rules.numbers.rationality import integer_value, is_integer, settled

#: Factorials up to this one are taken apart into primes to count their factors.
_APART = 10_000


def is_whole(m: Meter, a: Number) -> bool:
    """Whether a is 0, 1, 2, 3 ..."""
    if a.q is not None:
        return bool(a.q.q == 1 and a.q >= 0)
    return is_real(m, a) and is_integer(m, a) and sign(m, a) >= 0


def is_counting(m: Meter, a: Number) -> bool:
    """Whether a is 1, 2, 3 ..."""
    return is_whole(m, a) and not is_zero(m, a)


def as_int(m: Meter, a: Number) -> int:
    """The integer that a is; Undefined if it is none, Uncheckable if it is too large to write out."""
    found = integer_value(m, a)
    if found is None:
        raise Undefined("not-an-integer", "an integer is needed")
    return found


def factorial(m: Meter, n: Number) -> Number:
    """n! for a whole number, kept as such when it is too large to write out."""
    n = settled(m, n)
    if not is_whole(m, n):
        raise Undefined("factorial-domain", "only whole numbers have factorials")
    if n.q is not None and n.q <= m.budget.max_bits:
        # Every factor above 2 has more than one bit: a larger n! cannot fit.
        m.spend(1 + int(n.q.p) // 16)
        value = fmpz.fac_ui(n.q.p)
        if value.bit_length() <= m.budget.max_bits:
            return of_fmpz(value)
    return sums.term(m, fmpq(1), [(Factorial(n), Fraction(1))])


def number_of_factors(m: Meter, n: Number) -> Number:
    """How many counting numbers divide the counting number n."""
    n = settled(m, n)
    if not is_counting(m, n):
        raise Undefined("factors-domain", "only counting numbers have a number of factors")
    found = ONE
    for _, e in prime_exponents(m, n):
        found = sums.multiply(m, found, sums.add(m, e, ONE))
    return found


def prime_exponents(m: Meter, n: Number) -> list[tuple[int, Number]]:
    """The primes of a counting number with their exponents, rising; raises Uncheckable."""
    if n.q is not None:
        return [(p, Number.of(e)) for p, e in factor_fully(m, int(n.q.p))]
    if len(n.terms) != 1:
        raise Uncheckable("too-large", "a sum too large to be factored")
    ((mono, c),) = n.terms.items()
    found: dict[int, Number] = {p: Number.of(e) for p, e in factor_fully(m, int(c.p))}
    for power in mono:
        e = Number(to_fmpq(power.exponent)) if isinstance(power.exponent, Fraction) else power.exponent
        if isinstance(power.base, int):
            found[power.base] = sums.add(m, found.get(power.base, ZERO), e)
        elif isinstance(power.base, Factorial) and power.base.n.q is not None and power.base.n.q <= _APART:
            k = int(power.base.n.q.p)
            m.spend(k)
            for p in takewhile(k.__ge__, SMALL_PRIMES):
                found[p] = sums.add(m, found.get(p, ZERO), sums.scale(m, e, fmpq(legendre(k, p))))
        else:
            raise Uncheckable("too-large", "a number too large to be factored")
    return sorted(found.items(), key=lambda item: item[0])


def legendre(n: int, p: int) -> int:
    """How often the prime p divides n!."""
    count = 0
    while n:
        n //= p
        count += n
    return count


def _whole_pair(m: Meter, a: Number, b: Number, code: str) -> tuple[Number, Number]:
    a, b = settled(m, a), settled(m, b)
    if not (is_whole(m, a) and is_whole(m, b)):
        raise Undefined(code, "two whole numbers are needed")
    return a, b


def gcf(m: Meter, a: Number, b: Number) -> Number:
    """The greatest common factor of two whole numbers that are not both zero."""
    a, b = _whole_pair(m, a, b, "gcf-domain")
    if a.q is not None and b.q is not None:
        found = gcd(int(a.q.p), int(b.q.p))
        if not found:
            raise Undefined("gcf-domain", "every number divides zero")
        return Number.of(found)
    if a.q == 0 or b.q == 0:
        return b if a.q == 0 else a
    return _joined(m, a, b, smaller=True)


def lcm_of(m: Meter, a: Number, b: Number) -> Number:
    """The least common multiple of two counting numbers."""
    a, b = _whole_pair(m, a, b, "lcm-domain")
    if a.q == 0 or b.q == 0:
        raise Undefined("lcm-domain", "two counting numbers are needed")
    if a.q is not None and b.q is not None:
        return sums.rational(m, fmpq(lcm(int(a.q.p), int(b.q.p))))
    return _joined(m, a, b, smaller=False)


def _joined(m: Meter, a: Number, b: Number, *, smaller: bool) -> Number:
    left, right = dict(prime_exponents(m, a)), dict(prime_exponents(m, b))
    powers = []
    for p in sorted(left.keys() | right.keys()):
        x, y = left.get(p, ZERO), right.get(p, ZERO)
        e = x if (compare(m, x, y) < 0) is smaller else y
        powers.append((p, Fraction(int(e.q.p)) if e.q is not None else e))
    return sums.term(m, fmpq(1), powers)


def remainder(m: Meter, a: Number, b: Number) -> Number:
    """What is left over when the whole number a is divided by the counting number b."""
    a, b = _whole_pair(m, a, b, "remainder-domain")
    if b.q == 0:
        raise Undefined("division-by-zero", "nothing is divided by zero")
    if b.q is None:
        if compare(m, a, b) < 0:
            return a
        raise Uncheckable("too-large", "a divisor too large to write out")
    by = int(b.q.p)
    if a.q is not None:
        return Number.of(int(a.q.p) % by)
    if not is_integer_form(a):
        return Number.of(as_int(m, a) % by)
    total = 0
    for mono, c in a.terms.items():
        product = int(c.p) % by
        for power in mono:
            e = power.exponent
            if not isinstance(power.base, int) or not isinstance(e, Fraction):
                raise Uncheckable("too-large", "a dividend too large to write out")
            m.spend(1 + (by.bit_length() // 64) ** 2 * (1 + e.numerator.bit_length() // 64))
            product = product * pow(power.base, e.numerator, by) % by
        total += product
    return Number.of(total % by)


def smallest_prime(m: Meter, a: Number) -> Number:
    """The smallest prime above the real number a."""
    if not is_real(m, a):
        raise Undefined("prime-domain", "a real number is needed")
    if sign(m, a) < 0:
        return Number.of(2)
    return Number.of(next_prime(m, floor(m, settled(m, a))))


def floor(m: Meter, a: Number) -> int:
    """The largest integer not above the real number a."""
    if a.q is not None:
        return int(a.q.floor())
    bits = 64
    try:
        while bits <= 4 * m.budget.max_bits:
            found = unique_integer(real_ball(m, a, bits).floor())
            if found is not None:
                return found
            bits *= 2
    except TooTallError:
        pass
    # Too large, or an integer in disguise, on which the ball always straddles.
    return as_int(m, a)
