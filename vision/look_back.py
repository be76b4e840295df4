"""A short memory of frames, to find out afterwards since when the table has lain as it lies now."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.motion import Mask, Small, difference

#: So many frames in a row that show a cell as it was before are believed; a single one may have come out of order.
_BELIEVED = 2
#: Of the cells that changed, those count that changed at least this share of the one that changed most: the others
#: are shadows.
_STRONG = 0.4
#: So much of a cube's place must show it.
_IN_VIEW = 0.5
#: What shows the same is as light, within this, when the light of the whole picture is allowed for.
_AS_LIGHT = 0.85

_Cells = npt.NDArray[np.intp]


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


def first_shown(
    frames: list[Remembered],
    before: Small,
    after: Small,
    changed: Mask,
    noise: float,
    places: Sequence[Mask] = (),
    left: Sequence[Mask] = (),
) -> int | None:
    """The time of the first of these frames from which on the changed cells show what they show afterwards.

    A frame in which a cell looks neither as before nor as afterwards has a hand over it, and says nothing: the cube
    may lie beneath. Where the places are known in which cubes have changed, and those that they have left, the former
    alone are looked at, and half of a cube in view is enough to know it by: a hand may rest beside it. None where
    nothing changed that could be looked for.
    """
    frames = [frame for frame in frames if frame.small.size == after.size]
    if not frames or before.size != after.size:
        return None
    found: list[int] = []
    for number, place in enumerate(places):
        cells = np.flatnonzero(changed & place)
        # Where another cube lies now, or one has lain, a cell may show that one, or the paper in between.
        others = (*places[:number], *places[number + 1 :], *left)
        share = 1.0 if any((place & other).any() for other in others) else _IN_VIEW
        if len(cells):
            found.append(_since(frames, before, after, cells, noise, share))
    if not found and changed.any():
        # It may be about several cubes: each of its cells must be seen.
        found = [_since(frames, before, after, np.flatnonzero(changed), noise, 1.0)]
    return max(found, default=None)


def _since(frames: list[Remembered], before: Small, after: Small, cells: _Cells, noise: float, share: float) -> int:
    """The time from which on this share of the cells that changed most show what they show afterwards."""
    change = difference(after, before, cells).levels
    cells = cells[change >= _STRONG * change.max()]
    since = np.full(len(cells), frames[-1].at_us)
    looking = np.ones(len(cells), dtype=np.bool_)
    as_before = np.zeros(len(cells), dtype=np.intp)
    was = np.full(len(cells), -1)
    for frame in reversed(frames):
        shows_after = _shows(frame.small, after, cells, noise)
        shows_before = _shows(frame.small, before, cells, noise) & ~shows_after
        was = np.where(shows_before & (as_before == 0), frame.at_us, was)
        as_before = np.where(shows_before, as_before + 1, np.where(shows_after, 0, as_before))
        looking &= as_before < _BELIEVED
        if not looking.any():
            break
        since[shows_after & looking] = frame.at_us
    enough = int(np.sort(since)[math.ceil(share * len(since)) - 1])
    # While any of them still shows what was there before, nothing has changed yet.
    return max(enough, int(since[~looking & (was >= enough)].max(initial=enough)))


def _shows(frame: Small, table: Small, cells: _Cells, noise: float) -> Mask:
    """Which of these cells show the table: a hand may be as even as paper, but it is not as light."""
    lighter = (frame.level + 1) / (table.level + 1)
    # A lamp or the exposure changes all cells alike, a hand only some of them.
    lighter = lighter[cells] / np.median(lighter)
    as_light = (lighter > _AS_LIGHT) & (lighter < 1 / _AS_LIGHT)
    return np.asarray(~difference(frame, table, cells).changed(noise) & as_light)
