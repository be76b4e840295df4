"""Remainder: a sideways ÷ is the remainder of a division of positive integers (XIII-A-7)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.adjudicator.notation import Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Fault, Infix, Role
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number

MOST = 1000


class Remainder(Rule):
    name = "remainder"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "÷" and token.sideways:
            yield Infix("÷<sw>", remainder)


def remainder(r: Reckoner, a: Number, b: Number) -> list[Number]:
    cite = r.terms.cite("remainder")
    if not (r.is_counting(a) and r.is_counting(b)):
        raise Fault("illegal-expression", cite, "remainder-not-counting")
    dividend, divisor = r.rational(a), r.rational(b)
    if dividend is None or dividend > MOST:
        raise Fault("illegal-expression", cite, "remainder-too-large", most=MOST)
    return [a if divisor is None else Number.of(dividend % divisor)]
