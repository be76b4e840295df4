"""How far exact reckoning may go: a budget in bits, degrees and steps, and the two ways an operation can refuse.

Nothing here knows the time of day: the same question costs the same steps on every machine, so a verdict does not
depend on how fast the table is.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import MisuseError


class Uncheckable(Exception):
    """The exact answer lies beyond the budget, or no procedure is known that would decide it; never a guess."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(f"{code}: {what}")
        self.code = code
        self.what = what


class Undefined(ArithmeticError):
    """The expression names no number; `code` says which case it is."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(f"{code}: {what}")
        self.code = code
        self.what = what


@dataclass(frozen=True, slots=True)
class Budget:
    """The bounds of one request; the default keeps an answer well below one second and 200 MB."""

    #: Rationals beyond this many bits, above or below the line, are not written out but kept as powers.
    max_bits: int = 4096
    #: A sum has at most this many terms.
    max_terms: int = 192
    #: Roots up to this index are listed one by one, and fields up to this degree are inverted by elimination.
    max_degree: int = 64
    #: Balls are narrowed to at most this many bits where a separation bound tells when to stop.
    max_precision: int = 32768
    #: Balls are narrowed to this many bits where none does (logarithms, irrational powers).
    max_open_precision: int = 2048
    #: Integers whose factors beyond the small primes exceed this many bits are not factored.
    max_factor_bits: int = 100
    #: Primality is proved up to this many bits.
    max_prime_bits: int = 128
    #: One step is about the work of a few small rational operations.
    max_steps: int = 100_000

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 1:
                raise MisuseError(f"a budget's {name} must be positive, not {getattr(self, name)!r}")


DEFAULT = Budget()


class Meter:
    """Counts the steps of one request against its budget."""

    __slots__ = ("budget", "depth", "steps")

    def __init__(self, budget: Budget = DEFAULT) -> None:
        self.budget = budget
        self.steps = 0
        self.depth = 0

    def spend(self, steps: int) -> None:
        """Count `steps` more; raises Uncheckable once the budget is used up."""
        self.steps += steps
        if self.steps > self.budget.max_steps:
            raise Uncheckable("steps", f"more than {self.budget.max_steps} steps")
