"""rules/adjudicator/bounds.py: the default groupings of VII-B-6 and their clashes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.adjudicator.books import AGLOA as BOOK
from rules.adjudicator.books import terms_of
from rules.adjudicator.reading import read
from rules.adjudicator.readings import Readings
from rules.adjudicator.terms import Terms
from tests.rules.adjudicator.asking import AGLOA, exponent

ALL = ["factorial", "number-of-factors", exponent()]


def trees(text: str, *variations: object, division: str = "junior", readings: Readings | None = None) -> list[str]:
    terms = terms_of(AGLOA, division, list(variations))
    if readings is not None:
        terms = Terms(replace(BOOK, readings=readings), terms.division, terms.variations)
    return sorted(reading.grouped for reading in read(text, terms, at_goal=False).readings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("√4+5", "(√4)+5"),
        ("√(4+5)+7", "(√(4+5))+7"),
        ("4+7!", "4+(7!)"),
        ("4+3²", "4+(3²)"),
        ("4+3!²", "4+((3!)²)"),
        ("x7+9", "(x7)+9"),
        ("xx9÷2", "(x(x9))÷2"),
        ("√x8", "√(x8)"),
        ("4x√9", "4x(√9)"),
        ("3√√9", "3√(√9)"),
        ("x3^2", "(x3)^2"),
        ("3!√8", "(3!)√8"),
    ],
)
def test_a_default_leaves_one_grouping(text: str, expected: str) -> None:
    assert trees(text, *ALL) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("√9!", ["(√9)!", "√(9!)"]),
        ("4+x7!", ["(4+(x7))!", "4+((x7)!)", "4+(x(7!))"]),
        ("4+x3²", ["(4+(x3))²", "4+((x3)²)", "4+(x(3²))"]),
        ("3√8!", ["(3√8)!", "3√(8!)"]),
        ("2+3√8", ["(2+3)√8", "2+(3√8)"]),
    ],
)
def test_a_clash_frees_and_an_index_is_free(text: str, expected: list[str]) -> None:
    assert trees(text, *ALL) == expected


def test_a_root_may_be_taken_of_an_indexed_root() -> None:
    assert trees("√3√8") == ["(√3)√8", "√(3√8)"]
    assert trees("√3√8", readings=Readings(root_of_an_indexed_root=False)) == ["(√3)√8"]


def test_a_league_may_keep_clashing_signs_to_their_neighbours() -> None:
    kept = Readings(clash_frees_every_grouping=False)
    assert trees("4+x7!", *ALL, readings=kept) == ["4+((x7)!)", "4+(x(7!))"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3+2i", ["3+(2i)"]),
        ("ii^2", ["(ii)^2"]),
        ("3+2xi", ["3+(2xi)"]),
        ("i√4", ["i(√4)"]),
        ("√9+i", ["(√9)+i"]),
        ("√9i", ["(√9)i", "√(9i)"]),
        ("√9xi", ["(√9)xi", "√(9xi)"]),
        ("3+(i)x2", ["3+(ix2)"]),
    ],
)
def test_products_with_i_come_first(text: str, expected: list[str]) -> None:
    assert sorted(set(trees(text, "imaginary", division="senior"))) == expected


def test_an_exponent_behind_a_product_with_i_clashes() -> None:
    assert set(trees("4i³", "imaginary", exponent(), division="senior")) == {"(4i)³", "4(i³)"}
