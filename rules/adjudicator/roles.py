"""What a sign may be within an expression: a digit, a number by itself, or an operation between, before or behind.

A token has one role as a rule. Some have several (with Base twelve, √ is root and eleven), and a cube on the mat may
have many; which of them is meant is for the grouping to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flint import fmpq

from rules.adjudicator.reasons import Reason
from rules.adjudicator.tree import Binary, Tree
from rules.messages import Message, Value
from rules.numbers import Number, Uncheckable

if TYPE_CHECKING:
    from rules.adjudicator.reckoner import Reckoner


class Fault(Exception):
    """An interpretation that the rules do not have: it names no number, or breaks a limit."""

    def __init__(self, code: str, cite: str, message: str, **values: Value) -> None:
        super().__init__(f"{code} {cite} {message}")
        self.code = code
        self.cite = cite
        self.message = Message.of(message, **values)

    def reason(self, witness: str | None = None) -> Reason:
        return Reason(self.code, self.cite, self.message, witness)


#: What is remembered of an interpretation beside its value, where a rule asks for its form.
#: A numeral that is too long, except directly beside % (XIII-A-10).
WIDE = 1
#: A power, and a power plus or minus something that is not zero (XIII-C-9).
POWER = 2
POWER_SUM = 4
#: Begins or ends with i, so that a number may stand beside it without x (XIII-D-11).
I_LEFT = 8
I_RIGHT = 16
I_ALONE = 32
#: The operation that is worked out last is one of these, where signs of one rank go from the left (IV-B-2).
SUM_LAST = 64
PRODUCT_LAST = 128
POWER_LAST = 256
LAST = SUM_LAST | PRODUCT_LAST | POWER_LAST

#: A fraction in lowest terms, the number below the line positive.
Ratio = tuple[int, int]


class Entry:
    """One interpretation of a part of an expression. `factorials` were put into a Goal that shows none.

    `ratio` is the value as two plain integers, where it is a fraction. Of thousands of interpretations few are looked
    at again: number and tree of one that was made of two others are made when they are asked for.
    """

    __slots__ = ("_tree", "_value", "factorials", "flags", "ratio")

    def __init__(self, value: Number | Ratio, tree: Tree | Parts, flags: int = 0, factorials: int = 0) -> None:
        self._value = value
        self._tree = tree
        self.flags = flags
        self.factorials = factorials
        self.ratio = value if isinstance(value, tuple) else ratio_of(value)

    @property
    def value(self) -> Number:
        value = self._value
        if isinstance(value, tuple):
            value = self._value = Number(fmpq(*value))
        return value

    @property
    def tree(self) -> Tree:
        tree = self._tree
        if isinstance(tree, tuple):
            sign, left, right = tree
            tree = self._tree = Binary(sign, left.tree, right.tree)
        return tree


#: The sign between two interpretations that make a third one.
Parts = tuple[str, Entry, Entry]


def ratio_of(number: Number) -> Ratio | None:
    """The two integers of a fraction; None for what is none, or not known to be one."""
    q = number.q
    return None if q is None else (int(q.p), int(q.q))


@dataclass(frozen=True, slots=True)
class Infix:
    """An operation between two operands."""

    sign: str
    work: Callable[[Reckoner, Number, Number], Sequence[Number]]
    kind: str = ""
    #: Two-digit numerals may stand beside it in a Solution.
    takes_wide: bool = False
    #: The default of √ is for it: it applies to the numeral behind it (VII-B-6-b (i)).
    reaches: bool = False
    #: The same work on two fractions, not yet in lowest terms; None if it is not one of the four operations.
    of_ratios: Callable[[int, int, int, int], Ratio] | None = None


@dataclass(frozen=True, slots=True)
class Unary:
    """An operation before or behind its one operand."""

    sign: str
    work: Callable[[Reckoner, Number], Sequence[Number]]
    kind: str = ""
    #: Operands with one of these flags are barred.
    bars: int = 0
    #: Factorials that it puts into a Goal which shows none.
    factorials: int = 0


@dataclass(frozen=True, slots=True)
class Digit:
    """A digit, which may be part of a numeral."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Lone:
    """A number that is no part of a longer numeral: a turned digit, a power of the base, i."""

    value: Number
    text: str
    flags: int = 0


@dataclass(frozen=True, slots=True)
class Point:
    """A decimal point."""

    text: str


@dataclass(frozen=True, slots=True)
class Before:
    """A sign in its use before an operand: root without index, number of factors, smallest prime."""

    operation: Unary


@dataclass(frozen=True, slots=True)
class Behind:
    """A sign in its use behind an operand: factorial, or an exponent without ^."""

    operation: Unary


Role = Digit | Lone | Point | Infix | Before | Behind


@dataclass(slots=True)
class Outcome:
    """Every interpretation of a part, or why there is none; `unknown` where one of them could not be decided."""

    entries: list[Entry] = field(default_factory=list)
    fault: Reason | None = None
    unknown: Uncheckable | None = None

    def blame(self, reason: Reason | None) -> None:
        """Remember the first fault; it is told only if nothing legal is found."""
        if self.fault is None:
            self.fault = reason


@dataclass(slots=True)
class Item:
    """One place of an expression: a sign with its roles, or a group in brackets with its interpretations."""

    text: str
    at: int
    digits: list[Digit] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    lones: list[Lone] = field(default_factory=list)
    infixes: list[Infix] = field(default_factory=list)
    befores: list[Unary] = field(default_factory=list)
    behinds: list[Unary] = field(default_factory=list)
    group: Outcome | None = None
    #: Which cubes of the side it is made of: from, and up to but without.
    cubes: tuple[int, int] = (0, 0)

    def take(self, roles: Sequence[Role]) -> None:
        for role in roles:
            match role:
                case Digit():
                    self.digits.append(role)
                case Point():
                    self.points.append(role)
                case Lone():
                    self.lones.append(role)
                case Infix():
                    self.infixes.append(role)
                case Before():
                    self.befores.append(role.operation)
                case _:
                    self.behinds.append(role.operation)

    @property
    def is_operand(self) -> bool:
        return bool(self.digits or self.lones or self.points or self.group is not None)

    @property
    def is_i(self) -> bool:
        """Is the imaginary unit, with or without brackets of its own."""
        if self.group is not None:
            return any(entry.flags & I_ALONE for entry in self.group.entries)
        return any(lone.flags & I_ALONE for lone in self.lones)

    @property
    def is_root(self) -> bool:
        """Has the default of √, wherever it stands between two numbers."""
        return any(infix.reaches for infix in self.infixes)
