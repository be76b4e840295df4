"""`tablejudge check`: is it correct?"""

from __future__ import annotations

from typing import IO

import click

from kiosk import adjudicator
from kiosk.commands.lines import answer_lines
from rules.adjudicator.readings import Choices, parse_choices
from rules.errors import BadRequest


def _choices(_context: click.Context, _parameter: click.Parameter, written: tuple[str, ...]) -> Choices:
    try:
        return parse_choices(written)
    except BadRequest as bad:
        raise click.BadParameter(str(bad)) from None


def _list_readings(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    for reading in adjudicator.list_readings():
        click.echo(f"{reading['reading']}={reading['default']}  ({reading['values']}; {reading['cite']})")
        click.echo(f"    {reading['text']}")
    context.exit()


@click.command()
@click.argument("source", type=click.File("rb"), default="-", metavar="FILE|-")
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_choices,
    help="Read an open place of the rules otherwise; may be given several times.",
)
@click.option(
    "--list-readings",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_readings,
    help="List the readings with their defaults, and where the rule books leave them open.",
)
def command(source: IO[bytes], readings: Choices) -> None:
    """Is an expression legal, an Equation correct?

    FILE holds JSON Lines, a request each, such as
    {"id": 1, "kind": "expression", "ruleset": "mlag-basic-equations-2018", "division": "middle",
    "where": "solution", "text": "(3+4)x5"}. Each is answered by one line with the same id. The status is 1 if
    a line could not be answered.
    """
    raise SystemExit(answer_lines(source, lambda request: adjudicator.ask(request, readings)))
