"""Number of Factors: xA is how many counting numbers divide A, a counting number (XIII-A-15, B-11, C-9)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.adjudicator.notation import Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import POWER_SUM, Before, Fault, Role, Unary
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number


class NumberOfFactors(Rule):
    name = "number-of-factors"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign != "x" or token.turned:
            return
        # A power plus or minus something is more than anybody can factor at a table (XIII-C-9).
        barred = reckoner.watches_powers and (
            reckoner.at_goal or not self.terms.readings.power_sums_barred_in_goals_only
        )
        sign = str(token) if token.wild else "x"
        yield Before(Unary(sign, number_of_factors, bars=POWER_SUM if barred else 0))


def number_of_factors(r: Reckoner, a: Number) -> list[Number]:
    cite = r.terms.cite("number-of-factors")
    if not r.is_counting(a):
        raise Fault("illegal-expression", cite, "factors-not-counting")
    most = r.terms.division.most_factors_of
    if most is not None and r.numbers.compare(a, Number.of(most)) > 0:
        raise Fault("illegal-expression", cite, "factors-too-large", most=most)
    return [r.numbers.number_of_factors(a)]
