"""Base m: all numerals are read in base m; from eleven on, ^ may be ten, and in base twelve √ eleven (XIII-B-6, C-5).

What a ^ or √ without a note means is for the context; where both make sense, both are read (VII-C-5-e).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.adjudicator.meanings import turned
from rules.adjudicator.notation import DIGITS, Meaning, Token
from rules.adjudicator.reasons import Reason
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Digit, Lone, Role
from rules.adjudicator.terms import Terms
from rules.adjudicator.tree import Tree, pieces
from rules.adjudicator.variations.powers_of_the_base import is_in_ten
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube

#: The signs that become digits, and from which base on.
EXTRA_DIGITS = {"^": 10, "√": 11}


class Base(Rule):
    name = "base"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        value = EXTRA_DIGITS.get(token.sign)
        if value is None or value >= self.terms.base or token.meaning not in (None, Meaning.DIGIT):
            return
        if token.turned:
            yield Lone(turned(token, value), str(token))
        else:
            yield Digit(value, str(replace(token, meaning=Meaning.DIGIT)))

    def token_faults(self, tokens: Sequence[Token], *, at_goal: bool) -> Iterable[Reason]:
        base = self.terms.base
        for token in tokens:
            if token.sign in DIGITS and int(token.sign) >= base and not is_in_ten(token, self.terms):
                code = "variation" if token.wild else "illegal-expression"
                yield self.fault("digit-of-no-base", code=code, sign=token.sign, base=base, witness=str(token))
            elif token.meaning is Meaning.DIGIT and EXTRA_DIGITS[token.sign] >= base:
                yield self.fault("digit-of-no-base", sign=token.sign, base=base, witness=str(token))

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        # As ten, a ^ may be read right-side up or sideways, however it lies (XIII-C-5).
        is_open = token.sign == "^" and token.meaning is None and not token.upside_down
        if is_open and self.terms.base > EXTRA_DIGITS["^"]:
            yield replace(token, meaning=Meaning.DIGIT, sideways=not token.sideways)


def with_digits(tokens: Sequence[Token], trees: Iterable[Tree], terms: Terms) -> tuple[Token, ...]:
    """The tokens, in which a ^ or √ is noted as a digit if every interpretation has it as one (Appendix A).

    The ^ and √ of a tree stand in the order in which they are written, whatever is grouped how.
    """
    if terms.base <= EXTRA_DIGITS["^"]:
        return tuple(tokens)
    operations = [_are_operations(tree) for tree in trees]
    found = list(tokens)
    places = [place for place, token in enumerate(tokens) if token.sign in EXTRA_DIGITS]
    for number, place in enumerate(places):
        if operations and not any(each[number] for each in operations):
            found[place] = replace(found[place], meaning=Meaning.DIGIT)
    return tuple(found)


def _are_operations(tree: Tree) -> list[bool]:
    """Whether each ^ or √ of an interpretation is an operation there, from left to right."""
    return [piece.is_operation for piece in pieces(tree) for sign in piece.text if sign in EXTRA_DIGITS]
