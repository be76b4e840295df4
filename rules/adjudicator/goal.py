"""The Goal on paper against the Goal on the mat: the same cubes in their order, turned and grouped as they lie.

A writer may say more than the cubes do: what a wild cube is, where factorials and decimal points stand, which
digit is an exponent, which operation comes first. He may not say anything else (VII-B-2, VII-C-5-b).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.adjudicator.cubes_used import OPEN, is_operation, takes_a_cube
from rules.adjudicator.notation import Token
from rules.adjudicator.terms import Terms
from rules.cubes import Cube, Turn
from rules.mat import Goal

TEN = 10
#: Faces that look the same in another position, which nobody can be held to.
_LOOK_ALIKE = {
    "0": {Turn.UPRIGHT: Turn.UPRIGHT, Turn.UPSIDE_DOWN: Turn.UPRIGHT},
    "-": {Turn.UPRIGHT: Turn.UPRIGHT, Turn.UPSIDE_DOWN: Turn.UPRIGHT},
    "÷": {Turn.UPRIGHT: Turn.UPRIGHT, Turn.UPSIDE_DOWN: Turn.UPRIGHT},
    "x": dict.fromkeys(Turn, Turn.UPRIGHT),
    "+": dict.fromkeys(Turn, Turn.UPRIGHT),
}


def as_laid(written: Sequence[Token], goal: Goal, terms: Terms) -> tuple[Token, ...] | None:
    """The written Goal with its wild cubes noted; None if these are not the cubes on the mat, as they lie there.

    A wild cube of the Goal needs no note: it can be seen there what it is (Appendix A).
    """
    cubes = goal.cubes
    found: list[Token] = []
    at = 0
    for token in written:
        if takes_a_cube(token, terms, goal=True):
            if at == len(cubes):
                return None
            laid = _on_cube(token, cubes[at], terms)
            if laid is None:
                return None
            found.append(laid)
            at += 1
        else:
            found.append(token)
    return tuple(found) if at == len(cubes) else None


def _on_cube(token: Token, cube: Cube, terms: Terms) -> Token | None:
    """The token as made with this cube; None if the cube cannot be it."""
    if token.wild != cube.face and not token.wild and cube.face == terms.wild and token.face != cube.face:
        token = replace(token, wild=cube.face)
    if token.face != cube.face or not _lies_as_written(token, cube, may_be_ten=terms.base > TEN):
        return None
    if token.exponent and cube.kind not in (terms.exponent_colour, OPEN):
        return None
    return token


def _lies_as_written(token: Token, cube: Cube, *, may_be_ten: bool) -> bool:
    """Whether the cube lies as the token says; as far as one can see that (XIII-A, Appendix A).

    A √ upside-down is the sign %, a - sideways is the sign i, and i may be meant either way up (XIII-D-11).
    """
    if may_be_ten and token.sign == "^" and not token.wild and not token.upside_down:
        # A ten may be read sideways or not, however it lies (XIII-C-5).
        return cube.turn is not Turn.UPSIDE_DOWN
    if token.sign == "i" and token.wild:
        return True
    sideways = token.sideways or token.sign == "i"
    upside_down = (token.upside_down and token.sign != "i") or token.sign == "%"
    if sideways and upside_down:
        return False
    wanted = Turn.SIDEWAYS if sideways else Turn.UPSIDE_DOWN if upside_down else Turn.UPRIGHT
    seen = _LOOK_ALIKE.get(cube.face, {})
    return seen.get(cube.turn, cube.turn) is seen.get(wanted, wanted)


def in_order(written: Sequence[Token], goal: Goal) -> tuple[Token, ...]:
    """The Goal as the order of operations has it: no brackets but those that the gaps on the mat stand for.

    What lies between two gaps belongs together, but for operations at its ends, which join it to the rest (MLAG
    IV-B-2). `written` must be as the Goal is laid.
    """
    signs = [token for token in written if token.sign not in ("(", ")")]
    if len(goal.groups) == 1:
        return tuple(signs)
    found: list[Token] = []
    start = 0
    for group in goal.groups:
        found += _bracketed(signs[start : start + len(group)])
        start += len(group)
    return tuple(found)


def _bracketed(group: Sequence[Token]) -> Iterator[Token]:
    """A group with brackets round all but the operations at its ends."""
    first, last = 0, len(group)
    while first < last and is_operation(group[first]):
        first += 1
    while last > first and is_operation(group[last - 1]):
        last -= 1
    yield from group[:first]
    if first < last:
        yield from (Token("("), *group[first:last], Token(")"))
    yield from group[last:]
