"""Numbers as a player reads them: exact, deterministic, the signs those of the game.

A product is written with x, for 2√3 is the square root of three with its index; an index stands before √, and such a
root has brackets inside a longer expression. A number of more than a thousand digits is written by its powers.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import reduce
from math import floor, gcd, lcm, prod

from flint import fmpq, fmpz

from rules.numbers.budget import Meter, Uncheckable
from rules.numbers.number import (
    HALF,
    Factorial,
    Log,
    Monomial,
    Number,
    Power,
    Radicand,
    mono_key,
    of_sum,
)
from rules.numbers.primes import Factors, factor
from rules.numbers.sums import is_written

_MOST_DIGITS = 1000
_LONGEST = 10**_MOST_DIGITS
_CHUNK = 500
#: Radicals of larger products are written prime by prime.
_LARGEST_RADICAND = 10**12
#: A power of a larger base keeps the smaller base.
_LARGEST_BASE = 10**6
#: Larger exponents are not searched for a power that they are.
_LARGEST_POWER_BITS = 256
_I = Power(-1, HALF)


def text(m: Meter, a: Number) -> str:
    """The exact text of a number: `-3/4`, `0+2i`, `√2+√3`, `2x(3√5)`, `9^(9^9)`."""
    if a.q is not None:
        return _rational(m, a.q)
    real = {mono: c for mono, c in a.terms.items() if _I not in mono}
    imaginary = {tuple(p for p in mono if p != _I): c for mono, c in a.terms.items() if _I in mono}
    first = _sum(m, of_sum(real))
    if not imaginary:
        return first
    times_i = of_sum(imaginary)
    if times_i.q is not None:
        up = times_i.q > 0
        return f"{first}{'+' if up else '-'}{_rational(m, abs(times_i.q))}i"
    if len(imaginary) == 1 and next(iter(imaginary.values())) < 0:
        return f"{first}-({_sum(m, of_sum({mono: -c for mono, c in imaginary.items()}))})i"
    return f"{first}+({_sum(m, times_i)})i"


def _sum(m: Meter, a: Number) -> str:
    """The text of a sum without i as such."""
    if a.q is not None:
        return _rational(m, a.q)
    ordered = sorted(a.terms.items(), key=lambda item: _rank(item[0]))
    if len(ordered) == 1:
        ((mono, c),) = ordered
        return ("-" if c < 0 else "") + _term(m, abs(c), mono, alone=c > 0)
    out = ""
    for mono, c in ordered:
        if c < 0:
            out += "-"
        elif out:
            out += "+"
        out += _term(m, abs(c), mono, alone=False)
    return out


def _rank(mono: Monomial) -> tuple[object, ...]:
    """Where a term stands: unwritten ones first, then the rational one, then radicals by index and radicand."""
    index, radicand = 1, 1
    if mono and all(isinstance(p.base, int) and p.base > 1 and isinstance(p.exponent, Fraction) for p in mono):
        broken = {p.base: p.exponent % 1 for p in mono if isinstance(p.base, int) and isinstance(p.exponent, Fraction)}
        found = _radicand(broken)
        if found is not None:
            index, radicand = found
    return is_written(mono), index, radicand, mono_key(mono)


def _rational(m: Meter, q: fmpq) -> str:
    above, below = int(q.p), int(q.q)
    unit = "-" if above < 0 else ""
    top = _integer(m, abs(above))
    if below == 1:
        return unit + top
    return f"{unit}{_operand(top)}/{_operand(_integer(m, below))}"


def _operand(part: str) -> str:
    """The part in brackets unless it is a bare numeral or has brackets already."""
    if part.isdigit():
        return part
    return f"({part})"


def _integer(m: Meter, n: int) -> str:
    """A whole number by its digits, or by its powers if there are more than a thousand digits."""
    if n < _LONGEST:
        return str(n)
    k = _factorial_of(n)
    if k is not None:
        return f"{k}!"
    factors = Factors((), n)
    with suppress(Uncheckable):
        factors = factor(m, n)
    if factors.rest == 1:
        parts = _prime_powers(dict(factors.primes))
        return _bare(parts[0]) if len(parts) == 1 else "x".join(parts)
    digits = str(n)
    head, tail = digits[:-_CHUNK], digits[-_CHUNK:].lstrip("0")
    return f"{_operand(_integer(m, int(head)))}x(10^{_CHUNK})" + (f"+{tail}" if tail else "")


def _factorial_of(n: int) -> int | None:
    """The k with k! = n, or None."""
    k = 1
    while n > 1:
        k += 1
        n, left = divmod(n, k)
        if left:
            return None
    return k


def _term(m: Meter, c: fmpq, mono: Monomial, *, alone: bool) -> str:
    """A term with a positive coefficient; alone, or within a longer expression."""
    above, below = _factors(m, mono)
    if c != 1 or not above:
        lead = _rational(m, c)
        above = [_operand(lead) if not lead.replace("/", "").isdigit() else lead, *above]
    out = "x".join(above) if len(above) > 1 else above[0]
    if len(above) == 1 and alone and not below:
        return _bare(out)
    for part in below:
        out += f"/{part}"
    return out


def _bare(part: str) -> str:
    """The part without a pair of brackets around all of it."""
    if not (part.startswith("(") and part.endswith(")")):
        return part
    depth = 0
    for index, sign in enumerate(part):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and index < len(part) - 1:
            return part
    return part[1:-1]


def _factors(m: Meter, mono: Monomial) -> tuple[list[str], list[str]]:
    """The factors above and below the line, each fit to stand in a product."""
    above: list[str] = []
    below: list[str] = []
    whole: dict[int, int] = {}
    broken: dict[int, Fraction] = {}
    symbolic: dict[object, list[Power]] = {}
    logs: list[Power] = []
    rest: list[Power] = []
    for power in mono:
        base, e = power.base, power.exponent
        if isinstance(base, int) and base > 1:
            if isinstance(e, Fraction):
                if floor(e):
                    whole[base] = floor(e)
                if e % 1:
                    broken[base] = e % 1
            else:
                symbolic.setdefault(e.key, []).append(power)
        elif isinstance(base, Log) or (
            isinstance(base, Radicand) and power.fraction == -1 and _log_argument(base.a) is not None
        ):
            logs.append(power)
        else:
            rest.append(power)
    up = {p: e for p, e in whole.items() if e > 0}
    down = {p: -e for p, e in whole.items() if e < 0}
    if up:
        above += _prime_powers(up)
    if down:
        parts = _prime_powers(down)
        below.append(parts[0] if len(parts) == 1 else f"({'x'.join(parts)})")
    above += [_symbolic(m, powers) for powers in symbolic.values()]
    if broken:
        above += _radicals(broken)
    above += _logarithms(m, logs)
    above += [_other(m, power) for power in rest]
    return above, below


def _radicand(broken: dict[int, Fraction]) -> tuple[int, int] | None:
    """The index and the radicand of a product of broken powers of primes, unless the radicand is long."""
    index = lcm(*(e.denominator for e in broken.values()))
    if sum(e * index * p.bit_length() for p, e in broken.items()) >= _LARGEST_RADICAND.bit_length() * 2:
        return None
    radicand = prod(p ** int(e * index) for p, e in broken.items())
    return (index, radicand) if radicand <= _LARGEST_RADICAND else None


def _radicals(broken: dict[int, Fraction]) -> list[str]:
    found = _radicand(broken)
    if found is None:
        return [f"({p}^({e}))" for p, e in broken.items()]
    index, radicand = found
    return [f"√{radicand}" if index == 2 else f"({index}√{radicand})"]


def _prime_powers(exponents: dict[int, int]) -> list[str]:
    """A product of whole powers, all positive, in few and short factors: 3^774840978 is 9^(9^9)."""
    common = reduce(gcd, exponents.values())
    groups: dict[int, int] = {}
    if sum((e // common) * (p.bit_length() - 1) for p, e in exponents.items()) <= _LARGEST_BASE.bit_length():
        groups[common] = prod(p ** (e // common) for p, e in exponents.items())
    if not groups or groups[common] > _LARGEST_BASE:
        groups = {}
        for p, e in exponents.items():
            groups[e] = groups.get(e, 1) * p
    parts = [min(_one_power(base, e), key=lambda found: (len(found), found)) for e, base in groups.items()]
    parts.sort(key=lambda part: (not part.isdigit(), len(part), part))
    return [_operand(part) for part in parts]


def _one_power(base: int, e: int) -> list[str]:
    if e < _LARGEST_BASE:
        return [str(base) if e == 1 else f"{base}^{e}"]
    out, k, power = [], 1, base
    while power <= _LARGEST_BASE or k == 1:
        if e % k == 0:
            out += [f"{power}^{h}" for h in _exponent_texts(e // k)]
        k, power = k + 1, power * base
    return out


def _exponent_texts(h: int) -> list[str]:
    """The ways to write a whole exponent, one at least."""
    if h < _LARGEST_BASE:
        return [str(h)]
    k = _factorial_of(h)
    if k is not None:
        return [f"({k}!)"]
    out = [str(h)] if h < _LONGEST else []
    if h.bit_length() <= _LARGEST_POWER_BITS:
        for k in range(2, h.bit_length()):
            root = int(fmpz(h).root(k))
            if root**k == h:
                out.append(f"({root}^{k})")
    return out or [f"({h // 10**_CHUNK}x(10^{_CHUNK})+{h % 10**_CHUNK})"]


def _symbolic(m: Meter, powers: list[Power]) -> str:
    """Primes under one exponent that is a number: 2^√2 x 3^√2 is 6^(√2)."""
    e = powers[0].exponent
    assert isinstance(e, Number)
    base = prod(p.base for p in powers if isinstance(p.base, int))
    base, e = _raised(base, e)
    return f"({base}^({text(m, e)}))"


def _raised(base: int, e: Number) -> tuple[int, Number]:
    """The same power with a small whole factor of its exponent taken into the base: 3^(2x(9^9)) is 9^(9^9)."""
    if len(e.terms) != 1:
        return base, e
    ((mono, c),) = e.terms.items()
    k, rest = (int(c.p), fmpq(1)) if c.q == 1 and c > 0 else (1, c)
    kept = []
    for power in mono:
        b, f = power.base, power.exponent
        if isinstance(b, int) and b > 1 and isinstance(f, Fraction) and f.denominator == 1 and 0 < f <= 4:
            k *= b ** int(f)
        else:
            kept.append(power)
    if k == 1 or k * (base.bit_length() - 1) > _LARGEST_BASE.bit_length() or base**k > _LARGEST_BASE:
        return base, e
    return base**k, of_sum({tuple(kept): rest})


def _log_argument(a: Number) -> str | None:
    """The b with a = ln b, when a is a sum of logarithms of primes with small whole coefficients."""
    above = 1
    for mono, c in a.terms.items():
        if len(mono) != 1 or mono[0].fraction != 1 or not isinstance(mono[0].base, Log) or c.q != 1 or not 0 < c <= 64:
            return None
        value = mono[0].base.a.q
        if value is None or value.height_bits() * int(c.p) > 64:
            return None
        above *= int(value.p) ** int(c.p)
    return str(above)


def _logarithms(m: Meter, powers: list[Power]) -> list[str]:
    above: list[str] = []
    below: list[str] = []
    out: list[str] = []
    for power in powers:
        base, e = power.base, power.exponent
        if isinstance(base, Radicand):
            argument = _log_argument(base.a)
            assert argument is not None
            below.append(argument)
            continue
        assert isinstance(base, Log)
        argument = text(m, base.a)
        if isinstance(e, Fraction) and e.denominator == 1 and abs(e) <= 8:
            (above if e > 0 else below).extend([argument] * abs(int(e)))
        else:
            out.append(f"(ln({argument}))^({e if isinstance(e, Fraction) else text(m, e)})")
    while above and below:
        out.append(f"log_{_operand(below.pop(0))}({above.pop(0)})")
    out += [f"ln({argument})" for argument in above]
    out += [f"(ln({argument}))^(-1)" for argument in below]
    return out


def _other(m: Meter, power: Power) -> str:
    base, e = power.base, power.exponent
    if isinstance(base, Factorial):
        n = text(m, base.n)
        k = None if base.n.q is None else _factorial_of(int(base.n.q.p))
        if k is not None:
            n = f"{k}!"
        under = f"{_operand(n)}!"
        if power.fraction == 1:
            return under
        return f"(({under})^{_operand(_bare(_exponent(m, e)))})"
    if isinstance(base, Radicand):
        inner = text(m, base.a)
        if power.fraction == HALF:
            return f"√{_operand(inner)}"
        if isinstance(e, Fraction) and e.numerator == 1 and e.denominator > 1:
            return f"({e.denominator}√{_operand(inner)})"
        return f"(({inner})^{_operand(_bare(_exponent(m, e)))})"
    return f"(({base})^({_exponent(m, e)}))"


def _exponent(m: Meter, e: Fraction | Number) -> str:
    if isinstance(e, Fraction):
        if e.denominator == 1 and e > 0:
            return min(_exponent_texts(e.numerator), key=lambda found: (len(found), found))
        return str(e)
    return text(m, e)
