"""What the adjudicator's page asks of the rules: is it correct, and what may be chosen?

Everything here comes from `rules`; this module only puts it into the form of JSON. It is imported by the
process that answers (`kiosk/bounded.py`), so it stays light.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.adjudicator.books import BOOKS
from rules.adjudicator.terms import OPTION_FIELDS, Division, Option
from rules.cubes import EQUATIONS_KIT
from rules.games import GAMES


def ask(request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a `check` request (contract, section 4); BadRequest or NotBuilt where there is none."""
    return GAMES.get(request.get("ruleset")).ask("check", request)


def choices() -> dict[str, Any]:
    """What the form offers: rulesets with their divisions and variations, and the cubes of the kit.

    A book whose game cannot be asked yet is not offered.
    """
    rulesets = {game.ruleset for game in GAMES}
    return {
        "rulesets": [
            {
                "ruleset": book.ruleset,
                "title": book.title,
                "divisions": [_division(division) for division in book.divisions.values()],
            }
            for book in BOOKS.values()
            if book.ruleset in rulesets
        ],
        "kit": [
            {"letter": kind.letter, "name": kind.name, "faces": list(kind.faces), "count": kind.count}
            for kind in EQUATIONS_KIT.kinds
        ],
        "aliases": dict(EQUATIONS_KIT.aliases),
    }


def _division(division: Division) -> dict[str, Any]:
    standing = {variation.name: variation.option for variation in division.standing}
    # One that is in force anyway is not to be chosen.
    offered = [name for name in division.cites if name not in standing]
    return {
        "division": division.name,
        "variations": [_variation(name, division.options.get(name, ())) for name in offered],
        "in_force": [{"name": name, "option": option} for name, option in standing.items()],
    }


def _variation(name: str, options: tuple[Option, ...]) -> dict[str, Any]:
    return {"name": name, "field": OPTION_FIELDS.get(name), "options": list(options)}
