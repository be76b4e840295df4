"""rules/adjudicator/variations/sideways.py: reciprocals."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import AGLOA, MLAG, faults, mat_faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1+2+2<sw>", "7/2"),
        ("1÷3<sw>", "3"),
        ("4<sw>^2", "1/16"),
        ("9<sw>√2", "512"),
    ],
)
def test_a_sideways_cube_is_its_reciprocal(text: str, expected: str) -> None:
    assert values(text, "middle", "sideways") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1+0<sw>", "illegal-expression XIII-B-1"),
        ("2+<sw>3", "variation XIII-B-1"),
        ("12<sw>", "illegal-expression III-A"),
        ("3<sw,ud>", "variation XIII-B-2"),
    ],
)
def test_what_cannot_lie_sideways(text: str, fault: str) -> None:
    assert faults(text, "middle", "sideways")[0] == fault


def test_both_turns_are_for_the_solution() -> None:
    assert values("3<sw,ud>", "junior") == ["-1/3"]
    assert faults("3<sw,ud>", "junior", where="goal") == ["variation XIII-C-1"]


def test_it_must_be_in_force() -> None:
    assert faults("2<sw>", "middle") == ["variation XIII-B-1"]
    assert faults("2<sw>", "middle", ruleset=MLAG) == ["variation XIII"]
    assert values("2<sw>", "senior", ruleset=MLAG) == values("2<sw>", "senior", ruleset=AGLOA) == ["1/2"]


def test_on_the_mat() -> None:
    assert on_mat("K8 Bx K7s", "middle", "sideways") == ["8/7"]
    assert mat_faults("K8 Bx K7s", "middle") == ["goal-illegal XIII-B-1"]
    assert mat_faults("K8 G^s K7", "middle", "sideways") == ["goal-illegal XIII-B-1"]
    # An x looks the same however it lies.
    assert on_mat("K8 Bxs K7", "middle", "sideways") == ["56"]
