"""Prime factors of whole numbers, as far as the budget goes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from flint import fmpz

from rules.numbers.budget import Meter, Uncheckable

_SIEVED = 1 << 16


def _sieve(limit: int) -> tuple[int, ...]:
    flags = bytearray([1]) * limit
    flags[0:2] = b"\0\0"
    for n in range(2, int(limit**0.5) + 1):
        if flags[n]:
            flags[n * n :: n] = bytes(len(range(n * n, limit, n)))
    return tuple(n for n in range(limit) if flags[n])


#: All primes below 65 536.
SMALL_PRIMES = _sieve(_SIEVED)


@dataclass(frozen=True, slots=True)
class Factors:
    """n as a product of primes, rising, and of a power of a rest (1 if none) that the budget leaves unfactored."""

    primes: tuple[tuple[int, int], ...]
    rest: int = 1
    times: int = 1


def factor(m: Meter, n: int) -> Factors:
    """The prime factors of a counting number; what exceeds the budget stays together in `rest`."""
    if n.bit_length() <= 64:
        m.spend(4 if n < _SIEVED else 40)
        # flint does not always give them in order.
        return Factors(tuple(sorted((int(p), int(e)) for p, e in fmpz(n).factor())))
    m.spend(len(SMALL_PRIMES) * (1 + n.bit_length() // 1024) // 8)
    rest = fmpz(n)
    found: dict[int, int] = {}
    for p in SMALL_PRIMES:
        while rest % p == 0:
            rest = rest // p
            found[p] = found.get(p, 0) + 1
        if rest == 1:
            break
    left = times = 1
    if rest != 1:
        rest, times = _base_of_power(rest)
        bits = rest.bit_length()
        if bits <= m.budget.max_factor_bits:
            m.spend(40 if bits <= 64 else 10_000)
            for prime, count in rest.factor():
                found[int(prime)] = int(count) * times
        elif bits <= m.budget.max_prime_bits and is_prime(m, int(rest)):
            found[int(rest)] = times
        else:
            left = int(rest)
    return Factors(tuple(sorted(found.items())), left, times)


def _base_of_power(n: fmpz) -> tuple[fmpz, int]:
    """The smallest r and the k with n = r^k, for an n without small factors."""
    times = 1
    largest = n.bit_length() // (_SIEVED.bit_length() - 1)
    for k in takewhile(largest.__ge__, SMALL_PRIMES):
        while True:
            found = n.root(k)
            if found**k != n:
                break
            n, times = found, times * k
    return n, times


def factor_fully(m: Meter, n: int) -> tuple[tuple[int, int], ...]:
    """The prime factors of a counting number, all of them; raises Uncheckable where the budget ends first."""
    factors = factor(m, n)
    if factors.rest != 1:
        raise Uncheckable("factors", f"a number of {factors.rest.bit_length()} bits without small factors")
    return factors.primes


def is_prime(m: Meter, n: int) -> bool:
    """Whether n is prime; proved, not probable."""
    if n < 2:
        return False
    bits = n.bit_length()
    m.spend(2 if bits <= 64 else 10 + bits * bits // 256)
    big = fmpz(n)
    if bits > 64 and not big.is_probable_prime():
        # Failing the test is proof; passing it is not.
        return False
    if bits > m.budget.max_prime_bits:
        raise Uncheckable("prime", f"a number of {bits} bits may be prime")
    if bits > 64:
        m.spend(5_000)
    return bool(big.is_prime())


def next_prime(m: Meter, n: int) -> int:
    """The smallest prime above n."""
    candidate = max(n + 1, 2)
    while not is_prime(m, candidate):
        candidate += 1
    return candidate
