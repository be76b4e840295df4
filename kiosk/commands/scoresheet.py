"""`tablejudge scoresheet`: the official sheet."""

from __future__ import annotations

from pathlib import Path

import click

from kiosk.commands.options import config_option, data_option, settings_of, write_file
from kiosk.journal import JournalError
from kiosk.past import read_last_match
from kiosk.scoresheet import scoresheet, sheet_text
from rules.games import GAMES


@click.command()
@config_option
@data_option
@click.option("--event", metavar="NAME", help="The tournament, as the sheet shall call it.")
@click.option("--round", "round_", metavar="NAME", help="The round, as the sheet shall call it.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Write a PDF to be signed.")
def command(config: Path | None, data: Path | None, event: str | None, round_: str | None, pdf: Path | None) -> None:
    """Print the official sheet of the last match."""
    settings = settings_of(config, data=data)
    try:
        match = read_last_match(settings.data.folder, GAMES)
    except JournalError as trouble:
        raise click.ClickException(str(trouble)) from None
    sheet = scoresheet(match, settings.table.name, event, round_)
    if pdf is None:
        click.echo(sheet_text(sheet))
        return
    # Setting pages needs a heavy library; whoever wants the text need not wait for it.
    from kiosk.sheet_pdf import sheet_pdf

    write_file(pdf, sheet_pdf(sheet))
