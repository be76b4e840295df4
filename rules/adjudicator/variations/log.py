"""Log: a sideways ÷ is the logarithm of the number before it, to the base behind it (XIII-D-13)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.adjudicator.notation import Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Fault, Infix, Role
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number

ONE = Number.of(1)


class Log(Rule):
    name = "log"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "÷" and token.sideways:
            yield Infix("÷<sw>", log)


def log(r: Reckoner, a: Number, b: Number) -> list[Number]:
    for number in (a, b):
        if not r.is_real(number) or r.sign(number) <= 0:
            raise Fault("illegal-expression", r.terms.cite("log"), "log-not-positive")
    if r.numbers.equal(b, ONE):
        raise Fault("illegal-expression", r.terms.cite("log"), "log-of-base-one")
    return [r.numbers.log(b, a)]
