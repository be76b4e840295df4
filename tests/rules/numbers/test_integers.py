"""Factorials, factors, primes, remainders and common multiples, with their domains and limits."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.numbers import Arithmetic, Number, Uncheckable, Undefined
from tests.rules.numbers.reading import ROOMY, value

N = Number.of


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (lambda r: r.factorial(N(0)), "1"),
        (lambda r: r.factorial(N(5)), "120"),
        (lambda r: r.factorial(value("√9")), "6"),
        (lambda r: r.factorial(value("3!")), "720"),
        (lambda r: r.factorial(N(720)), "(6!)!"),
        (lambda r: r.factorial(value("9^(9^9)")), "(9^(9^9))!"),
        (lambda r: r.number_of_factors(N(1)), "1"),
        (lambda r: r.number_of_factors(N(12)), "6"),
        (lambda r: r.number_of_factors(value("√(2+√2)x√(2+√2)x(2-√2)x8")), "5"),
        (lambda r: r.number_of_factors(value("9^(9^9)")), "774840979"),
        (lambda r: r.number_of_factors(r.divide(value("700!"), value("699!x7"))), "9"),
        (lambda r: r.number_of_factors(value("(10^300+7)^20/(10^300+7)^20x6")), "4"),
        (lambda r: r.number_of_factors(value("2^(9^(9^9))x3^5000")), "1667x(3^774840979)+5001"),
        (lambda r: r.lcm(N(6), value("√9")), "6"),
        (lambda r: r.lcm(value("6^(9^9)"), value("10^(9^8)")), "(5^(9^8))x(6^(9^9))"),
        (lambda r: r.gcf(N(0), N(5)), "5"),
        (lambda r: r.gcf(value("9^(9^9)"), N(0)), "9^(9^9)"),
        (lambda r: r.gcf(value("9^(9^9)"), N(12)), "3"),
        (lambda r: r.gcf(value("6^(9^9)"), value("10^(9^8)")), "2^(9^8)"),
        (lambda r: r.remainder(N(15), N(2)), "1"),
        (lambda r: r.remainder(value("30^2"), N(5)), "0"),
        (lambda r: r.remainder(value("9^(9^9)+1"), N(1000)), "290"),
        (lambda r: r.remainder(N(7), value("9^(9^9)")), "7"),
        (lambda r: r.smallest_prime(N(7)), "11"),
        (lambda r: r.smallest_prime(value("9/2")), "5"),
        (lambda r: r.smallest_prime(N(-3)), "2"),
        (lambda r: r.smallest_prime(value("√50")), "11"),
        (lambda r: r.smallest_prime(value("√(2+√2)x√(2-√2)x√2")), "3"),
        (lambda r: r.smallest_prime(value("log_2(3)")), "2"),
    ],
)
def test_values(asked: Callable[[Arithmetic], Number], text: str) -> None:
    reckon = Arithmetic()
    assert reckon.text(asked(reckon)) == text


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (lambda r: r.factorial(N(-1)), "factorial-domain"),
        (lambda r: r.factorial(value("1/2")), "factorial-domain"),
        (lambda r: r.factorial(value("√5")), "factorial-domain"),
        (lambda r: r.factorial(value("i")), "factorial-domain"),
        (lambda r: r.number_of_factors(N(0)), "factors-domain"),
        (lambda r: r.number_of_factors(value("1/2")), "factors-domain"),
        (lambda r: r.lcm(N(0), N(3)), "lcm-domain"),
        (lambda r: r.lcm(value("1/2"), N(3)), "lcm-domain"),
        (lambda r: r.gcf(N(0), N(0)), "gcf-domain"),
        (lambda r: r.gcf(N(-2), N(4)), "gcf-domain"),
        (lambda r: r.remainder(N(5), N(0)), "division-by-zero"),
        (lambda r: r.remainder(value("1/2"), N(3)), "remainder-domain"),
        (lambda r: r.smallest_prime(value("2+i")), "prime-domain"),
        (lambda r: r.divide(N(1), N(0)), "division-by-zero"),
        (lambda r: r.divide(N(1), value("√6-√2x√3")), "division-by-zero"),
        (lambda r: r.as_int(value("√2")), "not-an-integer"),
        (lambda r: r.as_fraction(value("√2")), "not-rational"),
    ],
)
def test_outside_the_domain(asked: Callable[[Arithmetic], object], code: str) -> None:
    with pytest.raises(Undefined) as refused:
        asked(Arithmetic())
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (lambda r: r.number_of_factors(value("(8!)!+1")), "too-large"),
        (lambda r: r.number_of_factors(value("(9!)!")), "too-large"),
        (lambda r: r.number_of_factors(value("7^99+2")), "factors"),
        (lambda r: r.as_int(value("9^(9^9)")), "too-large"),
        (lambda r: r.as_fraction(value("1/9^(9^9)")), "too-large"),
        (lambda r: r.is_prime(value("2^521-1")), "prime"),
        (lambda r: r.smallest_prime(value("10^60")), "prime"),
        (lambda r: r.smallest_prime(value("9^(9^9)")), "too-large"),
        (lambda r: r.remainder(value("(9!)!"), N(7)), "too-large"),
        (lambda r: r.remainder(value("9^(9^(9^9))"), N(7)), "too-large"),
        (lambda r: r.remainder(value("9^(9^9)"), value("8^(9^9)")), "too-large"),
    ],
)
def test_beyond_the_budget(asked: Callable[[Arithmetic], object], code: str) -> None:
    with pytest.raises(Uncheckable) as refused:
        asked(Arithmetic())
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "integer", "whole", "counting"),
    [
        ("0", True, True, False),
        ("3", True, True, True),
        ("0-3", True, False, False),
        ("3/4", False, False, False),
        ("√9", True, True, True),
        ("√2", False, False, False),
        ("√(2+√2)x√(2-√2)x√2", True, True, True),
        ("2i", False, False, False),
        ("9^(9^9)", True, True, True),
        ("0-9^(9^9)", True, False, False),
        ("1/9^(9^9)", False, False, False),
        ("(9!)!-1", True, True, True),
        ("2^√2", False, False, False),
        ("3√(2+√5)+3√(2-√5)", True, True, True),
    ],
)
def test_kinds_of_numbers(text: str, integer: bool, whole: bool, counting: bool) -> None:
    reckon, number = Arithmetic(), value(text)
    found = (reckon.is_integer(number), reckon.is_whole(number), reckon.is_counting(number))
    assert found == (integer, whole, counting)


def test_the_factors_of_a_factorial_too_large_to_write_out() -> None:
    reckon = Arithmetic()
    expected = 1
    for p in (p for p in range(2, 701) if all(p % d for d in range(2, p))):
        times, n = 0, 700
        while n:
            n //= p
            times += n
        expected *= times + 1
    assert reckon.as_int(reckon.number_of_factors(value("700!"))) == expected


def test_primes() -> None:
    reckon = Arithmetic()
    assert [n for n in range(-2, 30) if reckon.is_prime(N(n))] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert reckon.is_prime(value("2^127-1"))
    assert not reckon.is_prime(value("2^128+1"))
    assert not reckon.is_prime(value("√2"))


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_common_multiples_and_factors_agree_with_the_standard_library(a: int, b: int) -> None:
    reckon = Arithmetic()
    assert reckon.as_int(reckon.lcm(N(a), N(b))) == lcm(a, b)
    assert reckon.as_int(reckon.gcf(N(a), N(b))) == gcd(a, b)
    assert reckon.as_int(reckon.remainder(N(a), N(b))) == a % b


@given(st.integers(1, 3000))
def test_factors_are_those_that_divide(n: int) -> None:
    found = Arithmetic().number_of_factors(N(n))
    assert Arithmetic().as_int(found) == sum(n % d == 0 for d in range(1, n + 1))


#: 7, but no form shows it: (1+√2+√3)x(1+√2-√3) is 2x√2.
HIDDEN_SEVEN = "log_2(1+√2+√3)+log_2(1+√2-√3)+11/2"


def test_an_integer_in_disguise_has_a_remainder() -> None:
    assert Arithmetic(ROOMY).remainder(value(HIDDEN_SEVEN), Number.of(4)) == 3


def test_no_prime_is_looked_for_above_what_cannot_be_written() -> None:
    with pytest.raises(Uncheckable):
        Arithmetic().smallest_prime(value("10^5000"))


def test_exponents_with_a_written_part_join_the_powers_that_are_there() -> None:
    large = value("100!x7^7^7^7")
    assert Arithmetic().equal(Arithmetic().lcm(Number.of(2), large), large)
