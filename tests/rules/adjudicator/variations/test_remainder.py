"""rules/adjudicator/variations/remainder.py: remainders."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(5x3)÷<sw>2", "1"),
        ("(9^2)÷<sw>5", "1"),
        ("4÷<sw>7", "4"),
        ("7÷<sw>7", "0"),
        ("9log4", "1"),
    ],
)
def test_what_is_left_over(text: str, expected: str) -> None:
    assert values(text, "elementary", "remainder") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0÷<sw>5", "illegal-expression XIII-A-7"),
        ("5÷<sw>0", "illegal-expression XIII-A-7"),
        ("(1÷2)÷<sw>5", "illegal-expression XIII-A-7"),
        ("(9^4)÷<sw>5", "illegal-expression XIII-A-7"),
    ],
)
def test_what_leaves_nothing_over(text: str, fault: str) -> None:
    assert faults(text, "elementary", "remainder")[0] == fault


def test_on_the_mat_the_sign_lies_sideways() -> None:
    assert on_mat("R1 G5 K÷s B2", "elementary", "remainder") == ["1"]
    assert on_mat("R1 G5 K÷ B2", "elementary", "remainder") == ["15/2"]
