"""rules/adjudicator/variations/three_operation.py: at least three operations."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.notation import tokens
from rules.adjudicator.variations.three_operation import ThreeOperation
from tests.rules.adjudicator.asking import AGLOA


@pytest.mark.parametrize(
    ("text", "enough"),
    [
        ("8+9", False),
        ("(8+8)+1", False),
        ("(8+8)+(1x1)", True),
        ("(xx5)+1", True),
        ("(3!)+(3!)", True),
        ("(1.5x6)+3", False),
        ("[50%(6+6)]+6", True),
    ],
)
def test_operations_are_counted(text: str, enough: bool) -> None:
    rule = ThreeOperation(terms_of(AGLOA, "elementary", ["three-operation"]))
    assert (not list(rule.solution_faults(tokens(text)))) is enough
