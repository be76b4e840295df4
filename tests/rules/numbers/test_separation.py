"""The separation bound never claims zero for a number that is not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.numbers.balls import is_clear_of_zero, real_ball
from rules.numbers.budget import Budget, Meter, Uncheckable
from rules.numbers.separation import denominator_bits, log2_above, zero_bits
from tests.rules.numbers.reading import value


@given(st.integers(1, 10**400))
def test_log2_from_above(n: int) -> None:
    bound = log2_above(n)
    assert n**bound.denominator <= 2**bound.numerator
    assert bound <= n.bit_length() + Fraction(1, 8)


@pytest.mark.parametrize(
    "text",
    [
        "√10001+√10003-2x√10002",
        "√(10^20+1)-10^10",
        "√(2+√2)-√(2+√2+1/10^9)",
        "(√2-1)^20",
        "1/(1+√(2+√2))-1/(1+√(2+√3))",
        "9√(10^9+1)-10",
        "700!/700^700",
        "(√(2+√2)+1)^(0-1)",
    ],
)
def test_numbers_other_than_zero_are_above_their_bound(text: str) -> None:
    bits = zero_bits(Meter(), value(text))
    ball = real_ball(Meter(), value(text), bits + 200)
    assert is_clear_of_zero(ball)
    low = min(abs(ball.lower()), abs(ball.upper()))
    assert low * 2**bits > 1


def test_bounds_beyond_the_budget() -> None:
    for text in ("(9^9)√(1+√2)", "9√(1+9√(1+9√(1+9√(1+9√2))))"):
        with pytest.raises(Uncheckable) as refused:
            zero_bits(Meter(), value(text))
        assert refused.value.code == "degree"
    for text in ("9^(9^9)+√2", "(9^(9^9))!", "(9!)!"):
        with pytest.raises(Uncheckable) as refused:
            zero_bits(Meter(), value(text))
        assert refused.value.code == "too-large"
    for text in ("log_2(3)", "2^√2"):
        with pytest.raises(Uncheckable) as refused:
            zero_bits(Meter(), value(text))
        assert refused.value.code == "undecided"
    with pytest.raises(Uncheckable):
        zero_bits(Meter(Budget(max_precision=64)), value("√2/10^30"))


def test_denominators() -> None:
    assert denominator_bits(Meter(), value("√2/8")) >= 3
    with pytest.raises(Uncheckable):
        denominator_bits(Meter(Budget(max_precision=64)), value("9√(1+√2)/1000"))


def test_too_high_a_degree_for_the_precision_is_said_so() -> None:
    zero = value("√(9√2+1)x√(9√2+2)-√((9√2+1)x(9√2+2))")
    with pytest.raises(Uncheckable) as refused:
        zero_bits(Meter(Budget(max_precision=128)), zero)
    assert refused.value.code == "degree"
