"""`tablejudge rewatch`: read a recording again, with any model, and say what differs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
import msgspec

from kiosk.commands.lines import write
from kiosk.commands.options import config_option, data_option, settings_of
from kiosk.sighting_words import differences, sighting_words
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.eye import Eye
from vision.layout import load_layout
from vision.reader import Reader
from vision.readers import fitting_reader
from vision.recorded_camera import Replayed
from vision.recording import Recording, open_recording
from vision.sightings import AnySighting
from vision.snapshots import SnapshotStore
from vision.watch import Watcher
from vision.wire import AUTO, FOLDER, NET, READERS

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("recording", type=_FILE)
@click.option("--model", type=_FILE, metavar="DIR", help="Another trained model than the packaged one.")
@click.option("--reader", type=click.Choice(READERS), default=AUTO, show_default=True, help="Who reads.")
@click.option("--fps", type=click.FloatRange(0.1, 120), default=10.0, help="Of pictures without times.  [default: 10]")
@click.option("--json", "as_json", is_flag=True, help="The sightings as JSON lines, then the differences.")
@config_option
@data_option
def command(
    recording: Path,
    model: Path | None,
    reader: str,
    fps: float,
    config: Path | None,
    data: Path | None,
    *,
    as_json: bool,
) -> None:
    """Watch a RECORDING again: a folder of `tablejudge record`, a folder of pictures, a clip or a video.

    Every sighting is printed with its time from the first frame on. Where the recording says what was sighted then,
    the differences are listed: `-` was said then, `+` is said now. Where it does not, as a clip, another model is held
    against the packaged one: `-` says the packaged one. The status is 1 if there are any.
    """
    settings = settings_of(config, data=data)
    # The plain reader has no model.
    reader = NET if reader == AUTO and model is not None else reader
    try:
        source = open_recording(recording, fps=fps)
        camera = source.about.camera or {"kind": FOLDER, "path": str(recording)}
        fitting = partial(
            fitting_reader,
            reader,
            camera,
            load_layout(),
            EQUATIONS_KIT,
            folder=settings.data.folder,
            size=_size(source),
        )
        eyes, _ = fitting(model=model)
    except BadRequest as wrong:
        raise click.UsageError(str(wrong)) from None

    def watch(eyes: Reader, tell: Callable[[AnySighting, int], None]) -> tuple[list[AnySighting], int, int]:
        with tempfile.TemporaryDirectory() as snapshots:
            return _watch(source, eyes, Path(snapshots), tell)

    now, began_us, frames = watch(eyes, _tell_json if as_json else _tell)
    if not frames:
        raise click.ClickException(f"{recording}: no frame of it can be read")
    then, then_by = source.sightings, f"was sighted then, by {source.about.reader or 'a reader that is not named'}"
    if then is None and model is not None:
        packaged, _ = fitting(model=None)
        then, then_by = tuple(watch(packaged, lambda *_: None)[0]), f"is sighted by {packaged.name}"
    differ = [] if then is None else differences(then, now)
    if as_json:
        found = [{"differs": sign, **msgspec.to_builtins(sighting)} for sign, sighting in differ]
        for line in found:
            write(line)
    else:
        click.echo(f"{frames} frames, {len(now)} sightings, read by {eyes.name}")
        if then is None:
            click.echo("the recording does not say what was sighted then")
        elif not differ:
            click.echo(f"the same as {then_by}")
        for sign, sighting in differ:
            click.echo(f"{sign} {_line(sighting, began_us)}")
    raise SystemExit(1 if differ else 0)


def _size(recording: Recording) -> tuple[int, int] | None:
    first = next(recording.frames(), None)
    return None if first is None else (int(first.image.shape[1]), int(first.image.shape[0]))


def _watch(
    recording: Recording, reader: Reader, snapshots: Path, tell: Callable[[AnySighting, int], None]
) -> tuple[list[AnySighting], int, int]:
    """What is sighted now, each told at once; with the first frame's time, and how many frames there were."""
    camera = Replayed(recording)
    eye = Eye(camera, Watcher(reader, SnapshotStore(snapshots), EQUATIONS_KIT), every_frame=True)
    began_us = camera.due_us
    found: list[AnySighting] = []
    frames = 0
    while not camera.over:
        look = eye.look(camera.due_us)
        frames += len(look.frames)
        for sighting in look.sightings:
            found.append(sighting)
            tell(sighting, began_us)
    return found, began_us, frames


def _tell(sighting: AnySighting, began_us: int) -> None:
    click.echo(f"  {_line(sighting, began_us)}")


def _tell_json(sighting: AnySighting, _began_us: int) -> None:
    write(msgspec.to_builtins(sighting))


def _line(sighting: AnySighting, began_us: int) -> str:
    return f"{(sighting.at_us - began_us) / 1e6:9.3f} s  {sighting_words(sighting)}"
