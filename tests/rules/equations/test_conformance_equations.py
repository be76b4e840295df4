"""The worked examples of the MLAG rule texts: each holds, or is answered `not-built`."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadRequest, NotBuilt
from rules.games import GAMES
from tests.conformance.run import judge
from tests.rules.equations.playing import RULESET

CORPUS = Path(__file__).parents[2] / "conformance" / "equations.jsonl"
CASES = [
    case
    for case in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    if case.get("request", {}).get("ruleset") == RULESET
]
GAME = GAMES.get(RULESET)


def is_plain(request: dict[str, Any]) -> bool:
    """Whether a request is within the depth of this version: no notes, no turned cubes, no irrational values."""
    text = request.get("text", "") + request.get("equation", "")
    goal = request.get("mat", {}).get("goal", "")
    return "<" not in text and not any(word[-1] in "su" for word in goal.split())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    try:
        answer = GAME.ask("check", case["request"])
    except NotBuilt:
        irrational = "approx" in case["expect"]
        assert irrational or not is_plain(case["request"])
        return
    except BadRequest as wrong:
        answer = {"error": {"code": wrong.code, "text": str(wrong)}}
    assert judge(case["expect"], answer) is None


def test_the_corpus_is_there() -> None:
    assert len(CASES) > 300
