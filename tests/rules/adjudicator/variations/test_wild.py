"""rules/adjudicator/variations/wild.py: the wild cube."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import base, faults, on_mat, values, wild


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2x(8+7<0>)", "30"),
        ("8+0", "8"),
        ("0<=7>+1", "8"),
        ("(3<0>x6)-0", "15"),
        ("7x<0>3", "21"),
        ("0+2<0>", "4"),
    ],
)
def test_a_wild_cube_is_what_is_noted(text: str, expected: str) -> None:
    assert values(text, "middle", wild()) == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("(3<0>x6)-4<0>", "variation XIII-B-3"),
        ("7<x>+1", "variation XIII-B-3"),
        ("5!<0>", "variation XIII-B-4"),
    ],
)
def test_what_a_wild_cube_cannot_be(text: str, fault: str) -> None:
    assert faults(text, "middle", wild())[0] == fault


def test_a_cube_that_lies_sideways_is_what_another_is_noted_as() -> None:
    """One note is enough for all of them (Appendix A): the 0 that lies sideways is no zero."""
    turned = ("sideways", "upside-down", wild())
    assert values("0<sw>+3<0,ud>", "middle", *turned) == values("3<0,sw>+3<0,ud>", "middle", *turned) == ["-8/3"]
    assert faults("0<sw>+3", "middle", *turned) == ["illegal-expression XIII-B-1"]
    assert faults("0<sw>+0<=0>", "middle", *turned) == ["illegal-expression XIII-B-1"]


def test_an_operation_that_lies_sideways_is_asked_for_its_own_rule() -> None:
    assert faults("6+<0>30<sw>2", "middle", wild(), "sideways") == ["variation XIII-B-1"]


def test_elementary_has_wild_numerals_only() -> None:
    assert values("7<0>+3", "elementary", wild()) == ["10"]
    assert faults("7+<0>3", "elementary", wild()) == ["variation XIII-A-3"]


def test_a_factorial_is_on_no_cube() -> None:
    assert faults("5!<0>", "middle", wild(), "factorial") == ["variation XIII-B-3"]


def test_the_base_bounds_its_digits() -> None:
    assert faults("8<0>+1", "middle", wild(), base(8))[0] == "variation XIII-B-3"
    assert values("8<0>+1", "middle", wild(), base(9)) == ["9"]


def test_x_may_be_wild_in_junior() -> None:
    assert values("9x3", "junior", wild("x")) == ["27"]
    assert values("6<x>-(6<x>÷3)", "junior", wild("x")) == ["4"]
    assert values("(9-<x>3)x5", "junior", wild("x")) == ["1"]


def test_on_the_mat_it_may_be_anything() -> None:
    assert on_mat("R3 R0", "elementary", wild()) == [str(30 + digit) for digit in range(10)]
    assert on_mat("R3 R0 K7", "middle", wild()) == ["-4", "3/7", "3√7", "10", "21", "2187"]
    assert on_mat("R0 R+ R0", "elementary", wild()) == [str(2 * digit) for digit in range(10)]


def test_on_the_mat_its_turns_are_open() -> None:
    assert on_mat("R0", "middle", wild(), "upside-down") == [str(n) for n in range(-9, 10)]
    assert on_mat("K8 R0 G4", "senior", wild(), "imaginary")[:2] == ["0-32i", "0+32i"]
    assert "9/50" in on_mat("R2 R0 K9", "middle", wild(), "percent")
