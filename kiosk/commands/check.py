"""`tablejudge check`: is it correct?"""

from __future__ import annotations

from typing import IO

import click

from kiosk.commands.lines import answer_lines
from rules.games import GAMES


@click.command()
@click.argument("source", type=click.File("rb"), default="-", metavar="FILE|-")
def command(source: IO[bytes]) -> None:
    """Is an expression legal, an Equation correct?

    FILE holds JSON Lines, a request each, such as
    {"id": 1, "kind": "expression", "ruleset": "mlag-basic-equations-2018", "division": "middle",
    "where": "solution", "text": "(3+4)x5"}. Each is answered by one line with the same id. The status is 1 if
    a line could not be answered.
    """
    raise SystemExit(answer_lines(source, lambda request: GAMES.get(request.get("ruleset")).ask("check", request)))
