"""`tablejudge demo`: a scripted match on the simulated table."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from kiosk.commands.options import data_option, not_built, settings_of
from kiosk.demo import StuckError, play
from kiosk.headless import HeadlessTable
from kiosk.journal import JournalError
from kiosk.past import last_match
from kiosk.scoresheet import scoresheet_text
from rules.games import GAMES


@click.command()
@data_option
@click.option("--port", type=int, help="Port to listen on.")
@click.option("--speed", type=click.FloatRange(0, 1000), default=1.0, show_default=True, help="Times faster than life.")
@click.option("--headless", is_flag=True, help="No server; --speed 0 plays as fast as the machine can.")
def command(data: Path | None, port: int | None, speed: float, headless: bool) -> None:
    """Play a scripted match on the simulated table.

    Without --data it leaves nothing behind. The status is 0 when the match is over.
    """
    if not headless:
        not_built("the demo with pages (use --headless, or 'tablejudge run' and play yourself)")
    del port
    if data is not None:
        _play(settings_of(None, data=data).data.folder, speed)
        return
    with tempfile.TemporaryDirectory(prefix="tablejudge-demo-") as folder:
        _play(Path(folder), speed)


def _play(folder: Path, speed: float) -> None:
    try:
        table = HeadlessTable(folder, GAMES, speed=speed)
    except JournalError as trouble:
        raise click.ClickException(str(trouble)) from None
    try:
        play(table, click.echo)
        click.echo()
        click.echo(scoresheet_text(last_match(table.referee.record.journal, GAMES), "Demo"))
    except StuckError as stuck:
        raise click.ClickException(str(stuck)) from None
    finally:
        table.close()
