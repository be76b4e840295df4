"""What comes out of the conformance matches, as short digests: kept in outcomes.json, compared by test_version.py.

    python -m tests.rules.outcomes

writes the file anew; `ENGINE` in rules/version.py must have been raised before if an outcome has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.fold import Fold
from rules.games import GAMES
from rules.replay import Replay
from rules.version import ENGINE, data_version

FILE = Path(__file__).with_name("outcomes.json")
CORPUS = Path(__file__).parents[1] / "conformance" / "matches.jsonl"
RULESETS = {game.ruleset for game in GAMES}


def matches() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Name and lines of every conformance match that this house can referee."""
    for scenario in map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines()):
        if scenario["events"][0].get("ruleset") in RULESETS:
            yield scenario["id"], scenario["events"]


def outcomes() -> dict[str, str]:
    """The digest of each match, by its name: of the state after every line."""
    return {name: data_version(_steps(events)) for name, events in matches()}


def _steps(events: list[dict[str, Any]]) -> list[object]:
    match = Replay(GAMES)
    steps: list[object] = []
    for event in events:
        fault = match.read(event)
        steps.append("bad line" if fault is not None else _ruled(match.fold))
    return steps


def _ruled(fold: Fold | None) -> object:
    """What was ruled, without the words that it was put in."""
    assert fold is not None
    view = fold.view
    return {
        "phase": view.phase,
        "to_act": view.to_act,
        "timer": (view.timer.state, view.timer.limit_ms, view.timer.deadline_ms),
        "mat": view.mat and view.mat.to_json(),
        "rulings": [(ruling.t_ms, ruling.code, ruling.cite, ruling.refuses) for ruling in view.rulings],
        "penalties": view.penalties,
        "shakes": [(shake.scores, shake.penalties, shake.goal_setter) for shake in view.shakes],
        "scores": [(seat.player, seat.score) for seat in view.seats],
        "match_points": view.match_points,
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps({"engine": ENGINE, "outcomes": outcomes()}, indent=1) + "\n", encoding="utf-8")
    print(f"{FILE.name}: engine {ENGINE}")
