"""`check`: is it correct? JSON in, JSON out (contract, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.adjudicator.books import terms_of
from rules.adjudicator.cube_faults import Challenge, parse_challenge
from rules.adjudicator.equation import Ask, Verdict, verdict
from rules.adjudicator.expression import answer_expression
from rules.adjudicator.kit_limits import vetted
from rules.adjudicator.readings import Choices
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.mat import Mat
from rules.numbers import Arithmetic, Number

#: A section of the mat with more characters than this holds more cubes than any kit has.
MOST_CHARACTERS = 500


def check(request: Mapping[str, Any], readings: Choices = MappingProxyType({})) -> dict[str, Any]:
    """The answer to a `check` request, with its `id` if it has one; BadRequest for one that cannot be read.

    `readings` are those that a league has chosen otherwise (`rules.adjudicator.readings`).
    """
    kind = request.get("kind")
    if kind == "expression":
        answer = answer_expression(request, readings)
    elif kind == "equation":
        answer = answer_equation(request, readings)
    else:
        raise BadRequest(f"check knows the kinds expression and equation, not {_quoted(kind)}")
    return {"id": request["id"]} | answer if "id" in request else answer


def answer_equation(request: Mapping[str, Any], readings: Choices = MappingProxyType({})) -> dict[str, Any]:
    """The verdict on an Equation with its reasons; BadRequest for a request that cannot be read."""
    terms = terms_of(request.get("ruleset"), request.get("division"), request.get("variations"), readings)
    challenge = parse_challenge(request.get("challenge", "none"))
    mat = _mat(request.get("mat"), challenge)
    equation = request.get("equation")
    if not isinstance(equation, str):
        raise BadRequest(f"equation must be a text, not {_quoted(equation)}")
    return _answer(verdict(terms, challenge, mat, equation, _ask(request.get("ask", "full"))))


def _answer(found: Verdict) -> dict[str, Any]:
    return {
        "verdict": "correct" if found.correct else "incorrect",
        "reasons": [reason.to_json() for reason in found.reasons],
        "solution_value": _shown(found.solution),
        "goal_value": _shown(found.goal),
    }


def _shown(value: Number | None) -> str | None:
    return None if value is None else Arithmetic().text(value)


def _ask(name: object) -> Ask:
    try:
        return Ask(name)
    except ValueError:
        raise BadRequest(f"ask must be full or value, not {_quoted(name)}") from None


def _mat(sections: object, challenge: Challenge) -> Mat | None:
    """The mat of a request; None where the cubes are not to be checked."""
    if sections is None:
        return None
    if not isinstance(sections, Mapping) or not all(
        isinstance(name, str) and isinstance(text, str) and len(text) <= MOST_CHARACTERS
        for name, text in sections.items()
    ):
        raise BadRequest("mat must name its sections, each with a text of cubes")
    mat = Mat.parse(sections, EQUATIONS_KIT)
    vetted(mat.cubes, EQUATIONS_KIT)
    if not mat.goal and challenge is not Challenge.NO_GOAL:
        raise BadRequest("the mat has no Goal")
    return mat


def _quoted(words: object) -> str:
    text = repr(words)
    return text if len(text) <= 80 else text[:77] + "…"
