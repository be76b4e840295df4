"""The shake that a second opinion is asked about: ruleset, division, variations, and which side of the Equation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Shake:
    """What is played; variations as in a request."""

    division: str
    variations: tuple[Any, ...] = ()
    goal: bool = False
    mlag: bool = False

    def has(self, name: str) -> bool:
        return any(name == (one if isinstance(one, str) else one["name"]) for one in self.variations)

    def option(self, name: str) -> Any:
        """The option with which a variation was chosen; None where it was not."""
        for one in self.variations:
            if not isinstance(one, str) and one["name"] == name:
                return next(option for key, option in one.items() if key != "name")
        if name == "wild" and self.mlag and self.upper:
            return "0"
        return None

    @property
    def upper(self) -> bool:
        return self.division in ("junior", "senior")

    def turns(self, how: str) -> bool:
        """Whether cubes may lie `sw` or `ud`; they always may in the upper divisions."""
        return self.upper or self.has({"sw": "sideways", "ud": "upside-down"}[how])

    @property
    def whole_numbers(self) -> bool:
        """The General Rule of XIII-A, MLAG III-C-3."""
        return self.division in ("minor", "elementary")

    @property
    def base(self) -> int:
        return int(self.option("base") or 10)

    @property
    def most_digits(self) -> int:
        """IV-B-1, VII-B-4, XIII-A-12, XIII-B-6; MLAG IV-B-1."""
        if self.goal:
            return 3 if self.mlag else 2
        return 2 if self.has("two-digit-numerals") or self.has("base") else 1
