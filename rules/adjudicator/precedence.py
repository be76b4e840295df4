"""The order of operations (MLAG VII-B-5): roots and powers first, then x and ÷, then + and -, each from the left."""

from __future__ import annotations

from dataclasses import dataclass

from rules.adjudicator.bounds import Operand, line_of
from rules.adjudicator.grouping import Allows, Collected
from rules.adjudicator.numerals import numerals
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Fault, Infix, Item, Outcome
from rules.adjudicator.tree import Numeral

#: What comes first, then what comes next.
LEVELS = (frozenset("^√"), frozenset("x÷"), frozenset("+-"))


@dataclass(slots=True)
class Part:
    """A part of the line that is worked out, and the cubes that it is made of."""

    outcome: Outcome
    first: int
    last: int


def by_order(reckoner: Reckoner, items: list[Item], allows: Allows | None = None) -> Outcome:
    """The one interpretation of a level of brackets; nothing where the signs form no expression, or where the order
    of operations would go against the gaps of the Goal."""
    line = line_of(items)
    if line is None:
        return Outcome()
    parts = []
    for operand in line.operands:
        first, last = items[operand.first].cubes[0], items[operand.end - 1].cubes[1]
        parts.append(Part(_operand(reckoner, items, operand, allows), first, last))
    signs = [items[place].infixes[0] for place in line.between if place is not None]
    for level in LEVELS:
        left, kept = [parts[0]], []
        for sign, part in zip(signs, parts[1:], strict=True):
            if _comes_now(sign, level):
                left[-1] = _worked_out(reckoner, left[-1], sign, part, allows)
            else:
                left.append(part)
                kept.append(sign)
        parts, signs = left, kept
    return parts[0].outcome


def _comes_now(sign: Infix, level: frozenset[str]) -> bool:
    return sign.sign[0] in level


def _worked_out(reckoner: Reckoner, left: Part, sign: Infix, right: Part, allows: Allows | None) -> Part:
    collected = Collected(reckoner)
    if allows is None or allows(left.first, right.last):
        collected.combine(sign, left.outcome, right.outcome)
    return Part(collected.done(), left.first, right.last)


def _operand(reckoner: Reckoner, items: list[Item], operand: Operand, allows: Allows | None) -> Outcome:
    part = _numeral(reckoner, items[operand.start : operand.end])
    last = items[operand.end - 1].cubes[1]
    for place in reversed(operand.prefixes):
        applied = Collected(reckoner)
        if allows is None or allows(items[place].cubes[0], last):
            for operation in items[place].befores:
                applied.apply(operation, part, before=True)
        part = applied.done()
    return part


def _numeral(reckoner: Reckoner, run: list[Item]) -> Outcome:
    """The numeral, number or group that these items are."""
    first, collected = run[0], Collected(reckoner)
    if first.group is not None:
        collected.take_in(first.group)
        for entry in first.group.entries:
            collected.add(entry.value, entry.tree)
    for lone in first.lones:
        collected.add(lone.value, Numeral(lone.text))
    if first.digits:
        try:
            for lone in numerals(reckoner, run):
                collected.add(lone.value, Numeral(lone.text))
        except Fault as fault:
            collected.result.blame(fault.reason("".join(item.text for item in run)))
    return collected.done()
