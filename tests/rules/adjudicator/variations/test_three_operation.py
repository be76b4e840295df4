"""rules/adjudicator/variations/three_operation.py: at least three operations."""

from __future__ import annotations

import pytest

from rules.adjudicator.books import terms_of
from rules.adjudicator.notation import tokens
from rules.adjudicator.variations.three_operation import ThreeOperation
from tests.rules.adjudicator.asking import AGLOA
from tests.rules.adjudicator.judging import faults


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


def test_a_sign_that_the_context_makes_a_point_is_no_operation() -> None:
    """12^5 can be nothing but 12.5 in a Solution of Elementary, 2^5 is a power (XIII-A-6, A-11)."""
    chosen = ("decimal-point", "three-operation")
    assert faults("(12^5+1)-3=21÷2", *chosen, division="elementary") == ["variation XIII-A-6"]
    assert faults("(2^5+1)-3=30", *chosen, division="elementary") == ["ambiguous VII-B-6"]
    assert faults("((2^5)+1)-3=30", *chosen, division="elementary") == []
