"""Faults of Equations (IV-B, VII-B, VII-C-3)."""

import pytest

from rules.cubes import EQUATIONS_KIT
from rules.equations.check import Adjudicator, is_correct
from rules.equations.rulebook import MLAG_2018
from rules.errors import NotBuilt
from rules.mat import Mat

MAT = {"goal": "R1 B2", "required": "G5", "permitted": "R+", "forbidden": "K8", "resources": "K7 K9 R- R2 Bx"}


def codes(equation: str, challenge: str = "impossible", division: str = "middle", **sections: str) -> list[str]:
    mat = Mat.parse(MAT | sections, EQUATIONS_KIT)
    verdict = Adjudicator(MLAG_2018, division).equation(equation, challenge, mat)
    assert verdict.correct == (not verdict.reasons)
    return [reason.code for reason in verdict.reasons]


@pytest.mark.parametrize(
    ("equation", "challenge", "faults"),
    [
        ("5+7=12", "impossible", []),
        ("12=5+7", "impossible", []),
        ("5+7=12", "now", []),
        ("5+9-2=12", "now", ["resources"]),
        ("5+9-2=12", "none", []),
        ("7+7=12", "impossible", ["required-unused", "unavailable", "not-equal"]),
        ("5+8=12", "impossible", ["forbidden-used", "not-equal"]),
        ("5+7", "impossible", ["form"]),
        ("5+7=12=12", "impossible", ["form"]),
        ("=12", "impossible", ["form"]),
        ("5+7=13", "impossible", ["goal-interpretation", "not-equal"]),
        ("57=12", "impossible", ["multi-digit", "not-equal"]),
        ("5=12", "impossible", ["too-few-cubes", "not-equal"]),
        ("5+=12", "impossible", ["illegal-expression"]),
        ("5+7!=12", "impossible", ["unreadable"]),
        ("5+7<ud>=12", "impossible", ["variation"]),
    ],
)
def test_faults(equation: str, challenge: str, faults: list[str]) -> None:
    assert codes(equation, challenge) == faults


@pytest.mark.parametrize(
    ("goal", "written", "faults"),
    [
        ("B2 Bx _ R3 R+ G5", "2x(3+5)", []),
        ("B2 Bx _ R3 R+ G5", "2x3+5", ["goal-interpretation"]),
        ("B2 Bx R3 _ R+ G5", "2x3+5", []),
        ("B2 Bx R3 _ R+ G5", "(2x3)+5", []),
        ("B2 Bx R3 R+ G5", "(2x3)+5", []),
        ("B2 Bx R3 R+ G5", "2x(3+5)", ["goal-interpretation"]),
        ("K√ G5 R+ G4 _ Bx K9", "[√(5+4)]x9", []),
        ("K√ _ G5 R+ G4", "√(5+4)", []),
        ("R3 K√ _ G4 R+ G4", "3√(4+4)", []),
        ("R2 _ R3", "23", ["goal-illegal"]),
        ("R2s", "2", ["goal-illegal"]),
        ("R1 R2 R3 B1", "1231", ["goal-illegal"]),
        ("R1 R+ R2 R+ R3 R- R1", "1+2+3-1", ["goal-illegal"]),
        ("K7 K÷ R0", "7÷0", ["goal-illegal"]),
    ],
)
def test_the_goal_as_it_lies(goal: str, written: str, faults: list[str]) -> None:
    found = codes(f"5+7={written}", goal=goal)
    assert [code for code in found if code.startswith("goal")] == faults


@pytest.mark.parametrize(
    ("equation", "division", "goal"),
    [
        ("5+7=√2", "middle", "K√ R2"),
        ("5+7<ud>=12", "senior", "R1 B2"),
        ("5+7=12", "junior", "R1 B2s"),
        ("5+2=1+2x3", "middle", "R1 _ R+ R2 _ Bx R3"),
        ("5x9=5x(√4+7)", "middle", "G5 _ Bx K√ G4 R+ K7"),
    ],
)
def test_what_is_not_decided_is_said_so(equation: str, division: str, goal: str) -> None:
    mat = Mat.parse(MAT | {"goal": goal}, EQUATIONS_KIT)
    with pytest.raises(NotBuilt):
        is_correct(MLAG_2018, division, "impossible", mat, equation)


def test_a_certain_fault_needs_no_value() -> None:
    mat = Mat.parse(MAT | {"goal": "K√ R2"}, EQUATIONS_KIT)
    assert not is_correct(MLAG_2018, "middle", "impossible", mat, "8+9=√2")


def test_plain_equations_of_high_school() -> None:
    assert codes("5+7=12", division="senior") == []


def test_no_goal_builds_both_sides_from_resources() -> None:
    sections = {"goal": "", "required": "", "permitted": "", "forbidden": "", "resources": "R2 R3 Bx G6"}
    assert codes("2x3=6", "no-goal", **sections) == []
    assert codes("6=2x3", "no-goal", **sections) == []
    assert codes("3x2=2x3", "no-goal", **sections) == ["unavailable"]
    assert codes("2x3=7", "no-goal", **sections) == ["unavailable", "not-equal"]
