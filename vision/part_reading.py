"""Reading a part of a picture: what lies where nothing was touched need not be looked at again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from vision.board import Board
from vision.decode import Opinion
from vision.mat_view import MatView

if TYPE_CHECKING:
    from vision.pictures import Image

#: Whether something may have changed at a place of the sheet (millimetres) since it was last looked at.
Touched = Callable[[float, float], bool]
#: A place so near to one that was looked at is the same place.
SAME_PLACE_MM = 3.0


@dataclass(frozen=True, slots=True)
class Reading:
    """A board with what the next reading can build on: where the sheet lies, and what was thought of each place."""

    board: Board
    view: MatView | None = None
    opinions: tuple[Opinion, ...] = field(default=(), repr=False)

    def opinion_at(self, x: float, y: float) -> Opinion | None:
        """What was thought of a place."""
        near = min(self.opinions, key=lambda each: (each.x - x) ** 2 + (each.y - y) ** 2, default=None)
        if near is None or (near.x - x) ** 2 + (near.y - y) ** 2 > SAME_PLACE_MM**2:
            return None
        return near


@runtime_checkable
class PartReader(Protocol):
    """A reader that can build on its last reading. `height_mm` is where the tops of cubes are above the sheet."""

    name: str
    height_mm: float

    def read_part(
        self, image: Image, before: Reading | None = None, touched: Touched | None = None, *, same_pose: bool = False
    ) -> Reading:
        """Everything the picture shows. With `before` and `touched`, faces elsewhere are not read again; with
        `same_pose` the camera is known to stand where it stood."""
        ...
