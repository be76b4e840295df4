"""Decimal Point: ^ may be a decimal point, in a numeral of up to three digits (XIII-A-11, B-10).

A ^ without a note is a power wherever that makes sense, and a point where nothing else can be meant (Appendix A); the
reading tries this in `rules.adjudicator.reading`. A turned digit is no digit, and so no part of such a numeral.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from rules.adjudicator.notation import DIGITS, Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Point, Role
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube


class DecimalPoint(Rule):
    name = "decimal-point"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "." and not token.turned:
            yield Point(str(token))

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        if self.terms.readings.power_of_a_factorial_beside_points:
            return
        if not self.terms.division.leaves_powers_of_factorials_open:
            return
        for place in range(1, len(tokens) - 2):
            around = tokens[place - 1 : place + 3]
            kinds = "".join("0" if token.sign in DIGITS else token.sign for token in around)
            if kinds == "0^0!":
                written = "".join(map(str, around))
                yield self.fault("power-of-factorial", code="illegal-expression", witness=written)

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        if token.sign == "^" and token.meaning is None and not token.turned:
            yield replace(token, sign=".")


def with_points(tokens: Sequence[Token], places: Collection[int]) -> tuple[Token, ...]:
    """The tokens with decimal points at these places."""
    return tuple(replace(token, sign=".") if place in places else token for place, token in enumerate(tokens))


def could_be_point(tokens: Sequence[Token], place: int) -> bool:
    """A ^ of which nothing is said, beside a digit: a power by default, a point by context."""
    token = tokens[place]
    if token.sign != "^" or token.meaning is not None or token.turned:
        return False
    beside = tokens[max(place - 1, 0) : place + 2]
    return any(other.sign in DIGITS and not other.turned and not other.exponent for other in beside)
