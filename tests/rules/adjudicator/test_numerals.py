"""rules/adjudicator/numerals.py: how long a numeral may be."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.reading import read
from tests.rules.adjudicator.asking import AGLOA, MLAG, base, faults, values


@pytest.mark.parametrize(
    ("text", "ruleset", "where", "variations", "longest"),
    [
        ("7", AGLOA, "solution", [], True),
        ("17", AGLOA, "solution", [], False),
        ("17", AGLOA, "solution", [base(8)], True),
        ("17", AGLOA, "goal", [], True),
        ("125", AGLOA, "goal", [], False),
        ("125", MLAG, "goal", [], True),
        ("1234", MLAG, "goal", [], False),
        ("17", MLAG, "solution", [], False),
    ],
)
def test_digits(text: str, ruleset: str, where: str, variations: list[object], longest: bool) -> None:
    if longest:
        assert values(text, "middle", *variations, where=where, ruleset=ruleset) == [
            str(int(text, 8 if variations else 10))
        ]
    else:
        code = "goal-illegal IV-B-1" if where == "goal" else "multi-digit VII-B-4"
        assert faults(text, "middle", *variations, where=where, ruleset=ruleset) == [code]


def test_two_digit_numerals_are_for_solutions() -> None:
    assert values("12+3", "elementary", "two-digit-numerals") == ["15"]
    assert faults("120", "elementary", "two-digit-numerals", where="goal") == ["goal-illegal IV-B-1"]


def test_a_numeral_that_is_too_long_still_has_a_value() -> None:
    expression = read("12+3", terms_of(AGLOA, "middle"), at_goal=False)
    assert [str(reading.value) for reading in expression.readings] == ["15"]
    assert [reason.code for reason in expression.reasons] == ["multi-digit"]


def test_a_run_of_digits_longer_than_any_goal() -> None:
    assert faults("12345678", "middle") == ["multi-digit VII-B-4"]
    assert faults("12345678", "middle", where="goal") == ["goal-illegal IV-B", "goal-illegal IV-B-1"]


def test_a_point_makes_room_for_one_digit_more() -> None:
    """With Base eleven, a ^ could be one of the digits."""
    senior = ("senior", base(11), "decimal-in-goal")
    assert values("^1.2+√4", *senior, where="goal") == ["1245/11"]
    assert values("1.2^+√4", *senior, where="goal") == ["395/121"]
