"""Equations behind the door of every game."""

from typing import Any

import pytest

from rules.equations.game import AGLOA, MLAG
from rules.equations.state import Match, Phase
from rules.errors import NotBuilt
from rules.evidence import BlockUp
from rules.game import Game
from rules.games import GAMES
from tests.rules.equations.playing import RULESET, Table, moving


def test_it_is_a_game_of_this_house() -> None:
    game: Game[Match] = MLAG
    assert [other for other in GAMES if other.playable] == [game, AGLOA]
    assert GAMES.get(RULESET) is game
    assert (game.divisions[0], game.player_counts, game.kit and game.kit.size) == ("minor", (2, 3), 24)


def test_it_answers_check_and_says_what_it_cannot_answer() -> None:
    request = {"kind": "expression", "ruleset": RULESET, "division": "middle", "where": "solution", "text": "2+3"}
    assert MLAG.ask("check", request)["legal"] is True
    with pytest.raises(NotBuilt, match="cannot answer 'guess' yet"):
        MLAG.ask("guess", request)


def test_it_says_what_evidence_means() -> None:
    fold = moving().fold
    proposal = MLAG.propose(fold.state, BlockUp(), None)
    assert [event.name for event in proposal.events] == ["block-lifted"]


def test_before_the_first_shake_there_is_none_to_play() -> None:
    match = Table().match
    assert (match.present, match.phase) == (("A", "B", "C"), Phase.SHAKE_OVER)
    with pytest.raises(LookupError, match="no shake has begun"):
        _ = match.playing


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
