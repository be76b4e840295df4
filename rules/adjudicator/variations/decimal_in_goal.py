"""Decimal in Goal: the writer puts decimal points into the Goal; three digits must have one (XIII-D-12).

The point takes no cube. It stands with right-side up digits only: turned cubes and i are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.adjudicator.notation import Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Point, Role
from rules.adjudicator.variations.rule import Rule


class DecimalInGoal(Rule):
    name = "decimal-in-goal"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "." and reckoner.at_goal:
            yield Point(str(token))

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        if not at_goal and any(token.sign == "." for token in tokens):
            yield self.fault("point-outside-goal")
