"""Expression trees: one interpretation of a written expression, and the text that shows its grouping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Numeral:
    """A number that is written as it is: `12`, `2.5`, `7<sw>`, `100<1>`, `i`."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """An operation between two operands; `sign` is its written form (`+`, `√<lcm>`, `÷<sw>`)."""

    sign: str
    left: Tree
    right: Tree


@dataclass(frozen=True, slots=True, eq=False)
class Prefix:
    """√ with no index, or the x of Number of Factors and Smallest Prime."""

    sign: str
    operand: Tree


@dataclass(frozen=True, slots=True, eq=False)
class Postfix:
    """A factorial, or an exponent that stands without ^: `sign` is `!`, `²`, `2<exp,sw>`, `3!<exp>`."""

    operand: Tree
    sign: str


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """Factors beside each other with no x between them, one of each two being i (XIII-D-11)."""

    left: Tree
    right: Tree


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A group with the note which root is meant: `(4^(1÷2))<=-2>`."""

    operand: Tree
    note: str


Tree = Numeral | Binary | Prefix | Postfix | Product | Chosen


def grouped(tree: Tree) -> str:
    """The text of a tree with brackets round every part, so that it can be read in this way only."""
    match tree:
        case Numeral(text):
            return text
        case Binary(sign, left, right):
            return f"{_part(left)}{sign}{_part(right)}"
        case Prefix(sign, operand):
            return f"{sign}{_part(operand)}"
        case Postfix(operand, sign):
            return f"{_part(operand)}{sign}"
        case Product(left, right):
            return f"{_factor(left)}{_factor(right)}"
    return f"({grouped(tree.operand)}){tree.note}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A number or a sign of a tree, as it is written."""

    text: str
    is_operation: bool = False


def pieces(tree: Tree) -> Iterator[Piece]:
    """What a tree is made of, from left to right."""
    match tree:
        case Numeral(text):
            yield Piece(text)
        case Binary(sign, left, right):
            yield from (*pieces(left), Piece(sign, is_operation=True), *pieces(right))
        case Prefix(sign, operand):
            yield from (Piece(sign, is_operation=True), *pieces(operand))
        case Postfix(operand, sign):
            yield from (*pieces(operand), Piece(sign))
        case Product(left, right):
            yield from (*pieces(left), *pieces(right))
        case _:
            yield from pieces(tree.operand)


def _part(tree: Tree) -> str:
    return grouped(tree) if isinstance(tree, Numeral | Chosen) else f"({grouped(tree)})"


def _factor(tree: Tree) -> str:
    """A factor of a product: products within products need no brackets, and could not be read with them."""
    return grouped(tree) if isinstance(tree, Product) else _part(tree)
