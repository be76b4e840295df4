"""The two rulesets of Equations as data: what each division of each book has, and where it stands there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.adjudicator.readings import Choices, Readings
from rules.adjudicator.selecting import resting
from rules.adjudicator.terms import Book, Division, Terms, Variation, parse_terms
from rules.errors import BadRequest

#: XIII-A to XIII-D, each in the order of the book, so that the number is the place.
_ELEMENTARY = (
    *("sideways", "upside-down", "wild", "factorial", "multiple-operations", "three-operation", "remainder"),
    *("average", "smallest-prime", "percent", "decimal-point"),
    *("two-digit-numerals", "lcm", "gcf", "number-of-factors"),
)
_MIDDLE = (
    *("sideways", "upside-down", "wild", "factorial", "multiple-operations", "base", "multiple-of-k"),
    *("average", "percent", "decimal-point", "number-of-factors", "exponent", "powers-of-the-base"),
)
_JUNIOR = (
    *("sideways", "upside-down", "wild", "powers-of-the-base", "base", "multiple-of-k", "multiple-operations"),
    *("factorial", "number-of-factors", "exponent"),
)
_SENIOR_ONLY = ("imaginary", "decimal-in-goal", "log")


def _cites(part: str, names: tuple[str, ...], start: int = 1) -> dict[str, str]:
    return {name: f"XIII-{part}-{number}" for number, name in enumerate(names, start)}


_TURNED = (Variation("sideways"), Variation("upside-down"))
_MULTIPLES = (6, 7, 8, 9, 10, 11)
_COLOURS = ("red", "blue", "green", "black")
_UPPER_OPTIONS: dict[str, tuple[str | int | None, ...]] = {
    "wild": ("0", "x"),
    "base": (8, 9, 11, 12),
    "multiple-of-k": _MULTIPLES,
    "exponent": _COLOURS,
}

AGLOA = Book(
    ruleset="agloa-equations-2019",
    title="AGLOA Equations 2019-20",
    order_of_operations=False,
    cites={
        "whole-numbers": "XIII-A",
        "goal-cubes": "IV-B",
        "goal-digits": "IV-B-1",
        "uncheckable": "XIII-C-9",
        "ambiguous": "VII-B-6",
        "forbidden": "VII-B-3-c",
        "goal-interpretation": "VII-C-5-b",
    },
    divisions={
        "elementary": Division(
            "elementary",
            cites=_cites("A", _ELEMENTARY),
            options={"wild": ("0",)},
            whole_numbers=True,
            wild_numerals_only=True,
            most_factors_of=200,
            leaves_powers_of_factorials_open=True,
        ),
        "middle": Division(
            "middle",
            cites=_cites("B", _MIDDLE),
            options={"wild": ("0",), "base": (8, 9, 10), "multiple-of-k": _MULTIPLES, "exponent": _COLOURS},
            most_factors_of=1000,
            multiple_goal_limit=1000,
        ),
        "junior": Division(
            "junior",
            cites=_cites("C", _JUNIOR),
            options=_UPPER_OPTIONS,
            standing=_TURNED,
            multiple_bars_factorial=True,
            bars_power_sums=True,
        ),
        "senior": Division(
            "senior",
            cites=_cites("C", _JUNIOR) | _cites("D", _SENIOR_ONLY, start=11),
            options=_UPPER_OPTIONS,
            standing=_TURNED,
            multiple_bars_factorial=True,
            bars_power_sums=True,
        ),
    },
)

#: High School Basic plays three variations in every shake (MLAG XIII); the other divisions play none.
_HIGH_SCHOOL: dict[str, Any] = {
    "cites": {"sideways": "XIII", "upside-down": "XIII", "wild": "XIII"},
    "options": {"wild": ("0",)},
    "standing": (*_TURNED, Variation("wild", "0")),
}

MLAG = Book(
    ruleset="mlag-basic-equations-2018",
    title="MLAG Basic Equations 2018-19",
    order_of_operations=True,
    readings=Readings(goal_digits=3),
    cites={
        "whole-numbers": "III-C-3",
        "goal-cubes": "IV-B",
        "goal-digits": "IV-B-1",
        "uncheckable": "VII-B-2",
        "ambiguous": "VII-B-5",
        "forbidden": "VII-B-3-d",
        "goal-interpretation": "VII-C-3-f",
    },
    divisions={
        # The rules name Elementary alone for whole numbers; the Guide names Minor beside it.
        "minor": Division("minor", cites={}, whole_numbers=True, whole_numbers_by_guide=True),
        "elementary": Division("elementary", cites={}, whole_numbers=True),
        "middle": Division("middle", cites={}),
        "junior": Division("junior", **_HIGH_SCHOOL),
        "senior": Division("senior", **_HIGH_SCHOOL),
    },
)

BOOKS: Mapping[str, Book] = {book.ruleset: book for book in (MLAG, AGLOA)}


#: The season that each setting of `seasons` stands for, by the parity of the year in which it ends.
PARITIES = {"even": 0, "odd": 1}


def terms_of(
    ruleset: object, division: object, variations: object = (), readings: Choices = MappingProxyType({})
) -> Terms:
    """The terms of a shake under one of this house's books; BadRequest for what they do not have.

    `readings` are those that a league has chosen otherwise than the book's own (`rules.adjudicator.readings`).
    """
    terms = parse_terms(BOOKS, ruleset, division, variations, readings)
    parity = PARITIES.get(terms.readings.seasons)
    for variation in terms.variations:
        if parity is not None and variation.name in resting(terms.division, parity):
            raise BadRequest(f"the variation {variation.name} is not played in {terms.readings.seasons} years (XIII)")
    return terms
