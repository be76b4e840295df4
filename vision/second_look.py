"""The reader with a memory: a pose that still holds is kept, and faces that nobody touched are not read again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vision.board import Board, SeenCube
from vision.ground import Ground
from vision.motion import Mask, Motion, Small
from vision.part_reading import PartReader, Reading
from vision.pictures import Image
from vision.reader import Reader
from vision.tracks import Standing

#: After so many settled tables one is read whole, as a check of all that was kept.
WHOLE_EVERY = 8
#: So many markers that have not moved hold the sheet and the camera in place.
_HELD = 2


class SecondLook:
    """Reads frames for the watcher. With a reader that cannot read a part it reads all of them whole."""

    def __init__(self, reader: Reader, motion: Motion) -> None:
        self._reader = reader
        self._motion = motion
        #: Of the settled table: what was read, and what lies where in its small frame.
        self._settled: Reading | None = None
        self._settled_small: Small | None = None
        self._ground: Ground | None = None
        self._newest: Reading | None = None
        self._image: Image | None = None
        self._since_whole = 0

    def read(self, image: Image, small: Small, touched: Mask | None) -> Board:
        """What a frame shows. `touched` are the cells that changed since the table was settled; None: read it whole."""
        self._image = image
        if not isinstance(self._reader, PartReader):
            return self._reader.read(image)
        held = self._held(small)
        ground = self._ground
        if ground is None or touched is None or held < _HELD or self._since_whole >= WHOLE_EVERY:
            self._newest = self._reader.read_part(image)
            return self._newest.board

        def fresh(x: float, y: float) -> bool:
            cells = ground.cells_at(x, y)
            return bool((touched[cells]).any()) or not ground.watched[cells].all()

        same_pose = held == len(ground.markers)
        self._newest = self._reader.read_part(image, self._settled, fresh, same_pose=same_pose)
        return self._newest.board

    def has_read(self, image: Image) -> bool:
        """Whether this very picture was the last that was read."""
        return image is self._image

    def settled(self, small: Small) -> Mask | None:
        """The last frame that was read is the settled table; gives the cells that are to be watched, if known."""
        if not isinstance(self._reader, PartReader):
            return None
        whole = self._since_whole >= WHOLE_EVERY
        self._since_whole = 0 if whole else self._since_whole + 1
        self._settled, self._settled_small = self._newest, small
        view = None if self._newest is None else self._newest.view
        self._ground = None if view is None else Ground(view, self._reader.height_mm, small)
        return None if self._ground is None else self._ground.watched

    def standing(self, small: Small, touched: Mask | None) -> Callable[[SeenCube], Standing]:
        """What became of a place since the table was settled, by this frame of the table as it lies now."""
        ground, before = self._ground, self._settled_small
        if ground is None or before is None or touched is None or self._held(small) < _HELD:
            return lambda _: Standing.CHANGED
        now = self._motion.changed(small, before)

        def standing(cube: SeenCube) -> Standing:
            cells = ground.cells_of(cube)
            if not ground.watched[cells].all() or not cells.any():
                return Standing.CHANGED
            if not touched[cells].any():
                return Standing.UNTOUCHED
            return Standing.CHANGED if now[cells].any() else Standing.ALIKE

        return standing

    def places_of(self, cubes: Sequence[SeenCube], small: Small) -> list[Mask]:
        """The cells in which each of these cubes lies; none if that is not known."""
        ground = self._ground
        if ground is None or self._held(small) < _HELD:
            return []
        return [ground.cells_of(cube) for cube in cubes]

    def _held(self, small: Small) -> int:
        """How many markers look as they did when the table was settled: while two do, nothing was bumped."""
        ground, before = self._ground, self._settled_small
        if ground is None or before is None or before.size != small.size:
            return 0
        changed = self._motion.changed(small, before)
        return sum(not changed[cells].any() for cells in ground.markers)
