"""Which engine and which rule book a match is refereed by.

A match that is replayed under others may come out otherwise, and nobody may be left to find that out from a
score. So `match-started` records both, and whoever replays compares (`kiosk/standing.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import msgspec

from rules.errors import MisuseError
from rules.events import Event, MatchStarted
from rules.game import Game
from rules.readings import Chosen, in_words, otherwise

#: Raised whenever the same lines give other phases, rulings, penalties or scores than before. A test keeps what
#: came out of the matches of the conformance corpus and fails when that changes and this has not.
ENGINE = "3"

#: The part of a version that says what a league reads otherwise.
READINGS = "readings"

#: How many hexadecimal digits of a digest are enough to tell two rule books apart.
DIGITS = 12


def versions_of(game: Game[Any], readings: Chosen | None = None) -> dict[str, str]:
    """The versions that `match-started` records for a match of this game.

    `readings` are what the league has chosen; those that are not the book's own belong to the version.
    """
    versions = {"engine": ENGINE, "rulebook": game.version}
    chosen = otherwise(game.readings, readings)
    return versions | {READINGS: in_words(chosen)} if chosen else versions


def without_readings(versions: Mapping[str, str]) -> dict[str, str]:
    """The versions of the engine and the rule book alone."""
    return {part: version for part, version in versions.items() if part != READINGS}


def opened_versions(game: Game[Any], opening: Event) -> dict[str, str]:
    """The versions under which a match is refereed now that this line has opened."""
    return versions_of(game, league_readings(game, opening))


def league_readings(game: Game[Any], opening: Event) -> dict[str, Any]:
    """What the league of a match reads otherwise than this house, by the line that has opened it."""
    return otherwise(game.readings, opening.readings if isinstance(opening, MatchStarted) else None)


def data_version(data: object) -> str:
    """The version of rules that are data: the same for the same data, whatever order its sets come in.

    >>> data_version({"late": -1, "divisions": {"middle", "junior"}})
    '06d3edc1d6b7'
    """
    text = msgspec.json.encode(_canonical(data))
    return hashlib.sha256(text).hexdigest()[:DIGITS]


def _canonical(data: object) -> object:
    match data:
        case None | bool() | int() | float() | str():
            return data
        case Enum():
            return _canonical(data.value)
        case Mapping():
            return sorted(([_canonical(key), _canonical(value)] for key, value in data.items()), key=_text)
        case Set():
            return sorted(map(_canonical, data), key=_text)
        case tuple() | list():
            return [_canonical(item) for item in data]
        case msgspec.Struct():
            return [[name, _canonical(getattr(data, name))] for name in data.__struct_fields__]
        case _ if is_dataclass(data):
            return [[field.name, _canonical(getattr(data, field.name))] for field in fields(data)]
    raise MisuseError(f"{type(data).__name__} is no data")


def _text(value: object) -> bytes:
    return msgspec.json.encode(value)
