"""Exact numbers: rationals, radicals, complex roots, logarithms and numbers too large to write out.

    >>> from rules.numbers import Arithmetic, Number
    >>> reckon = Arithmetic()
    >>> two, three = Number.of(2), Number.of(3)
    >>> reckon.text(reckon.multiply(reckon.root(two, two), reckon.root(two, three)))
    '√6'

The package knows nothing of any game. Equality is decided, never approximated; what cannot be decided within the
budget raises Uncheckable, and what names no number raises Undefined.
"""

from rules.numbers.arithmetic import Arithmetic
from rules.numbers.budget import DEFAULT, Budget, Meter, Uncheckable, Undefined
from rules.numbers.number import ONE, ZERO, I, Number

__all__ = ["DEFAULT", "ONE", "ZERO", "Arithmetic", "Budget", "I", "Meter", "Number", "Uncheckable", "Undefined"]
