"""The v of `<=v>`: a number in ordinary signs, with minus signs and the order of operations, in base ten.

sum     = product (("+" | "-") product)*
product = signed (["x" | "÷"] signed)*        two factors side by side are multiplied
signed  = ("+" | "-") signed | power
power   = root ["^" signed]
root    = [number] "√" root | number | "i" | "(" sum ")"
"""

from __future__ import annotations

from fractions import Fraction

from rules.adjudicator.notation import Unreadable
from rules.adjudicator.notation import tokens as tokens_of
from rules.numbers import Arithmetic, I, Number

MOST_DIGITS = 20
_TWO = Number.of(2)


def ordinary(numbers: Arithmetic, text: str) -> Number:
    """The number; Unreadable for what is none. Undefined and Uncheckable come from the arithmetic."""
    # A sum ends at its closing bracket or at the end; tokens() has seen to it that each bracket is closed.
    return _Reader(numbers, text).sum()


class _Reader:
    def __init__(self, numbers: Arithmetic, text: str) -> None:
        self.numbers = numbers
        self.text = text
        found = tokens_of(text)
        if not all(token.is_plain for token in found):
            raise Unreadable("value-unreadable", 0, value=text)
        self.signs = [token.sign for token in found]
        self.at = 0

    @property
    def next(self) -> str:
        return self.signs[self.at] if self.at < len(self.signs) else ""

    def takes(self, signs: str) -> str:
        sign = self.next
        if sign and sign in signs:
            self.at += 1
            return sign
        return ""

    def sum(self) -> Number:
        value = self.product()
        while sign := self.takes("+-"):
            other = self.product()
            value = self.numbers.add(value, other) if sign == "+" else self.numbers.subtract(value, other)
        return value

    def product(self) -> Number:
        value = self.signed()
        while self.next and self.next not in "+-)":
            divides = self.takes("x÷") == "÷"
            other = self.signed()
            value = self.numbers.divide(value, other) if divides else self.numbers.multiply(value, other)
        return value

    def signed(self) -> Number:
        if sign := self.takes("+-"):
            value = self.signed()
            return self.numbers.negate(value) if sign == "-" else value
        value = self.root()
        return self.numbers.power(value, self.signed()) if self.takes("^") else value

    def root(self) -> Number:
        if self.takes("√"):
            return self.numbers.root(_TWO, self.root())
        if self.takes("i"):
            return I
        if self.takes("("):
            value = self.sum()
            self.takes(")")
            return value
        value = self.number()
        return self.numbers.root(value, self.root()) if self.takes("√") else value

    def number(self) -> Number:
        written = ""
        while sign := self.takes("0123456789."):
            written += sign
        if not written.strip(".") or written.count(".") > 1 or len(written) > MOST_DIGITS:
            raise Unreadable("value-unreadable", 0, value=self.text)
        return Number.of(Fraction(f"0{written}" if written[0] == "." else written))
