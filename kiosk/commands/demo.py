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
from kiosk.demo import INTRODUCTION, play
from kiosk.headless import HeadlessTable
from kiosk.journal import JournalError
from kiosk.past import last_match
from kiosk.scoresheet import scoresheet_text
from kiosk.server import serve
from kiosk.settings import Settings
from kiosk.stage import Closed, LiveStage, StuckError
from kiosk.table import Table
from rules.games import GAMES


@click.command()
@data_option
@click.option("--port", type=int, help="Port to listen on (8000; 0 takes a free one).")
@click.option("--speed", type=click.FloatRange(0, 100), default=1.0, show_default=True, help="Times faster than life.")
@click.option("--headless", is_flag=True, help="No pages; --speed 0 plays as fast as the machine can.")
@click.option("--again", is_flag=True, help="Play it again and again, until Ctrl-C.")
def command(data: Path | None, port: int | None, speed: float, headless: bool, again: bool) -> None:
    """Play a scripted match on the simulated table.

    Open the address that is printed to watch it; /simulator beside it shows the hands. It has a Now and an Impossible
    challenge, a last cube, a penalty, and a cube that the camera is not sure of. With --headless there are no
    pages, and the status is 0 when the match is over. Without --data nothing is left behind. Ctrl-C ends it in order.
    """
    if speed == 0 and not headless:
        raise click.UsageError("--speed 0 needs --headless: nobody could watch")
    with tempfile.TemporaryDirectory(prefix="tablejudge-demo-") as folder:
        # The script is written for the readings of the house, and for a table whose hardware is simulated.
        asked = settings_of(None, data=data or Path(folder), port=port)
        settings = replace(Settings(), table=asked.table, data=asked.data, server=asked.server, round=asked.round)
        try:
            if headless:
                _play_headless(settings.data.folder, speed, again=again)
            else:
                serve(
                    settings,
                    GAMES,
                    make_clock=lambda: FastClock(speed),
                    with_table=_play_beside(speed, again=again),
                )
        except (JournalError, StuckError, OSError) as trouble:
            raise click.ClickException(str(trouble)) from None


def _play_headless(folder: Path, speed: float, *, again: bool) -> None:
    click.echo(INTRODUCTION)
    table = HeadlessTable(folder, GAMES, speed=speed)
    try:
        while True:
            play(table, click.echo)
            click.echo()
            click.echo(scoresheet_text(last_match(table.referee.record.journal, GAMES), "Demo"))
            if not again:
                return
    finally:
        table.close()


def _play_beside(speed: float, *, again: bool) -> Callable[[Table], None]:
    """Plays the script in a thread beside the pages."""

    def perform(table: Table) -> None:
        try:
            stage = LiveStage(table, speed)
            play(stage, click.echo)
            while again:
                stage.pass_time(20)
                play(stage, click.echo)
            click.echo("The match is over; its scoresheet stays on the screen. Ctrl-C ends the table.")
        except Closed:
            pass
        except StuckError as stuck:
            if not table.closed:
                click.echo(f"The demonstration has stopped: {stuck}", err=True)

    def begin(table: Table) -> None:
        click.echo(INTRODUCTION + "Open the address to watch. Ctrl-C ends it.\n")
        threading.Thread(target=perform, args=(table,), name="script", daemon=True).start()

    return begin
