"""Factorial: two ! may be written in an Equation (XIII-A-4, B-4, C-8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.adjudicator.notation import Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Behind, Fault, Role, Unary
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number

MOST = 2


class Factorial(Rule):
    name = "factorial"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "!":
            yield Behind(Unary("!", factorial))

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        written = sum(token.sign == "!" for token in tokens)
        if at_goal and written and self.bars_goal:
            yield self.fault("no-factorial-in-goal")
        elif written > MOST and (at_goal or not self.terms.has("multiple-operations")):
            yield self.fault("too-many-factorials", most=MOST)

    @property
    def bars_goal(self) -> bool:
        """With Multiple of k, the upper divisions have no factorial in the Goal."""
        return self.terms.multiple_bars_factorial and self.terms.has("multiple-of-k")


def factorial(r: Reckoner, a: Number) -> list[Number]:
    if not r.is_whole(a):
        raise Fault("illegal-expression", r.terms.cite("factorial"), "factorial-not-whole")
    return [r.numbers.factorial(a)]
