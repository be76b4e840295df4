"""How often the table is looked at: rarely while nothing happens, as often as the camera can while something may.

Pure. A camera that takes pictures by itself goes on taking them between two looks; when a look finds something new,
those in between are watched too (`vision/eye.py`). So a rare look costs no first evidence.
"""

from __future__ import annotations

#: A table that lay still for so long is looked at rarely.
STILL_US = 3_000_000
#: Of the looks of a table that lies still, as a share of all.
_SHARE = 4
_FEWEST_FPS = 2.0


class Pace:
    """When the next look is due. `fps` is the most that the camera gives."""

    def __init__(self, fps: float) -> None:
        self._fps = fps
        self._idle_fps = min(fps, max(_FEWEST_FPS, fps / _SHARE))
        self._restless_us = 0
        self._hurry_us = 0
        self._began = False

    def hurry(self, until_us: int) -> None:
        """Somebody expects something, a deadline say: no rest before that moment."""
        self._hurry_us = max(self._hurry_us, until_us)

    def period_us(self, now_us: int, *, settled: bool) -> int:
        """The time to the next look."""
        if not settled or not self._began:
            self._began = True
            self._restless_us = now_us
        hurried = now_us < self._hurry_us or now_us - self._restless_us < STILL_US
        return round(1_000_000 / (self._fps if hurried else self._idle_fps))
