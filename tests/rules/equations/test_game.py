"""Equations behind the door of every game."""

from typing import Any

from rules.equations.game import AGLOA, MLAG
from rules.equations.state import Match
from rules.game import Game
from rules.games import GAMES
from tests.rules.equations.playing import RULESET, moving


def test_it_is_a_game_of_this_house() -> None:
    game: Game[Match] = MLAG
    assert [other for other in GAMES if other.playable] == [game, AGLOA]
    assert GAMES.get(RULESET) is game
    assert (game.divisions[0], game.player_counts, game.kit and game.kit.size) == ("minor", (2, 3), 24)


def test_undoing_a_line_folds_anew() -> None:
    table = moving().move(30, "B", "R2", "required").at(40, "event-undone", line=5, judge="Lee", why="misread")
    assert (table.to_act, table.mat("required"), table.timer) == ("B", "", ("first-turn", 140, "running"))
    assert table.move(41, "B", "R3", "required").to_act == "C"


def test_undoing_what_others_rest_on_raises_nothing() -> None:
    """Initials for a penalty that is gone find nothing to sign."""
    table = moving("middle").tick(151).at(152, "penalty-approved", penalty=1, judge="Lee")
    table.at(153, "event-undone", line=4, judge="Lee", why="the Goal was not set")
    rest: dict[str, Any] = {"phase": table.phase, "scores": table.scores}
    assert rest == {"phase": "setting-goal", "scores": {"A": -1, "B": 0, "C": 0}}
