"""Cubes: what lies on the table, written `R3`, `B÷`, `K7s` (contract, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from msgspec.structs import replace

from rules.errors import BadRequest
from rules.frozen import Frozen


class Turn(Enum):
    """How a cube lies for the Goal's reader; the value is the suffix of its text."""

    UPRIGHT = ""
    SIDEWAYS = "s"
    UPSIDE_DOWN = "u"


class Cube(Frozen, frozen=True, order=True):
    """One cube's top face. `kind` is the letter of its colour, or `?` where the colour does not matter.

    Text both ways: `EQUATIONS_KIT.parse("K7s")` and `str(cube)`.
    """

    kind: str
    face: str
    turn_suffix: str = ""

    @property
    def turn(self) -> Turn:
        return Turn(self.turn_suffix)

    @property
    def upright(self) -> Cube:
        """The same cube as it lies in Resources, where turns have no meaning."""
        return replace(self, turn_suffix="")

    def turned(self, turn: Turn) -> Cube:
        return replace(self, turn_suffix=turn.value)

    def showing(self, face: str) -> Cube:
        """The cube with another face in its place: what a wild cube stands for."""
        return replace(self, face=face)

    def __str__(self) -> str:
        return f"{self.kind}{self.face}{self.turn_suffix}"


@dataclass(frozen=True, slots=True)
class Kind:
    """Cubes of a kit that bear the same faces: `count` of them, in one colour."""

    letter: str
    name: str
    faces: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Kit:
    """The cubes a game is played with, as a table; another game's kit is another table."""

    name: str
    kinds: tuple[Kind, ...]
    #: Other ways to write or print a face, with the face they are read as.
    aliases: Mapping[str, str]

    @cached_property
    def size(self) -> int:
        return sum(kind.count for kind in self.kinds)

    @cached_property
    def _by_letter(self) -> dict[str, Kind]:
        return {kind.letter: kind for kind in self.kinds}

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """Every face of the kit, once, in the order of the kinds."""
        return tuple(dict.fromkeys(face for kind in self.kinds for face in kind.faces))

    def kind_of(self, cube: Cube) -> Kind | None:
        """The kind this cube belongs to; None for `?`, whose colour is left open."""
        return self._by_letter.get(cube.kind)

    def parse(self, text: str) -> Cube:
        """The cube that `text` writes; BadRequest for one that the kit does not have."""
        letter, rest = text[:1], text[1:]
        suffix = ""
        if len(rest) > 1 and rest[-1] in "su":
            rest, suffix = rest[:-1], rest[-1]
        face = self.aliases.get(rest, rest)
        kind = self._by_letter.get(letter)
        if kind is None and letter != "?":
            known = ", ".join(f"{k.letter} {k.name}" for k in self.kinds)
            raise BadRequest(f"{text!r} is no cube: it must begin with its colour ({known})")
        faces = self.faces if kind is None else kind.faces
        if face not in faces:
            owner = "no cube" if kind is None else f"no {kind.name} cube"
            raise BadRequest(f"{text!r} is no cube: {owner} of the kit shows {rest!r}")
        return Cube(letter, face, suffix)

    def parse_all(self, text: str) -> tuple[Cube, ...]:
        """The cubes of a text such as `"R0 R2 B÷"`, in its order."""
        return tuple(self.parse(word) for word in text.split())

    def too_many(self, cubes: Iterable[Cube]) -> Kind | None:
        """The first kind of which there are more cubes than the kit has."""
        counts: dict[str, int] = {}
        for cube in cubes:
            counts[cube.kind] = counts.get(cube.kind, 0) + 1
        return next((kind for kind in self.kinds if counts.get(kind.letter, 0) > kind.count), None)


def cubes_text(cubes: Iterable[Cube]) -> str:
    return " ".join(map(str, cubes))


#: The Equations kit (MLAG Guide, "Materials"): six cubes a colour, each colour with faces of its own.
#: The older print of ^ is *.
EQUATIONS_KIT = Kit(
    name="equations",
    kinds=(
        Kind("R", "red", ("0", "1", "2", "3", "+", "-"), 6),
        Kind("B", "blue", ("0", "1", "2", "3", "x", "÷"), 6),
        Kind("G", "green", ("4", "5", "6", "^", "x", "-"), 6),
        Kind("K", "black", ("7", "8", "9", "√", "+", "÷"), 6),
    ),
    aliases={"*": "^", "×": "x", "−": "-", "–": "-", "/": "÷", "v": "√"},
)
