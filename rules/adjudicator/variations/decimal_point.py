"""Decimal Point: ^ may be a decimal point, in a numeral of up to three digits (XIII-A-11, B-10).

A ^ without a note is a power wherever that makes sense, and a point where nothing else can be meant (Appendix A); the
reading tries this in `rules.adjudicator.reading`. A turned digit is no digit, and so no part of such a numeral.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.adjudicator.notation import DIGITS, Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Point, Role
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube


class DecimalPoint(Rule):
    name = "decimal-point"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "." and not token.turned:
            yield Point(str(token))

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        if token.sign == "^" and token.meaning is None and not token.turned:
            yield replace(token, sign=".")


def could_be_point(tokens: Sequence[Token], place: int) -> bool:
    """A ^ of which nothing is said, beside a digit: a power by default, a point by context."""
    token = tokens[place]
    if token.sign != "^" or token.meaning is not None or token.turned:
        return False
    beside = tokens[max(place - 1, 0) : place + 2]
    return any(other.sign in DIGITS and not other.turned and not other.exponent for other in beside)
