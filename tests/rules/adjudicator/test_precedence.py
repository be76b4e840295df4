"""rules/adjudicator/precedence.py: the order of operations of MLAG VII-B-5."""

from __future__ import annotations

import pytest

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
