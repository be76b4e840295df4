"""Exponent: a numeral on a cube of the chosen colour may be an exponent without ^ (XIII-B-12, C-10).

Each such numeral is an exponent of its own: 5²³ is (5²)³, never 5 to the 23rd. The colour is a matter of the cubes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from rules.adjudicator.meanings import turned
from rules.adjudicator.notation import DIGITS, Meaning, Token
from rules.adjudicator.reckoner import Reckoner, power
from rules.adjudicator.roles import Behind, Fault, Role, Unary
from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.base import EXTRA_DIGITS
from rules.adjudicator.variations.factorial import factorial
from rules.adjudicator.variations.powers_of_the_base import power_of_base
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube
from rules.numbers import Number


class Exponent(Rule):
    name = "exponent"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.exponent:
            yield Behind(exponent_operation((token,), self.terms))

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        if cube.kind in (self.terms.exponent_colour, "?") and token.sign in DIGITS and not token.exponent:
            yield replace(token, exponent=True)


def exponent_operation(tokens: Sequence[Token], terms: Terms) -> Unary:
    """What an exponent does, with the factorials that stand behind it: `43!<exp>` is 4 to the 3!."""
    digit, factorials = tokens[0], len(tokens) - 1
    exponent = turned(digit, _numeral(digit, terms))

    def work(r: Reckoner, a: Number) -> list[Number]:
        raised = exponent
        for _ in range(factorials):
            raised = factorial(r, raised)[0]
        return power(r, a, raised)

    return Unary("".join(map(str, tokens)), work, kind="power")


def _numeral(token: Token, terms: Terms) -> int | Fraction:
    """The number on the cube of an exponent, which must be a numeral; a 1 may be a power of the base."""
    if token.sign in DIGITS:
        return int(token.sign)
    if token.meaning is Meaning.DIGIT:
        return EXTRA_DIGITS[token.sign]
    if token.meaning is Meaning.POWER:
        return power_of_base(token, terms)
    raise Fault("variation", terms.cite("exponent"), "exponent-no-numeral", sign=token.sign)


def with_exponents(tokens: Sequence[Token], terms: Terms, *, at_goal: bool) -> tuple[Token, ...]:
    """The tokens of one side with the exponents marked that are there by default."""
    digits = terms.goal_digits if at_goal else terms.solution_digits
    if digits == 1 or not (terms.has("exponent") and terms.readings.long_run_ends_in_exponent):
        return tuple(tokens)
    return with_default_exponents(tokens, digits)


def with_default_exponents(tokens: Sequence[Token], most_digits: int) -> tuple[Token, ...]:
    """A run of one digit too many ends in an exponent: 723 is 72³ (Appendix A, Exponent)."""
    found = list(tokens)
    for at in range(most_digits, len(found)):
        run = found[at - most_digits : at + 1]
        beside = [found[place] for place in (at - most_digits - 1, at + 1) if 0 <= place < len(found)]
        alone = not any(_is_digit(token) or token.sign == "." for token in beside)
        if alone and all(_is_digit(token) for token in run):
            found[at] = replace(found[at], exponent=True)
    return tuple(found)


def _is_digit(token: Token) -> bool:
    return token.sign in DIGITS and not token.exponent and not token.turned
