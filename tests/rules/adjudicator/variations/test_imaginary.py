"""rules/adjudicator/variations/imaginary.py: i, and every root."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import faults, on_mat, values, wild


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ii", "-1"),
        ("2i^8", "256"),
        ("2xi^2", "-4"),
        ("3+4i", "3+4i"),
        ("5ii2-7", "-17"),
        ("5xi-i4", "0+1i"),
        ("i<ud>", "0-1i"),
        ("(i)2", "0+2i"),
        ("i(3+4)", "0+7i"),
        ("(3+4)i", "0+7i"),
        ("i√4", "0+2i"),
        ("√4", "2"),
        ("√4<ud>", "0-2i 0+2i"),
        ("3√8<ud>", "-2"),
        ("4^(1÷2)", "-2 2"),
        ("(√4)<=-2>", "-2"),
        ("((√4))<=-2>", "-2"),
        ("(4^(1÷2))<=-2>", "-2"),
        ("√9i", "-3/2x√2-(3/2x√2)i 0+3i 3/2x√2+(3/2x√2)i"),
    ],
)
def test_products_and_roots(text: str, expected: str) -> None:
    assert values(text, "senior", "imaginary") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("4^i", "illegal-expression XIII-D-11"),
        ("(2i)√4", "illegal-expression XIII-D-11"),
        ("2(i^8)", "illegal-expression III-A"),
        ("(2i)3", "illegal-expression III-A"),
        ("i(3+4)2", "illegal-expression III-A"),
        ("i<sw>", "variation XIII-C-1"),
        ("(√4)<=3>", "variation XIII-D-11"),
        ("(√4)<=1÷0>", "variation XIII-D-11"),
        ("(√4)<=abc>", "variation XIII-D-11"),
    ],
)
def test_what_it_does_not_allow(text: str, fault: str) -> None:
    assert faults(text, "senior", "imaginary")[0] == fault


def test_on_the_mat_the_bar_is_i_or_minus_i() -> None:
    assert on_mat("R3 R+ B2 R-s", "senior", "imaginary") == ["0-5i", "0+5i", "3-2i", "3+2i"]
    assert on_mat("R2 R-s G^ G4", "senior", "imaginary") == ["16"]


def test_a_wild_cube_may_be_i() -> None:
    assert values("8i<0>4", "senior", "imaginary", wild(), where="goal") == ["0+32i"]
