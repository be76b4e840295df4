"""Which groupings the defaults leave open (VII-B-6-b, c): how far a sign reaches that has a default.

A root applies to the numeral behind it, a factorial or an exponent to the one in front, the x of Number of Factors or
Smallest Prime to the one behind, and a product with i comes first. "Numeral" is the smallest operand: a digit string,
a group, or one of these with its own signs before it. Where two defaults want the same numeral, neither holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.adjudicator.readings import Readings
from rules.adjudicator.roles import Item


@dataclass(slots=True)
class Operand:
    """The smallest operand: signs before, the numeral or group, signs behind; places are those of the items."""

    prefixes: list[int]
    start: int
    end: int
    postfixes: list[int]

    @property
    def first(self) -> int:
        return self.prefixes[0] if self.prefixes else self.start

    @property
    def last(self) -> int:
        """One behind the last item."""
        return self.postfixes[-1] + 1 if self.postfixes else self.end


@dataclass(slots=True)
class Line:
    """Operands and the signs between them; None for two that stand beside each other with i."""

    operands: list[Operand] = field(default_factory=list)
    between: list[int | None] = field(default_factory=list)


@dataclass(slots=True)
class Bounds:
    """Where signs may reach. A sign that is not listed is free."""

    #: The sign at a place applies to what ends at one of these places (√ and x: behind it).
    ends: dict[int, frozenset[int]] = field(default_factory=dict)
    #: The sign at a place applies to what starts at one of these places (! and exponents: in front of it).
    starts: dict[int, frozenset[int]] = field(default_factory=dict)
    #: Parts that stay together.
    together: list[tuple[int, int]] = field(default_factory=list)


def line_of(items: list[Item]) -> Line | None:
    """The items as a line of operands and signs; None where they do not form one.

    No item is both a number and an operation (`choices` has them one by one)."""
    line, at, count = Line(), 0, len(items)
    while True:
        prefixes = []
        while at + 1 < count and items[at].befores and (items[at + 1].is_operand or items[at + 1].befores):
            prefixes.append(at)
            at += 1
        start = at
        if at >= count or not items[at].is_operand:
            return None
        at = _numeral_end(items, at)
        end, postfixes = at, []
        while at < count and items[at].behinds:
            postfixes.append(at)
            at += 1
        line.operands.append(Operand(prefixes, start, end, postfixes))
        if at >= count:
            return line
        beside_i = items[at - 1].is_i or items[at].is_i
        if beside_i and (items[at].is_operand or items[at].befores) and not _multiplies(items[at]):
            line.between.append(None)
        elif items[at].infixes:
            line.between.append(at)
            at += 1
        else:
            return None


def _numeral_end(items: list[Item], at: int) -> int:
    """One behind the numeral, group or number that starts here."""
    end = at + 1
    if items[at].digits or items[at].points:
        while end < len(items) and (items[end].digits or items[end].points):
            end += 1
    return end


def _multiplies(item: Item) -> bool:
    return any(infix.kind == "product" for infix in item.infixes)


def default_bounds(items: list[Item], readings: Readings) -> Bounds:
    """The bounds that hold for signs on paper."""
    bounds = Bounds()
    line = line_of(items)
    if line is None:
        return bounds
    joined = [_joined(items, line, n, readings) for n in range(len(line.between))]
    for n, operand in enumerate(line.operands):
        roots = list(operand.prefixes)
        sign = line.between[n - 1] if n else None
        if sign is not None and items[sign].is_root:
            roots.append(sign)
            if readings.index_of_a_root == "numeral":
                bounds.starts[sign] = frozenset((line.operands[n - 1].start,))
        if not _clashes(line, joined, items, n):
            reach = _reach(items, line, joined, n, readings)
            bounds.ends |= dict.fromkeys(roots, reach)
            bounds.starts |= dict.fromkeys(operand.postfixes, frozenset((operand.start,)))
        elif not readings.clash_frees_every_grouping:
            reach = frozenset(range(operand.end, operand.last + 1))
            bounds.ends |= dict.fromkeys(roots, reach)
            bounds.starts |= dict.fromkeys(operand.postfixes, frozenset(range(operand.first, operand.start + 1)))
    _keep_products_together(bounds, items, line, joined)
    return bounds


def _joined(items: list[Item], line: Line, n: int, readings: Readings) -> bool:
    """Whether the operands around the n-th sign are a product with i, which comes first (XIII-D-11)."""
    sign = line.between[n]
    if sign is None:
        return True
    beside = items[sign - 1].is_i or items[sign + 1].is_i
    return readings.written_product_with_i_first and _multiplies(items[sign]) and beside


def _clashes(line: Line, joined: list[bool], items: list[Item], n: int) -> bool:
    """Whether two defaults want the n-th operand."""
    operand = line.operands[n]
    sign = line.between[n - 1] if n else None
    before = bool(operand.prefixes) or (sign is not None and items[sign].is_root)
    behind = bool(operand.postfixes)
    in_front, after = n > 0 and joined[n - 1], n < len(joined) and joined[n]
    return (before and (behind or after)) or (behind and in_front)


def _reach(items: list[Item], line: Line, joined: list[bool], n: int, readings: Readings) -> frozenset[int]:
    """Where the operand of a root sign or x ends: at the numeral, or at a root of which it is the index."""
    ends = [line.operands[n].end]
    while readings.root_of_an_indexed_root and n < len(line.between):
        sign = line.between[n]
        if sign is None or joined[n] or not items[sign].is_root or line.operands[n].postfixes:
            break
        n += 1
        ends.append(line.operands[n].end)
    return frozenset(ends)


def _keep_products_together(bounds: Bounds, items: list[Item], line: Line, joined: list[bool]) -> None:
    first = 0
    for n in range(len(line.operands)):
        if n < len(joined) and joined[n]:
            continue
        if n > first and not any(_clashes(line, joined, items, each) for each in range(first, n + 1)):
            bounds.together.append((line.operands[first].first, line.operands[n].last))
        first = n + 1
