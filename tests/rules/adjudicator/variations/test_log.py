"""rules/adjudicator/variations/log.py: logarithms."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[(6x4)+1]÷<sw>5", "2"),
        ("8log2", "3"),
        ("(√2)log2", "1/2"),
        ("8÷2", "4"),
        ("(1÷8)log2", "-3"),
    ],
)
def test_the_logarithm(text: str, expected: str) -> None:
    assert values(text, "senior", "log") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("5log1", "illegal-expression XIII-D-13"),
        ("0log5", "illegal-expression XIII-D-13"),
        ("(0-8)log(3-1)", "illegal-expression XIII-D-13"),
        ("4log(0-2)", "illegal-expression XIII-D-13"),
    ],
)
def test_what_has_none(text: str, fault: str) -> None:
    assert faults(text, "senior", "log")[0] == fault


def test_on_the_mat_the_sign_lies_sideways() -> None:
    assert on_mat("K8 K÷s B2", "senior", "log") == ["3"]
