"""rules/adjudicator/choices.py: signs that are numbers here and operations there."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.choices import defaults_depend_on_roles, role_choices
from rules.adjudicator.force import rules_in_force
from rules.adjudicator.meanings import item_of
from rules.adjudicator.notation import tokens
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Item
from tests.rules.adjudicator.asking import AGLOA, asked, base

TWELVE = base(12)


def items(text: str, *variations: object) -> list[Item]:
    terms = terms_of(AGLOA, "senior", list(variations))
    rules, reckoner = rules_in_force(terms), Reckoner(terms, at_goal=False)
    return [item_of(token, (token,), rules, reckoner) for token in tokens(text)]


def choices(text: str, *variations: object, longest: int = 2) -> list[str]:
    """Each choice with a d for a sign that is a number, and an o for one that is an operation."""
    found = role_choices(items(text, *variations), longest)
    return ["".join("d" if item.is_operand else "o" for item in chosen) for chosen in found]


@pytest.mark.parametrize(
    ("text", "variations", "expected"),
    [
        ("√4", [TWELVE], True),
        ("^+√9", [base(11)], True),
        ("^+7!", [base(11), "factorial"], True),
        ("^+xi", [base(11), "imaginary"], True),
        ("^+7", [base(11)], False),
        ("√<digit>+√<digit>", [TWELVE], False),
        ("√4+7", [base(11)], False),
    ],
)
def test_where_the_defaults_depend_on_what_a_sign_is(text: str, variations: list[object], expected: bool) -> None:
    assert defaults_depend_on_roles(items(text, *variations)) is expected


@pytest.mark.parametrize(
    ("text", "variations", "expected"),
    [
        ("√4", [TWELVE], ["od", "dd"]),
        ("4√", [TWELVE], ["dd"]),
        ("√√4", [TWELVE], ["ood", "odd", "dod"]),
        ("4^√9", [TWELVE], ["dood", "dodd", "ddod"]),
        ("√+4", [TWELVE], ["dod"]),
        ("√4!", [TWELVE, "factorial"], ["odo", "ddo"]),
        ("√!4", [TWELVE, "factorial"], []),
        ("√3i", [TWELVE, "imaginary"], ["odd", "ddd"]),
        ("i√3", [TWELVE, "imaginary"], ["dod", "ddd"]),
        ("√4<sw>", [TWELVE], ["od"]),
        ("√+", [TWELVE], []),
        ("", [TWELVE], []),
    ],
)
def test_every_choice_that_gives_a_line(text: str, variations: list[object], expected: list[str]) -> None:
    assert choices(text, *variations) == expected


def test_numerals_are_no_longer_than_they_may_be() -> None:
    assert choices("√44", TWELVE) == ["odd"]
    assert choices("√44", TWELVE, longest=3) == ["odd", "ddd"]


def test_a_line_that_cannot_be_finished_is_not_begun() -> None:
    """Otherwise there were 2^200 beginnings to try."""
    assert choices("√" * 200 + "+", TWELVE) == []


@pytest.mark.parametrize("text", ["√" * 60 + "4", "√4" * 40, "^√" * 60, "√" * 60 + "+"])
def test_more_choices_than_can_be_tried_get_an_answer(text: str) -> None:
    answer = asked(text, "senior", TWELVE)
    assert not answer["legal"]
    assert {reason["code"] for reason in answer["reasons"]} <= {"uncheckable", "illegal-expression"}
