"""A second opinion on fully grouped expressions: balls instead of exact numbers, and a parser of its own."""

from __future__ import annotations

import math
import re

from flint import arb, ctx, fmpz

#: The factorial of a larger number is left to others.
MOST = 200


class NoOpinionError(Exception):
    """Too large for balls of this size."""


_NUMERAL = re.compile(r"(\d)(<sw>|<ud>|<sw,ud>)?")


def near(value: float, ball: arb) -> bool:
    return abs(float(ball.mid()) - value) <= 1e-9 * max(1.0, abs(value))


def opinion(text: str) -> arb:
    """The value of a text in which every part has its brackets; x before a part is its number of factors."""
    ctx.prec = 256
    value, rest = _expression(text)
    assert not rest, rest
    if not value.is_finite():
        raise NoOpinionError(f"{text} is too near to a hole")
    return value


def _expression(text: str) -> tuple[arb, str]:
    if text[0] in "√x":
        sign = text[0]
        value, text = _part(text[1:])
        return (value.sqrt() if sign == "√" else arb(_factors(value))), text
    value, text = _part(text)
    if text[:1] == "!":
        return arb(_factorial(value)), text[1:]
    if text[:1] == "²":
        return value * value, text[1:]
    if text[:1] in ("+", "-", "x", "÷", "^", "√"):
        sign = text[0]
        other, text = _part(text[1:])
        return _operate(sign, value, other), text
    return value, text


def _part(text: str) -> tuple[arb, str]:
    if text[0] == "(":
        value, rest = _expression(text[1:])
        assert rest[0] == ")", rest
        return value, rest[1:]
    found = _NUMERAL.match(text)
    assert found is not None, text
    value = arb(int(found[1]))
    if "sw" in (found[2] or ""):
        value = 1 / value
    if "ud" in (found[2] or ""):
        value = -value
    return value, text[found.end() :]


def _operate(sign: str, a: arb, b: arb) -> arb:
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "x":
            return a * b
        case "÷":
            return a / b
        case "^":
            return _power(a, b)
        case _:
            return _power(b, 1 / a)


def _power(a: arb, b: arb) -> arb:
    """A real power; of a negative number by the fraction that the exponent is."""
    if a > 0 or b.is_integer():
        return a**b
    if a.contains(0):
        return arb(0)
    for below in range(1, MOST, 2):
        above = (b * below).unique_fmpz()
        if above is not None:
            raised = (-a) ** b
            return -raised if above % 2 else raised
    raise NoOpinionError(f"no odd fraction near {b}")


def _whole(value: arb) -> fmpz:
    whole = value.unique_fmpz()
    if whole is None:
        raise NoOpinionError(f"{value} is too large to be told from its neighbours")
    return whole


def _factorial(value: arb) -> int:
    number = _whole(value)
    if number > MOST:
        raise NoOpinionError(f"{number}! is too large")
    return math.factorial(int(number))


def _factors(value: arb) -> int:
    number = _whole(value)
    if number > 2**80:
        raise NoOpinionError(f"{number} has too many digits to be factored")
    return math.prod(times + 1 for _, times in number.factor())
