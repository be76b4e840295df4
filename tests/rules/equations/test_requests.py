"""`check` requests and answers (contract, section 4)."""

from typing import Any

import pytest

from rules.errors import BadRequest, NotBuilt
from rules.games import GAMES
from tests.rules.equations.playing import RULESET

GAME = GAMES.get(RULESET)
EXPRESSION: dict[str, Any] = {"kind": "expression", "division": "middle", "where": "goal", "text": "87÷13"}
EQUATION: dict[str, Any] = {"kind": "equation", "division": "middle", "challenge": "none", "equation": "5+7=12"}


def test_an_expression() -> None:
    assert GAME.ask("check", EXPRESSION) == {"legal": True, "values": ["87/13"], "approx": [87 / 13]}
    assert GAME.ask("check", EXPRESSION | {"cubes": "R2 Bx R3"})["values"] == ["6"]
    illegal = GAME.ask("check", EXPRESSION | {"text": "7÷0"})
    assert illegal == {
        "legal": False,
        "reasons": [
            {"code": "illegal-expression", "cite": "III-A", "text": "(7÷0) divides by zero.", "witness": "(7÷0)"}
        ],
    }
    assert GAME.ask("check", EXPRESSION | {"text": "2=2"})["reasons"][0]["code"] == "illegal-expression"
    assert GAME.ask("check", EXPRESSION | {"text": "2?"})["reasons"][0]["code"] == "unreadable"
    huge = GAME.ask("check", EXPRESSION | {"text": "9^399"})
    assert (huge["legal"], huge["approx"]) == (True, [None])


def test_an_equation() -> None:
    assert GAME.ask("check", EQUATION) == {
        "verdict": "correct",
        "reasons": [],
        "solution_value": "12",
        "goal_value": "12",
    }
    wrong = GAME.ask("check", EQUATION | {"equation": "5+8=12"})
    no_goal = GAME.ask("check", EQUATION | {"equation": "5+7=7÷0"})
    assert [reason["code"] for reason in no_goal["reasons"]] == ["goal-illegal"]
    assert (wrong["verdict"], wrong["reasons"][0]["witness"]) == ("incorrect", "13 ≠ 12")


def test_only_the_value() -> None:
    """Neither multi-digit numerals nor cubes count, only whether the two are equal."""
    assert GAME.ask("check", EQUATION | {"equation": "10+2=12", "ask": "value"})["verdict"] == "correct"
    assert GAME.ask("check", EQUATION | {"equation": "10+3=12", "ask": "value"})["verdict"] == "incorrect"
    assert GAME.ask("check", EQUATION | {"equation": "10+÷=12", "ask": "value"})["verdict"] == "incorrect"
    assert GAME.ask("check", EQUATION | {"equation": "10", "ask": "value"})["verdict"] == "incorrect"
    assert GAME.ask("check", EQUATION | {"equation": "1?=2", "ask": "value"})["verdict"] == "incorrect"
    with pytest.raises(NotBuilt):
        GAME.ask("check", EQUATION | {"equation": "√2=√2", "ask": "value"})


@pytest.mark.parametrize(
    "changes",
    [
        {"division": "giant"},
        {"kind": "set"},
        {"variations": ["average"]},
        {"variations": "average"},
        {"challenge": "perhaps"},
        {"ask": "everything"},
        {"equation": 7},
        {"mat": "R2"},
        {"mat": {"goal": 6}},
        {"mat": {"goal": "R9"}},
        {"mat": {"required": "R2"}},
        {"kind": "expression", "text": "2", "where": "pocket"},
        {"kind": "expression"},
    ],
    ids=str,
)
def test_requests_that_cannot_be_read(changes: dict[str, Any]) -> None:
    with pytest.raises(BadRequest) as wrong:
        GAME.ask("check", EQUATION | changes)
    assert wrong.value.code == "bad-request"


def test_variations_in_force_may_be_named() -> None:
    listed = ["sideways", {"name": "upside-down"}, {"name": "wild", "cube": "0"}]
    assert GAME.ask("check", EQUATION | {"division": "senior", "variations": listed})["verdict"] == "correct"


@pytest.mark.parametrize("cubes", ["R2 _ R+ R3", "R2s", ""])
def test_goals_that_cannot_be_valued_yet(cubes: str) -> None:
    with pytest.raises(NotBuilt):
        GAME.ask("check", EXPRESSION | {"cubes": cubes})


def test_solving_is_not_built() -> None:
    with pytest.raises(NotBuilt, match="solve"):
        GAME.ask("solve", {})
