"""rules/adjudicator/variations/factorial.py: factorials."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, multiple_of, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5!", "120"),
        ("0!", "1"),
        ("3!!", "720"),
        ("4+7!", "5044"),
        ("(4+7)!", "39916800"),
        ("9!!", "(9!)!"),
    ],
)
def test_whole_numbers_have_a_factorial(text: str, expected: str) -> None:
    assert values(text, "middle", "factorial") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("(1÷2)!", "illegal-expression XIII-B-4"),
        ("(1-3)!", "illegal-expression XIII-B-4"),
        ("1!!!", "variation XIII-B-4"),
        ("!3", "illegal-expression III-A"),
    ],
)
def test_what_has_none(text: str, fault: str) -> None:
    assert faults(text, "middle", "factorial")[0] == fault


def test_with_multiple_operations_a_solution_has_as_many_as_it_likes() -> None:
    assert values("1!!!!", "middle", "factorial", "multiple-operations") == ["1"]
    assert faults("1!!!", "middle", "factorial", "multiple-operations", where="goal") == ["variation XIII-B-4"]


def test_with_multiple_of_k_the_upper_divisions_bar_it_from_the_goal() -> None:
    assert faults("3!", "junior", "factorial", multiple_of(6), where="goal") == ["variation XIII-C-8"]
    assert values("3!", "junior", "factorial", multiple_of(6)) == ["6"]
    assert values("3!", "middle", "factorial", multiple_of(6), where="goal") == ["6"]


def test_on_the_mat_two_may_be_put_in() -> None:
    assert on_mat("R3", "middle", "factorial") == ["3", "6", "720"]
    assert on_mat("R2 R+ R1", "middle", "factorial") == ["3", "6", "720"]
    assert on_mat("R3", "junior", "factorial", multiple_of(6)) == ["3"]
