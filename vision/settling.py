"""When the table lies still, and what was touched meanwhile: from small frames to rest, unrest and still runs.

A frame like the settled table ends what was going on, if that was no more than a frame or two that came odd; after
anything longer the table is looked at again, since a cube may have been exchanged for one much like it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.motion import Mask, Motion, Small

#: So many frames may be odd (black, torn, out of order) and leave no doubt behind.
ODD_FRAMES = 2
#: However many frames a second come, the table must have lain still for so long.
STILL_US = 100_000


@dataclass(slots=True)
class Run:
    """Frames, one after the other, that do not differ from the first of them."""

    since_us: int
    small: Small
    #: How many further frames showed the same.
    further: int = 0


class Settling:
    """Takes small frames in the order of their times. `look_back_us` is how far back a change may be dated."""

    def __init__(self, settle_frames: int, look_back_us: int) -> None:
        self.motion = Motion()
        self.run: Run | None = None
        #: Nothing that is reported later can have an earlier time than this; it never goes back.
        self.watermark_us = 0
        #: The small frame of the table as it was last settled.
        self.still: Small | None = None
        #: The cells that have changed since then, if only for a moment.
        self.touched: Mask | None = None
        #: The table is looked at again though nothing has moved.
        self.doubted = False
        self._settle_frames = settle_frames
        self._look_back_us = look_back_us
        self._unrest_since_us: int | None = None
        self._unrest_frames = 0
        self._last: Small | None = None

    @property
    def unrest_since_us(self) -> int | None:
        """The time of the first frame that showed something else than the settled table; None at rest."""
        return self._unrest_since_us

    def see(self, at_us: int, small: Small) -> Run | None:
        """The run of still frames that this one continues; None while the table rests or moves."""
        changed = None
        if self.still is not None:
            changed = self.motion.changed(small, self.still)
            if not changed.any() and self._unrest_frames <= ODD_FRAMES:
                self._rest(at_us)
                return None
        elif self._last is not None:
            # Nobody knows the noise yet, and the still table is not known either.
            self.motion.changed(small, self._last, quiet=True)
        self._last = small
        if self._unrest_since_us is None:
            self._unrest_since_us = at_us
        self._unrest_frames += 1
        self._touch(changed)
        self.watermark_us = max(self.watermark_us, self._unrest_since_us, at_us - self._look_back_us)
        if self.run is None or self.motion.changed(small, self.run.small).any():
            self.run = Run(at_us, small)
            return None
        self.run.further += 1
        return self.run

    def unseen(self, until_us: int) -> None:
        """Nobody saw the table before this moment: nothing that is found later is dated before it."""
        self.watermark_us = max(self.watermark_us, until_us)

    def may_vote(self, run: Run) -> bool:
        """Whether a frame of this run is worth reading: the last two before it can be settled, and all later ones."""
        return run.further >= max(1, self._settle_frames - 1)

    def lies_still(self, run: Run, at_us: int) -> bool:
        return run.further >= self._settle_frames and at_us - run.since_us >= STILL_US

    def settled(self, at_us: int, small: Small) -> None:
        """The table is known to lie as this frame of the run shows it."""
        self.still = small
        self.touched = np.zeros(len(small.power), dtype=np.bool_)
        self._rest(at_us)

    def doubt(self, at_us: int, small: Small) -> None:
        """The table must be looked at again, though nothing has moved."""
        self._unrest_since_us = at_us
        self._unrest_frames = ODD_FRAMES + 1
        self.run = Run(at_us, small)
        self.doubted = True

    def _rest(self, at_us: int) -> None:
        self.run = None
        self.doubted = False
        self._unrest_since_us = None
        self._unrest_frames = 0
        self.watermark_us = max(self.watermark_us, at_us)

    def _touch(self, changed: Mask | None) -> None:
        if changed is None:
            return
        if self.touched is None or len(self.touched) != len(changed):
            self.touched = changed.copy()
        else:
            self.touched |= changed
