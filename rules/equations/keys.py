"""The keys with which an Equation is typed: the faces that may be in it, and the signs of the variations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.adjudicator.terms import Terms
from rules.cubes import Cube, Turn
from rules.equations.selecting import terms
from rules.equations.state import Match
from rules.mat import Section
from rules.messages import Message
from rules.offers import Key, KeyGroup, Keypad

BRACKETS_AND_EQUALS = ("(", ")", "=")
#: What each variation adds to the signs of an Equation (contract, section 3).
SIGNS: Mapping[str, tuple[str, ...]] = {
    "sideways": ("<sw>",),
    "upside-down": ("<ud>",),
    "factorial": ("!",),
    "remainder": ("<sw>",),
    "percent": ("%",),
    "decimal-point": (".",),
    "decimal-in-goal": (".",),
    "lcm": ("<lcm>",),
    "gcf": ("<gcf>",),
    "exponent": ("<exp>",),
    "powers-of-the-base": ("<1>", "."),
    "imaginary": ("i",),
    "log": ("log",),
}
#: Bases in which ^ and √ may be digits.
LARGE_BASES = (11, 12)
#: Variations with which faces may be written that no cube shows.
ANY_FACE = ("wild", "powers-of-the-base")


#: The sections that a writer looks at first; Resources is long, and comes last.
USABLE = (Section.REQUIRED, Section.PERMITTED, Section.GOAL)
#: The note of a cube that lies turned in the Goal.
TURNED = {Turn.UPRIGHT: "", Turn.SIDEWAYS: "<sw>", Turn.UPSIDE_DOWN: "<ud>"}
#: What is said on a key whose sign does not explain itself, by the sign's name in the catalogue.
NAMED = {
    "<sw>": "key-sideways",
    "<ud>": "key-upside-down",
    "<lcm>": "key-lcm",
    "<gcf>": "key-gcf",
    "<exp>": "key-exponent",
    "<1>": "key-power",
    "<digit>": "key-digit",
}


def equation_keypad(match: Match) -> Keypad:
    """The writer's keys: a cube for each face that may be used, what the wild cube may stand for, then signs.

    Equations are presented together (VII-A), so nobody else may look.
    """
    keys = equation_keys(match)
    return Keypad("equation", keys, groups=tuple(_groups(match, keys)), private=True)


def _groups(match: Match, keys: tuple[str, ...]) -> Iterator[KeyGroup]:
    now = terms(match)
    for section in USABLE:
        yield from _cubes(match, section)
    signs = (key for key in keys if key not in match.rulebook.kit.faces and key != f"<{now.wild}>")
    labelled = (Key(sign, label=Message.of(NAMED[sign]) if sign in NAMED else None) for sign in signs)
    yield KeyGroup(Message.of("keys-signs"), tuple(labelled))
    yield from _cubes(match, Section.RESOURCES)
    if now.wild is not None:
        wild = Message.of("keys-wild", face=now.wild)
        faces = (face for face in match.rulebook.kit.faces if face.isdigit() or not now.division.wild_numerals_only)
        yield KeyGroup(wild, tuple(Key(f"{face}<{now.wild}>") for face in faces))
    if now.has("powers-of-the-base"):
        yield KeyGroup(
            Message.of("keys-digits"), tuple(Key(face) for face in match.rulebook.kit.faces if face.isdigit())
        )


def _cubes(match: Match, section: Section) -> Iterator[KeyGroup]:
    """A key for each kind of cube that lies in a section; those of the Goal in its order."""
    lying = match.playing.mat.at(section)
    counted = Counter(lying if section is Section.GOAL else sorted(lying, key=_digits_first))
    if counted:
        cubes = tuple(Key(_written(cube), str(cube), count=count) for cube, count in counted.items())
        yield KeyGroup(Message.of(f"section-{section.value}"), cubes)


def _digits_first(cube: Cube) -> tuple[bool, str, str]:
    return not cube.face.isdigit(), cube.face, cube.kind


def _written(cube: Cube) -> str:
    return f"{cube.face}{TURNED[cube.turn]}"


def equation_keys(match: Match) -> tuple[str, ...]:
    """A key for each face that a Solution or the Goal may show, then brackets, the equals sign and the notes."""
    now = terms(match)
    mat = match.playing.mat
    usable = {cube.face for section in Section if section is not Section.FORBIDDEN for cube in mat.at(section)}
    any_face = any(now.has(name) for name in ANY_FACE)
    faces = tuple(face for face in match.rulebook.kit.faces if any_face or face in usable)
    return (*faces, *BRACKETS_AND_EQUALS, *_signs(now))


def _signs(now: Terms) -> tuple[str, ...]:
    signs = [sign for variation in now.variations for sign in SIGNS.get(variation.name, ())]
    if now.wild is not None:
        signs.append(f"<{now.wild}>")
    if now.base in LARGE_BASES:
        signs.append("<digit>")
    return tuple(dict.fromkeys(signs))
