"""The ring: one form for written and for unwritten terms."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from rules.numbers import Arithmetic, sums
from rules.numbers.budget import Budget, Meter, Uncheckable
from rules.numbers.number import Number
from tests.rules.numbers.reading import ROOMY, value


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("3x3^(9^9)", "3^(9^9+1)"),
        ("2^5000x3^5000", "6^5000"),
        ("2^5000+2^5000", "2^5001"),
        ("2^5000-2^4999", "2^4999"),
        ("3^(9^9)x√3x√3", "3^(9^9+1)"),
        ("701!/700!x1/701", "1"),
        ("701!-700!", "700x700!"),
        ("2^(9^9+√2)", "2^(9^9)x2^√2"),
        ("√2x√2", "2"),
        ("3√4x3√2", "2"),
        ("6√2x3√2", "√2"),
        ("√(2+√2)x√(2+√2)", "2+√2"),
        ("1/√(2+√2)x(2+√2)", "√(2+√2)"),
        ("√(2+√2)x√(2-√2)", "√2"),
        ("(0-1)^(1/3)", "1/2+(√3/2)i"),
        ("(0-1)^(5/12)", "(√6-√2)/4+((√6+√2)/4)i"),
        ("(0-1)^(1/5)x(0-1)^(4/5)", "0-1"),
        ("(0-1)^(7/6)", "(0-1)x(√3/2+i/2)"),
    ],
)
def test_one_form(left: str, right: str) -> None:
    assert value(left, complex_roots=True).key == value(right, complex_roots=True).key


def test_a_rational_beyond_the_budget_is_kept_as_powers() -> None:
    meter = Meter(Budget(max_bits=64))
    large = sums.rational(meter, fmpq(10) ** 30)
    assert large.q is None
    small = sums.multiply(meter, large, sums.rational(meter, 1 / fmpq(10) ** 29))
    assert small.q == 10
    total = sums.add(meter, large, large)
    assert sums.multiply(meter, total, sums.rational(meter, 1 / fmpq(10) ** 30)).q == 2
    assert sums.scale(meter, large, fmpq(0)).q == 0
    assert sums.scale(meter, large, fmpq(-1)).key == sums.rational(meter, -(fmpq(10) ** 30)).key


def test_a_sum_that_outgrows_the_budget_is_written_by_powers() -> None:
    meter = Meter(Budget(max_bits=64))
    a = Number.of(2**63)
    assert sums.add(meter, a, a).key == sums.rational(meter, fmpq(2) ** 64).key
    surds = value("√3x2^63")
    assert sums.add(meter, surds, surds).key == sums.multiply(meter, value("√3"), sums.rational(meter, fmpq(2**64))).key


def test_roots_of_rationals() -> None:
    meter = Meter()
    assert str(sums.rational_root(meter, fmpq(8, 27), Fraction(2, 3))) == "4/9"
    assert str(sums.rational_root(meter, fmpq(1, 12), Fraction(1, 2))) == "1/6x√3"
    assert str(sums.rational_root(meter, fmpq(2), Fraction(-7, 2))) == "1/16x√2"
    assert str(sums.rational_root(meter, fmpq(2), Fraction(20001, 2))) == "(2^10000)x√2"


def test_sums_and_products_have_no_end_of_terms() -> None:
    meter = Meter(Budget(max_terms=8))
    four = value("1+√2+√3+√5")
    with pytest.raises(Uncheckable) as refused:
        sums.multiply(meter, sums.multiply(meter, four, value("1+√7+√11")), value("1+√13"))
    assert refused.value.code == "terms"
    with pytest.raises(Uncheckable) as refused:
        sums.add(meter, value("√2+√3+√5+√7+√11"), value("√13+√17+√19+√23"))
    assert refused.value.code == "terms"
    many = value("1+√2+√3+√5+√7+√11+√13+√17+√19")
    with pytest.raises(Uncheckable) as refused:
        sums.multiply(meter, many, many)
    assert refused.value.code == "terms"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        # the coefficient of the product is too large to write out
        ("(10^1000x√6)x(10^1000x√6)", "6x10^2000"),
        # the rational part of an exponent joins the power that is there already
        ("(1+2^9999)^(1+log_5(1000))", "(1+2^9999)x(1+2^9999)^(log_5(1000))"),
        # factorials with exponents of one sign, and far apart, are left as they are
        ("(2000!x3000!)/3000!", "2000!"),
        ("(9000!/2000!)x2000!", "9000!"),
        ("7^(7^7^7+2)", "49x7^(7^7^7)"),
    ],
)
def test_products_too_large_to_write_out(text: str, same: str) -> None:
    assert Arithmetic(ROOMY).equal(value(text), value(same))
