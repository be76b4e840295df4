"""The MLAG matches of the conformance corpus: each holds, or needs what is said not to be built."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadRequest, NotBuilt
from rules.fold import Fold
from rules.games import GAMES
from rules.outcome import outcome
from tests.conformance.run_matches import differences
from tests.rules.equations.playing import RULESET

CORPUS = Path(__file__).parents[2] / "conformance" / "matches.jsonl"
SCENARIOS = [
    scenario
    for scenario in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    if scenario["events"][0]["ruleset"] == RULESET
]
#: What each of these needs is answered as not built.
NOT_BUILT = {"time-carry", "absent-2"}


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
    try:
        result = replayed(scenario["events"])
    except NotBuilt:
        assert scenario["id"] in NOT_BUILT
        return
    if any(ruling["code"] == "not-built" for ruling in result["rulings"]):
        assert scenario["id"] in NOT_BUILT
        return
    assert differences(scenario["expect"], result) == []


def test_the_corpus_is_there() -> None:
    assert len(SCENARIOS) == 24
