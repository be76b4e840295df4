"""Written expressions: tokens, the order of operations, exact values (III, VII-B-5).

    text → tokens → tree → value

Each step has its own way to fail: `Unreadable` (signs that mean nothing), `Illegal` (an expression that
the rules do not have, with the section) and `Unsettled` (sound, but beyond what is computed here: an
irrational or enormous number, or a grouping that the rules leave open). Unsettled is never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from rules.cubes import EQUATIONS_KIT
from rules.errors import NotBuilt

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())
SIGNS = frozenset("+-x÷^√")

#: Longer or deeper is no Equation of twenty-four cubes.
MOST_SIGNS = 300
MOST_NESTED = 40
#: A value with more bits than this is not written out: about a thousand digits.
MOST_BITS = 3300


class Unreadable(ValueError):
    """Signs that no Equation has; `sign` is the first of them."""

    def __init__(self, sign: str) -> None:
        super().__init__(f"unreadable at {sign!r}")
        self.sign = sign


class Illegal(ValueError):
    """An expression that names no number; `code` is its sentence in the catalogue."""

    def __init__(self, code: str, cite: str, witness: str = "") -> None:
        super().__init__(f"{code} ({cite}) {witness}")
        self.code = code
        self.cite = cite
        self.witness = witness


class Unsettled(NotBuilt):
    """Sound, perhaps, but not decided by this version."""


@dataclass(frozen=True, slots=True)
class Token:
    """One cube's sign, or a bracket, with the note that the writer put to it."""

    sign: str
    note: str = ""


def tokens(text: str) -> tuple[Token, ...]:
    """The signs of a written text; Unreadable for others. White space has no meaning."""
    found: list[Token] = []
    rest = "".join(text.split())
    while rest:
        sign = EQUATIONS_KIT.aliases.get(rest[0], rest[0])
        if not (sign in SIGNS or sign in OPENING or sign in CLOSING or sign == "=" or sign in "0123456789"):
            raise Unreadable(rest[0])
        note = re.match(r"<([a-z0-9+\-x÷^√,=]*)>", rest[1:])
        found.append(Token(sign, note[1] if note else ""))
        rest = rest[1 + (len(note[0]) if note else 0) :]
        if len(found) > MOST_SIGNS:
            raise Unreadable(sign)
    return tuple(found)


# --- trees


@dataclass(frozen=True, slots=True)
class Numeral:
    digits: str

    def __str__(self) -> str:
        return self.digits


@dataclass(frozen=True, slots=True)
class Binary:
    """An operation; a root has its index on the left."""

    sign: str
    left: Tree
    right: Tree

    def __str__(self) -> str:
        return f"({self.left}{self.sign}{self.right})"


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """A root whose index is not written (III-B-2)."""

    of: Tree

    def __str__(self) -> str:
        return f"√{self.of}"


Tree = Numeral | Binary | SquareRoot


def parse(signs: tuple[Token, ...]) -> Tree:
    """The one tree of an expression by the order of operations; Illegal or Unsettled if there is none.

    Brackets first, then roots and powers from left to right, then x and ÷, then + and - (VII-B-5).
    """
    parser = _Parser(tuple(token.sign for token in signs))
    tree = parser.sum()
    if not parser.at_end:
        raise Illegal("expression-broken", "III-A", parser.next)
    return tree


class _Parser:
    """A cursor over signs; one method a rung of the order of operations."""

    def __init__(self, signs: tuple[str, ...]) -> None:
        self._signs = signs
        self._at = 0
        self._depth = 0

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._signs)

    @property
    def next(self) -> str:
        return "" if self.at_end else self._signs[self._at]

    def _take(self) -> str:
        sign = self.next
        self._at += 1
        return sign

    def sum(self) -> Tree:
        tree = self._product()
        while self.next and self.next in "+-":
            tree = Binary(self._take(), tree, self._product())
        return tree

    def _product(self) -> Tree:
        tree = self._power()
        while self.next and self.next in "x÷":
            tree = Binary(self._take(), tree, self._power())
        return tree

    def _power(self) -> Tree:
        start = self._at
        tree = self._operand()
        #: Whether what stands to the left is one numeral or group, fit to be an index.
        simple = self._signs[start] != "√"
        while self.next and self.next in "^√":
            if self.next == "√" and not simple:
                raise Unsettled("which number is the index of the root is not settled by the order of operations")
            sign = self._take()
            tree = Binary(sign, tree, self._operand())
            simple = False
        return tree

    def _operand(self) -> Tree:
        sign = self.next
        if sign == "√":
            return self._square_root()
        if sign in OPENING:
            return self._group()
        if sign.isdigit():
            digits = ""
            while self.next.isdigit():
                digits += self._take()
            return Numeral(digits)
        if sign and sign in "+-":
            raise Illegal("sign-not-operation", "III-B-1", sign)
        raise Illegal("expression-broken", "III-A", sign)

    def _square_root(self) -> Tree:
        self._deeper()
        self._take()
        tree = SquareRoot(self._operand())
        self._depth -= 1
        return tree

    def _group(self) -> Tree:
        self._deeper()
        closing = OPENING[self._take()]
        tree = self.sum()
        if self._take() != closing:
            raise Illegal("brackets-broken", "III-A", closing)
        self._depth -= 1
        return tree

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise Unsettled(f"brackets nest deeper than {MOST_NESTED}")


