"""`tablejudge scoresheet`: the official sheet."""

from __future__ import annotations

from pathlib import Path

import click

from kiosk.commands.options import config_option, data_option, not_built, settings_of
from kiosk.journal import JournalError, JournalReader
from kiosk.past import last_match
from kiosk.scoresheet import scoresheet_text
from rules.games import GAMES


@click.command()
@config_option
@data_option
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Write a PDF.")
def command(config: Path | None, data: Path | None, pdf: Path | None) -> None:
    """Print the official sheet of the last match."""
    if pdf is not None:
        not_built("the PDF of the scoresheet")
    settings = settings_of(config, data=data)
    try:
        reader = JournalReader(settings.data.folder)
    except JournalError as trouble:
        raise click.ClickException(str(trouble)) from None
    try:
        click.echo(scoresheet_text(last_match(reader, GAMES), settings.table.name))
    except JournalError as trouble:
        raise click.ClickException(str(trouble)) from None
    finally:
        reader.close()
