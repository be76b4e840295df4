"""The list of games: found by name, grown without being changed."""

import pytest

from rules.errors import BadRequest
from rules.games import GAMES
from rules.registry import Games
from tests.toy.flag_game import FLAG_GAME


def test_a_game_is_found_by_its_ruleset() -> None:
    assert Games([FLAG_GAME]).get("toy-flag-race") is FLAG_GAME


@pytest.mark.parametrize("name", ["chess", None, 7])
def test_an_unknown_ruleset_names_the_known_ones(name: object) -> None:
    with pytest.raises(BadRequest, match=r"there is no ruleset .* \(there are: toy-flag-race\)"):
        Games([FLAG_GAME]).get(name)


def test_a_house_with_one_game_more() -> None:
    more = GAMES.also(FLAG_GAME)
    assert list(more) == [*GAMES, FLAG_GAME]
    assert FLAG_GAME not in list(GAMES)
