"""rules/adjudicator/shape.py: what is said of signs that form no expression."""

from __future__ import annotations

import pytest

from tests.rules.adjudicator.asking import AGLOA, MLAG, asked


@pytest.mark.parametrize("ruleset", [AGLOA, MLAG])
@pytest.mark.parametrize(
    ("text", "cite", "witness"),
    [
        ("+7", "III-B-1", "+"),
        ("6x+4", "III-A", "x"),
        ("17÷(-8)", "III-B-1", "-"),
        ("45x", "III-A", "x"),
        ("x5", "III-A", "x"),
        ("√", "III-A", "√"),
        ("2(3)", "III-A", "2(3)"),
        ("(2)(3)", "III-A", "(2)(3)"),
        ("()", "III-A", None),
        ("3+()", "III-A", None),
    ],
)
def test_the_first_place_where_it_shows(ruleset: str, text: str, cite: str, witness: str | None) -> None:
    answer = asked(text, "middle", where="goal", ruleset=ruleset)
    (reason,) = answer["reasons"]
    assert (reason["code"], reason["cite"], reason.get("witness")) == ("illegal-expression", cite, witness)
