"""Balls hold the number, at every precision, or say that it is too tall."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx

from rules.numbers.balls import (
    TooTallError,
    complex_ball,
    endpoints,
    is_clear_of_zero,
    magnitude,
    real_ball,
    unique_integer,
)
from rules.numbers.budget import Meter
from tests.rules.numbers.reading import value


@pytest.mark.parametrize(
    "text",
    [
        "22/7",
        "√2",
        "1/√2",
        "9√5",
        "5000√2",
        "√(2+√2)",
        "5000√(1+√2)",
        "(1+√2)^1000",
        "2^√2",
        "log_2(3)",
        "log_2(1+√2)",
        "√(log_2(3))",
        "700!",
        "√(700!)",
        "6000!",
        "(1/2)^(9^9)",
        "9^(9^9)",
        "(9^9)!",
        "log_2((9!)!)",
    ],
)
def test_narrow_balls_lie_in_wide_ones(text: str) -> None:
    number = value(text)
    wide, narrow = (real_ball(Meter(), number, bits) for bits in (64, 512))
    with ctx.workprec(1024):
        assert wide.overlaps(narrow)
        assert narrow.rel_accuracy_bits() > 400
        assert complex_ball(Meter(), number, 128).real.overlaps(narrow)


def test_complex_balls() -> None:
    fifth = complex_ball(Meter(), value("(0-1)^(2/5)", complex_roots=True), 128)
    assert fifth.real.overlaps((arb.pi() * 2 / 5).cos())
    for text in ("3√(2+3i)", "5000√(2+3i)", "(2+3i)^(3/7)"):
        number = value(text, complex_roots=True)
        assert complex_ball(Meter(), number, 64).overlaps(complex_ball(Meter(), number, 256))


def test_a_real_number_of_complex_form() -> None:
    number = value("(0-1)^(1/5)-(0-1)^(4/5)", complex_roots=True)
    assert real_ball(Meter(), number, 128).overlaps((arb.pi() / 5).cos() * 2)


@pytest.mark.parametrize("text", ["9^(9^(9^9))", "((9!)!)!", "2^(0-9^(9^9))"])
def test_too_tall(text: str) -> None:
    with pytest.raises(TooTallError):
        real_ball(Meter(), value(text), 64)


def test_readings_of_a_ball() -> None:
    assert magnitude(arb(5)) == 3
    assert endpoints(arb(3) / 4) == (Fraction(3, 4), Fraction(3, 4))
    assert unique_integer(arb(7)) == 7
    assert unique_integer(arb(7, 2)) is None
    assert unique_integer(arb("nan")) is None
    assert unique_integer(real_ball(Meter(), value("(1/2)^(9^9)"), 64)) is None
    assert is_clear_of_zero(arb(1))
    assert not is_clear_of_zero(arb(0, 1))
    assert not is_clear_of_zero(arb("inf"))
    with pytest.raises(TooTallError):
        magnitude(arb("inf"))
    huge = real_ball(Meter(), value("9^(9^9)"), 64)
    with pytest.raises(TooTallError):
        unique_integer(huge)
    with pytest.raises(TooTallError):
        endpoints(huge)


def test_the_working_precision_is_left_as_it_was() -> None:
    before = ctx.prec
    real_ball(Meter(), value("√2+2^√2"), 1000)
    assert ctx.prec == before
