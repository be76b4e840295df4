"""rules/adjudicator/variations/upside_down.py: additive inverses."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6x2<ud>", "-12"),
        ("2-2<ud>", "4"),
        ("8<ud>^(4÷6)", "4"),
        ("0<ud>", "0"),
    ],
)
def test_an_upside_down_cube_is_its_inverse(text: str, expected: str) -> None:
    assert values(text, "middle", "upside-down") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2+<ud>3", "variation XIII-B-2"),
        ("2^<ud>3", "variation XIII-B-2"),
        ("62<ud>", "illegal-expression III-A"),
        ("6<sw>", "variation XIII-B-1"),
    ],
)
def test_what_cannot_lie_upside_down(text: str, fault: str) -> None:
    assert faults(text, "middle", "upside-down")[0] == fault


def test_on_the_mat() -> None:
    assert on_mat("R2u R+ R3", "middle", "upside-down") == ["1"]
