"""rules/adjudicator/force.py: every variation of the books has its rule, or is said to be data."""

from __future__ import annotations

from pathlib import Path

import rules.adjudicator.variations
from rules.adjudicator.books import BOOKS, terms_of
from rules.adjudicator.force import RULES, rules_in_force
from tests.rules.adjudicator.asking import AGLOA

#: Told in Terms and in the matching of cubes.
DATA_ONLY = {"two-digit-numerals", "multiple-operations"}


def test_every_variation_has_a_rule() -> None:
    names = {name for book in BOOKS.values() for division in book.divisions.values() for name in division.cites}
    assert set(RULES) | DATA_ONLY == names


def test_every_rule_has_a_file_of_its_name() -> None:
    folder = Path(rules.adjudicator.variations.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "rule"}
    assert files == {name.replace("-", "_") for name in RULES}


def test_the_rules_of_a_shake() -> None:
    terms = terms_of(AGLOA, "junior", ["factorial", "multiple-operations"])
    assert [(rule.name, rule.cite) for rule in rules_in_force(terms)] == [
        ("sideways", "XIII-C-1"),
        ("upside-down", "XIII-C-2"),
        ("factorial", "XIII-C-8"),
    ]
