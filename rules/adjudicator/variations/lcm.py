"""LCM: a √ that is noted so is the least common multiple of two counting numbers (XIII-A-13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.adjudicator.notation import Meaning, Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Fault, Infix, Role
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube
from rules.numbers import Number


class Lcm(Rule):
    name = "lcm"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.meaning is Meaning.LCM and not token.turned:
            yield Infix(str(token), lcm, reaches=self.terms.readings.root_default_is_for_the_cube)

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        if token.sign == "√" and token.meaning is None and not token.turned:
            yield replace(token, meaning=Meaning.LCM)


def lcm(r: Reckoner, a: Number, b: Number) -> list[Number]:
    if not (r.is_counting(a) and r.is_counting(b)):
        raise Fault("illegal-expression", r.terms.cite("lcm"), "lcm-not-counting")
    return [r.numbers.lcm(a, b)]
