"""The answer to a `check` request of the kind "expression" (contract, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.adjudicator.books import terms_of
from rules.adjudicator.grouping import SMALL
from rules.adjudicator.kit_limits import vetted
from rules.adjudicator.mat_reading import read_cubes
from rules.adjudicator.reading import Expression, Reading, read, undecided
from rules.adjudicator.readings import Choices
from rules.adjudicator.terms import Terms
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.mat import Goal
from rules.numbers import Arithmetic, Uncheckable

#: Longer lists of cubes are no Goal of any game.
MOST_CHARACTERS = 500


def answer_expression(request: Mapping[str, Any], readings: Choices = MappingProxyType({})) -> dict[str, Any]:
    """The values of an expression, or why it is illegal; BadRequest for a request that cannot be read."""
    terms = terms_of(request.get("ruleset"), request.get("division"), request.get("variations"), readings)
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
    return answer_of(expression, terms, arithmetic)


def _goal(request: Mapping[str, Any]) -> Goal:
    cubes = request["cubes"]
    if not isinstance(cubes, str) or len(cubes) > MOST_CHARACTERS or "text" in request:
        raise BadRequest(f"cubes must be a text of at most {MOST_CHARACTERS} characters, in the place of text")
    goal = Goal.parse(cubes, EQUATIONS_KIT)
    vetted(goal.cubes, EQUATIONS_KIT)
    return goal


def answer_of(expression: Expression, terms: Terms, arithmetic: Arithmetic) -> dict[str, Any]:
    """The values of an expression that was read, or why it is illegal; what the budget does not reach is so, too."""
    if not expression.legal:
        return _illegal(expression)
    try:
        approx = [_near(reading, arithmetic) for reading in expression.readings]
    except Uncheckable:
        return _illegal(Expression(expression.tokens, (), (undecided(terms),)))
    texts = [_text(reading, arithmetic) for reading in expression.readings]
    return {"legal": True, "values": texts, "approx": approx}


def _near(reading: Reading, arithmetic: Arithmetic) -> float | list[float] | None:
    """The value as a number, a complex one as two; None beyond a double."""
    if reading.ratio is not None and max(map(abs, reading.ratio)) < SMALL:
        return reading.ratio[0] / reading.ratio[1]
    near = arithmetic.approx(reading.value)
    return list(near) if isinstance(near, tuple) else near


def _text(reading: Reading, arithmetic: Arithmetic) -> str:
    if reading.ratio is not None and max(map(abs, reading.ratio)) < SMALL:
        above, below = reading.ratio
        return str(above) if below == 1 else f"{above}/{below}"
    return arithmetic.text(reading.value)


def _illegal(expression: Expression) -> dict[str, Any]:
    return {"legal": False, "reasons": [reason.to_json() for reason in expression.reasons]}
