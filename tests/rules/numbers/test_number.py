"""Numbers do not change, have a form, and are made from texts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.numbers import ZERO, I, Number
from rules.numbers.number import Power, mono_key, of_sum, surd
from tests.rules.numbers.reading import value


@pytest.mark.parametrize(
    ("given", "expected"),
    [(7, "7"), (Fraction(-3, 4), "-3/4"), ("2.5", "5/2"), ("-3/4", "-3/4"), (".20", "1/5"), (10**50, "1" + "0" * 50)],
)
def test_made_from_integers_fractions_and_texts(given: int | Fraction | str, expected: str) -> None:
    assert str(Number.of(given)) == expected


@pytest.mark.parametrize("given", ["", "seven", "√2", "1//2"])
def test_a_text_that_is_no_rational_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match="Invalid literal"):
        Number.of(given)


def test_a_number_does_not_change() -> None:
    number = Number.of(3)
    for name in ("q", "_sum", "_key", "other"):
        with pytest.raises(AttributeError, match="does not change"):
            setattr(number, name, None)


def test_keys_are_equal_exactly_for_equal_forms() -> None:
    assert value("√2x√3+1").key == value("1+√6").key
    assert value("√2").key != value("√3").key
    assert Number.of(2).key == value("√4").key
    assert ZERO.key == ()


def test_terms_of_a_rational() -> None:
    assert Number.of(0).terms == {}
    assert list(Number.of(5).terms) == [()]


def test_powers_are_equal_by_base_and_exponent() -> None:
    assert surd(2, 1, 2) == Power(2, Fraction(1, 2))
    assert surd(2, 1, 2) != surd(2, 1, 3)
    assert surd(2, 1, 2) != "√2"
    assert surd(2, 1, 2).is_surd
    assert not Power(2, Fraction(3, 2)).is_surd
    assert not next(iter(I.terms))[0].is_surd


def test_sums_leave_out_zeros() -> None:
    one = value("√2").terms
    (mono,) = one
    assert of_sum({mono: one[mono] * 0}) is ZERO
    assert mono_key(()) == ()


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [("700!", "700!", "701!"), ("log_2(3)", "log_4(9)", "log_2(5)"), ("√(1+√2)", "√(√2+1)", "√(2+√2)")],
)
def test_bases_are_equal_by_their_form(one: str, same: str, other: str) -> None:
    bases = [next(iter(value(text).terms))[-1].base for text in (one, same, other)]
    assert bases[0] == bases[1]
    assert hash(bases[0]) == hash(bases[1])
    assert bases[0] != bases[2]
    assert bases[0] != 2
