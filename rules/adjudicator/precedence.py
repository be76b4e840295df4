"""The order of operations (MLAG VII-B-5): roots and powers first, then x and ÷, then + and -, each from the left."""

from __future__ import annotations

from rules.adjudicator.bounds import Line, Operand, line_of
from rules.adjudicator.grouping import Collected
from rules.adjudicator.numerals import numerals
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Fault, Infix, Item, Outcome
from rules.adjudicator.tree import Numeral

#: What comes first, then what comes next.
LEVELS: tuple[frozenset[str], ...] = (frozenset("^√"), frozenset("x÷"), frozenset("+-"))


def by_order(reckoner: Reckoner, items: list[Item]) -> Outcome:
    """The one interpretation of a level of brackets; nothing where the signs form no expression."""
    line = line_of(items)
    if line is None:
        return Outcome()
    signs = [items[place].infixes[0] for place in line.between if place is not None]
    if reckoner.terms.readings.powers_go_from_left:
        parts = [_with_prefixes(reckoner, items, each, _operand(reckoner, items, each)) for each in line.operands]
        levels = LEVELS
    else:
        parts, signs = _towers(reckoner, items, line, signs)
        levels = LEVELS[1:]
    for level in levels:
        left, kept = [parts[0]], []
        for sign, part in zip(signs, parts[1:], strict=True):
            if _comes_now(sign, level):
                left[-1] = _worked_out(reckoner, left[-1], sign, part)
            else:
                left.append(part)
                kept.append(sign)
        parts, signs = left, kept
    return parts[0]


def _towers(reckoner: Reckoner, items: list[Item], line: Line, signs: list[Infix]) -> tuple[list[Outcome], list[Infix]]:
    """What is left when powers and roots are worked out from the right: 2^3^2 is 2^(3^2), √3^4 is √(3^4)."""
    parts: list[Outcome] = []
    kept: list[Infix] = []
    for operand, sign in zip(reversed(line.operands), (None, *reversed(signs)), strict=True):
        part = _operand(reckoner, items, operand)
        if sign is not None and _comes_now(sign, LEVELS[0]):
            part = _worked_out(reckoner, part, sign, parts.pop(0))
        elif sign is not None:
            kept.insert(0, sign)
        parts.insert(0, _with_prefixes(reckoner, items, operand, part))
    return parts, kept


def _comes_now(sign: Infix, level: frozenset[str]) -> bool:
    return sign.sign[0] in level


def _worked_out(reckoner: Reckoner, left: Outcome, sign: Infix, right: Outcome) -> Outcome:
    collected = Collected(reckoner)
    collected.combine(sign, left, right)
    return collected.done()


def _with_prefixes(reckoner: Reckoner, items: list[Item], operand: Operand, part: Outcome) -> Outcome:
    for place in reversed(operand.prefixes):
        applied = Collected(reckoner)
        for operation in items[place].befores:
            applied.apply(operation, part, before=True)
        part = applied.done()
    return part


def _operand(reckoner: Reckoner, items: list[Item], operand: Operand) -> Outcome:
    """The numeral, number or group of an operand."""
    run = items[operand.start : operand.end]
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
