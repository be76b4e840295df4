"""rules/adjudicator/variations/decimal_point.py: points of ^."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import base, faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2.5", "5/2"),
        ("2^<dec>5", "5/2"),
        (".050", "1/20"),
        ("255.", "255"),
        ("2^3", "8"),
        ("^23", "23/100"),
        ("23^+5", "28"),
        ("12^5", "25/2"),
        ("4^^5", "2 1024"),
        ("2.4x2", "24/5"),
        (".5^2", "1/4"),
        ("2^4x2", "32 256"),
    ],
)
def test_a_point_or_a_power(text: str, expected: str) -> None:
    assert values(text, "middle", "decimal-point") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("15.25", "variation XIII-B-10"),
        ("2.(4x2)", "illegal-expression III-A"),
        (".", "illegal-expression III-A"),
        ("1..5", "illegal-expression III-A"),
        (".7<sw>", "variation XIII-B-1"),
        ("15^25", "multi-digit VII-B-4"),
    ],
)
def test_what_is_no_decimal(text: str, fault: str) -> None:
    assert faults(text, "middle", "decimal-point")[0] == fault


def test_elementary_leaves_only_one_reading() -> None:
    assert values("4^^5", "elementary", "decimal-point", where="goal") == ["1024"]
    assert faults("^37^5", "elementary", "decimal-point", where="goal") == ["illegal-expression XIII-A"]


def test_places_are_those_of_the_base() -> None:
    assert values("6.42", "middle", "decimal-point", base(8)) == ["209/32"]


def test_on_the_mat_both_are_read() -> None:
    assert on_mat("G4 G^ G5", "middle", "decimal-point") == ["9/2", "1024"]
