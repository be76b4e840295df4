"""Takes requests for clips and writes each when its last second has been seen, in a thread that nobody waits for."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque

from rules.errors import BadRequest
from vision.clip_ring import ClipRing, Kept
from vision.clips import ClipStore
from vision.frames import Frame
from vision.recording import About
from vision.wire import ClipKept, ClipWanted

log = logging.getLogger(__name__)

#: Of a clip's seconds, so many come after the moment it is about.
AFTER_SHARE = 0.25
#: More requests than this wait for nobody: something asks without end.
_MOST_WAITING = 20


class ClipKeeper:
    """Holds the ring. Used by one thread; its own thread only writes. `seconds` 0 keeps nothing."""

    def __init__(self, store: ClipStore, about: About, seconds: float) -> None:
        self._store = store
        self._about = about
        self._seconds = seconds
        self._after_us = round(AFTER_SHARE * seconds * 1_000_000)
        self._before_us = round(seconds * 1_000_000) - self._after_us
        self._ring = ClipRing(seconds + 1)
        self._wanted: deque[ClipWanted] = deque()
        self._work: queue.SimpleQueue[tuple[ClipWanted, tuple[Kept, ...]]] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[ClipKept] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def add(self, frame: Frame) -> None:
        """A frame has come."""
        if self._seconds:
            self._ring.add(frame)

    def want(self, wanted: ClipWanted) -> None:
        """Keep the seconds around that moment, when they have passed. The same is not kept twice."""
        if self._seconds and wanted not in self._wanted and len(self._wanted) < _MOST_WAITING:
            self._wanted.append(wanted)

    def step(self, now_us: int) -> tuple[ClipKept, ...]:
        """Begin to write what is complete; what has been written since the last step."""
        for wanted in [each for each in self._wanted if now_us >= each.at_us + self._after_us]:
            self._wanted.remove(wanted)
            frames = self._ring.between(wanted.at_us - self._before_us, wanted.at_us + self._after_us)
            self._write(wanted, frames)
        done = []
        while not self._done.empty():
            done.append(self._done.get())
        return tuple(done)

    def _write(self, wanted: ClipWanted, frames: tuple[Kept, ...]) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="clips", daemon=True)
            self._thread.start()
        self._work.put((wanted, frames))

    def _run(self) -> None:
        while True:
            wanted, frames = self._work.get()
            try:
                name = self._store.keep(wanted.reason, wanted.at_us, frames, self._about)
                self._done.put(ClipKept(wanted.reason, wanted.at_us, name, len(frames)))
            except (OSError, BadRequest) as trouble:
                log.error("a clip could not be kept: %s", trouble)
                self._done.put(ClipKept(wanted.reason, wanted.at_us, error=str(trouble)))
