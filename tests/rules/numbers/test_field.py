"""Reciprocals by elimination, conjugates, and quotients cleared of their divisors."""

from __future__ import annotations

import pytest

from rules.numbers import field, sums
from rules.numbers.budget import Budget, Meter
from tests.rules.numbers.reading import value


@pytest.mark.parametrize(
    ("text", "inverse"),
    [
        ("4/3", "3/4"),
        ("√2", "1/2x√2"),
        ("√2+√3", "-√2+√3"),
        ("1+3√2", "1/3-1/3x(3√2)+1/3x(3√4)"),
        ("1+i", "1/2-1/2i"),
        ("√2+i", "1/3x√2-1/3i"),
        ("2x9^(9^9)", "1/(2x(9^(9^9)))"),
        ("9^(9^9)+1", "((9^(9^9))+1)^(-1)"),
        ("9^(9^9)x2+4", "(2x(9^(9^9))+4)^(-1)"),
    ],
)
def test_reciprocals(text: str, inverse: str) -> None:
    meter = Meter()
    found = field.reciprocal(meter, value(text))
    assert str(found) == inverse
    product = sums.multiply(meter, found, value(text))
    whole = field.cleared(meter, product)
    assert product.q == 1 or (whole is not None and whole == value(text))


def test_a_field_of_too_high_a_degree_or_too_long_numbers_is_not_eliminated() -> None:
    seven = value("√2+√3+√5+√7+√11+√13+√17")
    assert field.inverse_terms(Meter(), seven) is None
    assert field.inverse_terms(Meter(Budget(max_degree=128)), seven) is not None
    assert field.inverse_terms(Meter(), value("1+(10^300+1)x(√2+√3+√5)")) is None
    assert field.inverse_terms(Meter(), value("√(1+√2)+1")) is None


def test_conjugates() -> None:
    meter = Meter()
    assert str(field.conjugate(meter, value("1+(√2)i"))) == "1-(√2)i"
    assert str(field.conjugate(meter, value("√2"))) == "√2"
    fifth = value("(0-1)^(1/5)", complex_roots=True)
    assert sums.multiply(meter, fifth, field.conjugate(meter, fifth)).q == 1
    root = value("3√(2+3i)", complex_roots=True)
    assert sums.multiply(meter, root, field.conjugate(meter, root)) == value("3√13")


def test_radicands_have_no_rational_factor_and_are_positive() -> None:
    base, unit = field.radicand(Meter(), value("4/3-2x√2"))
    assert str(base.a) == "-2+3x√2"
    assert unit == value("0-2/3").q
    assert base.real
    assert not field.radicand(Meter(), value("1+i"))[0].real


def test_coefficients_beyond_the_budget_are_not_written_out() -> None:
    narrow = Meter(Budget(max_bits=64))
    assert field.inverse_terms(narrow, value("1000i+27√3")) is None
    assert field.inverse_terms(Meter(), value("1000i+27√3")) is not None
