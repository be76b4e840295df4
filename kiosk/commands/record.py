"""`tablejudge record`: keep what the camera sees, with what was read from it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
import msgspec

from kiosk.clock import SystemClock
from kiosk.commands.options import config_option, data_option, settings_of
from kiosk.journal import wall_text
from kiosk.looking import open_looking
from kiosk.sighting_words import sighting_words
from rules.errors import BadRequest
from vision.recording import ABOUT_FILE, About, Recorder, recorded_camera

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("folder", type=_FILE)
@click.option("--seconds", type=click.FloatRange(min=0.1), metavar="N", help="End after so long.  [default: at Ctrl-C]")
@config_option
@data_option
def command(folder: Path, seconds: float | None, config: Path | None, data: Path | None) -> None:
    """Record what the camera of the settings sees into a new FOLDER, for disputes and bug reports.

    FOLDER gets every good frame with its time (`frames.jsonl`), and what was sighted in them (`sightings.jsonl`), so
    that `tablejudge rewatch FOLDER` can read it again. Ctrl-C ends it in order. The status is 1 if no picture came.
    """
    settings = settings_of(config, data=data)
    camera = dict(recorded_camera(settings.camera.options))
    about = About(camera=camera, fps=settings.camera.fps, began=wall_text(SystemClock().wall()))
    try:
        recorder = Recorder(folder, about)
    except BadRequest as wrong:
        raise click.UsageError(str(wrong)) from None
    except OSError as trouble:
        raise click.ClickException(f"{folder} cannot be written: {trouble.strerror or trouble}") from None
    with recorder:
        try:
            looking = open_looking(
                settings.camera, settings.data.folder, folder / "snapshots", on_frame=recorder.add, every_frame=True
            )
        except BadRequest as wrong:
            raise click.UsageError(str(wrong)) from None
        read = {"reader": looking.read_by.model, "calibration": looking.read_by.calibration}
        (folder / ABOUT_FILE).write_bytes(msgspec.json.encode(msgspec.structs.replace(about, **read)) + b"\n")
        sightings = 0
        progress = _Progress(recorder)
        try:
            for look in looking.looks(seconds):
                recorder.sighted(look.sightings)
                sightings += len(look.sightings)
                for sighting in look.sightings:
                    progress.line(sighting_words(sighting))
                progress.show()
        except KeyboardInterrupt:
            progress.line("ended by Ctrl-C")
        except OSError as trouble:
            raise click.ClickException(f"{folder} cannot be written: {trouble.strerror or trouble}") from None
        finally:
            looking.eye.close()
    click.echo(f"{folder}: {recorder.count} frames, {recorder.size / 1e6:.1f} MB, {sightings} sightings")
    if not recorder.count:
        raise SystemExit(1)


class _Progress:
    """Says on stderr how far it is: in one line that changes at a terminal, else only what happens."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._began = self._said = time.monotonic()
        self._live = sys.stderr.isatty()

    def show(self) -> None:
        now = time.monotonic()
        if self._live and now - self._said >= 0.5:
            self._said = now
            click.echo(f"\r\x1b[K{self._text()}", err=True, nl=False)

    def line(self, text: str) -> None:
        start = "\r\x1b[K" if self._live else ""
        click.echo(f"{start}{time.monotonic() - self._began:7.1f} s  {text}", err=True)

    def _text(self) -> str:
        seconds = time.monotonic() - self._began
        return f"{seconds:7.1f} s  {self._recorder.count} frames, {self._recorder.size / 1e6:.1f} MB; Ctrl-C ends it"
