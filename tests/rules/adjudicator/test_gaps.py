"""rules/adjudicator/gaps.py: what the gaps of a Goal keep together (IV-B-2, the table of XIII-C-9)."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.gaps import gaps_of
from rules.adjudicator.notation import tokens
from rules.adjudicator.reading import read_tokens
from rules.cubes import EQUATIONS_KIT
from rules.mat import Goal
from tests.rules.adjudicator.asking import AGLOA

CASES = [
    ("B2 Bx _ R3 R+ G5", "2x(3+5)", True),
    ("B2 Bx _ R3 R+ G5", "(2x3)+5", False),
    ("B2 Bx R3 _ R+ G5", "(2x3)+5", True),
    ("B2 Bx R3 _ R+ G5", "2x(3+5)", False),
    ("K√ G5 R+ G4 _ Bx K9", "[√(5+4)]x9", True),
    ("K√ G5 R+ G4 _ Bx K9", "√[(5+4)x9]", True),
    ("K√ G5 R+ G4 _ Bx K9", "[(√5)+4]x9", False),
    ("K√ G5 R+ G4 _ Bx K9", "(√5)+(4x9)", False),
    ("Bx _ K7 G^ K9 R+ R3", "x[7^(9+3)]", True),
    ("Bx _ K7 G^ K9 R+ R3", "[x(7^9)]+3", False),
    ("Bx _ K7 G^ K9 _ R+ R3", "[x(7^9)]+3", True),
    ("Bx _ K7 G^ K9 _ R+ R3", "x[7^(9+3)]", False),
    ("Bx _ R3 R+ _ K7 G^ K9", "(x3)+(7^9)", False),
    ("R1 R2 _ R+ R3", "12+3", True),
]


@pytest.mark.parametrize(("cubes", "written", "kept"), CASES)
def test_a_written_goal_against_the_gaps(cubes: str, written: str, kept: bool) -> None:
    terms = terms_of(AGLOA, "junior", ["number-of-factors"])
    gaps = gaps_of(Goal.parse(cubes, EQUATIONS_KIT), terms)
    assert bool(read_tokens(tokens(written), terms, at_goal=True).readings)
    assert bool(read_tokens(tokens(written), terms, at_goal=True, gaps=gaps).readings) is kept


def test_a_goal_without_gaps_has_none() -> None:
    assert gaps_of(Goal.parse("B2 Bx R3", EQUATIONS_KIT), terms_of(AGLOA, "middle")) is None
