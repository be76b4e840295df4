"""rules/adjudicator/variations/multiple_of_k.py: differences by k."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.variations.multiple_of_k import differs_by_multiple
from rules.numbers import Number
from tests.rules.adjudicator.asking import AGLOA, faults, multiple_of, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("25x40", "1000"),
        ("0-(25x4)", "-100"),
        ("√2", "√2"),
    ],
)
def test_goals_within_the_limit(text: str, expected: str) -> None:
    assert values(text, "middle", multiple_of(6), where="goal") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("99x99", "goal-illegal XIII-B-7"),
        ("0-(99^9)", "goal-illegal XIII-B-7"),
    ],
)
def test_goals_beyond_it(text: str, fault: str) -> None:
    assert faults(text, "middle", multiple_of(6), where="goal")[0] == fault


def test_the_limit_is_for_middle_and_for_goals() -> None:
    assert values("99x99", "junior", multiple_of(6), where="goal") == ["9801"]
    assert values("9x9x9x9", "middle", multiple_of(6)) == ["6561"]


def test_it_goes_by_the_interpretation() -> None:
    assert values("99x9+9", "middle", multiple_of(6), where="goal") == ["900"]
    assert on_mat("K9 K9 Bx K9 R+ K9", "middle", multiple_of(6)) == ["900"]


@pytest.mark.parametrize(("solution", "goal", "fits"), [(11, 5, True), (-1, 5, True), (5, 5, False), (12, 5, False)])
def test_differs_by_multiple(solution: int, goal: int, fits: bool) -> None:
    reckoner = Reckoner(terms_of(AGLOA, "middle", [multiple_of(6)]), at_goal=False)
    root = reckoner.numbers.root(Number.of(2), Number.of(2))
    for shift in (Number.of(0), root):
        pair = [reckoner.numbers.add(Number.of(n), shift) for n in (solution, goal)]
        assert differs_by_multiple(reckoner, *pair, 6) is fits
