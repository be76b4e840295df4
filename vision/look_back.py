"""A short memory of frames, to find out afterwards since when the table has lain as it lies now."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.motion import Mask, Small, difference

#: So many frames in a row that show a cell as it was before are believed; a single one may have come out of order.
_BELIEVED = 2
#: Of the cells that changed, those count that changed at least this share of the one that changed most: the others
#: are shadows.
_STRONG = 0.4
#: What shows the same is as light, within this, when the light of the whole picture is allowed for.
_AS_LIGHT = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """When a frame was taken and what it showed."""

    at_us: int
    small: Small


class Memory:
    """The frames of the last moments."""

    def __init__(self, span_us: int) -> None:
        self.span_us = span_us
        self._frames: deque[Remembered] = deque()

    def add(self, at_us: int, small: Small) -> None:
        self._frames.append(Remembered(at_us, small))
        while self._frames[0].at_us < at_us - self.span_us:
            self._frames.popleft()

    def since(self, at_us: int) -> list[Remembered]:
        return [frame for frame in self._frames if frame.at_us >= at_us]

    def __len__(self) -> int:
        return len(self._frames)


def first_shown(frames: list[Remembered], before: Small, after: Small, changed: Mask, noise: float) -> int | None:
    """The time of the first of these frames from which on the changed cells show what they show afterwards.

    A frame in which a cell looks neither as before nor as afterwards has a hand over it, and says nothing: the cube
    may lie beneath. None where nothing changed that could be looked for.
    """
    frames = [frame for frame in frames if frame.small.size == after.size]
    cells = np.flatnonzero(changed)
    if not len(cells) or not frames or before.size != after.size:
        return None
    change = difference(after, before, cells).levels
    cells = cells[change >= _STRONG * change.max()]
    since = np.full(len(cells), frames[-1].at_us)
    looking = np.ones(len(cells), dtype=np.bool_)
    as_before = np.zeros(len(cells), dtype=np.intp)
    for frame in reversed(frames):
        shows_after = _shows(frame.small, after, cells, noise)
        shows_before = _shows(frame.small, before, cells, noise) & ~shows_after
        as_before = np.where(shows_before, as_before + 1, np.where(shows_after, 0, as_before))
        looking &= as_before < _BELIEVED
        if not looking.any():
            break
        since[shows_after & looking] = frame.at_us
    return int(since.max())


def _shows(frame: Small, table: Small, cells: npt.NDArray[np.intp], noise: float) -> Mask:
    """Which of these cells show the table: a hand may be as even as paper, but it is not as light."""
    lighter = (frame.level + 1) / (table.level + 1)
    # A lamp or the exposure changes all cells alike, a hand only some of them.
    lighter = lighter[cells] / np.median(lighter)
    as_light = (lighter > _AS_LIGHT) & (lighter < 1 / _AS_LIGHT)
    return np.asarray(~difference(frame, table, cells).changed(noise) & as_light)
