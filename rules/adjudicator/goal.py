"""The Goal on paper against the Goal on the mat: the same cubes in their order, turned and grouped as they lie.

A writer may say more than the cubes do: what a wild cube is, where factorials and decimal points stand, which
digit is an exponent, which operation comes first. He may not say anything else (VII-B-2, VII-C-5-b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.adjudicator.cubes_used import OPEN, is_operation, takes_a_cube
from rules.adjudicator.gaps import SignAt, bracketed
from rules.adjudicator.notation import DIGITS, Token
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
    laid = _on_cubes(written, goal, terms)
    if laid is None and terms.readings.last_zero_may_come_first:
        return _on_cubes(_zeros_behind(written), goal, terms)
    return laid


def _zeros_behind(written: Sequence[Token]) -> list[Token]:
    """The Goal with `0.2` as `.20`, which is the order of the cubes (XIII-D-12)."""
    found = list(written)
    for place in range(len(found) - 2):
        zero, point, digit = found[place : place + 3]
        if (zero.sign, point.sign) == ("0", ".") and digit.sign in DIGITS:
            end = place + 3
            while end < len(found) and found[end].sign in DIGITS:
                end += 1
            found[place:end] = [*found[place + 1 : end], zero]
    return found


def _on_cubes(written: Sequence[Token], goal: Goal, terms: Terms) -> tuple[Token, ...] | None:
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
    if token.sign in DIGITS and not token.turned and not terms.readings.turned_goal_cubes_need_a_note:
        # It can be seen on the mat how the cube lies.
        sideways, upside_down = cube.turn is Turn.SIDEWAYS, cube.turn is Turn.UPSIDE_DOWN
        token = replace(token, sideways=sideways, upside_down=upside_down)
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
    return as_seen(cube) == as_seen(cube.turned(wanted))


def as_seen(cube: Cube) -> Cube:
    """The cube as it seems to lie: upright, if nobody can tell it from that."""
    return cube.turned(_LOOK_ALIKE.get(cube.face, {}).get(cube.turn, cube.turn))


def in_order(written: Sequence[Token], goal: Goal, terms: Terms) -> tuple[Token, ...]:
    """The Goal as the order of operations has it: no brackets but those that the gaps on the mat stand for.

    `written` must be as the Goal is laid.
    """
    signs = [token for token in written if token.sign not in ("(", ")")]
    ends = [SignAt(is_operation(token), token.symbol) for token in signs]
    return tuple(bracketed(signs, ends, goal, terms, lambda group: (Token("("), *group, Token(")"))))
