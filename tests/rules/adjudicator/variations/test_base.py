"""rules/adjudicator/variations/base.py: numerals of base m."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.reading import read
from tests.rules.adjudicator.asking import AGLOA, base, faults, on_mat, values, wild


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


@pytest.mark.parametrize(
    ("text", "m", "variations", "expected"),
    [
        # The index is √11 with 0√ for eleven, or 11 alone, or 132 with √0 for that.
        ("√0√√4<sw>", 12, [], "2^(-2/11x√11) 1/2x(11√1024) 1/2x(2^(131/132))"),
        ("√3√8", 12, [], "45√2 √2 2^(√3)"),
        ("√^^√12", 11, [], "240√13 13^(1/60x√30) 10^(1/2x√13)"),
        ("√9√<0>√10", 12, [wild()], "282√23 238√23 36√23 23^(1/119x√119) 6√23"),
        ("x4√x2", 12, ["number-of-factors"], "3√2 4"),
        (
            "64-xx4√x25-(25-xx4)",
            12,
            ["number-of-factors"],
            "-27+(74√2) -9 45 49-√2 72 103-√2 148 2119",
        ),
    ],
)
def test_a_default_reaches_as_far_as_the_roles_beside_it_let_it(
    text: str, m: int, variations: list[object], expected: str
) -> None:
    """VII-B-6-b holds for the numeral behind a sign, which is another where a ^ or √ is a digit."""
    assert values(text, "senior", base(m), *variations) == expected.split()


def test_in_a_written_goal_too() -> None:
    found = values("√2^√2", "senior", base(12), where="goal")
    assert found[:4] == ["68√2", "2^(1/34x√34)", "2^(1/2x√2)", "134^(√2)"]
    assert found[4:] == [str(2**67), str(134**134)]


def test_a_numeral_too_long_is_told_whatever_its_first_sign_is() -> None:
    assert faults("√444", "junior", base(12)) == ["multi-digit VII-B-4"]
    assert faults("√444", "junior", base(12), where="goal") == ["goal-illegal IV-B-1"]


def test_of_too_many_choices_some_are_shown() -> None:
    found = read("√2+√3+√4+√5+√6+√7+√8+√9", terms_of(AGLOA, "junior", [base(12)]), at_goal=False)
    assert [reason.code for reason in found.reasons] == ["uncheckable"]
    assert len(found.readings) == 2


def test_an_upside_down_ten_is_for_solutions() -> None:
    assert faults("^<digit,ud>", "junior", base(11), where="goal") == ["variation XIII-C-2"]


def test_on_the_mat_ten_may_lie_either_way() -> None:
    assert on_mat("G^", "junior", base(11)) == on_mat("G^s", "junior", base(11)) == ["1/10", "10"]
