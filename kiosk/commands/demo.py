"""`tablejudge demo`: a scripted match on the simulated table."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click

from kiosk.clock import FastClock
from kiosk.commands.options import data_option, settings_of
from kiosk.demo import LiveStage, StuckError, play
from kiosk.headless import HeadlessTable
from kiosk.journal import JournalError
from kiosk.past import last_match
from kiosk.scoresheet import scoresheet_text
from kiosk.server import serve
from kiosk.table import Table
from rules.games import GAMES


@click.command()
@data_option
@click.option("--port", type=int, help="Port to listen on (8000; 0 takes a free one).")
@click.option("--speed", type=click.FloatRange(0, 100), default=1.0, show_default=True, help="Times faster than life.")
@click.option("--headless", is_flag=True, help="No pages; --speed 0 plays as fast as the machine can.")
def command(data: Path | None, port: int | None, speed: float, headless: bool) -> None:
    """Play a scripted match on the simulated table.

    Open the address that is printed to watch it. With --headless there are no pages, and the status is 0
    when the match is over. Without --data nothing is left behind.
    """
    if speed == 0 and not headless:
        raise click.UsageError("--speed 0 needs --headless: nobody could watch")
    with tempfile.TemporaryDirectory(prefix="tablejudge-demo-") as folder:
        # The script is written for the readings of the house.
        settings = replace(settings_of(None, data=data or Path(folder), port=port), readings={})
        try:
            if headless:
                _play_headless(settings.data.folder, speed)
            else:
                serve(settings, GAMES, make_clock=lambda: FastClock(speed), with_table=_play_beside(speed))
        except (JournalError, StuckError, OSError) as trouble:
            raise click.ClickException(str(trouble)) from None


def _play_headless(folder: Path, speed: float) -> None:
    table = HeadlessTable(folder, GAMES, speed=speed)
    try:
        play(table, click.echo)
        click.echo()
        click.echo(scoresheet_text(last_match(table.referee.record.journal, GAMES), "Demo"))
    finally:
        table.close()


def _play_beside(speed: float) -> Callable[[Table], None]:
    """Plays the script in a thread beside the pages."""

    def begin(table: Table) -> None:
        threading.Thread(target=play, args=(LiveStage(table, speed), click.echo), daemon=True).start()

    return begin
