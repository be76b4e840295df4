"""What the adjudicator's page asks of the rules: is it correct, and what may be chosen?

Everything here comes from `rules`; this module only puts it into the form of JSON. It is imported by the
process that answers (`kiosk/bounded.py`), so it stays light.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from rules.adjudicator.books import BOOKS
from rules.adjudicator.check import check
from rules.adjudicator.readings import Choices, settings, shown
from rules.adjudicator.terms import OPTION_FIELDS, Division, Option
from rules.cubes import EQUATIONS_KIT
from rules.games import GAMES
from rules.readings import Chosen


def ask(request: Mapping[str, Any], readings: Choices = MappingProxyType({})) -> dict[str, Any]:
    """The answer to a `check` request (contract, section 4); BadRequest or NotBuilt where there is none.

    `readings` are what a league reads otherwise than the book's default; only Equations has such settings.
    """
    return check(request, readings) if readings else GAMES.get(request.get("ruleset")).ask("check", request)


def as_played(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to `{"check": request, "readings": {…}}`: by the readings of the match that the Equation is from."""
    return ask(asked["check"], asked["readings"])


def by_readings(chosen: Chosen) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """`ask` for a table whose league has chosen these readings; those that are not the adjudicator's do not matter."""
    names = {setting.name for setting in settings()}
    return partial(ask, readings={name: value for name, value in chosen.items() if name in names})


def list_readings() -> list[dict[str, str]]:
    """Every reading that a league can choose: name, values, the default of each book, section and meaning."""
    return [
        {
            "reading": setting.name,
            "default": _default(setting.name),
            "values": setting.values,
            "cite": setting.cite,
            "text": setting.words,
        }
        for setting in settings()
    ]


def _default(name: str) -> str:
    """The default; with the books' names where they differ."""
    defaults = {book.title: shown(getattr(book.readings, name)) for book in BOOKS.values()}
    if len(set(defaults.values())) == 1:
        return next(iter(defaults.values()))
    return ", ".join(f"{value} in {title}" for title, value in defaults.items())


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
