"""Reads what the numbers write: a small reader of expressions, so that tests can be tables of texts.

`+ - x / ^ !` as usual (^ from right to left), `√` with its index in front, `i` after a term, `log_b(x)`.
"""

from __future__ import annotations

import re

from rules.numbers import Arithmetic, Budget, I, Number

#: Tests of what is true are not about how long it takes; the bombs have their own test.
ROOMY = Budget(max_steps=10_000_000)
_TOKEN = re.compile(r"\d+|log_|[-+x/^!√()i]")


def value(text: str, *, reckon: Arithmetic | None = None, complex_roots: bool = False) -> Number:
    """The number that the text says."""
    return _Reader(text, reckon or Arithmetic(ROOMY), complex_roots).whole()


class _Reader:
    def __init__(self, text: str, reckon: Arithmetic, complex_roots: bool) -> None:
        self.tokens = _TOKEN.findall(text)
        assert "".join(self.tokens) == text, text
        self.at = 0
        self.reckon = reckon
        self.complex_roots = complex_roots

    def whole(self) -> Number:
        found = self.sum()
        assert self.at == len(self.tokens), self.tokens[self.at :]
        return found

    def next(self, *wanted: str) -> bool:
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return True
        return False

    def sum(self) -> Number:
        found = self.reckon.negate(self.term()) if self.next("-") else self.term()
        while True:
            if self.next("+"):
                found = self.reckon.add(found, self.term())
            elif self.next("-"):
                found = self.reckon.subtract(found, self.term())
            else:
                return found

    def term(self) -> Number:
        found = self.power()
        while True:
            if self.next("x"):
                found = self.reckon.multiply(found, self.power())
            elif self.next("/"):
                found = self.reckon.divide(found, self.power())
            elif self.next("i"):
                found = self.reckon.multiply(found, I)
            else:
                return found

    def power(self) -> Number:
        base = self.root()
        if self.next("^"):
            return self.reckon.power(base, self.power(), complex=self.complex_roots)
        return base

    def root(self) -> Number:
        if self.next("√"):
            return self.reckon.root(Number.of(2), self.root(), complex=self.complex_roots)
        found = self.atom()
        if self.next("√"):
            return self.reckon.root(found, self.root(), complex=self.complex_roots)
        return found

    def atom(self) -> Number:
        if self.next("("):
            found = self.sum()
            assert self.next(")")
        elif self.next("i"):
            found = I
        elif self.next("log_"):
            base = self.atom()
            found = self.reckon.log(base, self.atom())
        else:
            found = Number.of(int(self.tokens[self.at]))
            self.at += 1
        while self.next("!"):
            found = self.reckon.factorial(found)
        return found
