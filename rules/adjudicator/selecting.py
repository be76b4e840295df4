"""Selecting variations (II-B): which ones a division has this season, and which of them suit this shake.

A selection is unsuitable if it is chosen or in force already, conflicts with an earlier one, or has no
effect with the cubes that were rolled (II-B-2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from rules.adjudicator.terms import COLOUR_LETTERS, CONFLICTS, Division, Terms, Variation
from rules.cubes import Cube

#: Variations that are played every second season (XIII, headings), by the parity of the year in which it ends.
SEASONS: Mapping[int, Mapping[str, frozenset[str]]] = {
    0: {
        "elementary": frozenset({"average", "smallest-prime", "percent", "decimal-point"}),
        "middle": frozenset({"average", "percent", "decimal-point"}),
    },
    1: {
        "elementary": frozenset({"two-digit-numerals", "lcm", "gcf", "number-of-factors"}),
        "middle": frozenset({"number-of-factors", "exponent", "powers-of-the-base"}),
    },
}


def resting(division: Division, season: int) -> frozenset[str]:
    """What a division does not play in the season that ends in this year (only its parity counts)."""
    return SEASONS[1 - season % 2].get(division.name, frozenset())


def offered(division: Division, season: int | None = None) -> tuple[Variation, ...]:
    """What may be chosen in a division, one entry an option.

    `season` is the year in which it ends (2020 for 2019-20); without one, what is played in any season.
    """
    left_out = frozenset[str]() if season is None else resting(division, season)
    standing = {variation.name for variation in division.standing}
    return tuple(
        Variation(name, option)
        for name in division.cites
        if name not in left_out and name not in standing
        for option in division.options.get(name, (None,))
    )


class Unsuitable(Enum):
    """Why a selection does not count."""

    CHOSEN = "already chosen, or in force in every shake"
    CONFLICT = "conflicts with one that was chosen before"
    NO_EFFECT = "has no effect with these cubes"


def unsuitable(terms: Terms, variation: Variation, resources: Iterable[Cube]) -> Unsuitable | None:
    """Why `variation` may not be selected after those of `terms`; None if it may."""
    if terms.has(variation.name):
        return Unsuitable.CHOSEN
    names = {chosen.name for chosen in terms.variations} | {variation.name}
    if any(variation.name in pair and pair <= names for pair in CONFLICTS):
        return Unsuitable.CONFLICT
    roll = Roll(tuple(resources), terms)
    return None if has_effect(variation, roll) else Unsuitable.NO_EFFECT


@dataclass(frozen=True)
class Roll:
    """The cubes of a shake with what was chosen before: a wild cube is whatever it may stand for."""

    cubes: tuple[Cube, ...]
    terms: Terms

    @property
    def wild_cubes(self) -> tuple[Cube, ...]:
        return tuple(cube for cube in self.cubes if cube.face == self.terms.wild)

    @property
    def digits(self) -> tuple[Cube, ...]:
        """Cubes that show, or may be, a digit of the shake's base."""
        shown = tuple(cube for cube in self.cubes if cube.face.isdigit() and int(cube.face) < self.terms.base)
        return tuple(dict.fromkeys((*shown, *self.wild_cubes)))

    def has(self, *faces: str) -> bool:
        """Whether one of these faces was rolled, or may be made by a wild cube (in Elementary: numerals only)."""
        if any(cube.face in faces for cube in self.cubes):
            return True
        numerals_only = self.terms.division.wild_numerals_only
        return bool(self.wild_cubes) and any(not numerals_only or face.isdigit() for face in faces)


def _number_beside_zero(roll: Roll) -> bool:
    return any(cube.face != "0" or roll.terms.wild == "0" for cube in roll.digits)


def _any_number(roll: Roll) -> bool:
    return bool(roll.digits)


def _two_numbers(roll: Roll) -> bool:
    return sum(cube.face.isdigit() or cube.face == roll.terms.wild for cube in roll.cubes) >= 2


def _always(_roll: Roll) -> bool:
    return True


def _face(*faces: str) -> Callable[[Roll], bool]:
    return lambda roll: roll.has(*faces)


#: What must be on the table for a variation to have an effect.
NEEDS: Mapping[str, Callable[[Roll], bool]] = {
    "sideways": _number_beside_zero,
    "upside-down": _number_beside_zero,
    "factorial": _any_number,
    "multiple-operations": _face("+", "-", "x", "÷", "^", "√"),
    "three-operation": _always,
    "remainder": _face("÷"),
    "average": _face("+"),
    "smallest-prime": _face("x"),
    "percent": _face("√"),
    "decimal-point": _face("^"),
    "two-digit-numerals": _two_numbers,
    "lcm": _face("√"),
    "gcf": _face("^"),
    "number-of-factors": _face("x"),
    "base": _any_number,
    "multiple-of-k": _always,
    "powers-of-the-base": _face("1"),
    # May be chosen even without a minus sign (XIII-D-11): roots of negative numbers are there all the same.
    "imaginary": _always,
    "decimal-in-goal": _any_number,
    "log": _face("÷"),
}


def has_effect(variation: Variation, roll: Roll) -> bool:
    """Whether a variation can change anything with these cubes."""
    if variation.name == "wild":
        return any(cube.face == variation.option for cube in roll.cubes)
    if variation.name == "exponent":
        letter = COLOUR_LETTERS[str(variation.option)]
        return any(cube.kind == letter for cube in roll.digits)
    return NEEDS[variation.name](roll)
