"""The contract's `check` requests for Equations (section 4): JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules.equations.check import Adjudicator
from rules.equations.rulebook import Rulebook
from rules.errors import BadRequest, NotBuilt
from rules.mat import Goal, Mat

#: Challenges that `check` knows; `never` is another word for Impossible (VI-A-1).
CHALLENGES = {"now": "now", "impossible": "impossible", "never": "impossible", "no-goal": "no-goal", "none": "none"}


def answer(rulebook: Rulebook, request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a `check` request; BadRequest for one that cannot be read, NotBuilt for what is not decided."""
    division = request.get("division")
    if division not in rulebook.divisions:
        raise BadRequest(f"there is no division {division!r} (there are: {', '.join(rulebook.divisions)})")
    _no_variations(rulebook, division, request.get("variations") or [])
    adjudicator = Adjudicator(rulebook, division)
    kind = request.get("kind")
    if kind == "expression":
        return _expression_answer(rulebook, adjudicator, request)
    if kind == "equation":
        return _equation_answer(rulebook, adjudicator, request)
    raise BadRequest(f"check knows the kinds expression and equation, not {kind!r}")


def _no_variations(rulebook: Rulebook, division: str, variations: Any) -> None:
    if not isinstance(variations, list):
        raise BadRequest(f"variations must be a list, not {variations!r}")
    in_force = ("sideways", "upside-down", {"name": "wild", "cube": "0"}) if division in rulebook.notes else ()
    for variation in variations:
        name = variation.get("name") if isinstance(variation, dict) and len(variation) == 1 else variation
        if name not in in_force:
            raise BadRequest(f"{rulebook.title} has no variation {variation!r} in this division")


def _text(request: Mapping[str, Any], field: str) -> str:
    text = request.get(field)
    if not isinstance(text, str):
        raise BadRequest(f"{field} must be a text, not {text!r}")
    return text


def _expression_answer(rulebook: Rulebook, adjudicator: Adjudicator, request: Mapping[str, Any]) -> dict[str, Any]:
    where = request.get("where", "solution")
    if where not in ("goal", "solution"):
        raise BadRequest(f"where must be goal or solution, not {where!r}")
    if "cubes" in request:
        goal = Goal.parse(_text(request, "cubes"), rulebook.kit)
        if not goal or len(goal.groups) > 1 or any(cube.turn_suffix for cube in goal.cubes):
            raise NotBuilt("a Goal with gaps or turned cubes cannot be valued by itself yet")
        reasons, side = adjudicator.expression("".join(cube.face for cube in goal.cubes), goal=True)
    else:
        reasons, side = adjudicator.expression(_text(request, "text"), goal=where == "goal")
    if reasons:
        return {"legal": False, "reasons": [reason.to_json() for reason in reasons]}
    if side is None or side.worth is None:
        raise side.unsettled if side and side.unsettled else NotBuilt("the expression cannot be valued yet")
    return {"legal": True, "values": [str(side.worth)], "approx": [_approx(side.worth)]}


def _equation_answer(rulebook: Rulebook, adjudicator: Adjudicator, request: Mapping[str, Any]) -> dict[str, Any]:
    challenge = CHALLENGES.get(str(request.get("challenge", "none")))
    if challenge is None:
        raise BadRequest(f"there is no challenge {request.get('challenge')!r} (there are: {', '.join(CHALLENGES)})")
    ask = request.get("ask", "full")
    if ask not in ("full", "value"):
        raise BadRequest(f"ask must be full or value, not {ask!r}")
    text = _text(request, "equation")
    mat = _mat(rulebook, request)
    verdict = adjudicator.value_only(text) if ask == "value" else adjudicator.equation(text, challenge, mat)
    return {
        "verdict": "correct" if verdict.correct else "incorrect",
        "reasons": [reason.to_json() for reason in verdict.reasons],
        "solution_value": None if verdict.solution is None else str(verdict.solution),
        "goal_value": None if verdict.goal is None else str(verdict.goal),
    }


def _mat(rulebook: Rulebook, request: Mapping[str, Any]) -> Mat | None:
    sections = request.get("mat")
    if sections is None:
        return None
    if not isinstance(sections, dict) or not all(isinstance(text, str) for text in sections.values()):
        raise BadRequest("mat must name its sections, each with a text of cubes")
    mat = Mat.parse(sections, rulebook.kit)
    if not mat.goal and request.get("challenge") != "no-goal":
        raise BadRequest("the mat has no Goal")
    return mat


def _approx(number: Fraction) -> float | None:
    try:
        return float(number)
    except OverflowError:
        return None
