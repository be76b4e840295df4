"""0 or x Wild: the wild cube stands for one symbol of the cubes, everywhere in the Equation (XIII-A-3, B-3, C-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.adjudicator.notation import DIGITS, Meaning, Token, as_turned
from rules.adjudicator.reasons import Reason
from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.rule import Rule
from rules.cubes import EQUATIONS_KIT, Cube, Turn

#: Operation signs that mean something else when they lie turned: i, percent, remainder or log.
_TURNED_SIGNS: dict[str, dict[str, Any]] = {
    "-": {"sideways": True},
    "√": {"upside_down": True},
    "÷": {"sideways": True},
}


class Wild(Rule):
    name = "wild"

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        face = self.terms.wild
        for token in tokens:
            if token.wild and token.wild != face:
                yield self.fault("not-the-wild-cube", cube=token.wild, wild=str(face), witness=str(token))
            elif token.wild and token.symbol not in symbols(self.terms):
                yield self.fault("wild-cannot-be", wild=token.wild, sign=token.sign, witness=str(token))
        meant = wild_symbols(tokens, self.terms)
        if len(meant) > 1:
            yield self.fault("wild-differs", wild=str(face), one=meant[0], other=meant[1])

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        if not token.wild or token.turned:
            return
        # A wild cube is every meaning of its symbol, and a 0 or x does not show how it lies (B-3 (d), D-11 (d)).
        if token.sign in _TURNED_SIGNS and cube.turn is Turn.UPRIGHT:
            yield as_turned(replace(token, **_TURNED_SIGNS[token.sign]))
        elif token.sign in DIGITS and self.terms.has("upside-down"):
            yield replace(token, upside_down=True)


def symbols(terms: Terms) -> tuple[str, ...]:
    """What the wild cube may stand for: numerals only in Elementary, and only digits of the shake's base."""
    faces = [face for face in EQUATIONS_KIT.faces if face not in DIGITS or int(face) < terms.base]
    return tuple(sorted(face for face in faces if face in DIGITS or not terms.division.wild_numerals_only))


def wild_symbols(tokens: Iterable[Token], terms: Terms) -> list[str]:
    """The symbols that the noted wild cubes stand for, each once; a right Equation has at most one.

    Where each has to be noted, one without a note stands for itself.
    """
    tokens = tuple(tokens)
    noted = list(dict.fromkeys(token.symbol for token in tokens if token.wild))
    if noted and not terms.readings.one_note_for_all_wild_cubes:
        unmarked = (token.sign for token in tokens if terms.wild is not None and _is_unmarked(token, terms.wild))
        return list(dict.fromkeys((*noted, *unmarked)))
    return noted


def settled(tokens: Sequence[Token], terms: Terms, meant: str | None) -> tuple[Token, ...]:
    """The tokens with every wild cube that has no note standing for the symbol that others are noted for.

    One note is enough for all wild cubes of an Equation (Appendix A, 0 wild).
    """
    if terms.wild is None or meant is None or meant == terms.wild or not terms.readings.one_note_for_all_wild_cubes:
        return tuple(tokens)
    return tuple(_as(token, meant) if _is_unmarked(token, terms.wild) else token for token in tokens)


def _is_unmarked(token: Token, face: str) -> bool:
    return token.sign == face and not token.wild and token.meaning is not Meaning.POWER


def _as(token: Token, symbol: str) -> Token:
    return replace(token, sign=symbol, wild=token.sign)
