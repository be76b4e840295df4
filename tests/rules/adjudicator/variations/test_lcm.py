"""rules/adjudicator/variations/lcm.py: least common multiples."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6√<lcm>8", "24"),
        ("(2x3)√<lcm>(5+4)", "18"),
        ("2√4", "2"),
        ("6√<lcm>√9", "6"),
        ("2+4√<lcm>6", "6 14"),
    ],
)
def test_the_least_common_multiple(text: str, expected: str) -> None:
    assert values(text, "elementary", "lcm") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0√<lcm>5", "illegal-expression XIII-A-13"),
        ("(1÷2)√<lcm>5", "illegal-expression XIII-A-13"),
        ("√<lcm>5", "illegal-expression III-A"),
    ],
)
def test_what_has_none(text: str, fault: str) -> None:
    assert faults(text, "elementary", "lcm")[0] == fault


def test_on_the_mat_a_root_may_be_one() -> None:
    assert on_mat("R2 K√ G4", "elementary", "lcm") == ["2", "4"]
