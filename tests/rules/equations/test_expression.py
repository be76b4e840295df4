"""Tokens, the order of operations, exact values (III, VII-B-5)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.equations.expression import Illegal, Unreadable, Unsettled, parse, tokens, value


def worth(text: str, *, whole: bool = False) -> Fraction:
    return value(parse(tokens(text)), whole=whole)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2+3x4", "14"),
        ("(2+3)x4", "20"),
        ("9-4-3", "2"),
        ("8÷4÷2", "1"),
        ("2^3^2", "64"),
        ("8÷2√16", "2"),
        ("√9^2", "9"),
        ("√√81", "3"),
        ("3√√64", "2"),
        ("2^√9", "8"),
        ("[2x{3+(4-1)}]", "12"),
        ("2 × 3 − 4 / 2", "4"),
        ("4v81", "3"),
        ("2*3", "8"),
        ("8^(0-1)", "1/8"),
        ("(0-8)^(1÷3)", "-2"),
        ("(0-3)√8", "1/2"),
        ("(1÷2)√(0-9)", "81"),
        ("1^(9^9)", "1"),
        ("0^5", "0"),
        ("(4÷9)^(1÷2)", "2/3"),
    ],
)
def test_values(text: str, number: str) -> None:
    assert worth(text) == Fraction(number)


@pytest.mark.parametrize(
    ("text", "cite"),
    [
        ("5÷(3-3)", "III-A"),
        ("+7", "III-B-1"),
        ("6x-4", "III-B-1"),
        ("45x", "III-A"),
        ("2(3)", "III-A"),
        ("(2+3", "III-A"),
        ("(2+3]", "III-A"),
        ("", "III-A"),
        ("0√5", "III-C-2-a"),
        ("0^0", "III-C-2-b"),
        ("2√(0-4)", "III-C-2-c"),
        ("(2÷3)√(0-8)", "III-C-2-d"),
        ("(0-4)^(1÷2)", "III-C-2-e"),
        ("(0-2)√0", "III-C-2-b"),
        # A fault is found beside what is not settled.
        ("√2+5÷0", "III-A"),
    ],
)
def test_illegal(text: str, cite: str) -> None:
    with pytest.raises(Illegal) as wrong:
        worth(text)
    assert wrong.value.cite == cite


@pytest.mark.parametrize("text", ["4^(1÷2)", "(2-5)^4", "(2÷3)^3", "√5", "2√(1÷3)", "(1÷2)√5", "3√(1-9)", "0√5"])
def test_whole_numbers_of_the_youngest(text: str) -> None:
    with pytest.raises(Illegal):
        worth(text, whole=True)


@pytest.mark.parametrize(
    "text", ["√2", "(√2)^2", "9^(9^9)", "9^999x9^999", "2^3√8", "√4√16", "(" * 41 + "1" + ")" * 41, "2√3√64"]
)
def test_what_is_not_settled_is_not_guessed(text: str) -> None:
    with pytest.raises(Unsettled):
        worth(text)


@pytest.mark.parametrize("text", ["2!", "2.5", "5²", "log", "2;3", "1" * 301])
def test_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        tokens(text)


def test_notes_are_read() -> None:
    assert [(t.sign, t.note) for t in tokens("2<0,ud> + x<0>")] == [("2", "0,ud"), ("+", ""), ("x", "0")]


@given(st.text(alphabet="0123456789+-x÷^√()[]=<>sw ", max_size=40))
def test_nothing_else_is_raised(text: str) -> None:
    try:
        number = worth(text)
    except (Unreadable, Illegal, Unsettled):
        return
    assert number.numerator.bit_length() <= 3300


@given(st.lists(st.integers(0, 9), min_size=2, max_size=8), st.data())
def test_sums_and_products_agree_with_python(digits: list[int], data: st.DataObject) -> None:
    signs = data.draw(st.lists(st.sampled_from("+-x"), min_size=len(digits) - 1, max_size=len(digits) - 1))
    text = str(digits[0]) + "".join(f"{sign}{digit}" for sign, digit in zip(signs, digits[1:], strict=True))
    assert worth(text) == eval(text.replace("x", "*"))
