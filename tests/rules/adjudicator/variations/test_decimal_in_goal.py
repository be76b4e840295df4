"""rules/adjudicator/variations/decimal_in_goal.py: points in the Goal."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2.0", "2"),
        (".20", "1/5"),
        ("2x.3", "3/5"),
        ("125.", "125"),
        (".125", "1/8"),
        ("20", "20"),
    ],
)
def test_points_are_written_where_the_writer_wants(text: str, expected: str) -> None:
    assert values(text, "senior", "decimal-in-goal", where="goal") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("125", "goal-illegal XIII-D-12"),
        ("12.34", "variation XIII-D-12"),
        (".7<sw>", "illegal-expression III-A"),
    ],
)
def test_what_is_no_decimal(text: str, fault: str) -> None:
    assert faults(text, "senior", "decimal-in-goal", where="goal")[0] == fault


def test_they_are_for_the_goal_only() -> None:
    assert faults("1.5+1", "senior", "decimal-in-goal") == ["variation XIII-D-12"]


def test_a_point_takes_no_cube() -> None:
    assert values("12.5+.12", "senior", "decimal-in-goal", where="goal") == ["631/50"]


def test_on_the_mat_points_may_be_put_in() -> None:
    assert on_mat("R2 R0", "senior", "decimal-in-goal") == ["1/5", "2", "20"]
    assert on_mat("R1 R2 G5", "senior", "decimal-in-goal") == ["1/8", "5/4", "25/2", "125"]
