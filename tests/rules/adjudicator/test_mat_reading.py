"""rules/adjudicator/mat_reading.py: Goals as they lie (what each variation makes of cubes is tested with it)."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.mat_reading import read_cubes
from rules.cubes import EQUATIONS_KIT
from rules.mat import Goal
from tests.rules.adjudicator.asking import AGLOA, MLAG, exponent, mat_faults, on_mat, wild


@pytest.mark.parametrize(
    ("cubes", "agloa", "mlag"),
    [
        ("B2 Bx R3 R+ G5", ["11", "16"], ["11"]),
        ("B2 Bx _ R3 R+ G5", ["16"], ["16"]),
        ("B2 Bx R3 _ R+ G5", ["11"], ["11"]),
        ("K√ G5 R+ G4 _ Bx K9", ["9", "27"], ["27"]),
        ("K√ G4 R+ G5", ["3", "7"], ["7"]),
        ("R1 R2", ["12"], ["12"]),
        ("?7", ["7"], ["7"]),
        ("R1 R2 _ R+ R3", ["15"], ["15"]),
    ],
)
def test_gaps_and_the_order_of_operations(cubes: str, agloa: list[str], mlag: list[str]) -> None:
    assert on_mat(cubes, "middle") == agloa
    assert on_mat(cubes, "middle", ruleset=MLAG) == mlag


@pytest.mark.parametrize(
    ("cubes", "fault"),
    [
        ("", "goal-illegal IV-B"),
        ("R2 K7 R+ R1 G6 R- R3", "goal-illegal IV-B"),
        ("R1 R2 G5", "goal-illegal IV-B-1"),
        ("R+ K8", "illegal-expression III-B-1"),
        ("K7 K÷ R0", "illegal-expression III-A"),
        ("K7u", "goal-illegal XIII-B-2"),
        ("R-s", "goal-illegal XIII"),
    ],
)
def test_what_is_no_goal(cubes: str, fault: str) -> None:
    assert mat_faults(cubes, "middle") == [fault]


def test_of_too_many_readings_some_are_given() -> None:
    terms = terms_of(AGLOA, "senior", ["factorial", "powers-of-the-base", exponent(), wild()])
    found = read_cubes(Goal.parse("R1 R2 R0 Gx R3 R1", EQUATIONS_KIT), terms)
    assert [reason.code for reason in found.reasons] == ["uncheckable"]
    assert found.readings
    assert len(found.tokens) == 6
