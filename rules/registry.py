"""The games of this house, by the name of their ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.errors import BadRequest
from rules.game import Game


class Games:
    """An immutable set of games. Tests and other houses make their own with `also`."""

    def __init__(self, games: Iterable[Game[Any]]) -> None:
        self._games: dict[str, Game[Any]] = {game.ruleset: game for game in games}

    def __iter__(self) -> Iterator[Game[Any]]:
        return iter(self._games.values())

    def get(self, ruleset: object) -> Game[Any]:
        """The game of that name; BadRequest names those that there are."""
        game = self._games.get(ruleset) if isinstance(ruleset, str) else None
        if game is None:
            raise BadRequest(f"there is no ruleset {ruleset!r} (there are: {', '.join(self._games)})")
        return game

    def also(self, *games: Game[Any]) -> Games:
        return Games([*self, *games])
