"""GCF: a ^ that is noted so is the greatest common factor of two whole numbers, not both 0 (XIII-A-14)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.adjudicator.notation import Meaning, Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Fault, Infix, Role
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube
from rules.numbers import Number


class Gcf(Rule):
    name = "gcf"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.meaning is Meaning.GCF and not token.turned:
            yield Infix(str(token), gcf)

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        if token.sign == "^" and token.meaning is None and not token.turned:
            yield replace(token, meaning=Meaning.GCF)


def gcf(r: Reckoner, a: Number, b: Number) -> list[Number]:
    if not (r.is_whole(a) and r.is_whole(b)) or (r.is_zero(a) and r.is_zero(b)):
        raise Fault("illegal-expression", r.terms.cite("gcf"), "gcf-not-whole")
    return [r.numbers.gcf(a, b)]
