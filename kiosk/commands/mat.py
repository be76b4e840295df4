"""`tablejudge mat`: the printed mat, and how it lies under this table's camera."""

from __future__ import annotations

from pathlib import Path

import click

from kiosk.commands.options import config_option, data_option, settings_of, write_file
from kiosk.mat_place import place_text
from rules.errors import BadRequest
from vision.kept_pose import CORNERS_FILE, POSE_FILE, KeptPose, corners_of_text, read_corners, read_pose
from vision.layout import load_layout
from vision.lens import read_lens
from vision.mat_view import Lost, find_mat
from vision.picture_files import BadPicture, load_picture
from vision.pictures import PICTURE_SIZE

_FILE = click.Path(path_type=Path)
_PAPERS = ("poster", "a4", "letter")


@click.group(invoke_without_command=True)
@click.option("--pdf", type=_FILE, metavar="OUT", help="Write the mat at true size as a PDF.")
@click.option("--paper", default="poster", show_default=True, type=click.Choice(_PAPERS), help="One page, or tiles.")
@click.pass_context
def command(ctx: click.Context, pdf: Path | None, paper: str) -> None:
    """Print the mat, or say where it lies in the camera's picture."""
    if ctx.invoked_subcommand is not None:
        if pdf is not None:
            raise click.UsageError("--pdf prints the mat; it goes with no further command")
        return
    if pdf is None:
        click.echo(ctx.get_help())
        return
    from kiosk.mat_pdf import mat_pdf

    write_file(pdf, mat_pdf(load_layout(), paper))


@command.command()
@click.option("--set", "text", metavar="CORNERS", help='"u,v u,v u,v u,v": pixels, clockwise from the top left corner.')
@click.option("--size", default="{}x{}".format(*PICTURE_SIZE), show_default=True, help="The size of the picture.")
@click.option("--forget", is_flag=True, help="Forget them.")
@config_option
@data_option
def corners(text: str | None, size: str, config: Path | None, data: Path | None, *, forget: bool) -> None:
    """Keep the corners of a mat without markers, set by hand; without an option, show them.

    They are used for pictures in which no marker is found.
    """
    if forget and text is not None:
        raise click.UsageError("--set and --forget cannot go together")
    path = settings_of(config, data=data).data.folder / CORNERS_FILE
    if forget:
        _forget(path)
        return
    try:
        if text is not None:
            _keep(path, corners_of_text(text, _size(size)).to_json())
            return
        if not path.exists():
            click.echo("no corners are kept")
            return
        kept = read_corners(path)
    except BadRequest as wrong:
        raise click.ClickException(str(wrong)) from None
    words = " ".join(f"{u:g},{v:g}" for u, v in kept.corners_px)
    click.echo(f"{words} in pictures of {kept.size[0]} x {kept.size[1]}")


@command.command()
@click.option("--set", "image", type=_FILE, metavar="IMAGE", help="Keep the pose in which this picture was taken.")
@click.option("--lens", type=_FILE, metavar="FILE", help="The camera's lens, as `tablejudge lens` wrote it.")
@click.option("--forget", is_flag=True, help="Forget it.")
@config_option
@data_option
def pose(image: Path | None, lens: Path | None, config: Path | None, data: Path | None, *, forget: bool) -> None:
    """Keep where the camera stands, so that it is noticed when it moves; without an option, show it."""
    if forget and image is not None:
        raise click.UsageError("--set and --forget cannot go together")
    path = settings_of(config, data=data).data.folder / POSE_FILE
    if forget:
        _forget(path)
        return
    try:
        if image is not None:
            found = find_mat(load_picture(image), load_layout(), None if lens is None else read_lens(lens))
            if isinstance(found, Lost):
                raise BadRequest(f"{image}: {found.problem}")
            _keep(path, KeptPose.of(found).to_json())
        elif not path.exists():
            click.echo("no pose is kept")
            return
        kept = read_pose(path)
    except (BadRequest, BadPicture) as wrong:
        raise click.ClickException(str(wrong)) from None
    x, y, height = kept.pose.position_mm
    click.echo(f"the camera is {height:.0f} mm above {x:.0f}, {y:.0f} and leans by {kept.pose.tilt_deg:.1f} degrees")


def _size(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    if not (wide.isdecimal() and high.isdecimal()):
        raise BadRequest(f"a size is written like 1280x960, not {text!r}")
    return int(wide), int(high)


def _keep(path: Path, value: dict[str, object]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise click.ClickException(f"{path.parent} cannot be made: {trouble.strerror or trouble}") from None
    write_file(path, place_text(value))


def _forget(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as trouble:
        raise click.ClickException(f"{path} cannot be removed: {trouble.strerror or trouble}") from None
    click.echo("forgotten")
