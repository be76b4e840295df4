"""Multiple of k: the Solution differs from the Goal by a non-zero multiple of k (XIII-B-7, C-6)."""

from __future__ import annotations

from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Entry, Ratio
from rules.adjudicator.tree import grouped
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number


class MultipleOfK(Rule):
    name = "multiple-of-k"

    @property
    def counts_every_reading(self) -> bool:
        return self.terms.readings.multiple_limit_of_every_reading

    def value_fault(self, entry: Entry, reckoner: Reckoner) -> Reason | None:
        """In Middle the Goal lies between -1000 and 1000, by the interpretation that is written."""
        limit = self.terms.multiple_goal_limit
        if limit is None or not reckoner.at_goal or not reckoner.is_real(entry.value):
            return None
        value = entry.value
        if reckoner.numbers.compare(value, Number.of(limit)) <= 0 <= reckoner.numbers.compare(value, Number.of(-limit)):
            return None
        return self.fault("goal-beyond-limit", code="goal-illegal", limit=limit, witness=grouped(entry.tree))


def differs_by_multiple(reckoner: Reckoner, solution: Number, goal: Number, k: int) -> bool:
    """Whether the two differ by k, 2k, -k and so on, and not by 0; they need not be whole, nor real."""
    rational_only = not reckoner.terms.readings.multiples_of_irrationals
    if rational_only and not all(reckoner.numbers.is_rational(number) for number in (solution, goal)):
        return False
    multiples = reckoner.numbers.divide(reckoner.numbers.subtract(solution, goal), Number.of(k))
    return reckoner.numbers.is_integer(multiples) and not reckoner.is_zero(multiples)


def fractions_differ_by_multiple(solution: Ratio, goal: Ratio, k: int) -> bool:
    """The same for two fractions."""
    difference = solution[0] * goal[1] - goal[0] * solution[1]
    return difference != 0 and difference % (solution[1] * goal[1] * k) == 0
