"""`check`: requests in, answers out, and clear words for what is neither."""

from __future__ import annotations

from typing import Any

import pytest

from rules.adjudicator.check import check
from rules.errors import BadRequest

MAT = {"goal": "R1 B2", "required": "G5", "permitted": "K7 R+", "forbidden": "", "resources": ""}
EQUATION: dict[str, Any] = {
    "id": "e1",
    "kind": "equation",
    "ruleset": "agloa-equations-2019",
    "division": "middle",
    "variations": [],
    "challenge": "none",
    "mat": MAT,
    "equation": "5+7=12",
}


def test_a_correct_equation() -> None:
    assert check(EQUATION) == {
        "id": "e1",
        "verdict": "correct",
        "reasons": [],
        "solution_value": "12",
        "goal_value": "12",
    }


def test_a_reason_has_a_code_a_rule_a_sentence_and_a_witness() -> None:
    answer = check(EQUATION | {"mat": MAT | {"required": "G5 K9"}})
    assert answer["verdict"] == "incorrect"
    assert answer["reasons"] == [
        {
            "code": "required-unused",
            "cite": "VII-B-3-b",
            "text": "Everything in Required must be used, but the Solution leaves out: black 9.",
            "witness": "K9",
        }
    ]


def test_values_that_are_not_certain_are_null() -> None:
    answer = check(EQUATION | {"equation": "5+7"})
    assert (answer["solution_value"], answer["goal_value"]) == (None, None)


def test_an_expression_is_answered_too() -> None:
    request = {"kind": "expression", "ruleset": "mlag-basic-equations-2018", "division": "minor", "text": "2+3x4"}
    assert check(request) == {"legal": True, "values": ["14"], "approx": [14.0]}


def test_the_mat_may_be_left_out_and_need_not_be_whole() -> None:
    assert check(EQUATION | {"mat": None})["verdict"] == "correct"
    assert check(EQUATION | {"mat": {"goal": "R1 B2", "permitted": "?5 ?7 ?+"}})["verdict"] == "correct"


def test_never_is_impossible() -> None:
    mat = {"goal": "R1 B2", "resources": "G5 K7 R+"}
    assert check(EQUATION | {"challenge": "never", "mat": mat})["verdict"] == "correct"
    assert check(EQUATION | {"challenge": "now", "mat": mat})["verdict"] == "incorrect"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "poem"}, "kinds"),
        ({"kind": None}, "kinds"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"division": "minor"}, "division"),
        ({"variations": ["three-operation"]}, "three-operation"),
        ({"variations": "sideways"}, "list"),
        ({"challenge": "later"}, "challenge"),
        ({"challenge": ["now"]}, "challenge"),
        ({"ask": "nicely"}, "ask"),
        ({"ask": {}}, "ask"),
        ({"equation": None}, "equation"),
        ({"equation": 12}, "equation"),
        ({"mat": "R1 B2"}, "mat"),
        ({"mat": {"goal": 7}}, "mat"),
        ({"mat": {"goal": "R1", "attic": "R2"}}, "section"),
        ({"mat": {"goal": "R9"}}, "R9"),
        ({"mat": {"goal": "R1 _ _ R2"}}, "gap"),
        ({"mat": {"goal": "R1 " * 100_000}}, "mat"),
        ({"mat": {"goal": ""}}, "no Goal"),
    ],
)
def test_a_bad_request_is_told_what_is_wrong(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRequest, match=words) as wrong:
        check(EQUATION | change)
    assert len(str(wrong.value)) < 300


def test_what_cannot_be_read_points_at_its_character() -> None:
    request = {"ruleset": "agloa-equations-2019", "division": "middle"}
    equation = check({**request, "kind": "equation", "equation": "2+②=4"})
    assert [(reason["code"], reason["at"]) for reason in equation["reasons"]] == [("unreadable", 2)]
    expression = check({**request, "kind": "expression", "where": "goal", "text": "2+3&"})
    assert [(reason["code"], reason["at"]) for reason in expression["reasons"]] == [("unreadable", 3)]
