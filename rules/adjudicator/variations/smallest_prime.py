"""Smallest Prime: xA is the smallest prime above A, a rational number up to 200 (XIII-A-9)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.adjudicator.notation import Token
from rules.adjudicator.reckoner import Reckoner
from rules.adjudicator.roles import Before, Fault, Role, Unary
from rules.adjudicator.variations.rule import Rule
from rules.numbers import Number

MOST = 200


class SmallestPrime(Rule):
    name = "smallest-prime"

    def roles(self, token: Token, reckoner: Reckoner) -> Iterable[Role]:
        if token.sign == "x" and not token.turned:
            yield Before(Unary("x" if not token.wild else str(token), smallest_prime))


def smallest_prime(r: Reckoner, a: Number) -> list[Number]:
    cite = r.terms.cite("smallest-prime")
    if not r.numbers.is_rational(a):
        raise Fault("illegal-expression", cite, "prime-not-rational")
    size = r.rational(a)
    if (size is None and r.sign(a) > 0) or (size is not None and size > MOST):
        raise Fault("illegal-expression", cite, "prime-too-large", most=MOST)
    return [TWO_IS_FIRST if size is None or size < 2 else r.numbers.smallest_prime(a)]


#: No prime is smaller.
TWO_IS_FIRST = Number.of(2)
