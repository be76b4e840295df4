"""The adjudicator against the second opinion: the same values from the same text, by other ways and other numbers."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, given, settings, target
from hypothesis import strategies as st

from rules.adjudicator.check import check
from tests.rules.adjudicator.second_balls import NoOpinionError, Value
from tests.rules.adjudicator.second_opinion import Opinion, Shake, equal_sides, opinion, ordinary, request
from tests.rules.adjudicator.second_texts import (
    CHOICES,
    bracketed_texts,
    grouped_texts,
    has_open_roles,
    label,
    mlag_questions,
    name_of,
    questions,
    shakes,
    texts,
)

#: More examples are asked for by hand when something is hunted.
EXAMPLES = int(os.environ.get("TABLEJUDGE_EXAMPLES", "10"))
PROPERTY = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
MORE = settings(PROPERTY, max_examples=4 * EXAMPLES)
#: The adjudicator must decide whatever has roots of no higher degree than this within one reading.
MOST_DEGREE = 16
#: ... and as many different values as this, each counted by the degree of its roots: all are told apart, pair by pair.
MOST_ROOTS = 256
CASES = Path(__file__).parents[2] / "conformance" / "equations.jsonl"


def value_of(text: str) -> Value | None:
    """The number that the adjudicator wrote; None for one that is too large for balls."""
    try:
        return ordinary(text)
    except NoOpinionError:
        return None


def compare(text: str, shake: Shake) -> None:
    """Both opinions have the same values, as far as both have them."""
    answer = check(request(text, shake))
    second = opinion(text, shake)
    target(float(len(second.values)), label="values")
    if answer["legal"]:
        event("legal")
        first = [value_of(said) for said in answer["values"]]
        known = [value for value in first if value is not None]
        for value in second.values:
            assert any(value.same(one) for one in known), (text, shake, answer["values"], shown(second))
        if not second.open:
            assert len(known) == len(first) == len(second.values), (text, shake, answer["values"], shown(second))
    elif any(reason["code"] == "uncheckable" for reason in answer["reasons"]):
        event("uncheckable")
        # Only for what is too large, or where no procedure is known, or beyond the budget of degrees.
        assert is_beyond(second) or not second.values, (text, shake, answer["reasons"], shown(second))
    else:
        event("illegal")
        assert not second.values, (text, shake, answer["reasons"], shown(second))


def is_beyond(second: Opinion) -> bool:
    """The adjudicator may say that it cannot reckon this within its budget of steps."""
    too_many = second.degree > 1 and second.degree * len(second.values) > MOST_ROOTS
    return second.open or second.hard or second.degree > MOST_DEGREE or too_many


def shown(second: Opinion) -> list[str]:
    return [str(value.fraction if value.fraction is not None else value.ball.str(15)) for value in second.values]


FOCUS = [
    pytest.param(division, one, id=f"{division}-{label(one)}") for division in CHOICES for one in CHOICES[division]
]


@pytest.mark.parametrize(("division", "focus"), FOCUS)
def test_every_variation_has_the_values_of_the_second_opinion(division: str, focus: Any) -> None:
    @given(questions(division, focus))
    @PROPERTY
    def holds(question: tuple[str, Shake]) -> None:
        compare(*question)

    holds()


@given(mlag_questions())
@PROPERTY
def test_the_order_of_operations_has_the_values_of_the_second_opinion(question: tuple[str, Shake]) -> None:
    compare(*question)


DIVISIONS = sorted(CHOICES)


@given(st.data(), st.sampled_from(DIVISIONS))
@MORE
def test_a_fully_grouped_text_has_one_value_at_most(data: st.DataObject, division: str) -> None:
    shake = data.draw(shakes(division))
    text = data.draw(grouped_texts(shake))
    compare(text, shake)
    answer = check(request(text, shake))
    several = shake.has("imaginary") or has_open_roles(text, shake)  # every root; digit or operation
    if answer["legal"] and not several:
        assert len(answer["values"]) == 1, (text, shake, answer["values"])


@given(st.data(), st.sampled_from(DIVISIONS))
@MORE
def test_brackets_round_one_number_change_nothing(data: st.DataObject, division: str) -> None:
    shake = data.draw(shakes(division))
    text, bracketed = data.draw(bracketed_texts(shake))
    # Brackets may say what a sign is that could be a point or a digit without them.
    assume(not (shake.has("decimal-point") and "^" in text) and not has_open_roles(text, shake))
    one, other = (check(request(each, shake)) for each in (text, bracketed))
    event("legal" if one["legal"] else "illegal")
    assert one.get("values") == other.get("values"), (text, bracketed, shake)
    assert codes(one) == codes(other), (text, bracketed, shake)


def codes(answer: dict[str, Any]) -> list[str]:
    return sorted(reason["code"] for reason in answer.get("reasons", []))


@given(st.data(), st.sampled_from(DIVISIONS))
@MORE
def test_the_value_question_is_answered_as_the_second_opinion_would(data: st.DataObject, division: str) -> None:
    drawn = data.draw(shakes(division, goal=False))
    # A wild cube means the same on both sides, which two texts that were drawn apart do not keep to.
    shake = replace(drawn, variations=tuple(one for one in drawn.variations if name_of(one) != "wild"))
    at_goal = replace(shake, goal=True)
    solution = data.draw(texts(shake, most=3))
    left = opinion(solution, shake)
    k = shake.option("multiple-of-k")
    numerals = [str(value.whole + (k or 0)) for value in left.values if value.whole is not None and value.whole < 8]
    fitting = data.draw(st.booleans())
    goal = data.draw(st.sampled_from(numerals) if numerals and fitting else texts(at_goal, most=2))
    right = opinion(goal, at_goal, free=True)
    assume(left.values and right.values)
    asked = request(solution, shake) | {"kind": "equation", "equation": f"{solution}={goal}", "ask": "value"}
    answer = check(asked | {"challenge": "none"})
    expected = equal_sides(left, right, k)
    event(f"{expected}")
    if any(reason["code"] == "uncheckable" for reason in answer["reasons"]):
        assert any(map(is_beyond, (left, right))), (asked, answer)
    elif expected is not None:
        assert (answer["verdict"] == "correct") is expected, (asked, answer, shown(left), shown(right))


WORKED = [
    case
    for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines())
    if case["request"]["kind"] == "expression" and "text" in case["request"]
]


@pytest.mark.parametrize("case", [case for case in WORKED if case["expect"].get("legal")], ids=lambda case: case["id"])
def test_the_second_opinion_knows_the_legal_worked_cases(case: dict[str, Any]) -> None:
    second = opinion(case["request"]["text"], shake_of(case["request"]))
    assert second.values or second.open
    for said in case["expect"].get("values", []):
        assert second.open or second.has(ordinary(said)), shown(second)


@pytest.mark.parametrize(
    "case", [case for case in WORKED if case["expect"].get("code") == "illegal-expression"], ids=lambda case: case["id"]
)
def test_the_second_opinion_has_no_value_for_illegal_worked_cases(case: dict[str, Any]) -> None:
    assert not opinion(case["request"]["text"], shake_of(case["request"])).values


def shake_of(asked: dict[str, Any]) -> Shake:
    mlag = asked["ruleset"].startswith("mlag")
    return Shake(asked["division"], tuple(asked["variations"]), asked["where"] == "goal", mlag)
