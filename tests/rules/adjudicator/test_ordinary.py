"""rules/adjudicator/ordinary.py: the value of a note in ordinary signs."""

from __future__ import annotations

import pytest

from rules.adjudicator.notation import Unreadable
from rules.adjudicator.ordinary import ordinary
from rules.numbers import Arithmetic, Undefined


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2", "-2"),
        ("+2", "2"),
        ("--2", "2"),
        ("2i", "0+2i"),
        ("-2i", "0-2i"),
        ("-1+√3i", "-1+(√3)i"),
        ("-1+(√3)i", "-1+(√3)i"),
        ("-1-√3xi", "-1-(√3)i"),
        ("1+2x3^2", "19"),
        ("1÷2", "1/2"),
        ("2.5", "5/2"),
        (".5", "1/2"),
        ("-2^2", "-4"),
        ("3√8", "2"),
        ("√√(16)", "2"),
        ("2(3+4)", "14"),
        ("2^-1", "1/2"),
    ],
)
def test_ordinary_signs(text: str, value: str) -> None:
    numbers = Arithmetic()
    assert numbers.text(ordinary(numbers, text)) == value


@pytest.mark.parametrize("text", ["", "+", "2+", "x2", "2)", "(2", "1.2.3", ".", "7<sw>", "2=2", "abc", "9" * 30, "2!"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(Unreadable):
        ordinary(Arithmetic(), text)


def test_what_is_undefined() -> None:
    with pytest.raises(Undefined):
        ordinary(Arithmetic(), "1÷0")
