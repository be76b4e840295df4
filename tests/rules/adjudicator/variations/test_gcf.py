"""rules/adjudicator/variations/gcf.py: greatest common factors."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8^<gcf>6", "2"),
        ("8^6", "262144"),
        ("4^<gcf>0", "4"),
        ("0^<gcf>5", "5"),
        ("7^<gcf>7", "7"),
    ],
)
def test_the_greatest_common_factor(text: str, expected: str) -> None:
    assert values(text, "elementary", "gcf") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0^<gcf>0", "illegal-expression XIII-A-14"),
        ("(1÷2)^<gcf>5", "illegal-expression XIII-A-14"),
    ],
)
def test_what_has_none(text: str, fault: str) -> None:
    assert faults(text, "elementary", "gcf")[0] == fault


def test_on_the_mat_a_power_may_be_one() -> None:
    assert on_mat("K8 G^ G6", "elementary", "gcf") == ["2", "262144"]
