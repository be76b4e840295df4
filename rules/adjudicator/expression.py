"""The answer to a `check` request of the kind "expression" (contract, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.adjudicator.books import terms_of
from rules.adjudicator.mat_reading import read_cubes
from rules.adjudicator.reading import Expression, read, undecided
from rules.adjudicator.terms import Terms
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.mat import Goal
from rules.numbers import Arithmetic, Uncheckable

#: Longer lists of cubes are no Goal of any game.
MOST_CHARACTERS = 500


def answer_expression(request: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an expression, or why it is illegal; BadRequest for a request that cannot be read."""
    terms = terms_of(request.get("ruleset"), request.get("division"), request.get("variations"))
    where = request.get("where", "solution")
    if where not in ("goal", "solution"):
        raise BadRequest(f"where must be goal or solution, not {where!r}")
    arithmetic = Arithmetic()
    if "cubes" in request:
        expression = read_cubes(_goal(request), terms, arithmetic=arithmetic)
    else:
        text = request.get("text")
        if not isinstance(text, str):
            raise BadRequest(f"text must be a text, not {type(text).__name__}")
        expression = read(text, terms, at_goal=where == "goal", arithmetic=arithmetic)
    return _answer(expression, terms, arithmetic)


def _goal(request: Mapping[str, Any]) -> Goal:
    cubes = request["cubes"]
    if not isinstance(cubes, str) or len(cubes) > MOST_CHARACTERS or "text" in request:
        raise BadRequest(f"cubes must be a text of at most {MOST_CHARACTERS} characters, in the place of text")
    return Goal.parse(cubes, EQUATIONS_KIT)


def _answer(expression: Expression, terms: Terms, arithmetic: Arithmetic) -> dict[str, Any]:
    if not expression.legal:
        return _illegal(expression)
    values = [reading.value for reading in expression.readings]
    try:
        approx = [arithmetic.approx(value) for value in values]
    except Uncheckable:
        return _illegal(Expression(expression.tokens, (), (undecided(terms),)))
    shown = [list(near) if isinstance(near, tuple) else near for near in approx]
    return {"legal": True, "values": [arithmetic.text(value) for value in values], "approx": shown}


def _illegal(expression: Expression) -> dict[str, Any]:
    return {"legal": False, "reasons": [reason.to_json() for reason in expression.reasons]}
