"""rules/adjudicator/variations/percent.py: percent of."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import base, faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("25%16", "4"),
        ("6%8", "12/25"),
        ("(8-3)%(4+2)", "3/10"),
        ("50%8+2", "5 6"),
        ("50√<ud>34", "17"),
        ("(25)%16", "4"),
    ],
)
def test_a_percent_b(text: str, expected: str) -> None:
    assert values(text, "middle", "percent") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("25%(12+4)", "multi-digit VII-B-4"),
        ("25+16", "multi-digit VII-B-4"),
        ("25", "multi-digit VII-B-4"),
        ("%5", "illegal-expression III-A"),
        ("125%4", "multi-digit VII-B-4"),
    ],
)
def test_two_digits_stand_beside_it_only(text: str, fault: str) -> None:
    assert faults(text, "middle", "percent")[0] == fault


def test_with_a_base_it_is_per_m_times_m() -> None:
    assert values("60%11", "middle", "percent", base(8)) == ["27/4"]


def test_on_the_mat_the_root_lies_upside_down() -> None:
    assert on_mat("R2 G5 K√u R1 G6", "middle", "percent") == ["4"]
