"""What people may do now, as a game offers it: events that are whole but for what is still asked.

A screen draws offers and knows no game by them: every word on a button, every cube on a key and every reason
why something cannot be chosen comes from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from rules.messages import Message


class Place(Enum):
    """To whom an action belongs, so that a screen can put it where that person looks for it."""

    #: A player's own word or deed.
    PLAY = "play"
    #: What may interrupt the others at any moment, and is wanted in a hurry: the challenge block.
    BLOCK = "block"
    #: What the camera sees by itself; said by hand where it does not.
    BY_HAND = "by-hand"
    #: A judge's or an official's.
    JUDGE = "judge"
    #: A judge's too: to strike what has happened.
    UNDO = "undo"
    #: For everybody at the table.
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what it writes, the cube that it looks like, or else the words on it (without both: what it writes)."""

    text: str
    cube: str | None = None
    label: Message | None = None
    #: How many such cubes there are.
    count: int = 1


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Keys that belong together, such as the cubes of one section."""

    label: Message
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Keypad:
    """The action's `field` is typed on these keys. A key is what it writes; with `single`, one is the whole answer.

    With `groups`, the keys lie in these; with `private`, nobody else may see what is typed. A single key that
    writes nothing leaves the field out.
    """

    field: str
    keys: tuple[str, ...]
    #: What is asked, where the action's own words do not say it.
    label: Message | None = None
    single: bool = False
    groups: tuple[KeyGroup, ...] = ()
    private: bool = False


@dataclass(frozen=True, slots=True)
class FromMat:
    """The action's `field` is what the camera sees in `section` at that moment."""

    field: str
    section: str


@dataclass(frozen=True, slots=True)
class Heap:
    """Faces to choose from, and how many cubes may be taken here in all."""

    cubes: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True)
class CubeRow:
    """The action's `field` is a row of cubes that is put together by hand: `"B3 Bx _ G5s"`.

    With `whole`, every heap must be used up. `turns`: cubes may be turned. `gap`: what stands for a gap, if there
    may be any.
    """

    field: str
    heaps: tuple[Heap, ...]
    label: Message | None = None
    whole: bool = False
    turns: bool = False
    gap: str | None = None


Entry = Keypad | FromMat | CubeRow


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a person may do now: an event, whole but for what `entry` still asks for.

    `player` is whose action it is; None for whoever stands nearest.
    """

    label: Message
    event: str
    player: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    entry: Entry | None = None
    #: What is asked for after `entry`, one after the other.
    then: tuple[Keypad, ...] = ()
    place: Place = Place.PLAY
    #: A name for this and other actions that are options of one thing, such as the base of a variation.
    option_of: Message | None = None
    #: Why it cannot be done, though people may look for it; None for what can.
    barred: Message | None = None
    #: The rule by which it is done, for whoever has to say it; empty where no book says anything.
    cite: str = ""
