"""What a shake is played with: the ruleset, the division and the variations in force (II-B, XIII)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rules.adjudicator.readings import Choices, Readings, with_choices
from rules.errors import BadRequest

Option = str | int | None
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Variation:
    """A variation with what the player who chose it filled in; JSON both ways.

    >>> Variation("base", 8).to_json()
    {'name': 'base', 'base': 8}
    """

    name: str
    option: Option = None

    def to_json(self) -> str | dict[str, Option]:
        field_name = OPTION_FIELDS.get(self.name)
        return self.name if field_name is None else {"name": self.name, field_name: self.option}

    def __str__(self) -> str:
        return self.name if self.option is None else f"{self.name} {self.option}"


#: The variations that have a blank to fill in, and the name of that field (contract, section 1).
OPTION_FIELDS = {"wild": "cube", "base": "base", "multiple-of-k": "k", "exponent": "color"}

#: Pairs that cannot be in force together, since they give one sign two meanings (II-B-2).
CONFLICTS = (frozenset({"smallest-prime", "number-of-factors"}),)


@dataclass(frozen=True)
class Division:
    """What one division of a book plays by."""

    name: str
    #: Where each variation that may be chosen or is in force stands in the book.
    cites: Mapping[str, str]
    #: What may be filled in for the variations that have a blank.
    options: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    #: In force for every shake.
    standing: tuple[Variation, ...] = ()
    #: Powers and roots keep to whole numbers (the General Rule).
    whole_numbers: bool = False
    #: They do so by the word of the Guide alone (MLAG).
    whole_numbers_by_guide: bool = False
    #: A wild cube stands for numerals only.
    wild_numerals_only: bool = False
    #: The largest A of "number of factors of A"; None for no limit.
    most_factors_of: int | None = None
    #: Goals under Multiple of k lie between -limit and limit; None for no limit.
    multiple_goal_limit: int | None = None
    #: With Multiple of k, the Goal has no factorial (XIII-C-8).
    multiple_bars_factorial: bool = False
    #: Goals such as x[(a^b)+c] are barred (XIII-C-9).
    bars_power_sums: bool = False
    #: Its text on Decimal Point leaves 4^3! undefined (XIII-A-11 (b)).
    leaves_powers_of_factorials_open: bool = False


@dataclass(frozen=True)
class Book:
    """A ruleset as data. `cites` names the section of each thing that the two books number differently."""

    ruleset: str
    title: str
    divisions: Mapping[str, Division]
    #: The order of operations of mathematics decides (MLAG VII-B-5); else every grouping is possible.
    order_of_operations: bool
    cites: Mapping[str, str]
    readings: Readings = field(default_factory=Readings)
    #: A Goal has at most so many cubes (IV-B).
    goal_cubes: int = 6

    def read_as(self, choices: Choices) -> Book:
        """The book as a league reads it that has chosen otherwise; BadRequest for what cannot be chosen."""
        return replace(self, readings=with_choices(self.readings, choices)) if choices else self


@dataclass(frozen=True)
class Terms:
    """The rules of one shake: a division of a book and everything in force, each variation once."""

    book: Book
    division: Division
    variations: tuple[Variation, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_options", {v.name: v.option for v in self.variations})

    def has(self, name: str) -> bool:
        options: dict[str, Option] = self.__dict__["_options"]
        return name in options

    def option(self, name: str) -> Option:
        """What was filled in for a variation; None where it is not in force."""
        options: dict[str, Option] = self.__dict__["_options"]
        return options.get(name)

    def cite(self, name: str) -> str:
        """Where a variation (of this division) or a common rule stands in the book."""
        return self.division.cites.get(name) or self.book.cites.get(name) or "XIII"

    @property
    def readings(self) -> Readings:
        return self.book.readings

    @property
    def order_of_operations(self) -> bool:
        """The order of operations decides; else every grouping is possible (VII-B-6-a, MLAG VII-B-5)."""
        if self.book.order_of_operations:
            return True
        return self.readings.basic_shakes_have_order and set(self.variations) <= set(self.division.standing)

    @property
    def whole_numbers(self) -> bool:
        """Powers and roots keep to whole numbers (the General Rule; MLAG III-C-3 and the Guide)."""
        by_guide = self.division.whole_numbers_by_guide
        return self.division.whole_numbers and (self.readings.guide_adds_whole_numbers or not by_guide)

    @property
    def multiple_goal_limit(self) -> int | None:
        """How far from 0 a Goal may be with Multiple of k (XIII-B-7); None for no limit."""
        return self._here_or_anywhere(lambda d: d.multiple_goal_limit, self.readings.multiple_limit_everywhere)

    @property
    def multiple_bars_factorial(self) -> bool:
        """With Multiple of k, the Goal has no factorial (XIII-C-8)."""
        everywhere = self.readings.multiples_bar_factorials_everywhere
        return bool(self._here_or_anywhere(lambda d: d.multiple_bars_factorial, everywhere))

    @property
    def bars_power_sums(self) -> bool:
        """Number of Factors has forms that are barred (XIII-C-9)."""
        return bool(self._here_or_anywhere(lambda d: d.bars_power_sums, self.readings.power_sums_barred_everywhere))

    def _here_or_anywhere(self, of: Callable[[Division], T], everywhere: bool) -> T:
        """What this division has; with `everywhere`, what one of the others has if it has nothing."""
        here = of(self.division)
        if here or not everywhere:
            return here
        return next((there for division in self.book.divisions.values() if (there := of(division))), here)

    @property
    def goal_digits(self) -> int:
        """How many digits a numeral of the Goal may have (IV-B-1)."""
        return self.readings.goal_digits

    @property
    def base(self) -> int:
        """The base of the shake's numerals."""
        base = self.option("base")
        return base if isinstance(base, int) else 10

    @property
    def wild(self) -> str | None:
        """The face of the wild cube; None if no cube is wild."""
        wild = self.option("wild")
        return wild if isinstance(wild, str) else None

    @property
    def multiple_of(self) -> int | None:
        """The k of Multiple of k."""
        k = self.option("multiple-of-k")
        return k if isinstance(k, int) else None

    @property
    def exponent_colour(self) -> str | None:
        """The letter of the colour whose cubes may be exponents, as cubes are written (`R`, `B`, `G`, `K`)."""
        colour = self.option("exponent")
        return COLOUR_LETTERS.get(colour) if isinstance(colour, str) else None

    @property
    def solution_digits(self) -> int:
        """How many digits a numeral of the Solution may have (VII-B-4)."""
        return 2 if self.has("two-digit-numerals") or self.has("base") else 1


