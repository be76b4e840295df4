"""Percent: an upside-down √ is "percent of"; two-digit numerals may stand beside it (XIII-A-10, B-9).

With Base m, percent is "per m times m". It is an operation between two numbers like + and x, with no default of its
own, since the default of √ is for roots.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.adjudicator.notation import Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Infix, Role
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number


class Percent(Rule):
    name = "percent"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "%" and not token.turned:
            reaches = self.terms.readings.root_default_is_for_the_cube
            yield Infix(str(token), percent, takes_wide=True, reaches=reaches)


def percent(r: Reckoner, a: Number, b: Number) -> list[Number]:
    hundred = Number.of(r.terms.base**2)
    return [r.numbers.multiply(r.numbers.divide(a, hundred), b)]
