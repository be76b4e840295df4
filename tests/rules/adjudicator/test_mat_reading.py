"""rules/adjudicator/mat_reading.py: Goals as they lie, worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.mat_reading import read_cubes
from rules.cubes import EQUATIONS_KIT
from rules.mat import Goal
from rules.numbers import Arithmetic, Budget
from tests.rules.adjudicator.asking import (
    AGLOA,
    MLAG,
    base,
    exponent,
    mat_faults,
    multiple_of,
    on_mat,
    wild,
)


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
        ("K9 R- G4 R- R3", ["2", "8"], ["2"]),
        ("K9 R- _ G4 R- R3", ["8"], ["8"]),
        ("K9 R- G4 _ R- R3", ["2"], ["2"]),
        # What lies between gaps binds first; what the signs outside do then is open without an order.
        ("B2 Bx _ R3 _ R- R1", ["4", "5"], ["5"]),
        ("R2 G^ R3 G^ B2", ["64", "512"], ["64"]),
        ("R3 K√ _ G4 Bx R2", ["2"], ["2"]),
        # A sign between two numbers reaches no further than its group.
        ("G5 _ Bx K9 _ R+ R3", ["48"], ["48"]),
        ("R3 _ K√ K8 _ R+ K8", ["10"], ["10"]),
        # + and x look the same however they lie, - and ÷ at least upside-down.
        ("R2 R+s R3", ["5"], ["5"]),
        ("R2 R-u R3 Bxu R1", ["-1"], ["-1"]),
        ("K8 K÷u R2", ["4"], ["4"]),
    ],
)
def test_gaps_and_the_order_of_operations(cubes: str, agloa: list[str], mlag: list[str]) -> None:
    assert on_mat(cubes, "middle") == agloa
    assert on_mat(cubes, "middle", ruleset=MLAG) == mlag


FACTORIAL_OF_24 = 620448401733239439360000
NINES_AND_DIGITS = [str((10 * digit + 5 + 4) * 9) for digit in range(10)]


@pytest.mark.parametrize(
    ("cubes", "division", "variations", "expected"),
    [
        # Turned cubes (XIII-A-1, A-2)
        ("K7s", "middle", ["sideways"], ["1/7"]),
        ("G6 Bx R2u", "middle", ["upside-down"], ["-12"]),
        ("R0u", "middle", ["upside-down"], ["0"]),
        ("R1 K÷ R3s", "junior", [], ["3"]),
        # Wild cubes (A-3, B-3, C-3): numerals only in Elementary, any one symbol above
        ("G4 R0", "elementary", [wild()], [str(40 + digit) for digit in range(10)]),
        ("R0 R+ B0", "elementary", [wild()], [str(2 * digit) for digit in range(10)]),
        ("R3 R0 _ G5 R+ B2", "middle", [wild()], ["-4", "3/7", "3√7", "10", "21", "2187"]),
        # A wild cube that leads its group as a root may reach beyond it like any other (IV-B-2).
        ("R0 G5 R+ G4 _ Bx K9", "middle", [wild()], ["9", "27", *NINES_AND_DIGITS]),
        ("Bx", "junior", [wild("x")], [str(digit) for digit in range(-9, 10)]),
        # Factorials may be put in, two of them; with Multiple of k not from Junior on (C-8)
        ("R3", "middle", ["factorial"], ["3", "6", "720"]),
        ("R3", "junior", ["factorial", multiple_of(6)], ["3"]),
        ("R3 R- G4", "elementary", ["factorial"], [str(3 - FACTORIAL_OF_24), "-21", "-18", "-1", "2", "716"]),
        # Operations of the variations
        ("R1 G5 B÷s R2", "elementary", ["remainder"], ["1"]),
        ("K7 R+ K9", "elementary", ["average"], ["8"]),
        ("G4 R+ G6 K+ K9", "middle", ["average"], ["23/4", "7"]),
        ("G4 Bx Bx G6", "elementary", ["smallest-prime"], ["28"]),
        ("Bx R2 R0 Bx R1 B1", "elementary", ["smallest-prime"], ["253"]),
        ("R2 G5 K√u R1 G6", "elementary", ["percent"], ["4"]),
        ("G6 R0 K√u R1 B1", "middle", ["percent", base(8)], ["27/4"]),
        ("G6 K√ K8", "elementary", ["lcm"], ["24"]),
        ("R2 K√ G4", "elementary", ["lcm"], ["2", "4"]),
        ("K8 G^ G6", "elementary", ["gcf"], ["2", "262144"]),
        ("Bx G4 Bx R1 R2", "middle", ["number-of-factors"], ["10", "36"]),
        ("K8 B÷s R2", "senior", ["log"], ["3"]),
        # Decimal Point (A-11, B-10)
        ("R2 G^ G5", "elementary", ["decimal-point"], ["5/2", "32"]),
        ("R1 R2 G^ G5", "elementary", ["decimal-point"], ["25/2", "248832"]),
        ("G^ R0 G5 B0", "elementary", ["decimal-point"], ["1/20"]),
        ("G4 G^ G^ G5", "middle", ["decimal-point"], ["2", "1024"]),
        ("R2 G^ G4 Bx B2", "elementary", ["decimal-point"], ["24/5", "32", "256"]),
        ("G4 G^ B2", "middle", ["decimal-point", base(8)], ["17/4", "16"]),
        # Base m (B-6, C-5): ^ is ten, √ eleven; as a numeral of its own the ten may be sideways
        ("R1 R0", "middle", [base(8)], ["8"]),
        ("R3 G4 R+ G5", "middle", [base(9)], ["36"]),
        ("G^", "junior", [base(11)], ["1/10", "10"]),
        ("G^s", "junior", [base(11)], ["1/10", "10"]),
        ("G4 G^", "junior", [base(12)], ["58"]),
        ("K√ G4", "junior", [base(12)], ["2", "136"]),
        ("G6 G^ R2", "junior", [base(12)], ["36"]),
        ("R3 R+ G4 G^ _ K+ K7", "junior", [base(11)], ["64"]),
        # Exponent (B-12): a numeral of the colour behind another one
        ("G5 R2", "middle", [exponent()], ["25", "52"]),
        ("G5 ?2", "middle", [exponent()], ["25", "52"]),
        ("R2 G5", "middle", [exponent()], ["25"]),
        ("R2 G5 R3", "middle", [exponent()], ["15625"]),
        ("G5 R2 R3", "middle", [exponent()], ["15625", "140608"]),
        ("G4 R+ R1 R2", "middle", [exponent()], ["5", "16", "25"]),
        # Powers of the Base (B-13); in a numeral of two digits a 1 is one
        ("R2 R1", "middle", ["powers-of-the-base"], ["21"]),
        ("K9 R- R1", "middle", ["powers-of-the-base"], ["-991", "-91", "-1", "8", "89/10", "899/100", "8999/1000"]),
        # What Number of Factors bars from Goals (C-9): never x[(7^9)+3]
        ("Bx K7 G^ K9 R+ R3", "junior", ["number-of-factors"], ["13", "515", "4096"]),
        ("Bx _ K7 G^ K9 R+ R3", "junior", ["number-of-factors"], ["13"]),
        ("Bx _ K7 G^ K9 _ R+ R3", "junior", ["number-of-factors"], ["13"]),
        # Imaginary (D-11): the bar is i or -i, all roots of a power are there
        ("R-s", "senior", ["imaginary"], ["0-1i", "0+1i"]),
        ("R2 R-s G^ K8", "senior", ["imaginary"], ["256"]),
        ("R-s G-s", "senior", ["imaginary"], ["-1", "1"]),
        ("K7 R-s R2", "senior", ["imaginary"], ["0-14i", "0+14i"]),
        ("R2 R+ G4 G-s", "senior", ["imaginary"], ["0-6i", "0+6i", "2-4i", "2+4i"]),
        ("G4 G^ R2s", "senior", ["imaginary"], ["-2", "2"]),
        # Decimal in Goal (D-12): points anywhere, and among three digits one
        ("R2 R0", "senior", ["decimal-in-goal"], ["1/5", "2", "20"]),
        ("R2 Bx R3", "senior", ["decimal-in-goal"], ["3/50", "3/5", "6"]),
        ("R1 R2 G5", "senior", ["decimal-in-goal"], ["1/8", "5/4", "25/2", "125"]),
        ("G5s", "senior", ["decimal-in-goal"], ["1/5"]),
        ("G4u Bx G5", "senior", ["decimal-in-goal"], ["-20", "-2"]),
        # Multiple of k (B-7): in Middle only readings within the limit
        ("K9 G^ R3 R+ R0", "middle", [multiple_of(7)], ["729"]),
    ],
)
def test_what_the_variations_make_of_cubes(
    cubes: str, division: str, variations: list[Any], expected: list[str]
) -> None:
    assert on_mat(cubes, division, *variations) == expected


@pytest.mark.parametrize(
    ("cubes", "expected"),
    [
        ("K7s Bx G5", ["5/7"]),
        ("K7u R- R1", ["-8"]),
        ("R1 R2 G5", ["125"]),
        ("R0 R+ R1", [str(digit + 1) for digit in range(-9, 10)]),
        ("K√ G4 R+ G5 _ Bx R0", [str(3 * digit) for digit in range(-9, 10)]),
    ],
)
def test_high_school_basic(cubes: str, expected: list[str]) -> None:
    assert on_mat(cubes, "senior", ruleset=MLAG) == expected


def test_exponents_with_factorials() -> None:
    """A 4 and a red 3: the readings that the book lists, and no other power of these numbers (B-12, comment (b))."""
    found = on_mat("G4 R3", "middle", "factorial", exponent())
    assert {"43", "64", "4096", str(24**3), str(24**6)} <= set(found)
    assert str(4**6 * 6) not in found


def test_factorials_of_both_sides_of_a_sign() -> None:
    """9÷8 may be 9, with both factorials (A-4, example (b))."""
    found = on_mat("K9 B÷ K8", "middle", "factorial")
    assert {"9/8", "45360", "1/4480", "9"} <= set(found)


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
        ("G4 G5 Bx", "illegal-expression III-A"),
    ],
)
def test_what_is_no_goal(cubes: str, fault: str) -> None:
    assert mat_faults(cubes, "middle") == [fault]


@pytest.mark.parametrize(
    ("cubes", "division", "variations", "fault"),
    [
        ("G6 R2u", "middle", ["upside-down"], "illegal-expression III-A"),
        ("R0s", "middle", ["sideways"], "goal-illegal XIII-B-1"),
        ("R2 G^u R3", "middle", ["upside-down"], "goal-illegal XIII-B-2"),
        ("R3 K9", "middle", [base(8)], "goal-illegal XIII-B-6"),
        ("R3 K9", "middle", [base(9)], "goal-illegal XIII-B-6"),
        ("K√s", "junior", [base(11)], "goal-illegal XIII-C-1"),
        ("Bx _ R3 R+ _ K7 G^ K9", "junior", ["number-of-factors"], "goal-illegal XIII-C-9"),
        ("G4 G^ K9", "middle", [multiple_of(7)], "goal-illegal XIII-B-7"),
        ("R1 R2 G5 K7", "senior", ["decimal-in-goal"], "goal-illegal IV-B-1"),
        ("K7s R2 G5", "senior", ["decimal-in-goal"], "illegal-expression III-A"),
        ("R3 K√ K9", "elementary", [], "illegal-expression XIII-A"),
        ("G4 G^ R-s", "senior", ["imaginary"], "illegal-expression XIII-D-11"),
    ],
)
def test_what_is_no_goal_with_variations(cubes: str, division: str, variations: list[Any], fault: str) -> None:
    assert mat_faults(cubes, division, *variations) == [fault]


def test_of_too_many_readings_some_are_given() -> None:
    terms = terms_of(AGLOA, "senior", ["factorial", "powers-of-the-base", exponent(), wild()])
    found = read_cubes(Goal.parse("R1 R2 R0 Gx R3 R1", EQUATIONS_KIT), terms)
    assert [reason.code for reason in found.reasons] == ["uncheckable"]
    assert found.readings
    assert len(found.tokens) == 6


def test_with_no_budget_at_all_nothing_is_said() -> None:
    found = read_cubes(
        Goal.parse("R1 R+ R2 Bx R3", EQUATIONS_KIT),
        terms_of(AGLOA, "middle"),
        arithmetic=Arithmetic(Budget(max_steps=1)),
    )
    assert ([reason.code for reason in found.reasons], found.readings) == (["uncheckable"], ())
    assert [str(token) for token in found.tokens] == ["1", "+", "2", "x", "3"]


def test_a_goal_of_which_one_reading_is_beyond_everybody() -> None:
    """x(8!!+1) is one of them (XIII-C-9), so that the list of values cannot be whole."""
    assert mat_faults("Bx K8 R+ R1", "junior", "factorial", "number-of-factors") == ["uncheckable XIII-C-9"]
