"""One picture file after the other through the reader that this table uses, with all that its data folder knows.

That is: the lens, the camera's kept pose, and the sheet's corners that were set by hand.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.board import Board
from vision.decode import Decided
from vision.kept_pose import CORNERS_FILE, KeptCorners, read_corners, read_pose
from vision.layout import Layout, load_layout
from vision.lens import Lens, read_lens
from vision.mat_view import Lost, MatView, find_mat
from vision.net_reader import BrokenReader, NetReader, open_reader
from vision.overlay import angles_of
from vision.picture_files import BadPicture, load_picture
from vision.pictures import Image
from vision.quality import lost_problems
from vision.tuning import read_tuning

#: The lens file or the corners were made for pictures of another shape.
OTHER_SHAPE = "other-shape"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a file gave: its board, and as far as it came the picture, the view and how each cube is turned."""

    board: Board
    ms: float
    image: Image | None = None
    view: MatView | None = None
    angles_deg: tuple[float, ...] = ()
    height_mm: float = 0.0
    #: Why the file or the model could not be used; empty if they could.
    error: str = ""


class PhotoReader(Protocol):
    """What reads a picture whose sheet was found, in steps: the cubes, then the board."""

    @property
    def height_mm(self) -> float:
        """Where the cubes' tops are, above the sheet."""

    def decided(self, view: MatView) -> list[Decided]: ...

    def board(self, view: MatView, decided: list[Decided]) -> Board: ...


class Looker:
    """Reads files. A model that cannot be used is a problem of every picture."""

    def __init__(
        self,
        layout: Layout,
        reader: PhotoReader | BrokenReader,
        *,
        lens: Lens | None = None,
        corners: KeptCorners | None = None,
    ) -> None:
        self.layout = layout
        self.reader = reader
        self.lens = lens
        self.corners = corners

    def see(self, path: Path) -> Seen:
        """What is in a file. Never raises for a file: what is wrong with it is a problem with a name."""
        began = time.perf_counter()

        def spent() -> float:
            return round((time.perf_counter() - began) * 1000, 1)

        try:
            image = load_picture(path)
        except BadPicture as bad:
            return Seen(_only(bad.problem), spent(), error=str(bad))
        if isinstance(self.reader, BrokenReader):
            why = f"the trained model cannot be used: {self.reader.problem}"
            return Seen(_only(self.reader.problem), spent(), image, error=why)
        try:
            view = self.view(image)
        except BadRequest as wrong:
            return Seen(_only(OTHER_SHAPE), spent(), image, error=str(wrong))
        if isinstance(view, Lost):
            board = Board(problems=lost_problems(image, view), sure=False)
            return Seen(board, spent(), image)
        decided = self.reader.decided(view)
        board = self.reader.board(view, decided)
        ms = spent()
        return Seen(board, ms, image, view, angles_of(board, [one.opinion for one in decided]), self.reader.height_mm)

    def view(self, image: Image) -> MatView | Lost:
        """Where the sheet lies in a picture; BadRequest if what is known was made for pictures of another shape."""
        high, wide = image.shape[:2]
        found = find_mat(image, self.layout, self.lens)
        if isinstance(found, MatView) or self.corners is None or found.markers_seen:
            return found
        # Only where no marker is found: somebody's hand is less exact than print.
        return find_mat(image, self.layout, self.lens, self.corners.for_size(wide, high))


def _only(problem: str) -> Board:
    return Board(problems=(problem,), sure=False)


def open_looker(
    data: Path,
    *,
    lens: Path | None = None,
    pose: Path | None = None,
    kit_file: Path | None = None,
    model: Path | None = None,
    height_mm: float | None = None,
    mat: str = "equations",
) -> Looker:
    """The reader of files of the table with this data folder; BadRequest if one of the files given is not right."""
    layout = load_layout(mat)
    eye = None if lens is None else read_lens(lens)
    kept = None if pose is None else read_pose(pose)
    corners = data / CORNERS_FILE
    tuning = None if kit_file is None else read_tuning(kit_file)
    reader = open_reader(layout, EQUATIONS_KIT, folder=model, lens=eye, kept=kept, tuning=tuning, height_mm=height_mm)
    if not isinstance(reader, NetReader | BrokenReader):
        raise TypeError(f"{type(reader).__name__} is no reader of photographs")
    return Looker(layout, reader, lens=eye, corners=read_corners(corners) if corners.is_file() else None)
