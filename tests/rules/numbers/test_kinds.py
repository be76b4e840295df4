"""What forms show at once."""

from __future__ import annotations

import pytest

from rules.numbers import kinds
from tests.rules.numbers.reading import value


@pytest.mark.parametrize(
    ("text", "pure", "real", "algebraic", "rational", "integer"),
    [
        ("3/4", True, True, True, True, False),
        ("5", True, True, True, True, True),
        ("√2+3√5", True, True, True, False, False),
        ("2+(√3)i", True, False, True, False, False),
        ("√(1+√2)", False, True, True, False, False),
        ("3√(1+2i)", False, False, True, False, False),
        ("(0-1)^(1/5)", False, False, True, False, False),
        ("2^√2", False, True, False, False, False),
        ("log_2(3)", False, True, False, False, False),
        ("√(2+2^√2)", False, True, False, False, False),
        ("9^(9^9)", False, True, True, True, True),
        ("9^(9^9)/2", False, True, True, True, False),
        ("9^(9^(9^9))", False, True, False, True, True),
        ("700!+1", False, True, True, True, True),
        ("(9^(9^9))!", False, True, False, True, True),
        ("√(9^(9^9)x2)", False, True, True, False, False),
        ("(10^300+7)^20", False, True, True, True, True),
    ],
)
def test_forms(text: str, pure: bool, real: bool, algebraic: bool, rational: bool, integer: bool) -> None:
    number = value(text, complex_roots=True)
    assert kinds.is_pure(number) is pure
    assert kinds.is_real_form(number) is real
    assert kinds.is_algebraic(number) is algebraic
    assert kinds.is_rational_form(number) is rational
    assert kinds.is_integer_form(number) is integer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 1),
        ("8", 0),
        ("1/2", None),
        ("√2", None),
        ("9^(9^9)", 1),
        ("9^(9^9)+1", 0),
        ("6^(9^9)", 0),
        ("700!+1", 1),
        ("9^(9^(9^9))", 1),
        ("(10^300+7)^20", 1),
        ("(9^(9^9)+√2)^2", None),
    ],
)
def test_parity(text: str, expected: int | None) -> None:
    assert kinds.parity(value(text)) == expected


def test_without_the_rational_term() -> None:
    assert str(kinds.without_constant(value("3+√2"))) == "√2"
    assert not kinds.without_constant(value("3")).terms


@pytest.mark.parametrize("text", ["log_5(3)", "(1+√2)^99999", "(1/2+√2)^99999", "i"])
def test_no_integer_shows_in_these_forms(text: str) -> None:
    assert not kinds.is_integer_form(value(text))
    assert kinds.parity(value(text)) is None
