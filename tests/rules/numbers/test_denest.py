"""Nested roots come out of their nests where they can."""

from __future__ import annotations

import pytest

from rules.numbers.budget import Meter
from rules.numbers.denest import denested
from tests.rules.numbers.reading import value


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        ("5+2x√6", 2, "√2+√3"),
        ("3-2x√2", 2, "-1+√2"),
        ("2+√3", 2, "1/2x√2+1/2x√6"),
        ("10+2x√6+2x√10+2x√15", 2, "√2+√3+√5"),
        ("17+12x√2", 4, "1+√2"),
        ("7+5x√2", 3, "1+√2"),
        ("5x√2-7", 3, "-1+√2"),
        ("99+70x√2", 6, "1+√2"),
        ("2+√5", 3, "1/2+1/2x√5"),
        ("(1+√2)^7", 7, "1+√2"),
        ("2+11i", 3, "2+1i"),
        ("3+4i", 2, "2+1i"),
        ("1+√2", 2, None),
        ("1+3√2", 2, None),
        ("1+√2+√3", 3, None),
        ("1+3√2", 3, None),
        ("3+√2", 3, None),
        ("9+√2", 3, None),
        ("√(1+√2)", 2, None),
        ("1+√2", 100, None),
        ("1+i", 3, None),
        ("(2-3i)^5", 5, None),
        ("(1+(√2)i)^3", 3, "1+(√2)i"),
        ("(3-(√2)i)^3", 3, "3-(√2)i"),
        ("3+2x√3", 2, None),
        ("√6-√2", 2, None),
        ("√6-2", 3, None),
        ("5+2x√7", 3, None),
    ],
)
def test_denested(text: str, index: int, expected: str | None) -> None:
    found = denested(Meter(), value(text), index)
    assert (None if found is None else str(found)) == expected
