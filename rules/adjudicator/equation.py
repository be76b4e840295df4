"""Is the Equation correct? Its form, its Goal, its cubes and its two values (VII-B, VII-C-5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from rules.adjudicator.comparing import Comparer
from rules.adjudicator.cube_faults import Challenge, cube_faults, has_enough_cubes, parse_challenge
from rules.adjudicator.force import rules_in_force
from rules.adjudicator.gaps import gaps_of
from rules.adjudicator.goal import as_laid, in_order
from rules.adjudicator.mat_reading import read_cubes
from rules.adjudicator.notation import Token, Unreadable, tokens
from rules.adjudicator.reading import Expression, read_tokens
from rules.adjudicator.reasons import Reason, weightiest_first
from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.exponent import with_exponents
from rules.adjudicator.variations.factorial import MOST as MOST_FACTORIALS
from rules.adjudicator.variations.powers_of_the_base import two_bases
from rules.adjudicator.variations.wild import settled, wild_symbols
from rules.mat import Goal, Mat
from rules.messages import Message
from rules.numbers import Arithmetic, Number

Tokens = tuple[Token, ...]


class Ask(Enum):
    """What is asked: for every objection, or, as checkers may ask a judge, for the values alone (VII-C-5-d)."""

    FULL = "full"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: every objection that holds, the weightiest first, and the two values where they are certain."""

    reasons: tuple[Reason, ...]
    solution: Number | None = None
    goal: Number | None = None

    @property
    def correct(self) -> bool:
        return not self.reasons


def verdict(terms: Terms, challenge: Challenge, mat: Mat | None, equation: str, ask: Ask = Ask.FULL) -> Verdict:
    """The verdict on an Equation. Without a mat its cubes are not checked."""
    try:
        written = tokens(equation)
    except Unreadable as wrong:
        return Verdict((Reason("unreadable", "VII-B-1", wrong.message, at=wrong.at),))
    halves = _halves(written)
    if halves is None:
        return Verdict((Reason("form", "VII-B-1", Message.of("form")),))
    case = _Case(terms, challenge, mat, *halves)
    return case.of_values() if ask is Ask.VALUE else case.of_everything()


def is_correct(terms: Terms, challenge: Challenge | str, mat: Mat, equation: str) -> bool:
    """Whether an Equation of a match is correct; one that nobody can check is not (XIII-C-9)."""
    return verdict(terms, parse_challenge(challenge), mat, equation).correct


def _halves(written: Tokens) -> tuple[Tokens, Tokens] | None:
    """Both sides of an Equation; None unless there is one equals sign with something on either side (VII-B-1)."""
    places = [at for at, token in enumerate(written) if token.sign == "="]
    if len(places) != 1 or places[0] in (0, len(written) - 1):
        return None
    return written[: places[0]], written[places[0] + 1 :]


