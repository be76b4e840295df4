"""rules/adjudicator/expression.py: requests of every kind get an answer at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.adjudicator.books import terms_of
from rules.adjudicator.expression import answer_expression, answer_of
from rules.adjudicator.reading import read
from rules.errors import BadRequest
from rules.numbers import Arithmetic, Budget
from tests.rules.adjudicator.asking import AGLOA, asked, exponent

GOOD: dict[str, Any] = {"ruleset": AGLOA, "division": "middle", "variations": [], "where": "solution", "text": "2+3"}


def test_the_answer_of_the_contract() -> None:
    assert answer_expression(GOOD) == {"legal": True, "values": ["5"], "approx": [5.0]}
    assert asked("2+3i", "senior", "imaginary") == {"legal": True, "values": ["2+3i"], "approx": [[2.0, 3.0]]}
    assert asked("9^(9^9)", "middle") == {"legal": True, "values": ["9^(9^9)"], "approx": [None]}
    answer = asked("4÷0", "middle")
    assert not answer["legal"]
    assert [sorted(reason) for reason in answer["reasons"]] == [["cite", "code", "text", "witness"]]


@pytest.mark.parametrize(
    "change",
    [
        {"where": "mat"},
        {"where": []},
        {"text": None},
        {"text": 7},
        {"cubes": "R2"},
        {"text": None, "cubes": "R2"},
        {"division": "minor"},
        {"variations": {}},
    ],
)
def test_a_bad_request_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        answer_expression(GOOD | change)


@pytest.mark.parametrize("cubes", [7, "R9", "R2 _", "R2 " * 500, "Z1"])
def test_bad_cubes_are_refused(cubes: Any) -> None:
    request = {key: value for key, value in GOOD.items() if key != "text"} | {"cubes": cubes}
    with pytest.raises(BadRequest):
        answer_expression(request)


BOMBS = [
    "9" * 100_000,
    "(" * 100_000,
    "1+" * 900 + "1",
    "9^9^9^9^9^9",
    "9^(9^(9^(9^9)))",
    "^".join("23456789" * 3),
    "1-" * 149 + "1",
    "√" * 299 + "2",
    "x" * 299 + "2",
    "(" * 40 + "7" + ")" * 40,
    "9!!!!!!!!",
    "x(9!!+1)",
    "(9!!)^(9!!)",
    "1÷(9!!)-1÷(9!!)",
    "7<" + "sw," * 600 + "ud>",
    "0<=" * 200 + ">" * 200,
    "\udcff" * 50,
]


@pytest.mark.parametrize("text", BOMBS, ids=lambda text: text[:16].encode("unicode_escape").decode())
def test_number_bombs_get_an_answer(text: str) -> None:
    answer = asked(text, "middle", "factorial", "multiple-operations", "number-of-factors")
    assert answer["legal"] or answer["reasons"]
    json.dumps(answer)


SIGNS = [
    "+",
    "-",
    "x",
    "÷",
    "^",
    "√",
    "!",
    ".",
    "²",
    "i",
    "%",
    "(",
    ")",
    "7<sw>",
    "3<ud>",
    "10<1>",
    "^<digit>",
    "÷<sw>",
]
PLAYED = [
    ("middle", ["percent", "decimal-point", "factorial"]),
    ("junior", [{"name": "base", "base": 12}, exponent(), "number-of-factors"]),
    ("senior", ["imaginary", "decimal-in-goal", "log"]),
    ("elementary", ["lcm", "gcf", "smallest-prime"]),
]


@given(
    st.lists(st.sampled_from([*"0123456789", *SIGNS]), max_size=12).map("".join),
    st.sampled_from(PLAYED),
    st.sampled_from(["goal", "solution"]),
)
@settings(max_examples=200, deadline=None)
def test_any_signs_get_an_answer(text: str, played: tuple[str, list[Any]], where: str) -> None:
    division, variations = played
    answer = asked(text, division, *variations, where=where)
    if answer["legal"]:
        assert len(answer["values"]) == len(answer["approx"]) == len(set(answer["values"])) > 0
    else:
        assert all(reason["text"] for reason in answer["reasons"])
    json.dumps(answer, allow_nan=False)


def test_what_the_budget_does_not_reach_is_not_answered_with_numbers() -> None:
    terms = terms_of(AGLOA, "senior", ["imaginary"])
    expression = read("√i", terms, at_goal=False)
    assert len(answer_of(expression, terms, Arithmetic())["values"]) == 2
    assert answer_of(expression, terms, Arithmetic(Budget(max_steps=1)))["reasons"][0]["code"] == "uncheckable"
