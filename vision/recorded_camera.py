"""A recording as a camera: its frames come at their own times, faster, or as fast as somebody looks."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from rules.errors import BadRequest
from vision.frames import CameraState, Frame, monotonic_us
from vision.grabber import WAITING
from vision.recording import USUAL_FPS, Recording, Video, is_film, open_recording

log = logging.getLogger(__name__)

#: A recording that is not there is looked for again after so long.
_AGAIN_US = 1_000_000
#: Between the last frame and the first of the next time, if there is no other measure.
_PAUSE_US = round(1_000_000 / USUAL_FPS)


class RecordedCamera:
    """A FrameSource. With `speed` 0 every look gives the next frame, else time passes `speed` times as fast.

    A frame's time is that of the present clock at which it is due, so that everybody behind it may treat it as live.
    """

    def __init__(
        self,
        path: Path,
        *,
        loop: bool = False,
        speed: float = 1.0,
        fps: float = USUAL_FPS,
        clock: Callable[[], int] = monotonic_us,
    ) -> None:
        self._path = path
        self._loop = loop
        self._speed = speed
        self._fps = fps
        self._clock = clock
        self._state = CameraState.STARTING
        self._recording: Recording | None = None
        self._frames: Iterator[Frame] = iter(())
        self._next: Frame | None = None
        #: The recording's time and the clock's at which it began, and the longest step from frame to frame.
        self._zero_us = self._began_us = 0
        self._last_us = 0
        self._step_us = _PAUSE_US
        self._number = 0
        self._tried_us: int | None = None

    @property
    def state(self) -> CameraState:
        return self._state

    @property
    def pressed(self) -> bool:
        """It is a film."""
        return is_film(self._path)

    def read(self) -> Frame | None:
        frames = self._due()
        return frames[-1] if frames else None

    def backlog(self) -> tuple[Frame, ...]:
        """Every frame that has become due since the last look, oldest first; one at most if there is no hurry.

        On a machine that is too slow for them the later ones wait for the next look: one that took all of them would
        take so long that still more were due after it.
        """
        return self._due(round(WAITING * max(1.0, self._speed)))

    def _due(self, most: int | None = None) -> tuple[Frame, ...]:
        now_us = self._clock()
        if self._recording is None and not self._open(now_us):
            return ()
        if not self._speed:
            due = self._next
            return () if due is None else (self._give(due, now_us),)
        found: list[Frame] = []
        while (due := self._next) is not None and (at_us := self._due_us(due)) <= now_us and len(found) != most:
            found.append(self._give(due, at_us))
        return tuple(found)

    def close(self) -> None:
        self._state = CameraState.CLOSED
        self._next, self._frames = None, iter(())

    def _due_us(self, frame: Frame) -> int:
        return self._began_us + round((frame.at_us - self._zero_us) / self._speed)

    def _open(self, now_us: int) -> bool:
        if self._state is CameraState.CLOSED or (self._tried_us is not None and now_us - self._tried_us < _AGAIN_US):
            return False
        self._tried_us = now_us
        try:
            self._recording = open_recording(self._path, fps=self._fps)
        except (BadRequest, OSError) as wrong:
            if self._state is not CameraState.MISSING:
                log.warning("%s", wrong)
            self._state = CameraState.MISSING
            return False
        self._rewind(now_us)
        return self._next is not None

    def _rewind(self, now_us: int) -> None:
        """The first frame is due now."""
        assert self._recording is not None
        self._frames = self._recording.frames()
        self._next = next(self._frames, None)
        self._state = CameraState.ENDED if self._next is None else CameraState.DELIVERING
        if self._next is not None:
            self._zero_us = self._last_us = self._next.at_us
            self._began_us = now_us

    def _give(self, frame: Frame, at_us: int) -> Frame:
        """This frame, at that time; the one behind it is the next."""
        self._number += 1
        given = Frame(frame.image, at_us, self._number)
        self._step_us = max(1, frame.at_us - self._last_us) if frame.at_us > self._last_us else self._step_us
        self._last_us = frame.at_us
        self._next = next(self._frames, None)
        if self._next is None:
            if self._loop:
                self._rewind(at_us + round(self._step_us / (self._speed or 1)))
            else:
                self._state = CameraState.ENDED
        return given


class Replayed:
    """A recording as a camera that gives one frame at each look, with the time of then: there is no present here."""

    def __init__(self, recording: Recording) -> None:
        self.pressed = isinstance(recording, Video)
        self._frames = recording.frames()
        self._next = next(self._frames, None)
        self._closed = False

    @property
    def state(self) -> CameraState:
        return CameraState.CLOSED if self._closed else CameraState.DELIVERING

    @property
    def over(self) -> bool:
        """Every frame has been given."""
        return self._next is None

    @property
    def due_us(self) -> int:
        """The time of the next frame; 0 if there is none."""
        return 0 if self._next is None else self._next.at_us

    def read(self) -> Frame | None:
        given = self._next
        self._next = None if given is None else next(self._frames, None)
        return given

    def close(self) -> None:
        self._closed = True
        self._next = None
