"""rules/adjudicator/terms.py: what a request may choose, and what the terms then say."""

from __future__ import annotations

from typing import Any

import pytest

from rules.adjudicator.books import BOOKS, terms_of
from rules.adjudicator.terms import Variation
from rules.errors import BadRequest
from tests.rules.adjudicator.asking import AGLOA, MLAG


def test_terms_have_what_was_chosen_and_what_stands() -> None:
    terms = terms_of(AGLOA, "junior", [{"name": "base", "base": 12}, "factorial"])
    assert [str(variation) for variation in terms.variations] == ["sideways", "upside-down", "base 12", "factorial"]
    assert (terms.base, terms.wild, terms.multiple_of, terms.exponent_colour) == (12, None, None, None)
    assert terms.solution_digits == 2
    assert (terms.cite("base"), terms.cite("factorial")) == ("XIII-C-5", "XIII-C-8")


def test_options_have_their_own_names() -> None:
    exponent = {"name": "exponent", "color": "black"}
    terms = terms_of(AGLOA, "middle", [{"name": "wild", "cube": "0"}, {"name": "multiple-of-k", "k": 7}, exponent])
    assert (terms.base, terms.wild, terms.multiple_of, terms.exponent_colour) == (10, "0", 7, "K")
    assert [variation.to_json() for variation in terms.variations][-1] == exponent
    assert Variation("average").to_json() == "average"


def test_a_standing_variation_may_be_named() -> None:
    named = terms_of(MLAG, "senior", ["sideways", {"name": "wild", "cube": "0"}])
    assert named.variations == terms_of(MLAG, "senior", ["wild"]).variations == terms_of(MLAG, "senior").variations


@pytest.mark.parametrize(
    ("ruleset", "division", "variations"),
    [
        ("chess", "middle", []),
        (None, "middle", []),
        (AGLOA, "minor", []),
        (AGLOA, ["middle"], []),
        (AGLOA, "middle", "average"),
        (AGLOA, "middle", [7]),
        (AGLOA, "middle", [{}]),
        (AGLOA, "middle", [{"name": ["average"]}]),
        (AGLOA, "middle", ["imaginary"]),
        (AGLOA, "junior", ["percent"]),
        (MLAG, "middle", ["sideways"]),
        (AGLOA, "middle", ["average", "average"]),
        (AGLOA, "junior", [{"name": "wild", "cube": "0"}, {"name": "wild", "cube": "x"}]),
        (AGLOA, "middle", ["base"]),
        (AGLOA, "middle", [{"name": "base", "base": 11}]),
        (AGLOA, "middle", [{"name": "base", "base": 8.0}]),
        (AGLOA, "middle", [{"name": "base", "base": True}]),
        (AGLOA, "middle", [{"name": "base", "base": [8]}]),
        (AGLOA, "middle", [{"name": "wild", "cube": "x"}]),
        (MLAG, "senior", [{"name": "wild", "cube": "x"}]),
        (AGLOA, "junior", [{"name": "multiple-of-k", "k": 12}]),
        (AGLOA, "junior", [{"name": "exponent", "color": "pink"}]),
        (AGLOA, "middle", [{"name": "average", "of": 2}]),
        (AGLOA, "elementary", ["smallest-prime", "number-of-factors"]),
        (AGLOA, "middle", ["x" * 1000]),
    ],
)
def test_what_the_division_does_not_have_is_a_bad_request(ruleset: Any, division: Any, variations: Any) -> None:
    with pytest.raises(BadRequest) as wrong:
        terms_of(ruleset, division, variations)
    assert len(str(wrong.value)) < 300


def test_every_variation_of_a_division_can_be_chosen_alone() -> None:
    for book in BOOKS.values():
        for division in book.divisions.values():
            for name in division.cites:
                for option in division.options.get(name, (None,)):
                    terms = terms_of(book.ruleset, division.name, [Variation(name, option).to_json()])
                    assert terms.has(name)
                    assert terms.option(name) == option
