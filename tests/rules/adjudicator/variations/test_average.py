"""rules/adjudicator/variations/average.py: averages."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, values, wild


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7+9", "8"),
        ("7-(0-9)", "16"),
        ("5+(4x2)", "13/2"),
        ("4+6+9", "23/4 7"),
    ],
)
def test_plus_is_the_average_of_two(text: str, expected: str) -> None:
    assert values(text, "middle", "average") == expected.split()


def test_a_wild_plus_is_the_average_too() -> None:
    assert values("7+<0>9", "middle", "average", wild()) == ["8"]


@pytest.mark.parametrize("text", ["+7", "7+"])
def test_it_needs_two_numbers(text: str) -> None:
    assert faults(text, "middle", "average") == ["illegal-expression III-B-1"]
