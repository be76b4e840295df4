"""Imaginary: a sideways - is i; every root of a fractional power is there to be chosen (XIII-D-11).

The rest of the variation is where it belongs: the product with i comes first (bounds.py), numbers stand beside i
without x (grouping.py), powers and roots have several values (reckoner.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.adjudicator.notation import Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import I_ALONE, I_LEFT, I_RIGHT, Lone, Role
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube
from rules.numbers import I


class Imaginary(Rule):
    name = "imaginary"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "i":
            value = reckoner.numbers.negate(I) if token.upside_down else I
            yield Lone(value, str(token), I_LEFT | I_RIGHT | I_ALONE)

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        # The bar looks the same upside-down: i or -i (comment (c)).
        if token.sign == "i" and not token.upside_down:
            yield replace(token, upside_down=True)
