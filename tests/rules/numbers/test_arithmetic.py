"""The face of the package: approximations, the rising order, and laws that hold for random expressions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations
from math import isqrt

import pytest
from flint import acb, ctx
from flint.types._gr import gr_complex_qqbar_ctx
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.numbers import Arithmetic, Budget, I, Number, Uncheckable
from rules.numbers.balls import complex_ball
from tests.rules.numbers.reading import ROOMY, value

SAMPLES = ["0", "3/4", "√2", "√2+√3", "√(2+√2)", "3√5", "9√(1+√2)", "2^√2", "log_2(3)", "i", "2-3i", "9^(9^9)", "700!"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3/4", 0.75),
        ("1/3", 1 / 3),
        ("0-√2", -(2**0.5)),
        ("√(2+√2)x√(2-√2)x√2-2", 0.0),
        ("log_2(3)", 1.584962500721156),
        ("2i", (0.0, 2.0)),
        ("(√3)i-1", (-1.0, 3**0.5)),
        ("10^308", 1e308),
        ("10^309", None),
        ("1/10^307", 1e-307),
        ("1/10^309", None),
        ("9^(9^9)", None),
        ("1/9^(9^9)", None),
        ("9^(9^(9^9))", None),
        ("2^1024-2^970", None),
        ("2^1024-2^971", 1.7976931348623157e308),
        ("√(2^2047)", 2**1023 * 2**0.5),
        ("√(2^2049)", None),
        ("√(2^2048-1)", None),
        ("√(9√2+1)x√(9√2+2)-√((9√2+1)x(9√2+2))", 0.0),
        ("√(10^1000+1)-10^500", None),
        ("√(10^200+1)-10^100", 5e-101),
        ("9^(9^9)xi+1", None),
        ("0", 0.0),
    ],
)
def test_approx(text: str, expected: float | tuple[float, float] | None) -> None:
    assert Arithmetic().approx(value(text)) == expected


def test_rising_lists_each_number_once_whatever_the_order() -> None:
    texts = ["√6", "√2x√3", "2", "√(2+√2)x√(2-√2)x√2", "0-9^(9^9)", "2i", "0-2i", "1+i", "1/2", "1"]
    expected = ["-(9^(9^9))", "0-2i", "0+2i", "1/2", "1", "1+1i", "2", "√6"]
    reckon = Arithmetic(ROOMY)
    for shift in range(len(texts)):
        turned = texts[shift:] + texts[:shift]
        for order in (turned, turned[::-1]):
            assert [reckon.text(n) for n in reckon.rising(value(text) for text in order)] == expected


def test_rising_keeps_the_shortest_text_of_one_number() -> None:
    forms = ["√(9√2+1)x√(9√2+2)", "√((9√2+1)x(9√2+2))"]
    reckon = Arithmetic(ROOMY)
    found = {tuple(reckon.text(n) for n in reckon.rising(map(value, order))) for order in permutations(forms)}
    assert len(found) == 1


def test_rising_of_nothing() -> None:
    assert Arithmetic().rising([]) == []


@pytest.mark.parametrize("a", SAMPLES)
@pytest.mark.parametrize("b", SAMPLES)
def test_field_laws_hold_for_numbers_of_every_kind(a: str, b: str) -> None:
    reckon = Arithmetic(ROOMY)
    x, y, z = value(a), value(b), value("√5-1/7")
    assert reckon.equal(reckon.add(x, y), reckon.add(y, x))
    assert reckon.equal(reckon.multiply(x, y), reckon.multiply(y, x))
    left = reckon.multiply(z, reckon.add(x, y))
    right = reckon.add(reckon.multiply(z, x), reckon.multiply(z, y))
    assert reckon.equal(left, right)
    assert reckon.is_zero(reckon.subtract(reckon.add(x, y), reckon.add(y, x)))
    if not reckon.is_zero(y):
        assert reckon.equal(reckon.multiply(reckon.divide(x, y), y), x)


class Tree:
    """One random expression, reckoned in three ways: as a number, as balls of 600 bits, and by flint's qqbar."""

    def __init__(self, number: Number, ball: acb, other: object, size: int) -> None:
        self.number, self.ball, self.other, self.size = number, ball, other, size


QQBAR = gr_complex_qqbar_ctx.new()
RECKON = Arithmetic(ROOMY)


def leaf(n: int) -> Tree:
    return Tree(Number.of(n), acb(n), QQBAR(n), 1)


def imaginary(_: object) -> Tree:
    return Tree(I, acb(0, 1), QQBAR.i(), 2)


def joined(pair: tuple[str, Tree, Tree]) -> Tree:
    sign, a, b = pair
    # flint's qqbar grows very slow with the degree.
    assume(a.size * b.size <= 12)
    with ctx.workprec(600):
        if sign == "+":
            return Tree(RECKON.add(a.number, b.number), a.ball + b.ball, a.other + b.other, a.size * b.size)
        if sign == "-":
            return Tree(RECKON.subtract(a.number, b.number), a.ball - b.ball, a.other - b.other, a.size * b.size)
        if sign == "x":
            return Tree(RECKON.multiply(a.number, b.number), a.ball * b.ball, a.other * b.other, a.size * b.size)
        assume(not RECKON.is_zero(b.number))
        return Tree(RECKON.divide(a.number, b.number), a.ball / b.ball, a.other / b.other, a.size * b.size)


