"""`tablejudge readings`: every reading with its default, its values, its section and its words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from rules.equations.game import AGLOA, MLAG
from rules.readings import shown


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, ["readings", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def config(tmp_path: Path) -> str:
    path = tmp_path / "table.toml"
    path.write_text('[readings]\ngoal_digits = 4\ninitials_divisions = []\nlost_goal = "void"\n', encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("game", [MLAG, AGLOA], ids=lambda game: game.ruleset)
def test_every_reading_of_a_ruleset_is_listed(game: object) -> None:
    assert isinstance(game, type(MLAG))
    lines = run("--ruleset", game.ruleset).stdout.splitlines()
    assert lines[::2] == [f"  {r.name}={shown(r.default)}  ({r.allowed}; {r.cite})" for r in game.readings]
    assert lines[1::2] == [f"      {reading.words}" for reading in game.readings]


def test_without_a_ruleset_each_stands_once_and_names_the_books_where_they_differ() -> None:
    lines = run().stdout.splitlines()
    assert len(lines) == 2 * len(MLAG.readings)
    assert f"  goal_digits=3 in {MLAG.title}, 2 in {AGLOA.title}  (1 to 6; IV-B-1, MLAG VI-A-1)" in lines


def test_what_the_settings_have_chosen_is_marked(config: str) -> None:
    marked = [
        line for line in run("--config", config, "--ruleset", AGLOA.ruleset).stdout.splitlines() if line[0] == "*"
    ]
    assert marked == [
        (
            "* initials_divisions=none  (default elementary,middle; "
            "none or any of minor, elementary, middle, junior, senior; XI-A, note)"
        ),
        "* lost_goal=void  (default judge; judge, void, next-player; XI-A, IV)",
        "* goal_digits=4  (default 2; 1 to 6; IV-B-1, MLAG VI-A-1)",
    ]


def test_as_json(config: str) -> None:
    readings = {each["name"]: each for each in json.loads(run("--config", config, "--json").stdout)["readings"]}
    assert list(readings) == [reading.name for reading in MLAG.readings]
    assert readings["goal_digits"] == {
        "name": "goal_digits",
        "defaults": {MLAG.ruleset: 3, AGLOA.ruleset: 2},
        "values": "1 to 6",
        "cite": "IV-B-1, MLAG VI-A-1",
        "text": "a numeral of the Goal has at most so many digits",
        "chosen": 4,
    }
    assert readings["initials_divisions"]["chosen"] == []
    assert readings["silence_accepts"]["chosen"] is None


def test_wrong_calls(tmp_path: Path) -> None:
    wrong = run("--ruleset", "chess")
    assert (wrong.exit_code, "there is no ruleset 'chess' (there are: " in wrong.stderr) == (2, True)
    path = tmp_path / "table.toml"
    path.write_text("[readings]\ngoal_digits = 9\n", encoding="utf-8")
    wrong = run("--config", str(path))
    assert (wrong.exit_code, "readings.goal_digits is 9; it must be one of: 1 to 6" in wrong.stderr) == (2, True)
