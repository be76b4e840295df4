"""Short ways to ask the adjudicator about an Equation."""

from __future__ import annotations

from typing import Any

from rules.adjudicator.books import terms_of
from rules.adjudicator.cube_faults import Challenge
from rules.adjudicator.equation import Ask, Verdict, verdict
from rules.cubes import EQUATIONS_KIT
from rules.mat import Mat

AGLOA = "agloa-equations-2019"
MLAG = "mlag-basic-equations-2018"
ZERO_WILD = {"name": "wild", "cube": "0"}
BLUE_EXPONENT = {"name": "exponent", "color": "blue"}


def judged(
    equation: str,
    *variations: Any,
    division: str = "middle",
    ruleset: str = AGLOA,
    challenge: str = "none",
    ask: Ask = Ask.FULL,
    **sections: str,
) -> Verdict:
    """The verdict; sections of the mat are texts of cubes, none for no mat."""
    mat = Mat.parse(sections, EQUATIONS_KIT) if sections else None
    terms = terms_of(ruleset, division, list(variations))
    return verdict(terms, Challenge(challenge), mat, equation, ask)


def faults(*args: Any, **kwargs: Any) -> list[str]:
    """`code cite` of every objection, in their order."""
    return [f"{reason.code} {reason.cite}" for reason in judged(*args, **kwargs).reasons]
