"""Short ways to ask the adjudicator about an expression."""

from __future__ import annotations

from typing import Any

from rules.adjudicator.expression import answer_expression

AGLOA = "agloa-equations-2019"
MLAG = "mlag-basic-equations-2018"


def asked(text: str, division: str, *variations: Any, where: str = "solution", ruleset: str = AGLOA) -> dict[str, Any]:
    request = {"ruleset": ruleset, "division": division, "variations": list(variations), "where": where, "text": text}
    return answer_expression(request)


def values(text: str, division: str, *variations: Any, where: str = "solution", ruleset: str = AGLOA) -> list[str]:
    """The values of a text that must be legal."""
    answer = asked(text, division, *variations, where=where, ruleset=ruleset)
    assert answer["legal"], answer
    found: list[str] = answer["values"]
    return found


def faults(text: str, division: str, *variations: Any, where: str = "solution", ruleset: str = AGLOA) -> list[str]:
    """`code cite` of each reason against a text that must be illegal."""
    answer = asked(text, division, *variations, where=where, ruleset=ruleset)
    assert not answer["legal"], answer
    return [f"{reason['code']} {reason['cite']}" for reason in answer["reasons"]]


def on_mat(cubes: str, division: str, *variations: Any, ruleset: str = AGLOA) -> list[str]:
    """The values of a Goal as it lies, which must be legal."""
    answer = asked_mat(cubes, division, *variations, ruleset=ruleset)
    assert answer["legal"], answer
    found: list[str] = answer["values"]
    return found


def mat_faults(cubes: str, division: str, *variations: Any, ruleset: str = AGLOA) -> list[str]:
    answer = asked_mat(cubes, division, *variations, ruleset=ruleset)
    assert not answer["legal"], answer
    return [f"{reason['code']} {reason['cite']}" for reason in answer["reasons"]]


def asked_mat(cubes: str, division: str, *variations: Any, ruleset: str = AGLOA) -> dict[str, Any]:
    request = {"ruleset": ruleset, "division": division, "variations": list(variations), "where": "goal"}
    return answer_expression(request | {"cubes": cubes})


def wild(cube: str = "0") -> dict[str, str]:
    return {"name": "wild", "cube": cube}


def base(m: int) -> dict[str, Any]:
    return {"name": "base", "base": m}


def exponent(colour: str = "red") -> dict[str, str]:
    return {"name": "exponent", "color": colour}


def multiple_of(k: int) -> dict[str, Any]:
    return {"name": "multiple-of-k", "k": k}
