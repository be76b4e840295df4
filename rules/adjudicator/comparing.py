"""Do the two sides fit? Every value of the Solution against every value of the Goal (VII-B-2, VII-B-6, XIII-B-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rules.adjudicator.reading import Expression, Reading, undecided
from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.multiple_of_k import differs_by_multiple, fractions_differ_by_multiple
from rules.messages import Message
from rules.numbers import Arithmetic, Number, Uncheckable

Readings = Sequence[Reading]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found: the objections, and the two values as far as it is certain which are meant."""

    reasons: tuple[Reason, ...]
    solution: Number | None
    goal: Number | None


class Comparer:
    """Compares under the terms of one shake: equal, or with Multiple of k a multiple apart."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.numbers = Arithmetic()
        self.reckoner = Reckoner(terms, at_goal=False, arithmetic=self.numbers)
        self._irrational: dict[Reading, bool] = {}

    def compare(self, solution: Expression, goal: Expression) -> Comparison:
        """Whether the sides fit however they are read (VII-B-6)."""
        try:
            return self._compared(solution, goal)
        except Uncheckable:
            return self._open(solution, goal)

    def compare_once(self, solution: Expression, goal: Expression) -> Comparison:
        """Whether the sides fit in one reading, which is what a judge tells who is asked for the values (VII-C-5-d)."""
        try:
            fitting = self._first_pair(solution.readings, goal.readings, fits=True)
            if fitting is not None:
                return Comparison((), fitting[0].value, fitting[1].value)
            if _is_complete(solution) and _is_complete(goal):
                return self._never(solution.readings, goal.readings)
        except Uncheckable:
            pass
        return self._open(solution, goal)

    def _compared(self, solution: Expression, goal: Expression) -> Comparison:
        fitting = self._first_pair(solution.readings, goal.readings, fits=True)
        complete = _is_complete(solution) and _is_complete(goal)
        if fitting is None and complete:
            return self._never(solution.readings, goal.readings)
        values = (None, None) if fitting is None else (fitting[0].value, fitting[1].value)
        # One reading that does not fit is proof enough, however many others there are.
        clashing = self._first_pair(solution.readings, goal.readings, fits=False)
        if clashing is None and not self._forgives(solution.readings):
            clashing = solution.readings[-1], goal.readings[0]
        if clashing is not None:
            return Comparison((self._ambiguous(f"{clashing[0].grouped} = {clashing[1].grouped}"),), *values)
        if self.terms.readings.illegal_groupings_count:
            illegal = next((str(reason.witness) for side in (solution, goal) for reason in side.illegal), None)
            if illegal is not None:
                return Comparison((self._ambiguous(illegal),), *values)
        return Comparison((), *values) if complete else self._open(solution, goal)

    def _ambiguous(self, grouping: str) -> Reason:
        message = Message.of("ambiguous", grouping=grouping)
        return Reason("ambiguous", self.terms.cite("ambiguous"), message, grouping)

    def _forgives(self, solution: Readings) -> bool:
        """Whether several values that all fit make no ambiguity; without Multiple of k they are one value anyway."""
        return len(solution) <= 1 or self.terms.readings.multiples_forgive_ambiguity

    def _never(self, solution: Readings, goal: Readings) -> Comparison:
        return Comparison(tuple(self._objections(solution, goal)), _only(solution), _only(goal))

    def _open(self, solution: Expression, goal: Expression) -> Comparison:
        return Comparison((undecided(self.terms),), _only(solution.readings), _only(goal.readings))

    def _first_pair(self, solution: Readings, goal: Readings, *, fits: bool) -> tuple[Reading, Reading] | None:
        if fits and self.terms.multiple_of is None and all(each.ratio for each in (*solution, *goal)):
            # Fractions in lowest terms are equal if they are the same; there may be thousands of them.
            goals = {each.ratio: each for each in reversed(goal)}
            return next(((each, goals[each.ratio]) for each in solution if each.ratio in goals), None)
        return next((pair for pair in product(solution, goal) if self._fits(*pair) is fits), None)

    def _fits(self, solution: Reading, goal: Reading) -> bool:
        """Equal; with Multiple of k some multiples apart, whole numbers or not (XIII-B-7)."""
        self.numbers.meter.spend(1)
        k = self.terms.multiple_of
        if solution.ratio is not None and goal.ratio is not None:
            if k is None:
                return solution.ratio == goal.ratio
            return fractions_differ_by_multiple(solution.ratio, goal.ratio, k)
        fractions = [each for each in (solution, goal) if each.ratio is not None]
        if fractions and self._is_irrational(goal if fractions[0] is solution else solution):
            # No fraction equals it, or is a whole number away from it.
            return False
        if k is None:
            return self.numbers.equal(solution.value, goal.value)
        return differs_by_multiple(self.reckoner, solution.value, goal.value, k)

    def _is_irrational(self, reading: Reading) -> bool:
        """Whether a value is known to be no fraction, be it one too large to be written out."""
        known = self._irrational.get(reading)
        if known is None:
            try:
                known = not self.numbers.is_rational(reading.value)
            except Uncheckable:
                known = False
            self._irrational[reading] = known
        return known

    def _objections(self, solution: Readings, goal: Readings) -> Iterator[Reason]:
        """What is said of two sides that fit in no reading."""
        k = self.terms.multiple_of
        one, other = _only(solution), _only(goal)
        if k is not None:
            equal = one is not None and other is not None and self.numbers.equal(one, other)
            message = Message.of("multiple-equal" if equal else "multiple-not", k=k)
            yield Reason("variation", self.terms.cite("multiple-of-k"), message)
            if equal:
                return
        if one is None or other is None:
            yield Reason("not-equal", "VII-B-2", Message.of("never-equal"))
        else:
            shown = {"solution": self.numbers.text(one), "goal": self.numbers.text(other)}
            witness = f"{shown['solution']} ≠ {shown['goal']}"
            yield Reason("not-equal", "VII-B-2", Message.of("not-equal", **shown), witness)


def _is_complete(side: Expression) -> bool:
    """Whether every reading of the side is known."""
    return all(reason.code != "uncheckable" for reason in side.reasons)


def _only(readings: Readings) -> Number | None:
    return readings[0].value if len(readings) == 1 else None
