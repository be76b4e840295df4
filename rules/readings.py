"""Readings: places where a rule book is open, and what a league may choose there, by name.

A game lists its own (`Game.readings`); a match that is played otherwise says so in `match-started`, so that its
lines alone tell how to rule on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.errors import BadRequest

#: What a league has chosen: name → value as JSON has it (true, 3, "goal", ["now", "impossible"]).
Chosen = Mapping[str, Any]

#: How an empty list is written where a value must be a word.
NONE = "none"


class Allowed(Protocol):
    """What may be chosen at one place."""

    def parse(self, value: object) -> Any:
        """The value as JSON has it, also from a text such as `true` or `3`; ValueError if it may not be chosen."""

    def __str__(self) -> str:
        """The values in words, to be read after "one of"."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values: true and false, or words."""

    values: tuple[bool | str, ...]

    def parse(self, value: object) -> bool | str:
        for known in self.values:
            if value is known or (isinstance(value, str) and value.strip() == shown(known)):
                return known
        raise ValueError(value)

    def __str__(self) -> str:
        return ", ".join(map(shown, self.values))


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number within bounds."""

    lowest: int
    highest: int

    def parse(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,4}\s*", value):
            value = int(value)
        # Python counts True among the whole numbers.
        if isinstance(value, bool) or not isinstance(value, int) or not self.lowest <= value <= self.highest:
            raise ValueError(value)
        return value

    def __str__(self) -> str:
        return f"{self.lowest} to {self.highest}"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Any number of words out of a few, each once; as a text with commas between them, or `none`."""

    words: tuple[str, ...]

    def parse(self, value: object) -> list[str]:
        if isinstance(value, str):
            value = [] if value.strip() == NONE else [word.strip() for word in value.split(",")]
        if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
            raise ValueError(value)
        if len(set(value)) < len(value) or not set(value) <= set(self.words):
            raise ValueError(value)
        return [word for word in self.words if word in value]

    def __str__(self) -> str:
        return f"{NONE} or any of {', '.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Reading:
    """One open place: what is taken there unless a league chooses otherwise, and what the choice is about."""

    name: str
    #: It may be a list, which has no hash.
    default: Any = field(hash=False)
    allowed: Allowed
    cite: str
    words: str

    def parse(self, value: object) -> Any:
        """The value as JSON has it; BadRequest names those that may be chosen."""
        try:
            return self.allowed.parse(value)
        except ValueError:
            raise BadRequest(f"the reading {self.name} is one of: {self.allowed}; not {_short(value)}") from None


def shown(value: object) -> str:
    """A value as it is written: `true`, `3`, `goal`, `now,impossible`.

    >>> shown(["elementary", "middle"])
    'elementary,middle'
    """
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_chosen(readings: Iterable[Reading], choices: object) -> dict[str, Any]:
    """The choices with values as JSON has them; BadRequest for a name or value that there is not."""
    if not isinstance(choices, Mapping):
        raise BadRequest(f"readings must be an object of names and values, not {_short(choices)}")
    known = {reading.name: reading for reading in readings}
    found = {}
    for name, value in choices.items():
        if name not in known:
            raise BadRequest(f"there is no reading {_short(name)} (there are: {', '.join(known) or NONE})")
        found[name] = known[name].parse(value)
    return found


def otherwise(readings: Iterable[Reading], choices: Chosen | None) -> dict[str, Any]:
    """Those of the choices that are not what is taken anyway, in the order of the list; BadRequest for bad ones."""
    listed = tuple(readings)
    chosen = parse_chosen(listed, choices or {})
    return {
        reading.name: chosen[reading.name]
        for reading in listed
        if chosen.get(reading.name, reading.default) != reading.default
    }


def in_words(chosen: Chosen) -> str:
    """Choices in one line.

    >>> in_words({"powers_listed": 2, "silence_accepts": True})
    'powers_listed=2, silence_accepts=true'
    """
    return ", ".join(f"{name}={shown(value)}" for name, value in chosen.items())


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
