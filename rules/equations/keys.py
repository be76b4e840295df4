"""The keys with which an Equation is typed: the faces that may be in it, and the signs of the variations."""

from __future__ import annotations

from collections.abc import Mapping

from rules.adjudicator.terms import Terms
from rules.equations.selecting import terms
from rules.equations.state import Match
from rules.mat import Section

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
