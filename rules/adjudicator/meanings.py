"""What each written sign means under the terms of the shake: tokens as items with their roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.adjudicator.notation import DIGITS, Meaning, Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import SIGNS, Reckoner
from rules.adjudicator.roles import Before, Digit, Infix, Item, Lone, Role
from rules.adjudicator.terms import Terms
from rules.messages import Message
from rules.numbers import Number

if TYPE_CHECKING:
    from rules.adjudicator.variations.rule import Rule


def turned(token: Token, value: int | Fraction) -> Number:
    """The number of a cube as it lies: sideways its reciprocal, upside-down its additive inverse (XIII-A-1, A-2)."""
    number = Fraction(value)
    if token.sideways and number:
        number = 1 / number
    return Number.of(-number if token.upside_down else number)


def item_of(token: Token, alternatives: Iterable[Token], rules: Sequence[Rule], reckoner: Reckoner) -> Item:
    """The item of a sign, with the roles of everything that it may be read as."""
    item = Item(str(token), token.at)
    for each in alternatives:
        item.take(list(roles_of(each, rules, reckoner)))
    return item


def roles_of(token: Token, rules: Sequence[Rule], reckoner: Reckoner) -> Iterator[Role]:
    """The meaning that a sign has anyway, and those that the variations give it."""
    if token.sign in DIGITS and not token.exponent and token.meaning is None:
        yield Lone(turned(token, int(token.sign)), str(token)) if token.turned else Digit(int(token.sign), str(token))
    elif token.meaning is None and not token.turned and not token.exponent:
        for role in SIGNS.get(token.sign, ()):
            yield _in_force(role, token, rules)
    for rule in rules:
        yield from rule.roles(token, reckoner)


def _in_force(role: Role, token: Token, rules: Sequence[Rule]) -> Role:
    if isinstance(role, Infix):
        for rule in rules:
            role = rule.operation(role)
        return replace(role, sign=str(token)) if token.wild else role
    if isinstance(role, Before) and token.wild:
        return Before(replace(role.operation, sign=str(token)))
    return role


def missing_variations(tokens: Iterable[Token], terms: Terms) -> Iterator[Reason]:
    """A reason for each sign or note that only a variation would allow which is not in force."""
    for token in tokens:
        for wanted in _wanted(token):
            if not any(terms.has(name) for name in wanted):
                named = wanted[0].replace("-", " ")
                message = Message.of("needs-variation", sign=str(token), variation=named)
                yield Reason("variation", terms.cite(wanted[0]), message, str(token))


_MEANINGS = {
    Meaning.LCM: ("lcm",),
    Meaning.GCF: ("gcf",),
    Meaning.DIGIT: ("base",),
    Meaning.POWER: ("powers-of-the-base",),
}
_SIGNS = {
    "!": ("factorial",),
    "%": ("percent",),
    "i": ("imaginary",),
    ".": ("decimal-point", "decimal-in-goal"),
}


def _wanted(token: Token) -> Iterator[tuple[str, ...]]:
    """For each thing that a token says: the variations of which one would allow it."""
    if token.sign in _SIGNS:
        yield _SIGNS[token.sign]
    if token.meaning is not None:
        yield _MEANINGS[token.meaning]
    if token.sideways:
        yield ("remainder", "log") if token.sign == "÷" else ("sideways",)
    if token.upside_down:
        yield ("upside-down",)
    if token.wild:
        yield ("wild",)
    if token.exponent:
        yield ("exponent",)
    if token.root:
        yield ("imaginary",)
