"""What a tree is worth: the operations of section III and of the variations, in balls."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, ctx

from tests.rules.adjudicator import second_balls as balls
from tests.rules.adjudicator.second_balls import NoNumberError, NoOpinionError, Value
from tests.rules.adjudicator.second_grouping import Sign, Tree, digit
from tests.rules.adjudicator.second_shake import Shake

#: Roots of rationals of more bits than this may be left alone.
MOST_ROOT_BITS = 64
I = Value(acb(0, 1))  # noqa: E741 - the imaginary unit
_POWER_OF_BASE = re.compile(r"1(0*)\.?0*|0*\.(0*)10*")


@dataclass(frozen=True)
class Found:
    """A value, and the form that some rules ask for: `wide`, `power`, `power-sum`, or none."""

    value: Value
    form: str = ""
    #: How high the roots are that it is made of, one times the other.
    degree: int = 1


class Reckoning:
    """Reckons trees under the rules of one shake; `open` once something was too large."""

    def __init__(self, shake: Shake) -> None:
        self.shake = shake
        self.open = False
        #: Irrational exponents, logarithms, or roots of numbers too long to be factored in few steps were met.
        self.hard = False
        self.degree = 1

    def found(self, tree: Tree, *, every_root: bool = False) -> list[Found]:
        """All that a tree may be worth: nothing where it is against the rules, several where it has several roots."""
        if tree.group is not None:
            return list(tree.group.found)
        if not tree.parts:
            return [Found(*self._numeral(tree))] if self._is_numeral(tree) else []
        found: list[Found] = []
        for operands in self._operands(tree):
            try:
                if any(one.form == "wide" for one in operands) and tree.operation != "%":
                    continue
                degree = math.prod(one.degree for one in operands) * self._degree(tree, operands)
                self.degree = max(self.degree, degree)
                form = self._form(tree, operands)
                values = self._values(tree, [one.value for one in operands], every_root)
                found += [Found(value, form, degree) for value in values]
            except NoNumberError:
                continue
            except NoOpinionError:
                self.open = True
        return found

    def _operands(self, tree: Tree) -> Iterator[list[Found]]:
        lists = [self.found(part) for part in tree.parts]
        if len(lists) == 1:
            for one in lists[0]:
                if not (tree.operation == "factors" and self._bars_power_sums and one.form == "power-sum"):
                    yield [one]
        else:
            yield from ([one, other] for one in lists[0] for other in lists[1])

    def _degree(self, tree: Tree, operands: list[Found]) -> int:
        """The degree of a root or fractional power; 1 for any other operation."""
        exponent: Fraction | None = Fraction(1)
        if tree.operation == "√":
            index = operands[0].value.fraction if len(operands) == 2 else Fraction(2)
            exponent = 1 / index if index else index
        elif tree.operation == "^":
            exponent = operands[1].value.fraction
        elif tree.operation == "exponent" and "sw" in tree.signs[0].notes:
            exponent = Fraction(1, 10)
        elif tree.operation == "log":
            exponent = None
        degree = 1 if exponent is None else exponent.denominator
        under = operands[0 if tree.operation in ("^", "exponent") else -1].value.fraction
        long = under is not None and max(under.numerator.bit_length(), under.denominator.bit_length()) > MOST_ROOT_BITS
        self.hard = self.hard or exponent is None or (degree > 1 and long)
        return degree

    @property
    def _bars_power_sums(self) -> bool:
        """XIII-C-9."""
        return self.shake.goal and self.shake.upper and self.shake.has("number-of-factors")

    def _form(self, tree: Tree, operands: list[Found]) -> str:
        if not self._bars_power_sums:
            return ""
        if tree.operation in ("^", "exponent"):
            return "power"
        if tree.operation == "√" and len(operands) == 2:
            index = operands[0].value.fraction
            return "power" if index is not None and index.denominator > 1 else ""
        if tree.operation in ("+", "-"):
            for one, other in (operands, operands[::-1]):
                if one.form == "power" and other.value.fraction != 0:
                    return "power-sum"
        return ""

    def _is_numeral(self, tree: Tree) -> bool:
        if tree.kind == "lone":
            sign = tree.signs[0]
            return not ("sw" in sign.notes and sign.face == "0")
        digits = [sign for sign in tree.signs if not self._is_point(sign)]
        if len(digits) < len(tree.signs):
            return len(digits) <= 3 and (self.shake.has("decimal-point") or self.shake.goal)
        most = 2 if self.shake.has("percent") else 1
        return len(digits) <= max(most, self.shake.most_digits)

    def _is_point(self, sign: Sign) -> bool:
        return sign.face == "." or "dec" in sign.notes

    def _numeral(self, tree: Tree) -> tuple[Value, str]:
        if tree.kind == "lone":
            return self._lone(tree.signs[0])
        total, places, pointed = 0, 0, False
        for sign in tree.signs:
            if self._is_point(sign):
                pointed = True
                continue
            total = total * self.shake.base + (digit(sign, self.shake.base) or 0)
            places += pointed
        wide = not pointed and len(tree.signs) > self.shake.most_digits
        return Value.of(Fraction(total, self.shake.base**places)), "wide" if wide else ""

    def _lone(self, sign: Sign) -> tuple[Value, str]:
        if sign.face == "i":
            return (balls.negated(I) if "ud" in sign.notes else I), ""
        number, form = self._number(sign)
        return Value.of(_turned(sign, number)), form

    def _number(self, sign: Sign) -> tuple[Fraction, str]:
        if "1" in sign.notes:
            read = _POWER_OF_BASE.fullmatch(sign.face)
            assert read is not None, sign
            n = len(read[1]) if read[1] is not None else -len(read[2]) - 1
            form = "power" if n > 1 and self._bars_power_sums else ""
            return Fraction(self.shake.base) ** n, form
        return Fraction({"^": 10, "√": 11}[sign.face] if sign.face in "^√" else int(sign.face)), ""

    def _values(self, tree: Tree, operands: list[Value], every_root: bool) -> list[Value]:
        a, b = operands[0], operands[-1]
        match tree.operation:
            case "+":
                return [balls.add(a, b)]
            case "-":
                return [balls.add(a, balls.negated(b))]
            case "x" | "":
                return [balls.multiply(a, b)]
            case "÷":
                return [balls.divide(a, b)]
            case "average":
                return [balls.divide(balls.add(a, b), Value.of(2))]
            case "%":
                return [balls.multiply(balls.divide(a, Value.of(self.shake.base**2)), b)]
            case "^":
                return self.power(a, b)
            case "exponent":
                return self.power(a, self._exponent(tree.signs[0]))
            case "√":
                return self.root(Value.of(2) if len(operands) == 1 else a, b, every_root)
            case "!":
                return [balls.factorial(_whole(a))]
            case "log":
                return [_logarithm(a, b)]
            case _:
                return [self._of_whole_numbers(tree.operation, a, b)]

    def _of_whole_numbers(self, operation: str, a: Value, b: Value) -> Value:
        if operation == "prime":
            if a.fraction is None or a.fraction > 200:
                raise NoNumberError("no rational number up to 200")
            return balls.smallest_prime_above(a.fraction)
        one, other = _whole(a), _whole(b)
        if operation == "factors":
            most = {"elementary": 200, "middle": 1000}.get(self.shake.division)
            if one == 0 or (most is not None and one > most):
                raise NoNumberError("too large to be factored")
            return balls.number_of_factors(one)
        if operation == "gcf":
            if one == other == 0:
                raise NoNumberError("0 and 0 have no greatest common factor")
            return Value.of(math.gcd(one, other))
        if one == 0 or other == 0:
            raise NoNumberError("only counting numbers")
        if operation == "lcm":
            return Value.of(math.lcm(one, other))
        assert operation == "remainder", operation
        if one > 1000:
            raise NoNumberError("no remainder of numbers beyond 1000")
        return Value.of(one % other)

    def _exponent(self, sign: Sign) -> Value:
        value = Value.of(_turned(sign, self._number(sign)[0]))
        for _ in range(sign.factorials):
            value = balls.factorial(_whole(value))
        return value

    def power(self, a: Value, b: Value) -> list[Value]:
        """III-B-3, III-C-2-b and e, the General Rule; all roots with Imaginary."""
        if self.shake.whole_numbers and (a.whole is None or b.whole is None):
            raise NoNumberError("only whole numbers")
        if not b.real:
            raise NoNumberError("no imaginary exponents")
        if a.fraction == 0:
            if b.sign() <= 0:
                raise NoNumberError("0 has positive powers only")
            return [a]
        if b.fraction is not None and b.fraction.denominator == 1:
            return [balls.whole_power(a, b.fraction.numerator)]
        if b.fraction is not None and self.shake.has("imaginary"):
            return balls.every_power(a, b.fraction)
        return [_one_power(a, b)]

    def root(self, index: Value, a: Value, every_root: bool) -> list[Value]:
        """III-B-2, III-C-1, III-C-2; the defaults of XIII-D-11."""
        if index.fraction == 0 or not index.real:
            raise NoNumberError("no such root")
        whole = self.shake.whole_numbers
        if whole and (index.whole is None or a.whole is None):
            raise NoNumberError("only whole numbers")
        if a.fraction == 0:
            if index.sign() < 0:
                raise NoNumberError("0 has positive powers only")
            return [a]
        exponent = balls.divide(Value.of(1), index)
        if exponent.fraction is not None and exponent.fraction.denominator == 1:
            return [balls.whole_power(a, exponent.fraction.numerator)]
        if exponent.fraction is not None and self.shake.has("imaginary"):
            even = exponent.fraction.denominator % 2 == 0
            if every_root or not a.real or (even and a.sign() < 0):
                return balls.every_power(a, exponent.fraction)
        found = _one_power(a, exponent)
        if whole and found.whole is None:
            raise NoNumberError("only whole numbers")
        return [found]


def _turned(sign: Sign, number: Fraction) -> Fraction:
    """XIII-A-1, 2."""
    if "sw" in sign.notes:
        if number == 0:
            raise NoNumberError("0 has no reciprocal")
        number = 1 / number
    return -number if "ud" in sign.notes else number


def _whole(value: Value) -> int:
    if value.whole is None:
        raise NoNumberError("no whole number")
    return value.whole


def _one_power(a: Value, b: Value) -> Value:
    """The real power that is meant without Imaginary: of a negative number where the reduced denominator is odd."""
    if b.fraction is not None and b.fraction.denominator > balls.MOST_DENOMINATOR:
        raise NoOpinionError("a root so near to 1 that balls cannot tell")
    if not a.real:
        raise NoNumberError("irrational power of a complex number")
    if a.sign() > 0:
        return balls.real_power(a, b)
    if b.fraction is None or b.fraction.denominator % 2 == 0:
        raise NoNumberError("no real power of a negative number")
    raised = balls.real_power(balls.negated(a), b)
    return balls.negated(raised) if b.fraction.numerator % 2 else raised


def _logarithm(a: Value, base: Value) -> Value:
    if not (a.real and base.real) or a.sign() <= 0 or base.sign() <= 0 or base.fraction == 1:
        raise NoNumberError("no logarithm")
    return balls.logarithm(a, base)


_FRACTION = re.compile(r"-?\d+(/\d+)?")
_ORDINARY = re.compile(r"\d+|log_|ln|[-+x/÷^!√()i]")


@balls.precisely
def ordinary(text: str) -> Value:
    """The number that a text with the usual signs and order of operations names; of roots the principal one."""
    if _FRACTION.fullmatch(text):
        return Value.of(Fraction(text))
    with ctx.workprec(5 * balls.PRECISION):  # what is written may be a huge number times a tiny one
        ball = _Ordinary(text).whole()
    return balls.narrowed(ball)


class _Ordinary:
    def __init__(self, text: str) -> None:
        self.signs = _ORDINARY.findall(text)
        assert "".join(self.signs) == text, text
        self.at = 0

    def whole(self) -> acb:
        value = self.sum()
        assert self.at == len(self.signs), self.signs
        return value

    def takes(self, *wanted: str) -> bool:
        if self.at < len(self.signs) and self.signs[self.at] in wanted:
            self.at += 1
            return True
        return False

    def sum(self) -> acb:
        value = self.product()
        while True:
            if self.takes("+"):
                value += self.product()
            elif self.takes("-"):
                value -= self.product()
            else:
                return value

    def product(self) -> acb:
        if self.takes("-"):
            return -self.product()
        value = self.power()
        while self.at < len(self.signs) and self.signs[self.at] not in ("+", "-", ")"):
            if self.takes("/", "÷"):
                value /= self.power()
            else:
                self.takes("x")
                value *= self.power()
        return value

    def power(self) -> acb:
        value = self.root()
        if self.takes("^"):
            return _principal(value, -self.power() if self.takes("-") else self.power())
        return value

    def root(self) -> acb:
        value = acb(2) if self.signs[self.at] == "√" else self.atom()
        return _principal(self.root(), 1 / value) if self.takes("√") else value

    def atom(self) -> acb:
        if self.takes("("):
            value = self.sum()
            assert self.takes(")"), self.signs
        elif self.takes("i"):
            value = acb(0, 1)
        elif self.takes("ln"):
            value = self.atom().log()
        elif self.takes("log_"):
            base = self.atom()
            value = self.atom().log() / base.log()
        else:
            value = acb(int(self.signs[self.at]))
            self.at += 1
        while self.takes("!"):
            value = (value + 1).gamma()
        return value


def _principal(a: acb, b: acb) -> acb:
    if not abs(b).abs_upper() < 2**20:
        raise NoOpinionError("too high a power for balls")
    return a**b
