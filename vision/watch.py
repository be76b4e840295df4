"""From frames to sightings: what changed on the table, said once, with the time of the first frame that shows it.

The watcher has no clock: it knows the times of its frames alone, so a recording gives the sightings that the
live camera gave. It decides nothing; a cube that has gone may be in a hand, and what that means is for others.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from rules.cubes import Kit
from rules.mat import Section
from vision.board import Board, kit_cube
from vision.frames import Frame
from vision.pictures import Image
from vision.reader import Reader
from vision.sightings import AnySighting, BoardSeen, CubesMoved, CubeStep, Trouble
from vision.snapshots import SnapshotStore

log = logging.getLogger(__name__)

#: Pictures cannot be written to the disk: what is seen goes on without them.
PICTURES_NOT_KEPT = "pictures-not-kept"
#: Frames are compared at this width, in grey.
_WIDTH = 320
#: Grey levels by which a pixel must differ, and how many pixels must, before a frame counts as another.
_LEVELS = 10
_PIXELS = 3

_Small = npt.NDArray[np.uint8]


@dataclass(slots=True)
class _Run:
    """Frames, one after the other, that do not differ from the first of them."""

    first: Frame
    small: _Small
    #: How many further frames showed the same.
    further: int = 0


@dataclass(frozen=True, slots=True)
class _Settled:
    """The last board that lay still, and its snapshot."""

    board: Board
    snapshot: str | None


class Watcher:
    """Takes frames in the order of their times and gives sightings.

    A frame like the settled one is dismissed. Another one begins a run; once `settle_frames` further frames show
    the same as the first of the run, its picture is read, and the sightings have that first frame's time.
    """

    def __init__(self, reader: Reader, store: SnapshotStore, kit: Kit, *, settle_frames: int = 2) -> None:
        self._reader = reader
        self._store = store
        self._kit = kit
        self._settle_frames = settle_frames
        self._last_image: Image | None = None
        self._last_small: _Small | None = None
        self._run: _Run | None = None
        self._still: _Small | None = None
        self._settled: _Settled | None = None
        self._problems: tuple[str, ...] = ()
        self._keeping = True
        self._watermark_us = 0

    @property
    def watermark_us(self) -> int:
        """Every sighting with an earlier time than this has been given already; it never goes back.

        The time of the last frame that was dismissed or settled the table; while the table is unsettled, the
        time of the first frame of the present run, which is the earliest time a sighting can still get.
        """
        return self._watermark_us

    @property
    def settled(self) -> bool:
        """Whether the last frame showed nothing new."""
        return self._run is None and self._still is not None

    def see(self, frame: Frame) -> tuple[AnySighting, ...]:
        """What this frame adds to what is known: mostly nothing."""
        small = self._small(frame.image)
        if self._still is not None and not _differ(small, self._still):
            # Also the end of something that passed by and left the table as it was.
            self._run = None
            self._watermark_us = frame.at_us
            return ()
        if self._run is None or _differ(small, self._run.small):
            self._run = _Run(frame, small)
            self._watermark_us = frame.at_us
        else:
            self._run.further += 1
        if self._run.further < self._settle_frames:
            return ()
        sightings = tuple(self._settle(self._run))
        self._still, self._run = self._run.small, None
        self._watermark_us = frame.at_us
        return sightings

    def _small(self, image: Image) -> _Small:
        """The picture in small and grey; not even looked at again if it is the last frame's own object."""
        if image is not self._last_image or self._last_small is None:
            width = min(_WIDTH, image.shape[1])
            height = max(1, round(image.shape[0] * width / image.shape[1]))
            reduced = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
            self._last_image = image
            self._last_small = np.asarray(cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        return self._last_small

    def _settle(self, run: _Run) -> Iterator[AnySighting]:
        at_us, image = run.first.at_us, run.first.image
        board = self._reader.read(image)
        for problem in self._problems:
            if problem not in board.problems:
                yield Trouble(at_us=at_us, problem=problem, over=True)
        for problem in board.problems:
            if problem not in self._problems:
                yield Trouble(at_us=at_us, problem=problem)
        self._problems = board.problems
        before = self._settled
        if before is not None and _meaning(board) == _meaning(before.board):
            return
        snapshot = self._keep(image, board)
        if (snapshot is not None) is not self._keeping:
            self._keeping = snapshot is not None
            yield Trouble(at_us=at_us, problem=PICTURES_NOT_KEPT, over=self._keeping)
        self._settled = _Settled(board, snapshot)
        if before is None or board.sure != before.board.sure or _all_cubes(board) != _all_cubes(before.board):
            yield BoardSeen(at_us=at_us, board=board, snapshot=snapshot)
            return
        moves = tuple(_moves(before.board, board, self._kit))
        yield CubesMoved(at_us=at_us, moves=moves, board=board, snapshot=snapshot, before=before.snapshot)

    def _keep(self, image: Image, board: Board) -> str | None:
        """The picture's hash; None if it could not be kept. A full disk is no reason to be blind."""
        try:
            return self._store.keep(image, board)
        except OSError as trouble:
            log.error("a picture could not be kept: %s", trouble)
            return None


def _differ(one: _Small, other: _Small) -> bool:
    """Whether two small pictures show something else; one object is never asked twice."""
    if one is other:
        return False
    if one.shape != other.shape:
        return True
    changed = cv2.threshold(cv2.absdiff(one, other), _LEVELS, 255, cv2.THRESH_BINARY)[1]
    return cv2.countNonZero(changed) >= _PIXELS


def _all_cubes(board: Board) -> Counter[tuple[str, str]]:
    return Counter((cube.color, cube.symbol) for cube in board.cubes)


def _by_section(board: Board) -> Counter[tuple[str, str, str]]:
    return Counter((cube.section, cube.color, cube.symbol) for cube in board.cubes)


def _meaning(board: Board) -> tuple[object, ...]:
    """What of a board matters: where a cube lies within its section does not, but for the Goal's text."""
    return _by_section(board), board.goal, board.sure, board.problems


def _moves(before: Board, after: Board, kit: Kit) -> Iterator[CubeStep]:
    """The cubes that went to another section; none if only the Goal's arrangement changed."""
    left, came = _by_section(before), _by_section(after)
    gone, new = left - came, came - left
    for color, symbol in sorted({(color, symbol) for _, color, symbol in gone}):
        starts, ends = (
            [section for section, *cube in side.elements() if cube == [color, symbol]] for side in (gone, new)
        )
        for start, end in zip(sorted(starts, key=_order), sorted(ends, key=_order), strict=True):
            yield CubeStep(cube=str(kit_cube(kit, color, symbol)), from_=start, to=end)


_ORDER = {section.value: number for number, section in enumerate(Section)}


def _order(section: str) -> int:
    return _ORDER.get(section, len(_ORDER))
