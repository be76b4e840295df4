"""What is said to people: a code with values, put into words by a catalogue.

Rules never build sentences. They give a `Message`; the game's catalogue (`Game.words`) has one template
a code, so that another language is another catalogue, and a screen can put a child's name where the
rules only know a seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rules.cubes import Cube
from rules.errors import MisuseError
from rules.frozen import Frozen


class Seat(Frozen, frozen=True, tag=True):
    """A player, by seat; screens say the name that belongs to it."""

    name: str


class Seats(Frozen, frozen=True, tag=True):
    """Several players; said as a list in words."""

    names: tuple[str, ...]


class Cubes(Frozen, frozen=True, tag=True):
    """Cubes; said by colour and face, in the catalogue's words for the colours (`colour-R`)."""

    cubes: tuple[Cube, ...]


Value: TypeAlias = "str | int | Seat | Seats | Cubes | Message"


class Message(Frozen, frozen=True, tag=True):
    """A code of the catalogue and the values for its template; a value may be a message itself.

    >>> Message.of("your-turn", player=Seat("B"))
    Message(code='your-turn', values=(('player', Seat(name='B')),))
    """

    code: str
    values: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, code: str, **values: Value) -> Message:
        return cls(code, tuple(sorted(values.items())))


Words = Mapping[str, str]
NOBODY: Mapping[str, str] = {}


def say(message: Message, words: Words, names: Mapping[str, str] = NOBODY) -> str:
    """The message in the catalogue's words, with `names` in place of seats.

    Raises MisuseError for a code or a value that the catalogue's template does not know: a missing
    sentence is a bug of ours, and tests find it by saying every message of a game.

    >>> say(Message.of("turn", player=Seat("B")), {"turn": "{player} moves."}, {"B": "Ben"})
    'Ben moves.'
    """
    template = words.get(message.code)
    if template is None:
        raise MisuseError(f"no words for {message.code!r}")
    values = {key: _in_words(value, words, names) for key, value in message.values}
    try:
        return template.format_map(values)
    except KeyError as missing:
        raise MisuseError(f"{message.code!r} has no value {missing}") from None


def _in_words(value: Value, words: Words, names: Mapping[str, str]) -> str | int:
    if isinstance(value, Seat):
        return names.get(value.name, value.name)
    if isinstance(value, Seats):
        return _listed([names.get(name, name) for name in value.names])
    if isinstance(value, Message):
        return say(value, words, names)
    if isinstance(value, Cubes):
        return _listed([f"{words.get(f'colour-{cube.kind}', cube.kind)} {cube.face}" for cube in value.cubes])
    return value


def _listed(said: list[str]) -> str:
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 2 else said)
