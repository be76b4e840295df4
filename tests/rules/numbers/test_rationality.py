"""Rationals and integers in disguise are found, and nothing else."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.numbers import Arithmetic, Uncheckable, Undefined
from rules.numbers.budget import Budget, Meter
from rules.numbers.rationality import integer_value, proportion, rational_value, settled, simplest_between
from tests.rules.numbers.reading import ROOMY, value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("√(2+√2)x√(2-√2)/√2", "1"),
        ("3√(2+√5)+3√(2-√5)", "1"),
        ("(√(2+√2)+√(3+√2))x(√(2+√2)-√(3+√2))/3", "-1/3"),
        ("(1+√(2+√2))/(2+2x√(2+√2))", "1/2"),
        ("(3√(1+√2))^3-√2", "1"),
        ("1/(√(3+√2)+√(2+√2))-√(3+√2)+√(2+√2)+5/7", "5/7"),
        ("log_6(2)+log_6(3)", "1"),
    ],
)
def test_disguised_rationals(text: str, expected: str) -> None:
    number = settled(Meter(), value(text))
    assert number.q is not None
    assert str(number) == expected


@pytest.mark.parametrize(
    "text", ["√(2+√2)", "√(2+√2)+1/7", "1/(1+√(2+√2))", "1/(1+9√(2+√3))", "3√(1+i)", "2x√(2+√2)/3", "log_6(5)"]
)
def test_irrational_numbers_stay_as_they_are(text: str) -> None:
    number = value(text, complex_roots=True)
    assert rational_value(Meter(), number) is None
    assert settled(Meter(), number) is number


@pytest.mark.parametrize("text", ["9^(9^9)", "9^(9^9)x√(2+√2)", "9^(9^(9^9))x√2x√(1+√2)"])
def test_what_is_too_large(text: str) -> None:
    with pytest.raises(Uncheckable):
        integer_value(Meter(), value(text))
    with pytest.raises(Uncheckable):
        rational_value(Meter(), value(text))


def test_a_narrow_budget_leaves_it_open() -> None:
    with pytest.raises(Uncheckable):
        rational_value(Meter(Budget(max_precision=64)), value("1/(1+9√(1+9√2))"))


@given(st.fractions(), st.fractions(min_value=0, max_value=1))
def test_the_simplest_fraction_between(low: Fraction, width: Fraction) -> None:
    found = simplest_between(low, low + width)
    assert low <= found <= low + width
    assert found.denominator <= min(low.denominator, (low + width).denominator)
    if found.denominator <= 50:
        for below in range(1, found.denominator):
            above = -((-low.numerator * below) // low.denominator)
            assert Fraction(above, below) > low + width


def test_proportions() -> None:
    assert proportion(value("2x√2+4x√3"), value("√2+2x√3")) == 2
    assert proportion(value("2x√2+3x√3"), value("√2+2x√3")) is None
    assert proportion(value("2x√2"), value("√2+√3")) is None
    assert proportion(value("0"), value("0")) is None


@pytest.mark.parametrize(
    ("text", "rational"),
    [("2^√2x3^√3", False), ("log_2(3)x√5+1/2", False), ("log_2(3)+log_2(5)", False), ("log_12(6)+log_12(2)", True)],
)
def test_theorems(text: str, rational: bool) -> None:
    assert Arithmetic().is_rational(value(text)) is rational


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("10^5000", Uncheckable),
        ("2^100000", Uncheckable),
        ("(12^6)^√3xi", Undefined),
        ("1/(3√(10^90+√2)-10^30)", Undefined),
    ],
)
def test_no_integer_to_write_out(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        Arithmetic(ROOMY).as_int(value(text))


def test_unique_factorisation_tells_an_integer() -> None:
    assert Arithmetic().is_integer(value("2^99999x3"))
    assert not Arithmetic().is_integer(value("2^99999/3"))


@pytest.mark.parametrize("text", ["√(1+1/√(1+3√2))", "√(1/(1+√(1+√2))+√2)", "1/√(1+3√2)"])
def test_no_fraction_with_nested_roots_below(text: str) -> None:
    assert not Arithmetic(ROOMY).is_rational(value(text))


@pytest.mark.parametrize("text", ["log_(6√2)(9!!!)", "log_(1/500)(100!!)"])
def test_what_is_not_known_to_be_rational_is_open(text: str) -> None:
    with pytest.raises(Uncheckable) as refused:
        Arithmetic(ROOMY).is_rational(value(text))
    assert refused.value.code == "undecided"


@pytest.mark.parametrize(
    ("text", "code"),
    [("1/√(1000√9+8)", "degree"), ("1/(1+√(1+√2))^(10^10)", "too-large"), ("1/(3√(10^300+√2)-10^100)", "degree")],
)
def test_fractions_beyond_the_budget_are_open(text: str, code: str) -> None:
    with pytest.raises(Uncheckable) as refused:
        Arithmetic(ROOMY).is_rational(value(text))
    assert refused.value.code == code
