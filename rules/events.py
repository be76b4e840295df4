"""Events: what happened at the table, with its time (contract, section 6).

An event is a frozen struct with one canonical JSON; `Timed` adds the moment of its first evidence. Each
game names the events it understands in a `Vocabulary`. The types here are those of every game; those
of the games that are played in shakes are in `rules/shake_events.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from rules.errors import BadRequest
from rules.frozen import Frozen

#: Longer than any match; a larger time is a slip of the pen or an attack, and would be played out turn by turn.
LATEST_MS = 1000 * 86_400 * 10


#: Who stands for what he says: somebody, never an empty line.
Name = Annotated[str, msgspec.Meta(pattern=r"\S")]


def kebab(name: str) -> str:
    """`CubeMoved` as `cube-moved`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(Frozen, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=kebab):
    """Something that happened. Optional fields that were not given are left out of its JSON."""

    @property
    def name(self) -> str:
        return str(type(self).__struct_config__.tag)


class MatchStarted(Event, frozen=True, kw_only=True):
    """`{"event":"match-started","ruleset":"mlag-basic-equations-2018","players":["A","B","C"],"division":"middle"}`"""

    ruleset: str
    players: tuple[str, ...]
    division: str | None = None
    carry_over: bool = False
    game: str | None = None
    settings: dict[str, Any] | None = None
    versions: dict[str, str] | None = None
    #: What the league has chosen where the rule book is open (`rules/readings.py`).
    readings: dict[str, Any] | None = None


class ClockPaused(Event, frozen=True, kw_only=True):
    """`{"event":"clock-paused","by":"judge","why":"fire alarm"}`"""

    by: str
    why: str


class ClockResumed(Event, frozen=True, kw_only=True):
    """`{"event":"clock-resumed","by":"judge","why":"all back"}`"""

    by: str
    why: str


class Outage(Event, frozen=True, kw_only=True):
    """`{"event":"outage","seconds":12.5}`: the table was down for so long until now."""

    seconds: float


class JudgeCalled(Event, frozen=True, kw_only=True):
    """`{"event":"judge-called","player":"B"}`"""

    player: str | None = None


class EventUndone(Event, frozen=True, kw_only=True):
    """`{"event":"event-undone","line":7,"judge":"Lee","why":"misread cube"}`"""

    line: int
    judge: Name
    why: str


class Tick(Event, frozen=True, kw_only=True):
    """`{"event":"tick"}`: only time passes."""


#: The events of every game; each Vocabulary has them.
COMMON: tuple[type[Event], ...] = (MatchStarted, ClockPaused, ClockResumed, Outage, JudgeCalled, EventUndone, Tick)


class Timed(Frozen, frozen=True):
    """An event and when it happened: milliseconds since the match began, at its first evidence."""

    t_ms: int
    event: Event

    @property
    def text(self) -> str:
        """The one canonical JSON of this event: `t` first, then its name, then its fields in their order.

        >>> Timed(1500, Tick()).text
        '{"t":1.5,"event":"tick"}'
        """
        return msgspec.json.encode({"t": seconds(self.t_ms), **msgspec.to_builtins(self.event)}).decode()


def seconds(t_ms: int) -> int | float:
    """Milliseconds as the contract's seconds: whole where they are whole."""
    return t_ms // 1000 if t_ms % 1000 == 0 else t_ms / 1000


def milliseconds(t: object) -> int:
    """The contract's `t` as milliseconds; BadRequest unless it is a number with up to three decimals."""
    if isinstance(t, bool) or not isinstance(t, int | float) or not math.isfinite(t):
        raise BadRequest(f"t must be a number of seconds, not {t!r}")
    t_ms = round(t * 1000)
    if abs(t * 1000 - t_ms) > 1e-4:
        raise BadRequest(f"t has at most three decimals, not {t!r}")
    if not 0 <= t_ms <= LATEST_MS:
        raise BadRequest(f"t must be from 0 to {LATEST_MS // 1000} seconds, not {t!r}")
    return t_ms


class Vocabulary:
    """The events that a game understands, by name."""

    def __init__(self, *types: type[Event]) -> None:
        self.types: dict[str, type[Event]] = {kebab(kind.__name__): kind for kind in (*COMMON, *types)}

    def __iter__(self) -> Iterator[type[Event]]:
        return iter(self.types.values())

    def event(self, fields: Mapping[str, Any]) -> Event:
        """The typed event of a JSON object; BadRequest says what is missing, unknown or of the wrong kind."""
        name = fields.get("event")
        kind = self.types.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadRequest(f"there is no event {name!r}")
        try:
            return msgspec.convert({key: value for key, value in fields.items() if key != "t"}, kind)
        except msgspec.ValidationError as wrong:
            raise BadRequest(f"{name}: {_plain(str(wrong))}") from None

    def timed(self, line: Mapping[str, Any]) -> Timed:
        """The event of a line together with its `t`."""
        if "t" not in line:
            raise BadRequest("the line has no t")
        return Timed(milliseconds(line["t"]), self.event(line))

    def parse(self, text: str | bytes) -> Timed:
        """The other direction of `Timed.text`; reads any JSON object of the same meaning."""
        return self.timed(parse_object(text))


def parse_object(text: str | bytes) -> dict[str, Any]:
    """A JSON object; BadRequest for anything else."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadRequest(f"this is no JSON: {wrong}") from None
    if not isinstance(value, dict):
        raise BadRequest("this is JSON, but no object")
    return value


def _plain(complaint: str) -> str:
    """msgspec's complaint without its backquotes, its path sign and its patterns, which mean nothing to a reader."""
    return complaint.replace("`", "'").replace("$.", "").replace("'str' matching regex '\\\\S'", "a name")
