"""Powers and roots by the rules of the game (AGLOA and MLAG, section III-C), and all roots for complex numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.numbers import Arithmetic, I, Number, Uncheckable, Undefined
from tests.rules.numbers.reading import value


def power(base: str, exponent: str, *, complex_roots: bool = False) -> Number:
    return Arithmetic().power(value(base), value(exponent), complex=complex_roots)


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        # III-B: roots and powers
        ("4", "2", "16"),
        ("7", "0", "1"),
        ("0", "9", "0"),
        ("0", "1/2", "0"),
        ("0", "√2", "0"),
        ("2", "0-3", "1/8"),
        ("2/3", "3", "8/27"),
        ("0-2", "3", "0-8"),
        ("0-2", "0-3", "0-1/8"),
        ("0-5", "0", "1"),
        # III-C-1: even-indexed roots are not negative
        ("9", "1/2", "3"),
        ("16", "1/4", "2"),
        ("16", "3/4", "8"),
        ("16", "0-3/4", "1/8"),
        # III-C-2, example (a): the exponent is reduced first
        ("0-8", "4/6", "4"),
        ("0-8", "1/3", "0-2"),
        ("0-8", "2/3", "4"),
        ("0-8", "0-1/3", "0-1/2"),
        ("0-32", "3/5", "0-8"),
        ("0-√2", "1/3", "0-6√2"),
        ("1-√2", "3", "7-5x√2"),
        ("1-√2", "1/3", "0-3√(√2-1)"),
        ("√2-√2", "2", "0"),
        ("√2x√2", "√3x√3", "8"),
        ("1", "√2", "1"),
        ("√6-√2x√3+1", "√5", "1"),
    ],
)
def test_real_powers(base: str, exponent: str, expected: str) -> None:
    assert Arithmetic().equal(power(base, exponent), value(expected))


@pytest.mark.parametrize(
    ("base", "exponent", "code"),
    [
        # III-C-2-b
        ("0", "0", "zero-power"),
        ("0", "0-1", "zero-power"),
        ("√6-√2x√3", "0-√2", "zero-power"),
        # III-C-2-e, example (b)
        ("0-4", "2/4", "even-root"),
        ("0-4", "1/2", "even-root"),
        ("0-16", "3/4", "even-root"),
        ("1-√2", "1/2", "even-root"),
        # III-A: it must name a number
        ("0-2", "√2", "irrational-power"),
        ("0-2", "log_2(3)", "irrational-power"),
        ("i", "√2", "irrational-power"),
        ("4", "i", "complex-exponent"),
        ("i", "1/2", "not-real"),
    ],
)
def test_powers_that_are_undefined(base: str, exponent: str, code: str) -> None:
    with pytest.raises(Undefined) as refused:
        power(base, exponent)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("index", "radicand", "expected"),
    [
        ("2", "9", "3"),
        ("1", "2", "2"),
        ("2+1", "8", "2"),
        ("3", "√9", "6√9"),
        ("9", "0", "0"),
        ("3", "0-8", "0-2"),
        # III-C-2, example (c)
        ("3/6", "0-9", "81"),
        ("1/2", "5", "25"),
        ("0-2", "9", "1/3"),
        ("0-3", "0-8", "0-1/2"),
        ("2/3", "4", "8"),
        ("√2", "3", "3^(√2/2)"),
    ],
)
def test_real_roots(index: str, radicand: str, expected: str) -> None:
    assert Arithmetic().equal(Arithmetic().root(value(index), value(radicand)), value(expected))


@pytest.mark.parametrize(
    ("index", "radicand", "code"),
    [
        # III-C-2-a
        ("0", "5", "zero-root"),
        ("√4-2", "5", "zero-root"),
        # III-C-2-c and d, example (d)
        ("2", "0-9", "even-root"),
        ("8/2", "0-5", "even-root"),
        ("2/3", "0-4", "even-root"),
        ("0-2", "0", "zero-power"),
    ],
)
def test_roots_that_are_undefined(index: str, radicand: str, code: str) -> None:
    with pytest.raises(Undefined) as refused:
        Arithmetic().root(value(index), value(radicand))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        ("0-4", "1/2", "2i"),
        ("0-8", "1/3", "1+(√3)i"),
        ("i", "2", "0-1"),
        ("2i", "8", "256"),
        ("i", "1/2", "√2/2+(√2/2)i"),
        ("0-i", "1/2", "√2/2-(√2/2)i"),
        ("3+4i", "1/2", "2+i"),
        ("3-4i", "1/2", "2-i"),
        ("0-3-4i", "1/2", "1-2i"),
        ("2+11i", "1/3", "2+i"),
        ("(2+i)^5", "1/5", "2+i"),
        ("1+i", "8", "16"),
        ("1+i", "0-2", "0-1/2i"),
        ("0-1+(√3)i", "1/2", "√2/2+(√6/2)i"),
        ("16", "1/4", "2"),
    ],
)
def test_principal_complex_powers(base: str, exponent: str, expected: str) -> None:
    assert Arithmetic().equal(power(base, exponent, complex_roots=True), value(expected))


@pytest.mark.parametrize(
    ("base", "exponent", "texts"),
    [
        ("4", Fraction(1, 2), ["2", "-2"]),
        ("16", Fraction(1, 4), ["2", "0+2i", "-2", "0-2i"]),
        ("16", Fraction(3, 4), ["8", "0+8i", "-8", "0-8i"]),
        ("0-8", Fraction(1, 3), ["1+(√3)i", "-2", "1-(√3)i"]),
        ("5", Fraction(2), ["25"]),
        ("0", Fraction(1, 3), ["0"]),
        ("0-4", Fraction(1, 2), ["0+2i", "0-2i"]),
        ("4", Fraction(-1, 2), ["1/2", "-1/2"]),
    ],
)
def test_all_roots(base: str, exponent: Fraction, texts: list[str]) -> None:
    reckon = Arithmetic()
    assert [reckon.text(root) for root in reckon.all_roots(value(base), exponent)] == texts


@pytest.mark.parametrize("base", ["2", "0-3", "i", "2+3i", "1+√2", "0-1-i", "√2+(√3)i"])
@pytest.mark.parametrize("exponent", [Fraction(1, 5), Fraction(2, 7), Fraction(-3, 4), Fraction(5, 6)])
def test_all_roots_are_roots_and_different(base: str, exponent: Fraction) -> None:
    reckon = Arithmetic()
    roots = reckon.all_roots(value(base), exponent)
    whole = reckon.power(value(base), Number.of(exponent.numerator))
    assert len(roots) == len(reckon.rising(roots)) == exponent.denominator
    for root in roots:
        assert reckon.equal(reckon.power(root, Number.of(exponent.denominator)), whole)
    assert reckon.is_zero(reckon.total(roots))
    assert reckon.equal(roots[0], reckon.power(value(base), Number.of(exponent), complex=True))


def test_too_many_roots_are_not_listed() -> None:
    with pytest.raises(Uncheckable) as refused:
        Arithmetic().all_roots(Number.of(2), Fraction(1, 1000))
    assert refused.value.code == "degree"


def test_powers_of_negative_numbers_with_exponents_too_large_to_write_out() -> None:
    reckon = Arithmetic()
    odd, even = value("9^(9^9)"), value("8^(9^9)")
    minus_two = Number.of(-2)
    assert reckon.sign(reckon.power(minus_two, odd)) == -1
    assert reckon.sign(reckon.power(minus_two, even)) == 1
    assert reckon.equal(reckon.power(Number.of(-1), odd), Number.of(-1))
    with pytest.raises(Uncheckable):
        reckon.power(I, odd)
    with pytest.raises(Uncheckable):
        reckon.power(minus_two, reckon.divide(odd, Number.of(2)))


def test_an_exponent_that_nobody_knows_to_be_rational_does_not_make_a_power_undefined() -> None:
    """A negative base needs to know whether the exponent is rational; if that is open, so is the power."""
    exponent = value("(2^√2)^√3+2^√2-2^√6")
    assert Arithmetic().equal(exponent, value("2^√2"))
    with pytest.raises(Uncheckable):
        power("0-2", "2^√2+3^√2")


def test_roots_of_roots_stay_in_one_piece() -> None:
    reckon = Arithmetic()
    texts = set()
    for root in reckon.all_roots(I, Fraction(1, 9)):
        texts |= {reckon.text(r) for r in reckon.all_roots(root, Fraction(1, 9))}
    assert len(texts) == 81
    assert max(map(len, texts)) < 30


def test_every_number_but_zero_to_the_zeroth_is_one() -> None:
    assert Arithmetic().power(value("3i"), Number.of(0)) == 1
    with pytest.raises(Undefined):
        Arithmetic().power(Number.of(0), Number.of(0))


@pytest.mark.parametrize("text", ["10^40+i", "10^40+(10^40+1)i", "3√(3+i)"])
def test_an_angle_next_to_a_simple_one_is_not_taken_for_it(text: str) -> None:
    root = Arithmetic().power(value(text, complex_roots=True), value("1/3"), complex=True)
    assert "3√" in str(root) or "1/9" in str(root)
    assert Arithmetic().power(root, Number.of(3)) == value(text, complex_roots=True)


@pytest.mark.parametrize(
    ("base", "exponent"),
    [
        # e to the power √(ln 2 x ln 3)
        ("2", "√(log_2(3))"),
        # complex and too tall for a ball
        ("9^(9^(9^9))+i", "1/3"),
    ],
)
def test_powers_beyond_what_can_be_decided(base: str, exponent: str) -> None:
    with pytest.raises(Uncheckable):
        Arithmetic().power(value(base), value(exponent), complex=True)


def test_irrational_powers_of_logarithms() -> None:
    found = Arithmetic().root(value("√10"), value("log_9(8)"))
    assert Arithmetic().approx(found) == pytest.approx(1.5 ** (10**-0.5) * 0.6309297535714574 ** (10**-0.5))
