"""`tablejudge watch`: what the camera sees, live."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import click

from kiosk.commands.options import config_option, data_option, settings_of
from kiosk.looking import Looking, open_looking
from kiosk.watch_view import WatchView, sighting_line
from rules.errors import BadRequest

#: The view at a terminal is drawn anew so often.
_DRAW_S = 0.25
_HOME = "\x1b[H\x1b[J"


@click.command()
@click.option("--seconds", type=click.FloatRange(min=0.1), metavar="N", help="End after so long.  [default: at Ctrl-C]")
@config_option
@data_option
def command(seconds: float | None, config: Path | None, data: Path | None) -> None:
    """Show what the camera of the settings sees: its state, frames a second, problems, the board, the last sightings.

    At a terminal the view is drawn anew as it changes; elsewhere each sighting is a line. A real camera can only be
    watched while no table uses it. Ctrl-C ends it. The status is 1 if no picture came.
    """
    settings = settings_of(config, data=data)
    with tempfile.TemporaryDirectory() as snapshots:
        try:
            looking = open_looking(settings.camera, settings.data.folder, Path(snapshots))
        except BadRequest as wrong:
            raise click.UsageError(str(wrong)) from None
        view = WatchView(settings.camera.kind, looking.read_by.model)
        try:
            _follow(looking, view, seconds)
        except KeyboardInterrupt:
            click.echo("")
        finally:
            looking.eye.close()
    if not sys.stdout.isatty():
        click.echo("\n".join(view.lines(seconds or 3.0)))
    if not view.frames:
        raise SystemExit(1)


def _follow(looking: Looking, view: WatchView, seconds: float | None) -> None:
    live = sys.stdout.isatty()
    began = drawn = time.monotonic()
    for look in looking.looks(seconds):
        at_s = time.monotonic() - began
        eye = looking.eye
        view.take(look, eye.camera.state, eye.problems, settled=eye.settled, at_s=at_s)
        if not live:
            for sighting in look.sightings:
                click.echo(sighting_line(at_s, sighting))
        elif time.monotonic() - drawn >= _DRAW_S:
            drawn = time.monotonic()
            click.echo(_HOME + "\n".join(view.lines(at_s)))
