"""The Equations matches of the conformance corpus, both rulesets: each holds."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadRequest
from rules.fold import Fold
from rules.games import GAMES
from rules.outcome import outcome
from tests.conformance.run_matches import differences

CORPUS = Path(__file__).parents[2] / "conformance" / "matches.jsonl"
RULESETS = {"mlag-basic-equations-2018": 24, "agloa-equations-2019": 66}
SCENARIOS = [
    scenario
    for scenario in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    if scenario["events"][0]["ruleset"] in RULESETS
]


def replayed(events: list[dict[str, Any]]) -> dict[str, Any]:
    fold = Fold.open(GAMES, events[0])
    errors = []
    for line, event in enumerate(events[1:], start=2):
        try:
            timed = fold.read(event)
        except BadRequest as wrong:
            errors.append({"line": line, "code": wrong.code, "text": str(wrong)})
            continue
        fold = fold.apply(timed)
    return outcome(fold.view, fold.game.words) | {"errors": errors}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario: dict[str, Any]) -> None:
    assert differences(scenario["expect"], replayed(scenario["events"])) == []


def test_the_corpus_is_there() -> None:
    assert Counter(scenario["events"][0]["ruleset"] for scenario in SCENARIOS) == RULESETS
