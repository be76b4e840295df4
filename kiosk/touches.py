"""What people do on the screen, on its way to the game: an event, or the events that an answer stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kiosk.judging import Act
from kiosk.record import Record
from kiosk.signatures import set_apart
from rules.errors import BadRequest
from rules.events import Event, MatchStarted, Outage, Tick
from rules.mat import Mat, parse_section
from rules.offers import FromMat


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of something that a person did: `done`, or `refused` with the reason in words."""

    status: str
    text: str | None = None
    #: What else whoever did it may want to know, such as the row it is on record with.
    more: Mapping[str, Any] = field(default_factory=dict)


Answer = Callable[[Reply | BadRequest], None]

#: Who did what came from a screen, where nobody has said who it was.
SCREEN = "screen"
#: What only the table itself can say: how a match begins, that time has passed, that there was none.
OWN: tuple[type[Event], ...] = (MatchStarted, Tick, Outage)


@dataclass(frozen=True, slots=True)
class Touched:
    """Somebody did something on the screen."""

    events: tuple[Event, ...]
    answer: Answer
    #: What is still to be read off the mat.
    fill: FromMat | None = None
    fields: Mapping[str, Any] | None = None
    #: The actor of the journal's row: the screen, or the judge who has signed for it.
    by: str = SCREEN
    #: What the player who signs by it has signed with, by seat.
    initials: Mapping[str, str] = field(default_factory=dict)
    #: The judge's act that it is part of.
    act: Act | None = None


def read_touch(record: Record, request: Mapping[str, Any], answer: Answer, by: str = SCREEN) -> Touched:
    """The touch that a request describes; BadRequest for what cannot be an event of this match.

    Every event that people can bring about is taken, whether or not a screen offers it just now: a finger that
    comes down while the state changes under it gets the game's ruling, on record, and no closed door.
    """
    fold, view = record.running()
    fields, initials = set_apart({key: value for key, value in request.items() if key != "t"})
    name = fields.get("event")
    kind = fold.game.vocabulary.types.get(name) if isinstance(name, str) else None
    if kind is None or kind in OWN:
        raise BadRequest(f"{name!r} is nothing that people do at this table")
    for action in view.actions:
        entry = action.entry
        # What was put together by hand is taken as it is; the camera may be away.
        if (
            isinstance(entry, FromMat)
            and entry.field not in fields
            and (action.event, action.player) == (name, fields.get("player"))
        ):
            return Touched((), answer, entry, fields, by)
    return Touched((fold.game.vocabulary.event(fields),), answer, by=by, initials=initials)


def filled(record: Record, touch: Touched, mat: Mat | None) -> tuple[Event, ...]:
    """The touch's events; what "as it lies on the mat" means is read off the newest picture."""
    if touch.fill is None:
        return touch.events
    fold, _ = record.running()
    if mat is None:
        raise BadRequest("the camera has not seen the mat yet: say it on the screen, cube by cube")
    text = mat.to_json()[parse_section(touch.fill.section).value]
    return (fold.game.vocabulary.event({**(touch.fields or {}), touch.fill.field: text}),)
