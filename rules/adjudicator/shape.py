"""Why signs form no expression at all, said of the first place where it shows."""

from __future__ import annotations

from rules.adjudicator.reasons import Reason
from rules.adjudicator.roles import Item
from rules.messages import Message

#: What is said here; any other fault tells more.
CODES = frozenset({"empty-brackets", "sign-not-signed", "sign-without-number", "side-by-side", "no-expression"})


def shape_fault(items: list[Item]) -> Reason:
    """The reason why these items cannot be read in any way."""
    if not items:
        return Reason("illegal-expression", "III-A", Message.of("empty-brackets"))
    for place, item in enumerate(items):
        behind = items[place + 1] if place + 1 < len(items) else None
        before = items[place - 1] if place else None
        if item.infixes and not item.is_operand:
            no_left = not item.befores and (before is None or not _ends(before))
            if no_left or behind is None or not _starts(behind):
                return _lonely(item)
        if item.behinds and (before is None or not _ends(before)):
            return _lonely(item)
        if behind is not None and _collide(item, behind):
            message = Message.of("side-by-side", left=item.text, right=behind.text)
            return Reason("illegal-expression", "III-A", message, item.text + behind.text)
    return Reason("illegal-expression", "III-A", Message.of("no-expression"), "".join(item.text for item in items))


def _lonely(item: Item) -> Reason:
    """+ and - are never signs of a number (III-B-1); the others need their numbers too."""
    signed = item.text[0] in "+-"
    message = Message.of("sign-not-signed" if signed else "sign-without-number", sign=item.text)
    return Reason("illegal-expression", "III-B-1" if signed else "III-A", message, item.text)


def _starts(item: Item) -> bool:
    return item.is_operand or bool(item.befores)


def _ends(item: Item) -> bool:
    return item.is_operand or bool(item.behinds)


def _collide(left: Item, right: Item) -> bool:
    """Two numbers side by side that are neither digits of one numeral nor a product with i."""
    one_numeral = (left.digits or left.points) and (right.digits or right.points)
    return _ends(left) and _starts(right) and not (right.infixes or one_numeral or left.is_i or right.is_i)
