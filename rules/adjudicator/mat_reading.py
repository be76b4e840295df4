"""Reading the cubes of a Goal as they lie on the mat: in every legal way (IV-B-2, VII-B-6-c note).

The defaults of writing do not bind the reader of cubes; only the gaps do. A cube may be read as everything that a
variation makes of it, wild cubes as any one symbol, and factorials may be put in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.adjudicator.force import rules_in_force
from rules.adjudicator.gaps import SignAt, bracketed, gaps_of
from rules.adjudicator.goal import as_seen
from rules.adjudicator.grouping import Grouping, Limits
from rules.adjudicator.meanings import item_of, missing_variations
from rules.adjudicator.notation import Token, as_turned
from rules.adjudicator.precedence import by_order
from rules.adjudicator.reading import SOME, Expression, finished, undecided
from rules.adjudicator.reasons import Reason, weightiest_first
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Item, Outcome, Unary
from rules.adjudicator.shape import shape_fault
from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.exponent import exponent_operation
from rules.adjudicator.variations.factorial import MOST as MOST_FACTORIALS
from rules.adjudicator.variations.factorial import Factorial, factorial
from rules.adjudicator.variations.rule import Rule
from rules.adjudicator.variations.wild import symbols
from rules.cubes import Cube
from rules.mat import Goal
from rules.messages import Message
from rules.numbers import Arithmetic, Uncheckable


def read_cubes(goal: Goal, terms: Terms, *, arithmetic: Arithmetic | None = None) -> Expression:
    """Every value that a Goal on the mat may have, or why it is no legal Goal."""
    numbers = arithmetic or Arithmetic()
    for most_values in (None, SOME):
        reckoner = Reckoner(terms, at_goal=True, arithmetic=numbers, most_values=most_values)
        try:
            found = MatReader(goal, terms, reckoner).expression()
        except Uncheckable:
            continue
        if most_values is None or not found.readings:
            return found
        return replace(found, reasons=weightiest_first((*found.reasons, undecided(terms))))
    return Expression(tuple(token_of(cube, at) for at, cube in enumerate(goal.cubes)), (), (undecided(terms),))


class MatReader:
    """Reads one Goal."""

    def __init__(self, goal: Goal, terms: Terms, reckoner: Reckoner) -> None:
        self.goal = goal
        self.terms = terms
        self.reckoner = reckoner
        self.rules: tuple[Rule, ...] = rules_in_force(terms)
        self.plain = tuple(token_of(cube, at) for at, cube in enumerate(goal.cubes))
        reckoner.inserts_points = terms.has("decimal-in-goal")

    def expression(self) -> Expression:
        reasons = list(self._faults())
        if reasons:
            return Expression(self.plain, (), weightiest_first(reasons))
        found, fault = Outcome(), None
        for symbol in self._wild_symbols():
            outcome = self._interpretations(symbol)
            found.entries += outcome.entries
            found.unknown = found.unknown or outcome.unknown
            fault = fault or outcome.fault
        found.fault = fault
        readings, illegal = finished(found, self.rules, self.reckoner)
        if found.unknown is not None:
            return Expression(self.plain, readings, (undecided(self.terms),))
        return Expression(self.plain, readings, () if readings else tuple(illegal[:1]))

    def _faults(self) -> Iterator[Reason]:
        if not self.plain:
            yield Reason("goal-illegal", self.terms.cite("goal-cubes"), Message.of("nothing"))
        if len(self.plain) > (most := self.terms.book.goal_cubes):
            message = Message.of("too-many-goal-cubes", most=most, count=len(self.plain))
            yield Reason("goal-illegal", self.terms.cite("goal-cubes"), message)
        for cube, token in zip(self.goal.cubes, self.plain, strict=True):
            if cube.face != self.terms.wild:
                yield from self._lies_wrong(token)
            for rule in self.rules:
                yield from (replace(reason, code="goal-illegal") for reason in rule.lying_faults(cube))

    def _lies_wrong(self, token: Token) -> Iterator[Reason]:
        """A cube that lies as no variation in force allows makes the Goal illegal."""
        yield from (replace(reason, code="goal-illegal") for reason in missing_variations((token,), self.terms))
        for rule in self.rules:
            for reason in rule.token_faults((token,), at_goal=True):
                yield replace(reason, code="goal-illegal")

    def _wild_symbols(self) -> tuple[str | None, ...]:
        """What the wild cubes of the Goal may stand for, all of them for the same; once None where there are none."""
        if self.terms.wild is None or all(cube.face != self.terms.wild for cube in self.goal.cubes):
            return (None,)
        return symbols(self.terms)

    def _interpretations(self, symbol: str | None) -> Outcome:
        items = []
        for place, cube in enumerate(self.goal.cubes):
            token = token_of(cube, place)
            if symbol is not None and cube.face == self.terms.wild:
                token = as_turned(replace(token_of(cube.showing(symbol), place), wild=cube.face))
            items.append(self._item(cube, token, place))
        if self.terms.order_of_operations:
            return self._in_order(items)
        gaps = gaps_of(self.goal, self.terms, symbol)
        limits = Limits(allows=None if gaps is None else gaps.allows, spare=self._spare())
        limits.most_spare = MOST_FACTORIALS if limits.spare else 0
        outcome = Grouping(self.reckoner, items, limits).whole()
        if not outcome.entries and outcome.fault is None and outcome.unknown is None:
            outcome.fault = shape_fault(items)
        return outcome

    def _item(self, cube: Cube, token: Token, place: int) -> Item:
        readings = [token]
        for each in readings:  # grows while it is read: a wild 0 may be an exponent, and that upside-down
            for rule in self.rules:
                readings += [other for other in rule.on_mat(cube, each) if other not in readings]
        legal = [each for each in readings if not any(self._lies_wrong(each))]
        item = item_of(token, legal, self.rules, self.reckoner)
        if self._spare() is not None:
            for each in legal:
                if each.exponent:
                    item.behinds += [self._with_factorials(each, n) for n in range(1, MOST_FACTORIALS + 1)]
        item.cubes = (place, place + 1)
        return item

    def _with_factorials(self, token: Token, count: int) -> Unary:
        signs = [token] + [Token("!", token.at, exponent=True)] * count
        return replace(exponent_operation(signs, self.terms), factorials=count)

    def _spare(self) -> Unary | None:
        """The factorial that may be put in; None where the Goal has none."""
        allowed = any(isinstance(rule, Factorial) and not rule.bars_goal for rule in self.rules)
        return Unary("!", factorial) if allowed else None

    def _in_order(self, items: list[Item]) -> Outcome:
        """With an order of operations, the numbers between two gaps stand as if in brackets."""
        ends = [SignAt(not item.is_operand, item.text[0]) for item in items]
        items = bracketed(items, ends, self.goal, self.terms, self._group)
        outcome = by_order(self.reckoner, items)
        if not outcome.entries and outcome.fault is None and outcome.unknown is None:
            outcome.fault = shape_fault(items)
        return outcome

    def _group(self, items: Sequence[Item]) -> Iterator[Item]:
        """The cubes of a group as one item, as if in brackets."""
        group = Item("(" + "".join(item.text for item in items) + ")", items[0].at)
        group.group = by_order(self.reckoner, list(items))
        yield group


def token_of(cube: Cube, place: int) -> Token:
    """The sign that a cube shows, as it lies for whoever looks at it."""
    cube = as_seen(cube)
    sideways, upside_down = cube.turn_suffix == "s", cube.turn_suffix == "u"
    return as_turned(Token(cube.face, place, sideways=sideways, upside_down=upside_down))
