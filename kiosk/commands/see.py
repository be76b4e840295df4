"""`tablejudge see`: what is on the table?"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click
import cv2

from kiosk.commands.lines import write
from rules.cubes import EQUATIONS_KIT
from vision.board import board_json
from vision.layout import load_layout
from vision.plain_reader import PlainReader


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE...")
def command(images: tuple[Path, ...]) -> None:
    """Read pictures of the table, a JSON line each.

    This version reads the drawn pictures of the simulated camera. Of other pictures it says what it is not
    sure of. The status is 1 if a file could not be read as a picture.
    """
    reader = PlainReader(load_layout(), EQUATIONS_KIT)
    status = 0
    for path in images:
        answer = see(reader, path)
        status = 1 if "error" in answer else status
        write(answer)
    raise SystemExit(status)


def see(reader: PlainReader, path: Path) -> dict[str, Any]:
    """The contract's answer for one file."""
    began = time.perf_counter()
    image = cv2.imread(str(path), cv2.IMREAD_COLOR) if path.is_file() else None
    if image is None:
        reason = "there is no such file" if not path.is_file() else "this is no picture that can be read"
        return {"image": str(path), "error": {"code": "bad-request", "text": reason}}
    board = reader.read(image)
    return {"image": str(path), **board_json(board), "ms": round((time.perf_counter() - began) * 1000, 1)}
