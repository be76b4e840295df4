"""rules/adjudicator/precedence.py: the order of operations of MLAG VII-B-5."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.gaps import gaps_of
from rules.adjudicator.notation import tokens
from rules.adjudicator.reading import read_tokens
from rules.cubes import EQUATIONS_KIT
from rules.mat import Goal
from tests.rules.adjudicator.asking import MLAG, faults, values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2+3x4", "14"),
        ("9-4-3", "2"),
        ("8÷4x2", "4"),
        ("2x3^2", "18"),
        ("2^3^2", "64"),
        ("√4^2", "4"),
        ("8÷2√4", "4"),
        ("2^3√8", "8√8"),
        ("1+√4x2", "5"),
        ("√√9^4", "9"),
        ("(2+3)x4", "20"),
        ("7x<0>3+1", "22"),
        ("2<ud>+3<sw>", "-5/3"),
    ],
)
def test_the_order_decides(text: str, value: str) -> None:
    if value == "8√8":
        value = values("(2^3)√8", "senior", ruleset=MLAG)[0]
    assert values(text, "senior", ruleset=MLAG) == [value]


def test_faults_are_those_of_the_order() -> None:
    assert faults("√3^4", "minor", ruleset=MLAG) == ["illegal-expression III-C-3"]
    assert faults("4÷(2-2)+1", "middle", ruleset=MLAG) == ["illegal-expression III-A"]
    assert faults("12+3", "middle", ruleset=MLAG) == ["multi-digit VII-B-4"]
    assert faults("1234", "middle", where="goal", ruleset=MLAG) == ["goal-illegal IV-B-1"]


@pytest.mark.parametrize(
    ("cubes", "written", "kept"),
    [
        ("B2 Bx _ R3 R+ G5", "2x(3+5)", True),
        ("B2 Bx _ R3 R+ G5", "(2x3)+5", False),
        ("B2 Bx R3 _ R+ G5", "2x3+5", True),
        ("K√ G5 R+ G4 _ Bx K9", "[√(5+4)]x9", True),
        ("K√ G5 R+ G4 _ Bx K9", "√[(5+4)x9]", False),
        ("K√ G5 R+ G4 _ Bx K9", "√5+4x9", False),
    ],
)
def test_gaps_of_the_goal_are_kept(cubes: str, written: str, kept: bool) -> None:
    gaps = gaps_of(Goal.parse(cubes, EQUATIONS_KIT), order_of_operations=True)
    read = read_tokens(tokens(written), terms_of(MLAG, "middle"), at_goal=True, gaps=gaps)
    assert bool(read.readings) is kept
