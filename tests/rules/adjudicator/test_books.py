"""rules/adjudicator/books.py: the places of the variations in the two books."""

from __future__ import annotations

from rules.adjudicator.books import AGLOA, MLAG

ALL = {
    *("sideways", "upside-down", "wild", "factorial", "multiple-operations", "three-operation", "remainder", "average"),
    *("smallest-prime", "percent", "decimal-point", "two-digit-numerals", "lcm", "gcf", "number-of-factors", "base"),
    *("multiple-of-k", "exponent", "powers-of-the-base", "imaginary", "decimal-in-goal", "log"),
}


def test_the_divisions_have_the_variations_of_section_xiii() -> None:
    assert {name for division in AGLOA.divisions.values() for name in division.cites} == ALL
    places = {
        name: [d.cites.get(name) for d in AGLOA.divisions.values()] for name in ("wild", "base", "log", "percent")
    }
    assert places == {
        "wild": ["XIII-A-3", "XIII-B-3", "XIII-C-3", "XIII-C-3"],
        "base": [None, "XIII-B-6", "XIII-C-5", "XIII-C-5"],
        "log": [None, None, None, "XIII-D-13"],
        "percent": ["XIII-A-10", "XIII-B-9", None, None],
    }


def test_mlag_plays_three_variations_in_high_school_only() -> None:
    played = {name: [str(v) for v in division.standing] for name, division in MLAG.divisions.items()}
    three = ["sideways", "upside-down", "wild 0"]
    assert played == {"minor": [], "elementary": [], "middle": [], "junior": three, "senior": three}


def test_whole_numbers_are_for_the_youngest() -> None:
    assert [d.name for d in AGLOA.divisions.values() if d.whole_numbers] == ["elementary"]
    assert [d.name for d in MLAG.divisions.values() if d.whole_numbers] == ["minor", "elementary"]
