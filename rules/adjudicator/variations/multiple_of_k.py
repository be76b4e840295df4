"""Multiple of k: the Solution differs from the Goal by a non-zero multiple of k (XIII-B-7, C-6)."""

from __future__ import annotations

from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.tree import Tree, grouped
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number


class MultipleOfK(Rule):
    name = "multiple-of-k"

    def value_fault(self, value: Number, tree: Tree, reckoner: Reckoner) -> Reason | None:
        """In Middle the Goal lies between -1000 and 1000, by the interpretation that is written."""
        limit = self.terms.division.multiple_goal_limit
        if limit is None or not reckoner.at_goal or not reckoner.is_real(value):
            return None
        if reckoner.numbers.compare(value, Number.of(limit)) <= 0 <= reckoner.numbers.compare(value, Number.of(-limit)):
            return None
        return self.fault("goal-beyond-limit", code="goal-illegal", limit=limit, witness=grouped(tree))


def differs_by_multiple(reckoner: Reckoner, solution: Number, goal: Number, k: int) -> bool:
    """Whether the two differ by k, 2k, -k and so on, and not by 0; they need not be whole, nor real."""
    multiples = reckoner.numbers.divide(reckoner.numbers.subtract(solution, goal), Number.of(k))
    return reckoner.numbers.is_integer(multiples) and not reckoner.is_zero(multiples)