class _Case:
    """One Equation under the terms of its shake."""

    def __init__(self, terms: Terms, challenge: Challenge, mat: Mat | None, left: Tokens, right: Tokens) -> None:
        self.terms = terms
        self.challenge = challenge
        self.mat = mat
        self.numbers = Arithmetic()
        #: The Goal on the mat, if there is one that the Equation must keep to.
        self.lying = mat.goal if mat is not None and challenge is not Challenge.NO_GOAL else None
        self._known: dict[tuple[Tokens, bool], Expression] = {}
        laid = self._laid(left, right)
        #: One side is made of the cubes of the Goal, as they lie.
        self.is_laid = laid is not None
        self.solution, self.goal = laid or (left, right)
        self.wild_symbols = wild_symbols((*self.solution, *self.goal), terms)
        if len(self.wild_symbols) == 1:
            self.solution = settled(self.solution, terms, self.wild_symbols[0])
            self.goal = settled(self.goal, terms, self.wild_symbols[0])
        if not self.is_laid and not self._may_solve(self.solution) and self._may_solve(self.goal):
            self.solution, self.goal = self.goal, self.solution
        self.solution = with_exponents(self.solution, terms, at_goal=False)
        self.goal = with_exponents(self.goal, terms, at_goal=True)

    # --- which side is which (VII-B-1)

    def _laid(self, left: Tokens, right: Tokens) -> tuple[Tokens, Tokens] | None:
        """(Solution, Goal) where one side is the Goal as it lies on the mat."""
        if self.lying is None:
            return None
        for solution, goal in ((left, right), (right, left)):
            laid = as_laid(with_exponents(goal, self.terms, at_goal=True), self.lying, self.terms)
            if laid is not None:
                return solution, laid
        return None

    def _may_solve(self, side: Tokens) -> bool:
        """Whether this side can be a Solution at all."""
        read = self._read(side)
        if not has_enough_cubes(read.understood, self.terms) or any(self._lacks(read.understood)):
            return False
        return all(reason.code == "uncheckable" for reason in read.reasons)

    def _read(self, side: Tokens, *, at_goal: bool = False) -> Expression:
        known = self._known.get((side, at_goal))
        if known is None:
            known = read_tokens(side, self.terms, at_goal=at_goal, arithmetic=self.numbers)
            self._known[side, at_goal] = known
        return known

    # --- verdicts

    def of_values(self) -> Verdict:
        """Only whether one value of the Solution fits one of the Goal, however that is grouped."""
        solution = self._read(self.solution)
        free = self.terms.readings.value_question_frees == "both"
        if free or any(reason.code == "variation" for reason in solution.reasons):
            solution = read_tokens(self.solution, self.terms, at_goal=False, arithmetic=self.numbers, value_only=True)
        goal = read_tokens(self.goal, self.terms, at_goal=True, arithmetic=self.numbers, value_only=True)
        if not solution.readings or not goal.readings:
            return Verdict(weightiest_first((*solution.reasons, *map(self._of_goal, goal.reasons))))
        found = Comparer(self.terms).compare_once(solution, goal)
        return Verdict(weightiest_first(found.reasons), found.solution, found.goal)

    def of_everything(self) -> Verdict:
        """Every objection that holds."""
        solution, goal = self._read(self.solution), self._read(self.goal, at_goal=True)
        signs = solution.understood
        reasons = [*solution.reasons, *self._lacks(signs), *self._of_both_sides()]
        reasons += cube_faults(signs, self.goal, self.terms, self.challenge, self.mat)
        reasons += self._goal_faults(goal)
        if not solution.readings or not goal.readings:
            return Verdict(weightiest_first(reasons))
        found = Comparer(self.terms).compare(solution, goal)
        # What is still open of a side is told by the comparison, if it has not found proof without.
        certain = (reason for reason in reasons if reason.code != "uncheckable")
        return Verdict(weightiest_first((*certain, *found.reasons)), found.solution, found.goal)

    # --- objections

    def _lacks(self, solution: Tokens) -> Iterator[Reason]:
        """What the variations demand of a whole Solution (VII-B-5)."""
        for rule in rules_in_force(self.terms):
            yield from rule.solution_faults(solution)

    def _of_both_sides(self) -> Iterator[Reason]:
        """What the two sides break together: one meaning for all wild cubes, two factorials for the Equation."""
        if len(self.wild_symbols) > 1:
            one, other = self.wild_symbols[:2]
            message = Message.of("wild-differs", wild=str(self.terms.wild), one=one, other=other)
            yield Reason("variation", self.terms.cite("wild"), message)
        written = sum(token.sign == "!" for token in (*self.solution, *self.goal))
        if written > MOST_FACTORIALS and not self.terms.has("multiple-operations") and self.terms.has("factorial"):
            message = Message.of("too-many-factorials", most=MOST_FACTORIALS)
            yield Reason("variation", self.terms.cite("factorial"), message)
        if two_bases((*self.solution, *self.goal), self.terms):
            message = Message.of("powers-in-two-bases", base=self.terms.base)
            yield Reason("variation", self.terms.cite("powers-of-the-base"), message)

    def _goal_faults(self, goal: Expression) -> Iterator[Reason]:
        """The Goal has no legal interpretation, or the writer's is none of them (VII-C-5-a, b)."""
        if self.lying is None:
            for reason in goal.reasons:
                yield self._of_goal(reason)
                if reason.code == "variation":
                    yield reason
        elif not self.is_laid or goal.reasons:
            yield from self._wrong_goal(self.lying, goal)
        else:
            if not self._keeps_grouping(self.lying, goal):
                yield self._misread(self.lying, "goal-other-grouping")
            if self._asks_the_mat():
                on_mat = read_cubes(self.lying, self.terms, arithmetic=self.numbers)
                yield from (self._of_goal(reason) for reason in on_mat.reasons if reason.code != "uncheckable")

    def _asks_the_mat(self) -> bool:
        """Whether a league reads rules so that the cubes of the Goal may break them, however it is written."""
        readings = self.terms.readings
        return readings.multiple_limit_of_every_reading or not readings.ten_sideways_in_goals

    def _wrong_goal(self, lying: Goal, goal: Expression) -> Iterator[Reason]:
        """What is wrong with a written Goal that is not the one on the mat, or has no value as it is written."""
        on_mat = read_cubes(lying, self.terms, arithmetic=self.numbers)
        yield from map(self._of_goal, on_mat.reasons)
        yield from (reason for reason in goal.reasons if reason.code in ("variation", "uncheckable"))
        if not self.is_laid:
            yield self._misread(lying, "goal-other-cubes")
        elif on_mat.legal and any(reason.code != "uncheckable" for reason in goal.reasons):
            yield self._misread(lying, "goal-misread")

    def _keeps_grouping(self, lying: Goal, goal: Expression) -> bool:
        """Whether the writer has grouped the cubes as they lie, or as the order of operations has them (IV-B-2)."""
        if self.terms.order_of_operations:
            ordered = read_tokens(in_order(self.goal, lying, self.terms), self.terms, at_goal=True)
            return [reading.grouped for reading in ordered.readings] == [reading.grouped for reading in goal.readings]
        gaps = gaps_of(lying, self.terms, self.wild_symbols[0] if self.wild_symbols else None)
        if gaps is None:
            return True
        read = read_tokens(self.goal, self.terms, at_goal=True, arithmetic=self.numbers, gaps=gaps)
        return bool(read.readings) or any(reason.code == "uncheckable" for reason in read.reasons)

    def _misread(self, lying: Goal, message: str) -> Reason:
        shown = str(lying)
        return Reason(
            "goal-interpretation", self.terms.cite("goal-interpretation"), Message.of(message, goal=shown), shown
        )

    def _of_goal(self, reason: Reason) -> Reason:
        """A fault of an expression as a fault of the Goal."""
        return reason if reason.code == "uncheckable" else replace(reason, code="goal-illegal")
