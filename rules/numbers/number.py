"""Exact numbers as sums of terms: a rational coefficient times powers of a few kinds of bases.

A rational is held as such. Everything else is a sum of terms c x b1^e1 x b2^e2 ..., each base being

- a prime, or -1 (so that the imaginary unit is (-1)^(1/2)),
- the factorial of a number too large to write out,
- the natural logarithm of a prime or of another number above one,
- a radicand: another number, positive or not real, whose power has no simpler form,

and each exponent a fraction, or a number where it is irrational or too large to write out. Sums of real radicals of
rationals have exactly one such form: distinct products of fractional powers of primes are linearly independent over
the rationals (Besicovitch 1940). So most equalities are equalities of forms; `decide` has the others.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from flint import fmpq, fmpz

if TYPE_CHECKING:
    from rules.numbers.arithmetic import Arithmetic

#: Nested tuples of integers: what two equal forms have in common.
Key: TypeAlias = tuple[object, ...]


class Number:
    """An exact number, immutable; made by `Number.of` and by the operations of `Arithmetic`.

    The operators are those of an `Arithmetic` with the default budget. Numbers have no hash: two forms may name one
    number, which only `equal` can tell.
    """

    __slots__ = ("_key", "_sum", "q")

    #: The rational this is, when its form is that of a rational.
    q: fmpq | None
    _sum: Sum | None
    _key: Key | None

    def __init__(self, q: fmpq | None, terms: Sum | None = None) -> None:
        _set_q(self, q)
        _set_sum(self, terms)
        _set_key(self, None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a number does not change")

    @staticmethod
    def of(value: int | Fraction | str) -> Number:
        """The number of an integer, a fraction, or a text such as `7`, `-3/4` or `2.5`."""
        if isinstance(value, str):
            value = Fraction(value)
        return Number(to_fmpq(value))

    @property
    def terms(self) -> Sum:
        """The terms of the sum, none of them zero; not to be changed."""
        if self._sum is None:
            assert self.q is not None
            _set_sum(self, {(): self.q} if self.q else {})
        found = self._sum
        assert found is not None
        return found

    @property
    def key(self) -> Key:
        """What numbers of one form share; numbers of different form may still be equal."""
        if self._key is None:
            parts = sorted((mono_key(mono), int(c.p), int(c.q)) for mono, c in self.terms.items())
            _set_key(self, tuple(parts))
        found = self._key
        assert found is not None
        return found

    def __add__(self, other: Number | int | Fraction) -> Number:
        return _default().add(self, _number(other))

    def __sub__(self, other: Number | int | Fraction) -> Number:
        return _default().subtract(self, _number(other))

    def __mul__(self, other: Number | int | Fraction) -> Number:
        return _default().multiply(self, _number(other))

    def __truediv__(self, other: Number | int | Fraction) -> Number:
        return _default().divide(self, _number(other))

    def __radd__(self, other: int | Fraction) -> Number:
        return _number(other) + self

    def __rsub__(self, other: int | Fraction) -> Number:
        return _number(other) - self

    def __rmul__(self, other: int | Fraction) -> Number:
        return _number(other) * self

    def __rtruediv__(self, other: int | Fraction) -> Number:
        return _number(other) / self

    def __neg__(self) -> Number:
        return _default().negate(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Number | int | Fraction):
            return NotImplemented
        return _default().equal(self, _number(other))

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Number | int | Fraction) -> bool:
        return _default().compare(self, _number(other)) < 0

    def __le__(self, other: Number | int | Fraction) -> bool:
        return _default().compare(self, _number(other)) <= 0

    def __gt__(self, other: Number | int | Fraction) -> bool:
        return _default().compare(self, _number(other)) > 0

    def __ge__(self, other: Number | int | Fraction) -> bool:
        return _default().compare(self, _number(other)) >= 0

    def __str__(self) -> str:
        return _default().text(self)

    def __repr__(self) -> str:
        return f"<Number {_default().text(self)}>"


_set_q = Number.q.__set__  # type: ignore[misc, union-attr]
_set_sum = Number._sum.__set__  # type: ignore[misc, union-attr]
_set_key = Number._key.__set__  # type: ignore[misc, union-attr]


class Factorial:
    """The base n! where n! is too large to write out; n is a whole number."""

    __slots__ = ("key", "n")

    def __init__(self, n: Number) -> None:
        self.n = n
        self.key: Key = (1, n.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Factorial) and self.key == other.key


class Log:
    """The base ln a, where a is a prime or a number above one."""

    __slots__ = ("a", "key")

    def __init__(self, a: Number) -> None:
        self.a = a
        self.key: Key = (2, a.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.key == other.key


class Radicand:
    """A number as a base: positive if `real`, otherwise not real; its powers are the principal ones."""

    __slots__ = ("a", "key", "real")

    def __init__(self, a: Number, *, real: bool) -> None:
        self.a = a
        self.real = real
        self.key: Key = (3, a.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Radicand) and self.key == other.key


Base: TypeAlias = int | Factorial | Log | Radicand
Exponent: TypeAlias = Fraction | Number


class Power:
    """One factor of a term: a base with its exponent."""

    __slots__ = ("base", "exponent", "fraction", "hash", "is_surd", "key")

    def __init__(self, base: Base, exponent: Exponent) -> None:
        self.base = base
        self.exponent = exponent
        head: Key = (0, base) if isinstance(base, int) else base.key
        tail: Key = (1, exponent.key) if isinstance(exponent, Number) else (0, *exponent.as_integer_ratio())
        self.key: Key = (head, tail)
        self.hash = hash(self.key)
        #: The exponent if it is a fraction. (Asking a number whether it equals one may take long.)
        self.fraction = exponent if isinstance(exponent, Fraction) else None
        #: A prime with an exponent between 0 and 1.
        self.is_surd = isinstance(base, int) and base > 1 and self.fraction is not None and 0 < self.fraction < 1

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Power) and self.key == other.key


@lru_cache(maxsize=4096)
def surd(prime: int, above: int, below: int) -> Power:
    """The power of a prime with the exponent above / below."""
    return Power(prime, Fraction(above, below))


Monomial: TypeAlias = tuple[Power, ...]
Sum: TypeAlias = dict[Monomial, fmpq]


def mono_key(mono: Monomial) -> Key:
    """The key of a monomial, by which terms are sorted."""
    return tuple(power.key for power in mono)


def to_fmpq(value: int | Fraction) -> fmpq:
    """The same rational as flint has it."""
    if isinstance(value, int):
        return fmpq(value)
    return fmpq(value.numerator, value.denominator)


def to_fraction(q: fmpq) -> Fraction:
    """The same rational as the standard library has it."""
    return Fraction(int(q.p), int(q.q))


def of_fmpz(n: fmpz | int) -> Number:
    """The number of an integer of flint."""
    return Number(fmpq(n))


def of_sum(terms: Sum) -> Number:
    """The number of these terms, zeros left out; the caller no longer changes them."""
    kept = {mono: c for mono, c in terms.items() if c}
    if not kept:
        return ZERO
    if len(kept) == 1 and () in kept:
        return Number(kept[()])
    return Number(None, kept)


def _number(value: Number | int | Fraction) -> Number:
    return value if isinstance(value, Number) else Number.of(value)


def _default() -> Arithmetic:
    from rules.numbers.arithmetic import Arithmetic

    return Arithmetic()


ZERO = Number(fmpq(0))
ONE = Number(fmpq(1))
TWO = Number(fmpq(2))
HALF = Fraction(1, 2)
#: The imaginary unit.
I = Number(None, {(Power(-1, HALF),): fmpq(1)})  # noqa: E741