# --- values


def value(tree: Tree, *, whole: bool) -> Fraction:
    """What a tree is worth. `whole` keeps powers and roots to whole numbers (III-C-3).

    A fault anywhere in the tree is found, even beside a part that is not settled.
    """
    if isinstance(tree, Numeral):
        return Fraction(int(tree.digits))
    parts = (tree.of,) if isinstance(tree, SquareRoot) else (tree.left, tree.right)
    known: list[Fraction] = []
    unsettled: Unsettled | None = None
    for part in parts:
        try:
            known.append(value(part, whole=whole))
        except Unsettled as found:
            unsettled = found
    if unsettled is not None:
        raise unsettled
    result = _root(Fraction(2), known[0], tree, whole) if isinstance(tree, SquareRoot) else _operate(tree, known, whole)
    if max(result.numerator.bit_length(), result.denominator.bit_length()) > MOST_BITS:
        raise Unsettled("the number has more than a thousand digits")
    return result


def _operate(tree: Binary, known: list[Fraction], whole: bool) -> Fraction:
    left, right = known
    match tree.sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "x":
            return left * right
        case "÷":
            if right == 0:
                raise Illegal("divided-by-zero", "III-A", str(tree))
            return left / right
        case "^":
            return _power(left, right, tree, whole)
        case _:
            return _root(left, right, tree, whole)


def _power(base: Fraction, exponent: Fraction, tree: Tree, whole: bool) -> Fraction:
    if whole and not (_is_whole(base) and _is_whole(exponent)):
        raise Illegal("whole-power", "III-C-3", str(tree))
    if base == 0 and exponent <= 0:
        raise Illegal("zero-power", "III-C-2-b", str(tree))
    if base < 0 and exponent.denominator % 2 == 0:
        raise Illegal("even-root-of-negative", "III-C-2-e", str(tree))
    return _raised(base, exponent)


def _root(index: Fraction, base: Fraction, tree: Tree, whole: bool) -> Fraction:
    if whole and not (_is_whole(index) and index > 0 and _is_whole(base)):
        cite = "III-C-2-a" if index == 0 else "III-C-3"
        raise Illegal("whole-root", cite, str(tree))
    if index == 0:
        raise Illegal("zeroth-root", "III-C-2-a", str(tree))
    if base < 0 and index.numerator % 2 == 0:
        cite = "III-C-2-c" if index.denominator == 1 else "III-C-2-d"
        raise Illegal("even-root-of-negative", cite, str(tree))
    if base == 0 and index < 0:
        raise Illegal("zero-power", "III-C-2-b", str(tree))
    try:
        return _raised(base, 1 / index)
    except Unsettled:
        if whole:
            raise Illegal("whole-root", "III-C-3", str(tree)) from None
        raise


def _is_whole(number: Fraction) -> bool:
    return number.denominator == 1 and number >= 0


def _raised(base: Fraction, exponent: Fraction) -> Fraction:
    """`base` to a power that is defined: the root first, so that the numbers stay small."""
    negative = base < 0 and exponent.numerator % 2 == 1
    size = abs(base)
    top, bottom = (_exact_root(part, exponent.denominator) for part in (size.numerator, size.denominator))
    if top is None or bottom is None:
        raise Unsettled("the value is irrational")
    times = abs(exponent.numerator)
    bits = max(top.bit_length(), bottom.bit_length())
    if bits > 1 and times * bits > 2 * MOST_BITS:
        raise Unsettled("the number has more than a thousand digits")
    raised = Fraction(top**times, bottom**times)
    if exponent < 0:
        raised = 1 / raised
    return -raised if negative else raised


def _exact_root(number: int, index: int) -> int | None:
    """The whole number whose `index`-th power is `number`; None if there is none."""
    if number < 2 or index == 1:
        return number
    if index >= number.bit_length():
        return None
    low, high = 1, 1 << (number.bit_length() // index + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**index < number:
            low = middle + 1
        else:
            high = middle
    return low if low**index == number else None