def rooted(pair: tuple[int, Tree]) -> Tree:
    index, a = pair
    assume(a.size * index <= 12)
    assume(not RECKON.is_zero(a.number))
    number = RECKON.root(Number.of(index), a.number, complex=True)
    with ctx.workprec(600):
        # On the cut itself a ball cannot tell the side: the number's own ball stands in.
        real = RECKON.is_real(a.number)
        ball = acb(a.ball.real).root(index) if real else a.ball.root(index)
        other = a.other.sqrt() if index == 2 else QQBAR.pow(a.other, QQBAR(1) / QQBAR(index))
        return Tree(number, ball, other, a.size * index)


trees = st.recursive(
    st.one_of(st.integers(1, 9).map(leaf), st.none().map(imaginary)),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-x/"), inner, inner).map(joined),
        st.tuples(st.sampled_from([2, 3]), inner).map(rooted),
    ),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(trees)
def test_the_number_lies_in_the_ball_of_its_expression(tree: Tree) -> None:
    with ctx.workprec(600):
        assert complex_ball(RECKON.meter, tree.number, 600).overlaps(tree.ball)


@settings(max_examples=300, deadline=None)
@given(trees, trees)
def test_equality_agrees_with_balls_and_with_minimal_polynomials(a: Tree, b: Tree) -> None:
    equal = RECKON.equal(a.number, b.number)
    assert equal is bool(a.other == b.other)
    with ctx.workprec(600):
        assert equal is a.ball.overlaps(b.ball)


@settings(max_examples=200, deadline=None)
@given(trees, trees, trees)
def test_field_laws_hold_for_random_radicals(a: Tree, b: Tree, c: Tree) -> None:
    x, y, z = a.number, b.number, c.number
    assert RECKON.equal(RECKON.add(RECKON.add(x, y), z), RECKON.add(x, RECKON.add(y, z)))
    left, right = RECKON.multiply(RECKON.add(x, y), z), RECKON.add(RECKON.multiply(x, z), RECKON.multiply(y, z))
    assert RECKON.equal(left, right)
    assert RECKON.is_zero(RECKON.subtract(x, x))
    if not RECKON.is_zero(y):
        assert RECKON.equal(RECKON.multiply(RECKON.divide(x, y), y), x)


@settings(max_examples=200, deadline=None)
@given(trees)
def test_a_text_is_the_same_again_and_reads_back(tree: Tree) -> None:
    first, second = Arithmetic(ROOMY), Arithmetic(ROOMY)
    text = first.text(tree.number)
    assert second.text(tree.number) == text
    again = value(text.replace("(-1)", "(0-1)"), complex_roots=True)
    assert first.equal(again, tree.number)


@settings(max_examples=200, deadline=None)
@given(st.lists(trees, max_size=4))
def test_rising_is_in_order_and_without_doubles(found: list[Tree]) -> None:
    numbers = [tree.number for tree in found]
    listed = RECKON.rising(numbers)
    assert all(any(RECKON.equal(n, other) for other in listed) for n in numbers)
    for index, number in enumerate(listed):
        assert not any(RECKON.equal(number, other) for other in listed[index + 1 :])
    approx = [complex(*a) if isinstance(a, tuple) else complex(a or 0) for a in map(RECKON.approx, listed)]
    for before, after in pairwise(approx):
        assert before.real <= after.real + 1e-9


@given(st.fractions(), st.fractions(), st.integers(-6, 6))
def test_rationals_agree_with_the_standard_library(a: Fraction, b: Fraction, n: int) -> None:
    reckon = Arithmetic()
    x, y = Number.of(a), Number.of(b)
    assert reckon.as_fraction(reckon.add(x, y)) == a + b
    assert reckon.as_fraction(reckon.subtract(x, y)) == a - b
    assert reckon.as_fraction(reckon.multiply(x, y)) == a * b
    assert reckon.compare(x, y) == (a > b) - (a < b)
    if b:
        assert reckon.as_fraction(reckon.divide(x, y)) == a / b
        assert reckon.as_fraction(reckon.power(y, Number.of(n))) == b**n
    assert reckon.text(x) == str(a)
    assert reckon.approx(x) == float(a)


def test_rational_or_not() -> None:
    reckon = Arithmetic()
    for text in ("3/4", "√9", "9^(9^9)", "700!/3", "√(2+√2)x√(2-√2)x√2", "log_8(4)", "2^(9^(9^9))"):
        assert reckon.is_rational(value(text)), text
    for text in ("√2", "√(2+√2)", "2^√2", "3x2^√2+√5", "log_2(3)", "1+2xlog_2(3)-log_2(5)", "log_6(5)", "i"):
        assert not reckon.is_rational(value(text)), text
    for text in ("2^√2+3^√2", "log_2(3)xlog_2(5)", "(2^√2)^(3^√2)"):
        with pytest.raises(Uncheckable):
            reckon.is_rational(value(text))


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        # whether it is real takes more steps than there are
        ("3√(3+i)+3√(3-i)", Budget(max_steps=20)),
        # all but cancelled: no ball of this precision has enough good bits left
        (f"10^100x√2-{isqrt(2 * 10**200)}", Budget(max_precision=128)),
    ],
)
def test_no_double_is_given_beyond_the_budget(text: str, budget: Budget) -> None:
    number = value(text, complex_roots=True)
    assert Arithmetic().approx(number) is not None
    assert Arithmetic(budget).approx(number) is None


def test_a_double_is_never_infinite_whatever_precision_others_have_set() -> None:
    just_below = value("√(2^2048-2^1950)")
    with ctx.workprec(1000):
        assert Arithmetic().approx(just_below) is None
