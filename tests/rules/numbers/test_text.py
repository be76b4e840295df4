"""Texts: short, exact, the same for the same form, and readable back."""

from __future__ import annotations

import pytest

from rules.numbers import Arithmetic
from tests.rules.numbers.reading import value


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("6/8-3/2", "-3/4"),
        ("21", "21"),
        ("2i", "0+2i"),
        ("1-i", "1-1i"),
        ("3-i/4", "3-1/4i"),
        ("1/2+(√3/2)i", "1/2+(1/2x√3)i"),
        ("(√3)i", "0+(√3)i"),
        ("1-(√3)i", "1-(√3)i"),
        ("(√2-√3)i", "0+(√2-√3)i"),
        ("√12", "2x√3"),
        ("√2+√3", "√2+√3"),
        ("√3+1+√2", "1+√2+√3"),
        ("√30+√7", "√7+√30"),
        ("0-√2", "-√2"),
        ("√3/2", "1/2x√3"),
        ("√(10/7)", "1/7x√70"),
        ("3√5", "3√5"),
        ("2x(3√5)", "2x(3√5)"),
        ("1+(3√5)", "1+(3√5)"),
        ("0-(3√5)", "-(3√5)"),
        ("6√2x√5", "6√250"),
        ("√(2+√2)", "√(2+√2)"),
        ("3√(1+√2)+1", "1+(3√(1+√2))"),
        ("(1+√2)^(9^9)", "(1+√2)^(9^9)"),
        ("√(10^40+1)", "√17x√588235294117647058823529411764705882353"),
        ("2^√2", "2^(√2)"),
        ("5x6^√2", "5x(6^(√2))"),
        ("log_2(3)+1", "1+log_2(3)"),
        ("log_6(5)/2", "1/2xlog_6(5)"),
        ("9^(9^9)", "9^(9^9)"),
        ("9^(9^9)+1", "(9^(9^9))+1"),
        ("0-2^(9^9)", "-(2^(9^9))"),
        ("1/9^(9^9)", "1/(9^(9^9))"),
        ("(2/3)^(9^9)", "(2^(9^9))/(3^(9^9))"),
        ("9^(9^(9^9))", "9^(9^(9^9))"),
        ("2^(9^9)x√2", "(2^(9^9))x√2"),
        ("2^4000", "2^4000"),
        ("1/2^4000", "1/(2^4000)"),
        ("10^2000+1", "(10^2000)+1"),
        ("500!", "500!"),
        ("(9!)!", "(9!)!"),
        ("((9!)!)!", "((9!)!)!"),
        ("2x700!", "2x700!"),
        ("700!^2", "(700!)^2"),
        ("2^(30!)", "2^(30!)"),
        ("5√(0-1)", "-1"),
        ("9√(2^8x101^8)", "(2^(8/9))x(101^(8/9))"),
        ("2^(√2+√3)", "2^(√2+√3)"),
        ("(700!)^√2", "(700!)^(√2)"),
    ],
)
def test_texts_both_ways(said: str, text: str) -> None:
    reckon = Arithmetic()
    found = value(said)
    assert reckon.text(found) == text == str(found)
    assert reckon.equal(value(text), found)


def test_complex_roots_without_a_simpler_form() -> None:
    reckon = Arithmetic()
    assert reckon.text(value("(0-1)^(2/5)", complex_roots=True)) == "(-1)^(2/5)"
    assert reckon.text(value("3√(2+3i)", complex_roots=True)) == "3√(2+3i)"
    assert reckon.text(value("0-(0-1)^(1/5)", complex_roots=True)) == "-((-1)^(1/5))"


def test_a_rational_in_disguise_is_written_as_such() -> None:
    reckon = Arithmetic()
    assert reckon.text(value("√(2+√2)x√(2-√2)x√2")) == "2"
    assert reckon.text(value("(1+9√2)/(1+9√2)")) == "1"
    assert reckon.text(value("log_6(2)+log_6(3)")) == "1"


def test_no_numeral_has_more_than_a_thousand_digits() -> None:
    reckon = Arithmetic()
    longest = value("10^1000-1")
    assert reckon.text(longest) == "9" * 1000
    beyond = value("(3^1300+1)x(7^700+2)")
    written = reckon.text(beyond)
    assert max(len(part) for part in written.replace("(", " ").replace("+", " ").replace("x", " ").split()) <= 1000
    assert reckon.equal(value(written), beyond)


def test_a_number_shows_itself() -> None:
    assert repr(value("√2+√3")) == "<Number √2+√3>"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(log_2(7))^(√27)", "(((ln(2))^(-1))^(3x√3))x((ln(7))^(3x√3))"),
        ("√(log_100(5))", "1/2x√2x(ln(5))^(1/2)x((ln(2)+ln(5))^(-1/2))"),
        ("log_(2+2x√2)(3)", "log_(2+2x√2)(3)"),
        ("log_(2x10^40)(5)", "ln(5)x((41xln(2)+40xln(5))^(-1))"),
        ("99√(2^97x5^98)", "(2^(97/99))x(5^(98/99))"),
        (f"2^{10**90 + 1}", f"2^{10**90 + 1}"),
    ],
)
def test_forms_of_logarithms_and_of_long_exponents(text: str, shown: str) -> None:
    assert str(value(text)) == shown
