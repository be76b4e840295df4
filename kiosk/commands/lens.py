"""`tablejudge lens`: measure the camera's lens once, so that places on the table are exact."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from kiosk.commands.options import write_file
from rules.errors import BadRequest
from vision.charuco import calibrate, find_board
from vision.picture_files import BadPicture, load_picture

_FILE = click.Path(path_type=Path)


@click.group()
def command() -> None:
    """Measure the lens of the camera with a printed board."""


@command.command()
@click.option("--pdf", required=True, type=_FILE, metavar="OUT", help="The file to write.")
@click.option("--paper", default="a4", show_default=True, type=click.Choice(["a4", "letter"]), help="The paper.")
def board(pdf: Path, paper: str) -> None:
    """Write the board that the pictures must show, as a PDF."""
    from kiosk.board_pdf import board_pdf

    write_file(pdf, board_pdf(paper))


@command.command("calibrate")
@click.argument("images", nargs=-1, required=True, type=_FILE, metavar="IMAGE...")
@click.option("--out", default="lens.json", show_default=True, type=_FILE, metavar="FILE", help="The file to write.")
def calibrate_command(images: tuple[Path, ...], out: Path) -> None:
    """Find the lens from pictures of the board, and write it to a file for `tablejudge see --lens`.

    Five pictures at least, all from the camera as it is used, with the board held at a slant, each time to another
    side, and near enough to fill most of the picture. The status is 1 if they are not enough; the sentence says why.
    """
    views = []
    for path in images:
        try:
            views.append(find_board(path.name, load_picture(path)))
        except BadPicture as bad:
            click.echo(f"{path}: {bad}", err=True)
    try:
        found = calibrate(views)
    except BadRequest as wrong:
        raise click.ClickException(str(wrong)) from None
    for name, error in zip(found.used, found.errors_px, strict=True):
        click.echo(f"{name}: {error:.2f} px")
    for name in found.unused:
        click.echo(f"{name}: too little of the board is seen; left out")
    lens = found.lens
    click.echo(
        f"{len(found.used)} pictures: the lens sees {lens.across_deg:.1f} degrees across, "
        f"k1 {lens.distortion[0]:+.4f}, reprojection error {lens.error_px:.2f} px"
    )
    write_file(out, msgspec.json.format(msgspec.json.encode(lens.to_json())) + b"\n")
