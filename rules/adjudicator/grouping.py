"""Every legal grouping of an expression (AGLOA VII-B-6): there is no order of operations.

Dynamic programming over the spans of one level of brackets: the interpretations of a span are put together from those
of its parts, and interpretations of one value are kept once, with one tree to show for it. So a long expression costs
what its different values cost, not what its groupings would; the reckoner's budget counts the steps. Small fractions
under the four operations, which is what long expressions are made of, are reckoned as plain integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import gcd

from rules.adjudicator.bounds import Bounds
from rules.adjudicator.numerals import numerals
from rules.adjudicator.reckoner import Reckoner, multiply
from rules.adjudicator.roles import (
    I_ALONE,
    I_LEFT,
    I_RIGHT,
    LAST,
    POWER,
    POWER_LAST,
    POWER_SUM,
    PRODUCT_LAST,
    SUM_LAST,
    WIDE,
    Entry,
    Fault,
    Infix,
    Item,
    Outcome,
    Ratio,
    Unary,
)
from rules.adjudicator.tree import Binary, Numeral, Postfix, Prefix, Product, Tree, grouped
from rules.numbers import Number, Uncheckable, Undefined

Span = tuple[int, int]
#: Whether a part may be made of the cubes from one place to another; the gaps of a Goal on the mat forbid some.
Allows = Callable[[int, int], bool]
#: Interpretations that are small fractions.
Smalls = list[tuple[Entry, int, int]]

#: So many small fractions are put together in one step of the budget.
RATIOS_A_STEP = 3
#: Fractions are small up to this size, above and below the line.
SMALL = 1 << 64
#: The rank of an operation among the signs that go from the left, where a league reads them so.
RANKS = {
    "sum": SUM_LAST,
    "product": PRODUCT_LAST,
    "quotient": PRODUCT_LAST,
    "power": POWER_LAST,
    "root": POWER_LAST,
}


@dataclass(slots=True)
class Limits:
    """What holds the groupings of one level within bounds."""

    bounds: Bounds = field(default_factory=Bounds)
    allows: Allows | None = None
    #: Factorials that may be put in wherever they fit (a Goal on the mat, XIII-A-4).
    spare: Unary | None = None
    most_spare: int = 0
    #: The whole level carries a note which root it is.
    every_root: bool = False


class Grouping:
    """The interpretations of one level of brackets."""

    def __init__(self, reckoner: Reckoner, items: list[Item], limits: Limits | None = None) -> None:
        self.reckoner = reckoner
        self.items = items
        self.limits = limits or Limits()
        self.found: dict[Span, Outcome] = {}
        self._infixes = [n for n, item in enumerate(items) if item.infixes]

    def whole(self) -> Outcome:
        """Every interpretation of the level."""
        count = len(self.items)
        starts = [n for n in range(count) if self._may_start(n)]
        ends = frozenset(n for n in range(1, count + 1) if self._may_end(n))
        for length in range(1, count + 1):
            for start in starts:
                end = start + length
                if end in ends and self._may_be_a_part(start, end):
                    outcome = self._span(start, end)
                    if outcome.entries or outcome.fault or outcome.unknown:
                        self.found[start, end] = outcome
        return self.found.get((0, count), Outcome())

    def _may_start(self, place: int) -> bool:
        """Whether a part can start here: with an operand or a sign before one, and behind a sign (or beside i)."""
        item = self.items[place]
        if not (item.is_operand or item.befores):
            return False
        before = self.items[place - 1] if place else None
        return before is None or self.reckoner.imaginary or bool(before.infixes or before.befores)

    def _may_end(self, place: int) -> bool:
        """Whether a part can end before this place."""
        item = self.items[place - 1]
        if not (item.is_operand or item.behinds):
            return False
        behind = self.items[place] if place < len(self.items) else None
        return behind is None or self.reckoner.imaginary or bool(behind.infixes or behind.behinds)

    def _may_be_a_part(self, start: int, end: int) -> bool:
        for first, last in self.limits.bounds.together:
            if start < first < end < last or first < start < last < end:
                return False
        if self.limits.allows is None:
            return True
        return self.limits.allows(self.items[start].cubes[0], self.items[end - 1].cubes[1])

    def _span(self, start: int, end: int) -> Outcome:
        outcome = Collected(self.reckoner, self.limits.most_spare)
        top = self.limits.every_root and start == 0 and end == len(self.items)
        self.reckoner.every_root = top
        try:
            self._single(outcome, start, end)
            self._numeral(outcome, start, end)
            self._unary(outcome, start, end)
            self._binary(outcome, start, end)
            self._product(outcome, start, end)
        finally:
            self.reckoner.every_root = False
        if self.limits.spare is not None:
            outcome.add_spare(self.limits.spare)
        return outcome.done()

    def _single(self, outcome: Collected, start: int, end: int) -> None:
        if end - start != 1:
            return
        item = self.items[start]
        for lone in item.lones:
            outcome.add(lone.value, Numeral(lone.text), lone.flags)
        if item.group is not None:
            outcome.take_in(item.group)
            for entry in item.group.entries:
                kept = entry.flags if entry.flags & I_ALONE else entry.flags & ~(I_LEFT | I_RIGHT | LAST)
                outcome.add(entry.value, entry.tree, kept, entry.factorials)

    def _numeral(self, outcome: Collected, start: int, end: int) -> None:
        part = self.items[start:end]
        if all(item.digits or item.points for item in part):
            try:
                for lone in numerals(self.reckoner, part):
                    outcome.add(lone.value, Numeral(lone.text), lone.flags)
            except Fault as fault:
                outcome.result.blame(fault.reason("".join(item.text for item in part)))

    def _unary(self, outcome: Collected, start: int, end: int) -> None:
        first, last = self.items[start], self.items[end - 1]
        if first.befores and end - start > 1:
            ends = self.limits.bounds.ends.get(start)
            part = self.found.get((start + 1, end))
            if part is not None and (ends is None or end in ends):
                for operation in first.befores:
                    outcome.apply(operation, part, before=True)
        if last.behinds and end - start > 1:
            starts = self.limits.bounds.starts.get(end - 1)
            part = self.found.get((start, end - 1))
            if part is not None and (starts is None or start in starts):
                for operation in last.behinds:
                    outcome.apply(operation, part, before=False)

    def _binary(self, outcome: Collected, start: int, end: int) -> None:
        found = self.found
        for place in self._infixes:
            if not start < place < end - 1:
                continue
            left, right = found.get((start, place)), found.get((place + 1, end))
            if left is None or right is None:
                continue
            for operation in self.items[place].infixes:
                if not operation.reaches or self._is_in_reach(place, start, end):
                    outcome.combine(operation, left, right)

    def _is_in_reach(self, place: int, start: int, end: int) -> bool:
        """Whether the defaults let the sign at a place have the whole span."""
        starts, ends = self.limits.bounds.starts.get(place), self.limits.bounds.ends.get(place)
        return (starts is None or start in starts) and (ends is None or end in ends)

    def _product(self, outcome: Collected, start: int, end: int) -> None:
        """Factors side by side: one of the two that meet is i, or a product that ends in it (XIII-D-11 (g))."""
        if not self.reckoner.imaginary:
            return
        for place in range(start + 1, end):
            if not (self.items[place - 1].is_i or self.items[place].is_i or self._exponent_of_i(place)):
                continue
            left, right = self.found.get((start, place)), self.found.get((place, end))
            if left is not None and right is not None:
                outcome.multiply(left, right)

    def _exponent_of_i(self, place: int) -> bool:
        """Whether i stands before the signs behind it that end here: `i²4`."""
        place -= 1
        while place >= 0 and self.items[place].behinds:
            place -= 1
        return place >= 0 and self.items[place].is_i


class Collected:
    """The interpretations of one span while they are put together."""

    def __init__(self, reckoner: Reckoner, most_spare: int = 0) -> None:
        self.reckoner = reckoner
        self.most_spare = most_spare
        self.result = Outcome()
        self._seen: set[tuple[object, ...]] = set()

    def done(self) -> Outcome:
        return self.result

    def add(self, value: Number, tree: Tree, flags: int = 0, factorials: int = 0) -> None:
        if factorials > self.most_spare or self.is_full:
            return
        entry = Entry(value, tree, flags, factorials)
        key = (entry.ratio or value.key, flags, factorials)
        if key not in self._seen:
            self._seen.add(key)
            self.result.entries.append(entry)

    def take_in(self, part: Outcome) -> None:
        """What is wrong or unknown with a part is so with the whole."""
        self.result.blame(part.fault)
        if part.unknown is not None:
            self.result.unknown = part.unknown

    def join(self, part: Outcome) -> None:
        """Everything that a part may be is what the whole may be."""
        self.take_in(part)
        for entry in part.entries:
            self.add(entry.value, entry.tree, entry.flags, entry.factorials)

    @property
    def is_full(self) -> bool:
        """No more interpretations are followed."""
        return len(self.result.entries) == self.reckoner.most_values

    def _take_in_both(self, left: Outcome, right: Outcome) -> None:
        """The same for two parts; what is unknown of one is of no account where the other has no meaning."""
        self.result.blame(left.fault or right.fault)
        if (left.entries or left.unknown) and (right.entries or right.unknown):
            self.result.unknown = self.result.unknown or left.unknown or right.unknown

    def apply(self, operation: Unary, part: Outcome, *, before: bool) -> None:
        """Put a sign before or behind everything that a part may be."""
        self.take_in(part)
        for entry in part.entries:
            tree = Prefix(operation.sign, entry.tree) if before else Postfix(entry.tree, operation.sign)
            for value in self._values(tree, self._one, operation, entry):
                flags = _unary_flags(self.reckoner, operation, entry)
                self.add(value, tree, flags, entry.factorials + operation.factorials)

    def _one(self, operation: Unary, entry: Entry) -> Sequence[Number]:
        if entry.flags & WIDE and not self.reckoner.wide_inside:
            raise self._too_long()
        if entry.flags & operation.bars:
            cite = self.reckoner.terms.cite("number-of-factors")
            raise Fault("goal-illegal", cite, "power-sum-barred")
        return operation.work(self.reckoner, entry.value)

    def combine(self, operation: Infix, left: Outcome, right: Outcome) -> None:
        """Put a sign between everything that two parts may be."""
        self._take_in_both(left, right)
        if operation.of_ratios is not None and not self.reckoner.remembers and self.reckoner.most_values is None:
            ones, others = _small(left), _small(right)
            if ones is not None and others is not None:
                self._combine_small(operation, operation.of_ratios, ones, others)
                return
        barred = RANKS.get(operation.kind, 0) if self.reckoner.from_left else 0
        for a in left.entries:
            for b in right.entries:
                if b.flags & barred:
                    continue
                tree = Binary(operation.sign, a.tree, b.tree)
                for value in self._values(tree, self._two, operation, a, b):
                    flags = _binary_flags(self.reckoner, operation, a, b)
                    self.add(value, tree, flags, a.factorials + b.factorials)

    def _combine_small(
        self, operation: Infix, of_ratios: Callable[[int, int, int, int], Ratio], left: Smalls, right: Smalls
    ) -> None:
        """The same as `combine` for small fractions, each new value once."""
        self.reckoner.spend(1 + len(left) * len(right) // RATIOS_A_STEP)
        entries, seen = self.result.entries, self._seen
        for a, p, q in left:
            for b, r, s in right:
                above, below = of_ratios(p, q, r, s)
                if below <= 0:
                    if not below:
                        # Nothing comes of it but the fault.
                        self._values(Binary(operation.sign, a.tree, b.tree), self._two, operation, a, b)
                        continue
                    above, below = -above, -below
                common = gcd(above, below)
                ratio = (above // common, below // common)
                key = (ratio, 0, 0)
                if key not in seen:
                    seen.add(key)
                    entries.append(Entry(ratio, (operation.sign, a, b)))

    def _two(self, operation: Infix, a: Entry, b: Entry) -> Sequence[Number]:
        if (a.flags | b.flags) & WIDE and not (operation.takes_wide or self.reckoner.wide_inside):
            raise self._too_long()
        return operation.work(self.reckoner, a.value, b.value)

    def multiply(self, left: Outcome, right: Outcome) -> None:
        """Put everything that two parts may be side by side, where i is at the seam."""
        self._take_in_both(left, right)
        for a in left.entries:
            for b in right.entries:
                if a.flags & I_RIGHT or b.flags & I_LEFT:
                    tree = Product(a.tree, b.tree)
                    flags = (a.flags & I_LEFT) | (b.flags & I_RIGHT)
                    for value in self._values(tree, self._two, _BESIDE, a, b):
                        self.add(value, tree, flags, a.factorials + b.factorials)

    def add_spare(self, operation: Unary) -> None:
        """Put factorials behind what was found, as long as there are some left."""
        for entry in self.result.entries:  # grows while it is read: 3! may have another one
            if entry.factorials < self.most_spare and self.reckoner.is_whole(entry.value):
                tree = Postfix(entry.tree, operation.sign)
                for value in self._values(tree, self._one, operation, entry):
                    self.add(value, tree, 0, entry.factorials + 1)

    def _values(self, tree: Tree, work: Callable[..., Sequence[Number]], *operands: object) -> Sequence[Number]:
        """What an operation gives; nothing where it is a fault or cannot be decided, which is remembered."""
        try:
            self.reckoner.spend()
            return work(*operands)
        except Fault as fault:
            if self.result.fault is None:
                self.result.fault = fault.reason(grouped(tree))
        except Undefined:
            self.result.blame(Fault("illegal-expression", "III-A", "no-number").reason(grouped(tree)))
        except Uncheckable as unknown:
            if unknown.code == "steps":
                raise
            self.result.unknown = unknown
        return ()

    def _too_long(self) -> Fault:
        return Fault("multi-digit", "VII-B-4", "too-many-digits", most=self.reckoner.terms.solution_digits)


#: The product without x.
_BESIDE = Infix("", multiply, kind="product")


def _small(part: Outcome) -> Smalls | None:
    """The interpretations of a part with their fractions; None unless all are small, and nothing but fractions."""
    found = []
    for entry in part.entries:
        if entry.ratio is None or entry.flags or entry.factorials:
            return None
        above, below = entry.ratio
        if not (-SMALL < above < SMALL and below < SMALL):
            return None
        found.append((entry, above, below))
    return found


def _unary_flags(reckoner: Reckoner, operation: Unary, entry: Entry) -> int:
    wide = entry.flags & WIDE if reckoner.wide_inside else 0
    if operation.kind != "power":
        return wide
    return wide | POWER | (I_LEFT | I_RIGHT if entry.flags & I_ALONE else 0)


def _binary_flags(reckoner: Reckoner, operation: Infix, a: Entry, b: Entry) -> int:
    if not reckoner.remembers:
        return 0
    flags = RANKS.get(operation.kind, 0) if reckoner.from_left else 0
    if reckoner.wide_inside and not operation.takes_wide:
        flags |= (a.flags | b.flags) & WIDE
    return flags | _power_flags(reckoner, operation, a, b) if reckoner.watches_powers else flags


def _power_flags(reckoner: Reckoner, operation: Infix, a: Entry, b: Entry) -> int:
    """Whether a power, or the sum of a power and something, was made (XIII-C-9)."""
    many = reckoner.terms.readings.power_sums_of_many_terms
    match operation.kind:
        case "power":
            return POWER
        case "root":
            index = reckoner.rational(a.value)
            return POWER if index is not None and index.denominator > 1 else 0
        case "sum":
            powers = POWER | POWER_SUM if many else POWER
            one, other = a.flags & powers, b.flags & powers
            is_sum = (one and not reckoner.is_zero(b.value)) or (other and not reckoner.is_zero(a.value))
            return POWER_SUM if is_sum else 0
        case _:
            return (a.flags | b.flags) & POWER if many else 0