COLOUR_LETTERS = {"red": "R", "blue": "B", "green": "G", "black": "K"}


def parse_terms(
    books: Mapping[str, Book], ruleset: object, division: object, variations: object, choices: Choices
) -> Terms:
    """The terms of a request; BadRequest names what the ruleset, the division or the readings do not have."""
    book = books.get(ruleset) if isinstance(ruleset, str) else None
    if book is None:
        raise BadRequest(f"there is no ruleset {_quoted(ruleset)} (there are: {', '.join(books)})")
    book = book.read_as(choices)
    played = book.divisions.get(division) if isinstance(division, str) else None
    if played is None:
        raise BadRequest(f"{book.title} has no division {_quoted(division)} (it has: {', '.join(book.divisions)})")
    if variations is None:
        variations = []
    if not isinstance(variations, list | tuple):
        raise BadRequest(f"variations must be a list, not {_quoted(variations)}")
    chosen = [_parse_variation(book, played, one) for one in variations]
    for n, variation in enumerate(chosen):
        if any(variation.name == other.name for other in chosen[:n]):
            raise BadRequest(f"the variation {variation.name} is chosen twice")
    in_force = tuple(dict.fromkeys((*played.standing, *chosen)))
    for pair in CONFLICTS:
        if pair <= {variation.name for variation in in_force}:
            raise BadRequest(f"{' and '.join(sorted(pair))} conflict and cannot be chosen together (II-B-2)")
    return Terms(book, played, in_force)


def _parse_variation(book: Book, division: Division, written: object) -> Variation:
    fields: Mapping[str, Any] = {"name": written} if isinstance(written, str) else {}
    if isinstance(written, Mapping):
        fields = written
    name = fields.get("name")
    if not isinstance(name, str) or name not in division.cites:
        raise BadRequest(f"{book.title} has no variation {_quoted(written)} in the division {division.name}")
    wanted = OPTION_FIELDS.get(name)
    if unknown := set(fields) - {"name", wanted}:
        raise BadRequest(f"the variation {name} has no {_quoted(sorted(map(str, unknown))[0])}")
    if wanted is None:
        return Variation(name)
    option = fields.get(wanted)
    allowed = division.options.get(name, ())
    standing = next((v for v in division.standing if v.name == name), None)
    if standing is not None and option is None and wanted not in fields:
        return standing
    if type(option) not in (int, str) or option not in allowed:
        listed = ", ".join(map(str, allowed))
        raise BadRequest(f"the variation {name} takes {wanted} {listed} in {division.name}, not {_quoted(option)}")
    return Variation(name, option)


def _quoted(words: object) -> str:
    text = repr(words)
    return text if len(text) <= 80 else text[:77] + "…"
