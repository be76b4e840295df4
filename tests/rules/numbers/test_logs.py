"""Logarithms: rational where they are, symbols otherwise, undefined where there is none."""

from __future__ import annotations

import pytest

from rules.numbers import Arithmetic, Undefined
from tests.rules.numbers.reading import value


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
