"""Factoring stops where the budget says, and says what is left."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.numbers.budget import Budget, Meter, Uncheckable
from rules.numbers.primes import SMALL_PRIMES, factor, factor_fully, is_prime, next_prime


def test_the_small_primes() -> None:
    assert SMALL_PRIMES[:6] == (2, 3, 5, 7, 11, 13)
    assert len(SMALL_PRIMES) == 6542
    assert SMALL_PRIMES[-1] == 65521


@given(st.integers(1, 2**80))
def test_factors_multiply_to_the_number(n: int) -> None:
    found = factor(Meter(), n)
    assert prod(p**e for p, e in found.primes) * found.rest**found.times == n
    assert all(is_prime(Meter(), p) for p, _ in found.primes)
    assert list(found.primes) == sorted(found.primes)


def test_what_is_too_hard_is_left_as_a_rest() -> None:
    hard = (2**127 - 1) * (2**89 - 1)
    found = factor(Meter(), 12 * hard**3)
    assert found.primes == ((2, 2), (3, 1))
    assert (found.rest, found.times) == (hard, 3)
    with pytest.raises(Uncheckable) as refused:
        factor_fully(Meter(), hard)
    assert refused.value.code == "factors"


def test_large_primes_and_their_powers_are_found() -> None:
    assert factor_fully(Meter(), 5 * (2**127 - 1)) == ((5, 1), (2**127 - 1, 1))
    assert factor_fully(Meter(), (2**61 - 1) ** 4) == ((2**61 - 1, 4),)
    assert factor_fully(Meter(), (2**47 + 5) * (2**47 + 119)) == factor(Meter(), (2**47 + 5) * (2**47 + 119)).primes


def test_primality_beyond_the_budget_is_open_unless_disproved() -> None:
    assert not is_prime(Meter(), 2**521 + 1)
    with pytest.raises(Uncheckable) as refused:
        is_prime(Meter(), 2**521 - 1)
    assert refused.value.code == "prime"
    assert is_prime(Meter(Budget(max_prime_bits=64)), 2**61 - 1)
    assert not is_prime(Meter(), 1)


@pytest.mark.parametrize(("n", "expected"), [(-5, 2), (1, 2), (2, 3), (13, 17), (65521, 65537), (10**18, 10**18 + 3)])
def test_the_next_prime(n: int, expected: int) -> None:
    assert next_prime(Meter(), n) == expected
