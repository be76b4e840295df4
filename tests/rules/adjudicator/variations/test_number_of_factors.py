"""rules/adjudicator/variations/number_of_factors.py: how many numbers divide."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import exponent, faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x1", "1"),
        ("x(6x2)", "6"),
        ("3xx7", "6"),
        ("x4x2", "6"),
        ("x(4x2)", "4"),
        ("x(5^4)", "5"),
        ("xx9÷2", "1"),
    ],
)
def test_the_number_of_factors(text: str, expected: str) -> None:
    assert values(text, "middle", "number-of-factors") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x0", "illegal-expression XIII-B-11"),
        ("x(1÷2)", "illegal-expression XIII-B-11"),
        ("x(1-4)", "illegal-expression XIII-B-11"),
        ("x(9^4)", "illegal-expression XIII-B-11"),
        ("x√2", "illegal-expression XIII-B-11"),
    ],
)
def test_what_has_none(text: str, fault: str) -> None:
    assert faults(text, "middle", "number-of-factors")[0] == fault


def test_each_division_has_its_limit() -> None:
    assert faults("x(5^4)", "elementary", "number-of-factors") == ["illegal-expression XIII-A-15"]
    assert values("x(9^9)", "junior", "number-of-factors") == ["19"]


def test_a_power_with_something_added_is_barred_from_goals() -> None:
    assert faults("x[(7^9)+3]", "junior", "number-of-factors", where="goal") == ["goal-illegal XIII-C-9"]
    assert faults("x[3-(7^9)]", "junior", "number-of-factors", where="goal") == ["goal-illegal XIII-C-9"]
    assert faults("x[7⁹+3]", "junior", "number-of-factors", exponent(), where="goal") == ["goal-illegal XIII-C-9"]
    assert faults("x[(9<sw>√7)+3]", "junior", "number-of-factors", where="goal") == ["goal-illegal XIII-C-9"]
    barred = faults("x(100<1>+7)", "junior", "number-of-factors", "powers-of-the-base", where="goal")
    assert barred == ["goal-illegal XIII-C-9"]


def test_other_sums_and_solutions_are_free() -> None:
    assert values("x[(7^9)+0]", "junior", "number-of-factors", where="goal") == ["10"]
    assert values("x[(√49)+3]", "junior", "number-of-factors", where="goal") == ["4"]
    assert values("x(10<1>+7)", "junior", "number-of-factors", "powers-of-the-base", where="goal") == ["2"]
    assert values("x[(7^2)+3]", "junior", "number-of-factors") == ["6"]
    assert values("x[(7^2)+3]", "middle", "number-of-factors", where="goal") == ["6"]


def test_what_nobody_can_factor_is_uncheckable() -> None:
    assert faults("x(8!!+1)", "junior", "number-of-factors", "factorial") == ["uncheckable XIII-C-9"]


def test_on_the_mat_the_groupings_of_the_rule() -> None:
    assert on_mat("Bx K7 G^ K9 R+ R3", "junior", "number-of-factors") == ["13", "515", "4096"]
    assert on_mat("Bx _ K7 G^ K9 R+ R3", "junior", "number-of-factors") == ["13"]
