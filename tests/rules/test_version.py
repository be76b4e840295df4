"""Versions: what counts as the same rules, and a reminder to raise the engine's."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum

import msgspec
import pytest

from rules.equations.agloa import AGLOA_2019
from rules.equations.rulebook import MLAG_2018
from rules.errors import MisuseError
from rules.games import GAMES
from rules.version import ENGINE, data_version, versions_of, without_readings
from tests.rules.outcomes import FILE, outcomes


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Rule:
    name: str
    points: int


class Cite(msgspec.Struct, frozen=True):
    section: str


def test_every_game_has_versions() -> None:
    found = [versions_of(game) for game in GAMES]
    assert all(versions["engine"] == ENGINE for versions in found)
    assert len({versions["rulebook"] for versions in found}) == len(found)


def test_what_a_league_chose_can_be_left_out() -> None:
    [game] = [game for game in GAMES if game.ruleset == "mlag-basic-equations-2018"]
    house = versions_of(game)
    league = versions_of(game, {"goal_digits": 2})
    assert set(league) - set(house) == {"readings"}
    assert without_readings(league) == without_readings(house) == house


@pytest.mark.parametrize(
    ("data", "same"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (frozenset("xyz"), {"z", "y", "x"}),
        ({(1, 2): 6, (1, 1): 5}, {(1, 1): 5, (1, 2): 6}),
        (Rule("late", -1), Rule("late", -1)),
        (Cite("XI-A"), Cite("XI-A")),
        (Colour.RED, "red"),
        ([1, None, True, 0.5], (1, None, True, 0.5)),
    ],
)
def test_the_same_data_has_the_same_version(data: object, same: object) -> None:
    assert data_version(data) == data_version(same)


@pytest.mark.parametrize(
    ("data", "other"),
    [
        ({"a": 1}, {"a": 2}),
        ((1, 2), (2, 1)),
        (Rule("late", -1), Rule("late", -2)),
        (Cite("XI-A"), Cite("XI-B")),
        (MLAG_2018, AGLOA_2019),
        (MLAG_2018, replace(MLAG_2018, points=replace(MLAG_2018.points, late=-2))),
    ],
)
def test_other_data_has_another_version(data: object, other: object) -> None:
    assert data_version(data) != data_version(other)


def test_code_is_no_data() -> None:
    with pytest.raises(MisuseError, match="function"):
        data_version({"work": test_code_is_no_data})


def test_the_engine_has_another_version_when_it_rules_otherwise() -> None:
    """The outcomes of the conformance matches as they were when the version was last raised."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    now = outcomes()
    changed = sorted(name for name in now.keys() & kept["outcomes"].keys() if now[name] != kept["outcomes"][name])
    if kept["engine"] == ENGINE:
        assert changed == [], (
            "these matches come out otherwise than before: if that is meant, raise ENGINE in rules/version.py "
            "and run python -m tests.rules.outcomes"
        )
    assert (kept["engine"], sorted(kept["outcomes"])) == (ENGINE, sorted(now)), (
        "run python -m tests.rules.outcomes: the kept outcomes are of another engine or of other matches"
    )
