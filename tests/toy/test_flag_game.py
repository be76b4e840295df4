"""The toy game through the fold: what every game behind the door must do."""

import pytest

from rules.errors import BadRequest
from rules.registry import Games
from rules.replay import Replay
from tests.toy.flag_game import FLAG_GAME

GAMES = Games([FLAG_GAME])
OPENING = {"t": 0, "event": "match-started", "ruleset": "toy-flag-race", "players": ["A", "B"]}


def told(*lines: dict) -> Replay:
    match = Replay(GAMES)
    for line in (OPENING, *lines):
        match.read(line)
    return match


def test_a_whole_race() -> None:
    lines = []
    for turn in range(7):
        player = "AB"[turn % 2]
        lines.append({"t": turn * 10, "event": "counted", "player": player, "by": 3 - turn % 2})
        lines.append({"t": turn * 10 + 5, "event": "flag-passed", "player": player})
    result = told(*lines).result()
    assert result is not None
    assert (result["phase"], result["scores"]) == ("race-over", {"A": 12, "B": 6})
    assert [ruling["code"] for ruling in result["rulings"]] == ["not-now"]


def test_a_minute_lost_and_a_refusal() -> None:
    result = told({"t": 61, "event": "counted", "player": "A", "by": 1}).result()
    assert result is not None
    assert [ruling["code"] for ruling in result["rulings"]] == ["time-lost", "out-of-turn"]
    assert result["to_act"] == ["B"]
    assert result["scores"] == {"A": 0, "B": 0}


def test_bad_lines_change_nothing() -> None:
    match = told(
        {"t": 5, "event": "counted", "player": "Z", "by": 1},
        {"t": 5, "event": "cube-moved", "player": "A"},
        {"t": 5, "event": "counted", "player": "A"},
    )
    assert [(fault.line, fault.code) for fault in match.errors] == [(line, "bad-request") for line in (2, 3, 4)]
    assert match.fold is not None
    assert match.fold.t_ms == 0


def test_an_undone_line_is_folded_away_and_time_goes_on() -> None:
    match = told(
        {"t": 5, "event": "counted", "player": "A", "by": 3},
        {"t": 7, "event": "event-undone", "line": 2, "judge": "Lee", "why": "miscounted"},
    )
    result = match.result()
    assert result is not None
    assert (result["scores"]["A"], result["t"]) == (0, 7)


def test_there_is_no_other_game_here() -> None:
    with pytest.raises(BadRequest, match="toy-flag-race"):
        GAMES.get("chess")
