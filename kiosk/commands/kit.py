"""`tablejudge kit`: teach the reader this table's cubes under this table's lamp."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from kiosk.commands.options import config_option, data_option, settings_of, write_file
from kiosk.reading import Looker, open_looker
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.draw import draw_table
from vision.kit_lesson import Lesson, lessons, sample_of, told_places
from vision.mat_view import Lost
from vision.net_reader import NetReader
from vision.picture_files import BadPicture, load_picture
from vision.pictures import Image
from vision.simulated import LaidCube
from vision.tuning import KIT_FILE, Figures, Sample, learn, read_tuning

_FILE = click.Path(path_type=Path)


@click.group()
def command() -> None:
    """Tune reading to the kit at this table."""


@command.command()
@click.option("--older", is_flag=True, help="The kit has * where newer ones have ^.")
def tell(*, older: bool) -> None:
    """Say how to lay the cubes for each picture of the lesson."""
    for number, lesson in enumerate(lessons(EQUATIONS_KIT, older=older), start=1):
        click.echo(f"{number}. {lesson.words}")


@command.command("learn")
@click.option("--from", "folder", type=_FILE, metavar="FOLDER", help="Pictures of the lesson, in the order of names.")
@click.option("--simulated", is_flag=True, help="Pictures of the simulated camera, with the cubes laid as told.")
@click.option("--older", is_flag=True, help="The kit has * where newer ones have ^.")
@click.option("--lens", type=_FILE, metavar="FILE", help="The camera's lens, as `tablejudge lens` wrote it.")
@click.option("--model", type=_FILE, metavar="DIR", help="Another trained model than the packaged one.")
@click.option("--out", type=_FILE, metavar="FILE", help="The file to write, if not in the data folder.")
@config_option
@data_option
def learn_command(
    folder: Path | None,
    lens: Path | None,
    model: Path | None,
    out: Path | None,
    config: Path | None,
    data: Path | None,
    *,
    simulated: bool,
    older: bool,
) -> None:
    """Learn from pictures in which the cubes lie as `tablejudge kit tell` says.

    Every second picture is held back, and the figures of those, before and after, decide: what does not help is not
    kept, and the status is then 1. A lesson of four pictures shows each face once in each; more pictures go through
    the lesson again.
    """
    if (folder is None) == (not simulated):
        raise click.UsageError("give a folder of pictures with --from, or --simulated")
    settings = settings_of(config, data=data)
    plan = lessons(EQUATIONS_KIT, older=older)
    try:
        # The simulated camera draws cubes flat.
        looker = open_looker(settings.data.folder, lens=lens, model=model, height_mm=0.0 if simulated else None)
        reader = looker.reader
        if not isinstance(reader, NetReader):
            raise BadRequest("the trained model cannot be used")
        pictures = _simulated(plan, looker) if folder is None else _pictures(folder, plan)
        samples = list(_samples(looker, reader, pictures))
        tuning, before, after = learn(
            samples[0::2], samples[1::2], reader.networks.trust.kind_temperature, reader.networks.hash
        )
    except BadRequest as wrong:
        raise click.ClickException(str(wrong)) from None
    click.echo(f"learnt from {len(samples[0::2])} pictures; on the {len(samples[1::2])} that were held back:")
    click.echo(f"  before  {_words(before)}")
    click.echo(f"  after   {_words(after)}")
    if tuning is None:
        raise click.ClickException("this would not help: nothing is kept")
    target = settings.data.folder / KIT_FILE if out is None else out
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise click.ClickException(f"{target.parent} cannot be made: {trouble.strerror or trouble}") from None
    write_file(target, msgspec.json.encode(tuning.to_json()) + b"\n")


@command.command()
@config_option
@data_option
def show(config: Path | None, data: Path | None) -> None:
    """Say what was learnt, by its own figures."""
    path = settings_of(config, data=data).data.folder / KIT_FILE
    if not path.exists():
        click.echo("nothing was learnt yet")
        return
    try:
        tuning = read_tuning(path)
    except BadRequest as wrong:
        raise click.ClickException(str(wrong)) from None
    click.echo(f"for the model {tuning.model}, on pictures that were held back:")
    click.echo(f"  before  {_words(tuning.before)}")
    click.echo(f"  after   {_words(tuning.after)}")


@command.command()
@config_option
@data_option
def forget(config: Path | None, data: Path | None) -> None:
    """Forget what was learnt."""
    path = settings_of(config, data=data).data.folder / KIT_FILE
    try:
        path.unlink(missing_ok=True)
    except OSError as trouble:
        raise click.ClickException(f"{path} cannot be removed: {trouble.strerror or trouble}") from None
    click.echo("forgotten")


def _words(told: Figures) -> str:
    share = 100 * told.right / max(told.looks, 1)
    return (
        f"{told.right} of {told.looks} looks right ({share:.2f} %), "
        f"mean odds of the true face {told.odds:.4f}, log loss {told.loss:.4f}"
    )


_Taken = tuple[str, Lesson, Image]


def _pictures(folder: Path, plan: tuple[Lesson, ...]) -> Iterator[_Taken]:
    """The pictures of a folder with the lesson that each shows."""
    if not folder.is_dir():
        raise BadRequest(f"{folder} is no folder")
    paths = sorted(
        path for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp", ".bmp")
    )
    if len(paths) < len(plan):
        raise BadRequest(f"{folder} has {len(paths)} pictures; the lesson has {len(plan)}")
    for number, path in enumerate(paths):
        try:
            yield path.name, plan[number % len(plan)], load_picture(path)
        except BadPicture as bad:
            raise BadRequest(f"{path.name}: {bad}") from None


def _simulated(plan: tuple[Lesson, ...], looker: Looker) -> Iterator[_Taken]:
    """The simulated camera's pictures of cubes that lie as told."""
    for number, lesson in enumerate(plan, start=1):
        laid = [
            LaidCube(id=str(place), color=face.color, symbol=face.symbol, x=x, y=y, orientation=lesson.turn_deg)
            for place, (face, x, y) in enumerate(told_places(lesson, looker.layout))
        ]
        yield f"lesson {number}", lesson, draw_table(laid, looker.layout)


def _samples(looker: Looker, reader: NetReader, pictures: Iterator[_Taken]) -> Iterator[Sample]:
    for name, lesson, image in pictures:
        view = looker.view(image)
        if isinstance(view, Lost):
            raise BadRequest(f"{name}: {view.problem}")
        cubes = [decided.opinion for decided in reader.decided(view)]
        try:
            sample = sample_of(name, lesson, view, cubes, reader.networks, reader.height_mm)
        except BadRequest as wrong:
            raise BadRequest(f"{name}: {wrong}\nIt should show:\n{lesson.words}") from None
        click.echo(f"{name}: {lesson.count} cubes in {lesson.section.name}")
        yield sample
