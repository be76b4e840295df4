"""`tablejudge see`: what is on the table?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2

from kiosk.commands.lines import write
from kiosk.commands.options import config_option, data_option, settings_of
from kiosk.evaluation_text import evaluation_text
from kiosk.reading import Looker, Seen, open_looker
from rules.errors import BadRequest
from rules.events import parse_object
from vision.board import board_json
from vision.evaluate import Evaluation, JudgedBoard, judge_board, parse_truth
from vision.overlay import draw_reading, draw_words

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("images", nargs=-1, type=_FILE, metavar="[IMAGE]...")
@click.option("--overlay", type=_FILE, metavar="DIR", help="Draw what was read into a copy of each picture.")
@click.option("--evaluate", "folder", type=_FILE, metavar="FOLDER", help="Score the labelled pictures of a folder.")
@click.option("--lens", type=_FILE, metavar="FILE", help="The camera's lens, as `tablejudge lens` wrote it.")
@click.option("--pose", type=_FILE, metavar="FILE", help="The camera's kept pose: say if it has moved.")
@click.option("--kit-file", type=_FILE, metavar="FILE", help="What `tablejudge kit learn` wrote for this table.")
@click.option(
    "--height",
    type=click.FloatRange(0, 60),
    metavar="MM",
    help="How high cubes are; 0 for the simulated camera's flat drawings.  [default: the mat's cube]",
)
@click.option("--model", type=_FILE, metavar="DIR", help="Another trained model than the packaged one.")
@click.option("--json", "as_json", is_flag=True, help="The evaluation as one JSON object.")
@config_option
@data_option
def command(
    images: tuple[Path, ...],
    overlay: Path | None,
    folder: Path | None,
    lens: Path | None,
    pose: Path | None,
    kit_file: Path | None,
    height: float | None,
    model: Path | None,
    config: Path | None,
    data: Path | None,
    *,
    as_json: bool,
) -> None:
    """Read pictures of the table, a JSON line each.

    JPEG, PNG, WebP and BMP, up to 50 million pixels. What a picture does not show clearly is in its line: cubes that
    are not sure with the best reading, and the problems by name. The status is 1 if a file could not be read as a
    picture or the model cannot be used, else 0; docs/vision.md lists the problems.

    With --evaluate the pictures are those of a folder whose labels lie beside them (`picture.json`), and the answer is
    a page of figures. The status is 1 if nothing could be scored or something was sure and wrong.
    """
    if bool(images) == (folder is not None):
        raise click.UsageError("give pictures, or a folder with --evaluate")
    settings = settings_of(config, data=data)
    try:
        looker = open_looker(
            settings.data.folder, lens=lens, pose=pose, kit_file=kit_file, model=model, height_mm=height
        )
    except BadRequest as wrong:
        raise click.UsageError(str(wrong)) from None
    if overlay is not None:
        _make(overlay)
    if folder is not None:
        raise SystemExit(_evaluate(looker, folder, overlay, as_json=as_json))
    status = 0
    for path in images:
        seen = looker.see(path)
        write(_answer(path, seen))
        if overlay is not None:
            _draw(overlay, path, seen)
        status = 1 if seen.error else status
    raise SystemExit(status)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise click.ClickException(f"{folder} cannot be made: {trouble.strerror or trouble}") from None


def _answer(path: Path, seen: Seen) -> dict[str, Any]:
    """The contract's answer for one file; what keeps it from being read has its sentence too."""
    answer = {"image": str(path), **board_json(seen.board), "ms": seen.ms}
    return answer if not seen.error else {**answer, "error": {"code": "bad-request", "text": seen.error}}


def _draw(folder: Path, path: Path, seen: Seen) -> None:
    """Write the picture with its reading; a file that is no picture has none."""
    if seen.image is None:
        return
    if seen.view is None:
        drawn = draw_words(seen.image, seen.board)
    else:
        drawn = draw_reading(seen.view, seen.board, seen.angles_deg, seen.height_mm)
    target = folder / f"{path.stem}.jpg"
    if target.resolve() == path.resolve():
        raise click.ClickException(f"{target} is the picture itself: give another folder with --overlay")
    if not cv2.imwrite(str(target), drawn, [cv2.IMWRITE_JPEG_QUALITY, 92]):
        raise click.ClickException(f"{target} cannot be written")


# --evaluate --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Skipped:
    """A label that could not be scored, and why."""

    name: str
    why: str


def _evaluate(looker: Looker, folder: Path, overlay: Path | None, *, as_json: bool) -> int:
    if not folder.is_dir():
        raise click.UsageError(f"{folder} is no folder")
    judged: list[JudgedBoard] = []
    skipped: list[_Skipped] = []
    for result in _judged(looker, folder, overlay):
        if isinstance(result, _Skipped):
            skipped.append(result)
        else:
            judged.append(result)
    evaluation = Evaluation(tuple(judged))
    if as_json:
        notes = [{"label": note.name, "text": note.why} for note in skipped]
        write({**evaluation.to_json(), "not_scored": notes})
    elif judged:
        click.echo(evaluation_text(evaluation))
    if not as_json:
        for note in skipped:
            click.echo(f"not scored: {note.name}: {note.why}", err=True)
    if not judged:
        click.echo(f"{folder}: there is no labelled picture", err=True)
    return 0 if judged and not evaluation.sure_and_wrong else 1


def _judged(looker: Looker, folder: Path, overlay: Path | None) -> Iterator[JudgedBoard | _Skipped]:
    for label in sorted(folder.glob("*.json")):
        try:
            truth = parse_truth(parse_object(label.read_bytes()))
        except (BadRequest, OSError) as wrong:
            yield _Skipped(label.name, str(wrong))
            continue
        picture = folder / Path(truth.image).name
        began = time.perf_counter()
        seen = looker.see(picture)
        if seen.image is None:
            yield _Skipped(label.name, f"{picture.name}: {seen.error}")
            continue
        if overlay is not None:
            _draw(overlay, picture, seen)
        yield judge_board(truth, seen.board, seen.ms or (time.perf_counter() - began) * 1000)
