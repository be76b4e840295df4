"""`tablejudge readings`: what a league can choose where the rules are open, and what it has chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kiosk.commands.lines import write
from kiosk.commands.options import config_option, settings_of
from rules.errors import BadRequest
from rules.game import Game
from rules.games import GAMES
from rules.readings import Chosen, Reading, shown

#: Stands before a reading that the settings have chosen.
MARK = "*"


@dataclass(frozen=True, slots=True)
class Entry:
    """A reading with what each game takes, and what the settings have chosen, if anything."""

    reading: Reading
    #: By the title of the game.
    defaults: dict[str, Any]
    rulesets: tuple[str, ...]
    chosen: Any = None

    @property
    def default(self) -> str:
        """The default; with the games' names where they differ."""
        values = [shown(value) for value in self.defaults.values()]
        if len(set(values)) == 1:
            return values[0]
        return ", ".join(f"{shown(value)} in {title}" for title, value in self.defaults.items())

    def lines(self) -> Iterator[str]:
        about = f"{self.reading.allowed}; {self.reading.cite}"
        if self.chosen is None:
            yield f"  {self.reading.name}={self.default}  ({about})"
        else:
            yield f"{MARK} {self.reading.name}={shown(self.chosen)}  (default {self.default}; {about})"
        yield f"      {self.reading.words}"

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.reading.name,
            "defaults": dict(zip(self.rulesets, self.defaults.values(), strict=True)),
            "values": str(self.reading.allowed),
            "cite": self.reading.cite,
            "text": self.reading.words,
            "chosen": self.chosen,
        }


def entries(games: Iterable[Game[Any]], chosen: Chosen) -> list[Entry]:
    """The readings of these games, each once, in their order."""
    found: dict[str, list[tuple[Game[Any], Reading]]] = {}
    for game in games:
        for reading in game.readings:
            found.setdefault(reading.name, []).append((game, reading))
    return [
        Entry(
            had[0][1],
            {game.title: reading.default for game, reading in had},
            tuple(game.ruleset for game, _ in had),
            chosen.get(name),
        )
        for name, had in found.items()
    ]


@click.command()
@config_option
@click.option("--ruleset", metavar="RULESET", help="Only the readings of this ruleset.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def command(config: Path | None, ruleset: str | None, as_json: bool) -> None:
    """List what a league can choose where the rules are open.

    Each reading has its default, the values that can be chosen, the section that is open, and what it is about. Those
    that the section [readings] of the settings has chosen (docs/settings.md) are marked with a star.
    """
    chosen = settings_of(config).readings
    try:
        games = list(GAMES) if ruleset is None else [GAMES.get(ruleset)]
    except BadRequest as bad:
        raise click.BadParameter(str(bad), param_hint="--ruleset") from None
    listed = entries(games, chosen)
    if as_json:
        write({"readings": [entry.to_json() for entry in listed]})
        return
    for entry in listed:
        for line in entry.lines():
            click.echo(line)
