"""Powers of the Base: a 1 may be any integral power of the base (XIII-B-13, C-4).

The power is written in the base of the shake: with Base eight, `100<1>` is sixty-four.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from rules.adjudicator.meanings import turned
from rules.adjudicator.notation import Meaning, Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import POWER, Fault, Lone, Role
from rules.adjudicator.terms import Terms
from rules.adjudicator.variations.rule import Rule
from rules.cubes import Cube

_WRITTEN = re.compile(r"1(0*)\.?0*|0*\.(0*)10*")


class PowersOfTheBase(Rule):
    name = "powers-of-the-base"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.meaning is not Meaning.POWER or token.exponent:
            return
        value = power_of_base(token, self.terms)
        # x(10^n + 7) with n above 1 is barred like any other power with something added (XIII-C-9).
        flags = POWER if reckoner.watches_powers and value > self.terms.base else 0
        yield Lone(turned(token, value), str(token), flags)

    def on_mat(self, cube: Cube, token: Token) -> Iterable[Token]:
        if token.sign == "1" and token.meaning is None and not token.exponent:
            for size in range(1, self.terms.readings.powers_listed + 1):
                yield replace(token, sign="1" + "0" * size, meaning=Meaning.POWER)
                yield replace(token, sign="." + "0" * (size - 1) + "1", meaning=Meaning.POWER)


def power_of_base(token: Token, terms: Terms) -> Fraction:
    """The number that a 1 is written as; Fault if it is no power of the shake's base."""
    exponent = exponent_of(token.sign)
    if exponent is not None:
        return Fraction(terms.base) ** exponent
    if is_in_ten(token, terms):
        return Fraction(token.sign)
    cite = terms.cite("powers-of-the-base")
    raise Fault("variation", cite, "no-power-of-base", number=token.sign, base=terms.base)


def is_in_ten(token: Token, terms: Terms) -> bool:
    """Whether a power is written in base ten, where a league allows that: `64` with Base eight."""
    if token.meaning is not Meaning.POWER or terms.readings.powers_written_in != "either":
        return False
    if exponent_of(token.sign) is not None or not token.sign.strip("0."):
        return False
    value = Fraction(token.sign)
    size = max(value.numerator, value.denominator)
    while size % terms.base == 0:
        size //= terms.base
    return size == 1 and min(value.numerator, value.denominator) == 1


def two_bases(tokens: Iterable[Token], terms: Terms) -> bool:
    """Whether some powers are written in the base of the shake and others in base ten (Appendix A)."""
    powers = [token for token in tokens if token.meaning is Meaning.POWER]
    in_ten = [is_in_ten(token, terms) for token in powers]
    return any(in_ten) and any(exponent_of(token.sign) for token in powers)


def exponent_of(written: str) -> int | None:
    """The n of a written power of the base: 2 for `100`, -1 for `.1`; None for what is no power."""
    found = _WRITTEN.fullmatch(written)
    if found is None:
        return None
    zeros, places = found.groups()
    return len(zeros) if zeros is not None else -len(places) - 1
