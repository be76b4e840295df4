"""Selecting variations: seasons, doubles, conflicts, and what has no effect on a roll."""

import pytest

from rules.adjudicator.books import AGLOA, BOOKS, MLAG, terms_of
from rules.adjudicator.selecting import NEEDS, Unsuitable, offered, unsuitable
from rules.adjudicator.terms import Variation
from rules.cubes import EQUATIONS_KIT

EVERYTHING = "R0 R1 R2 R3 R+ R- B0 B1 B2 B3 Bx B÷ G4 G5 G6 G^ Gx G- K7 K8 K9 K√ K+ K÷"


def found(division: str, chosen: list, variation: Variation, roll: str) -> Unsuitable | None:
    terms = terms_of("agloa-equations-2019", division, chosen)
    return unsuitable(terms, variation, EQUATIONS_KIT.parse_all(roll))


@pytest.mark.parametrize("division", AGLOA.divisions)
def test_on_a_full_roll_everything_that_is_offered_suits(division: str) -> None:
    for variation in offered(AGLOA.divisions[division]):
        assert found(division, [], variation, EVERYTHING) is None, variation


def test_every_variation_has_its_need() -> None:
    names = {name for book in BOOKS.values() for division in book.divisions.values() for name in division.cites}
    assert names == set(NEEDS) | {"wild", "exponent"}


@pytest.mark.parametrize(
    ("division", "chosen", "variation", "roll"),
    [
        ("elementary", [], Variation("wild", "0"), "R1 R2 B3 Bx"),
        ("elementary", [], Variation("average"), "R1 R2 B3 Bx R-"),
        ("elementary", [{"name": "wild", "cube": "0"}], Variation("average"), "R0 R2 B3 Bx R-"),
        ("elementary", [], Variation("lcm"), "R1 R2 Bx"),
        ("elementary", [], Variation("two-digit-numerals"), "R1 Bx R+"),
        ("elementary", [], Variation("sideways"), "R0 B0 Bx R+"),
        ("middle", [], Variation("exponent", "green"), "R1 Gx G- G^"),
        ("middle", [{"name": "base", "base": 8}], Variation("exponent", "black"), "R1 K8 K9 K+"),
        ("middle", [], Variation("powers-of-the-base"), "R0 R2 Bx"),
        ("junior", [], Variation("wild", "x"), "R0 R2 B3"),
        ("senior", [], Variation("log"), "R0 R2 Bx"),
    ],
)
def test_what_has_no_effect(division: str, chosen: list, variation: Variation, roll: str) -> None:
    assert found(division, chosen, variation, roll) is Unsuitable.NO_EFFECT


@pytest.mark.parametrize(
    ("division", "chosen", "variation", "roll"),
    [
        ("middle", [{"name": "wild", "cube": "0"}], Variation("average"), "R0 R2 B3 Bx"),
        ("middle", [{"name": "base", "base": 9}], Variation("exponent", "black"), "R1 K8 K+"),
        ("middle", ["sideways", {"name": "wild", "cube": "0"}], Variation("exponent", "blue"), "B0 Bx R2"),
        ("senior", [], Variation("imaginary"), "R0 R2 Bx"),
        ("junior", [{"name": "wild", "cube": "x"}], Variation("powers-of-the-base"), "R2 Bx"),
    ],
)
def test_what_has_one_though_it_may_not_look_so(division: str, chosen: list, variation: Variation, roll: str) -> None:
    assert found(division, chosen, variation, roll) is None


def test_doubles_and_conflicts() -> None:
    assert found("middle", ["average"], Variation("average"), EVERYTHING) is Unsuitable.CHOSEN
    other = Variation("base", 9)
    assert found("middle", [{"name": "base", "base": 8}], other, EVERYTHING) is Unsuitable.CHOSEN
    assert found("junior", [], Variation("sideways"), EVERYTHING) is Unsuitable.CHOSEN
    factors = Variation("number-of-factors")
    assert found("elementary", ["smallest-prime"], factors, EVERYTHING) is Unsuitable.CONFLICT


def test_seasons() -> None:
    elementary = AGLOA.divisions["elementary"]
    names = {season: {variation.name for variation in offered(elementary, season)} for season in (2020, 2021)}
    assert names[2020] - names[2021] == {"average", "smallest-prime", "percent", "decimal-point"}
    assert names[2021] - names[2020] == {"two-digit-numerals", "lcm", "gcf", "number-of-factors"}
    middle = AGLOA.divisions["middle"]
    assert "exponent" not in {variation.name for variation in offered(middle, 2020)}
    assert offered(MLAG.divisions["junior"]) == ()
    assert {variation.option for variation in offered(AGLOA.divisions["senior"]) if variation.name == "base"} == {
        8,
        9,
        11,
        12,
    }
