"""Logarithms: rational where they are, symbols otherwise, undefined where there is none."""

from __future__ import annotations

import pytest

from rules.numbers import Arithmetic, Number, Undefined
from tests.rules.numbers.reading import ROOMY, value


@pytest.mark.parametrize(
    ("base", "x", "text"),
    [
        ("5", "(6x4)+1", "2"),
        ("2", "8", "3"),
        ("8", "4", "2/3"),
        ("1/3", "9", "-2"),
        ("7", "1", "0"),
        ("12", "144", "2"),
        ("√2", "8", "6"),
        ("6", "1/√6", "-1/2"),
        ("1+√2", "√2-1", "-1"),
        ("9", "9^(9^9)", "387420489"),
        ("2", "3", "log_2(3)"),
        ("4", "3", "1/2xlog_2(3)"),
        ("6", "5", "log_6(5)"),
        ("10", "2x3^(9^9)", "log_10(2)+387420489xlog_10(3)"),
        ("2", "1+√2", "log_2(1+√2)"),
        ("2", "500!/500", None),
        ("2", "(9!)!", "log_2((9!)!)"),
        ("2", "√2-1", "-log_2(1+√2)"),
    ],
)
def test_logarithms(base: str, x: str, text: str | None) -> None:
    reckon = Arithmetic()
    found = reckon.log(value(base), value(x))
    if text is not None:
        assert reckon.text(found) == text
    assert reckon.equal(reckon.power(value(base), found), value(x))


@pytest.mark.parametrize(
    ("base", "x", "code"),
    [
        ("1", "5", "log-base-one"),
        ("√6-√2x√3+1", "5", "log-base-one"),
        ("5", "0", "log-domain"),
        ("1", "0-1", "log-domain"),
        ("2", "0-8", "log-domain"),
        ("0-2", "4", "log-domain"),
        ("0", "4", "log-domain"),
        ("i", "4", "log-domain"),
    ],
)
def test_logarithms_that_are_undefined(base: str, x: str, code: str) -> None:
    with pytest.raises(Undefined) as refused:
        Arithmetic().log(value(base), value(x))
    assert refused.value.code == code


def test_the_logarithm_of_one_in_disguise_is_zero() -> None:
    one = value("log_2(1+√2+√3)+log_2(1+√2-√3)-1/2")
    assert str(Arithmetic(ROOMY).log(Number.of(3), one)) == "0"


@pytest.mark.parametrize(
    ("base", "x", "approx"),
    [
        # of a number that is not algebraic
        ("log_5(18)", "3", 1.8763655616475927),
        # too tall for a ball
        ("1+√2", "9^(9^(9^9))+1", None),
        # the base so near to one that a first ball of its logarithm has 0 in it
        ("√(10^100+√2)/(10^50)", "1+√2", 1.2464504802804612e100),
    ],
)
def test_no_simple_fraction_is_found(base: str, x: str, approx: float | None) -> None:
    found = Arithmetic(ROOMY).log(value(base), value(x))
    assert not found.terms.keys() <= {()}
    assert Arithmetic(ROOMY).approx(found) == (None if approx is None else pytest.approx(approx))
