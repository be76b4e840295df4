"""rules/adjudicator/variations/exponent.py: exponents without ^."""

from __future__ import annotations

import pytest

from rules.adjudicator.equation import Ask
from tests.rules.adjudicator.asking import base, exponent, faults, on_mat, values
from tests.rules.adjudicator.judging import judged


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5²", "25"),
        ("4+3²", "13"),
        ("(4+1)²", "25"),
        ("52<exp>", "25"),
        ("5²³", "15625"),
        ("4²<sw>", "2"),
        ("43!<exp>", "4096"),
        ("4!²", "576"),
        ("2^3²", "512"),
    ],
)
def test_an_exponent_stands_behind_its_number(text: str, expected: str) -> None:
    assert values(text, "junior", exponent(), "factorial") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("²+3", "illegal-expression III-A"),
        ("0⁰", "illegal-expression III-C-2-b"),
        ("52", "multi-digit VII-B-4"),
    ],
)
def test_what_is_no_power(text: str, fault: str) -> None:
    assert faults(text, "middle", exponent())[0] == fault


def test_a_run_too_long_ends_in_an_exponent() -> None:
    assert values("312", "middle", exponent(), where="goal") == ["961"]
    assert values("31", "middle", exponent(), where="goal") == ["31"]
    assert faults("3123", "middle", exponent(), where="goal") == ["goal-illegal IV-B-1"]


def test_on_the_mat_the_colour_counts() -> None:
    assert on_mat("R2 G5 R3", "middle", exponent("red")) == ["15625"]
    assert on_mat("G5 B2", "middle", exponent("blue")) == ["25", "52"]
    assert on_mat("G5 ?2", "middle", exponent("blue")) == ["25", "52"]
    assert on_mat("G5 R2", "middle", exponent("blue")) == ["52"]
    assert on_mat("G5 R2 R3", "middle", exponent("red")) == ["15625", "140608"]


def test_on_the_mat_a_factorial_may_be_part_of_it() -> None:
    found = on_mat("G4 R3", "middle", exponent("red"), "factorial")
    assert {"43", "64", "4096", "13824", "191102976"} < set(found)


def test_a_ten_and_a_power_of_the_base_are_numerals_too() -> None:
    assert values("2^<digit,exp>", "junior", base(11), exponent()) == ["1024"]
    assert values("(5)100<1,exp>", "junior", "powers-of-the-base", exponent()) == [str(5**100)]


def test_an_operation_is_no_exponent_even_if_only_values_are_asked_for() -> None:
    found = judged("5√<lcm,exp>=5", exponent(), ask=Ask.VALUE)
    assert "exponent-no-numeral" in [reason.message.code for reason in found.reasons]
