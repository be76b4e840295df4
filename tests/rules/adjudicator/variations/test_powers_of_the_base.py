"""rules/adjudicator/variations/powers_of_the_base.py: powers made with a 1."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import base, faults, on_mat, values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9+1", "10"),
        ("9+10<1>", "19"),
        ("9+.01<1>", "901/100"),
        ("9+0.1<1>", "91/10"),
        ("100<1,sw>", "1/100"),
        ("10<1>^2", "100"),
    ],
)
def test_a_one_is_a_power_of_ten(text: str, expected: str) -> None:
    assert values(text, "junior", "powers-of-the-base") == expected.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("9+64<1>", "variation XIII-C-4"),
        ("9+1.1<1>", "variation XIII-C-4"),
        ("4100<1>", "variation XIII-C-4"),
        ("100<1>0", "illegal-expression III-A"),
    ],
)
def test_what_is_no_power(text: str, fault: str) -> None:
    assert faults(text, "junior", "powers-of-the-base")[0] == fault


def test_it_is_written_in_the_base() -> None:
    assert values("100<1>", "middle", "powers-of-the-base", base(8)) == ["64"]
    assert values(".01<1>", "junior", "powers-of-the-base", base(12)) == ["1/144"]


def test_on_the_mat_the_nearest_powers_are_listed() -> None:
    found = on_mat("K9 R+ R1", "middle", "powers-of-the-base")
    assert found == ["9001/1000", "901/100", "91/10", "10", "19", "109", "1009"]
