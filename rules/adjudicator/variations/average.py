"""Average: + is no longer addition but the average of two numbers (XIII-A-8, B-8)."""

from __future__ import annotations

from dataclasses import replace

from rules.adjudicator.reckoner import TWO, Reckoner
from rules.adjudicator.roles import Infix
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number


class Average(Rule):
    name = "average"

    def operation(self, operation: Infix) -> Infix:
        return replace(operation, work=average, of_ratios=None) if operation.sign == "+" else operation


def average(r: Reckoner, a: Number, b: Number) -> list[Number]:
    return [r.numbers.divide(r.numbers.add(a, b), TWO)]
