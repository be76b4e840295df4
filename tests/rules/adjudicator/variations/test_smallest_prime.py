"""rules/adjudicator/variations/smallest_prime.py: the next prime."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Fault
from rules.adjudicator.variations.smallest_prime import smallest_prime
from rules.numbers import Number
from tests.rules.adjudicator.asking import AGLOA, faults, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x7", "11"),
        ("x(9÷2)", "5"),
        ("x(0-3)", "2"),
        ("xx5", "11"),
        ("2xx5", "14"),
        ("x5x7", "49"),
        ("x(5x7)", "37"),
        ("x7+9", "20"),
        ("xx9÷2", "13/2"),
        ("6x7", "42"),
        ("x√(7x7)", "11"),
    ],
)
def test_the_smallest_prime_above(text: str, expected: str) -> None:
    assert values(text, "elementary", "smallest-prime") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x(9^3)", "illegal-expression XIII-A-9"),
        ("x", "illegal-expression III-A"),
    ],
)
def test_what_is_too_large(text: str, fault: str) -> None:
    assert faults(text, "elementary", "smallest-prime")[0] == fault


def test_two_hundred_is_the_last() -> None:
    assert values("x((9x9)+(9x9)+(9x4)+2)", "elementary", "smallest-prime") == ["211"]
    assert faults("x((9x9)+(9x9)+(9x4)+3)", "elementary", "smallest-prime") == ["illegal-expression XIII-A-9"]


def test_an_irrational_number_has_none() -> None:
    """x√67 (XIII-A-9 (e)); in Elementary the General Rule keeps such numbers out before this one does."""
    reckoner = Reckoner(terms_of(AGLOA, "elementary", ["smallest-prime"]), at_goal=False)
    with pytest.raises(Fault, match="prime-not-rational"):
        smallest_prime(reckoner, reckoner.numbers.root(Number.of(2), Number.of(67)))
