"""rules/adjudicator/variations/base.py: numerals of base m."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import base, faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7+^4", "121"),
        ("4^+7", "61"),
        ("3^4", "81"),
        ("6^^2", "5776 1422132439414788843138790081612781183811912460851026370100108119569907426770445020430336"),
        ("^<digit,sw>+1", "11/10"),
        ("^<sw>+1", "11/10"),
        ("^<ud>+1", "-9"),
        ("10", "11"),
    ],
)
def test_in_base_eleven_a_power_sign_may_be_ten(text: str, expected: str) -> None:
    assert values(text, "junior", base(11)) == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("8", "illegal-expression XIII-B-6"),
        ("39", "illegal-expression XIII-B-6"),
        ("^<digit>", "variation XIII-B-6"),
        ("123", "multi-digit VII-B-4"),
    ],
)
def test_digits_that_base_eight_does_not_have(text: str, fault: str) -> None:
    assert faults(text, "middle", base(8))[0] == fault


def test_in_base_twelve_a_root_may_be_eleven() -> None:
    assert values("6+√4", "junior", base(12)) == ["8", "142"]
    assert values("√<digit>4", "junior", base(12)) == ["136"]
    assert values("3√8", "junior", base(12)) == ["2"]


def test_an_upside_down_ten_is_for_solutions() -> None:
    assert faults("^<digit,ud>", "junior", base(11), where="goal") == ["variation XIII-C-2"]


def test_on_the_mat_ten_may_lie_either_way() -> None:
    assert on_mat("G^", "junior", base(11)) == on_mat("G^s", "junior", base(11)) == ["1/10", "10"]
