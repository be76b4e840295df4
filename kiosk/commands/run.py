"""`tablejudge run`: the table and its pages."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kiosk.boxes import wiring_of
from kiosk.clock import SystemClock
from kiosk.commands.options import box_option, config_option, data_option, settings_of
from kiosk.journal import Journal, JournalError
from kiosk.server import serve
from kiosk.settings import SettingsError
from kiosk.settings_keeper import Source
from rules.games import GAMES


@click.command()
@config_option
@data_option
@click.option("--host", metavar="ADDRESS", help="Address to listen on (127.0.0.1).")
@click.option("--port", type=int, help="Port to listen on (8000; 0 takes a free one).")
@box_option
def command(config: Path | None, data: Path | None, host: str | None, port: int | None, box: str | None) -> None:
    """Run the table and its pages.

    The hardware is simulated unless the settings say otherwise: open the address that is printed in a
    browser and play with the mouse. A match goes on where it was; SIGTERM or Ctrl-C ends the table in order.
    """
    options = {"data": data, "host": host, "port": port, "box": box}
    settings = settings_of(config, **options)
    try:
        wiring_of(settings.box)
    except SettingsError as wrong:
        raise click.UsageError(str(wrong)) from None
    try:
        # What can be wrong with the data folder is said here, in one line, before any process is started.
        Journal(settings.data.folder, SystemClock()).close()
        serve(settings, GAMES, source=Source(config, options, os.environ))
    except (JournalError, OSError) as trouble:
        raise click.ClickException(str(trouble)) from None
