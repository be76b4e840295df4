"""The gate before the watcher: good frames go through in the order of their times, bad ones never do.

What is wrong with the camera or its frames is said as `Trouble`, once, and once more when it has passed. A single torn
frame, or one that was there before, is dropped in silence; what comes back is said.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from vision.frame_health import FLICKERING, FRAME_PROBLEMS, FROZEN, OLD, FrameHealth
from vision.frames import CameraState, Frame
from vision.sightings import Trouble

NOT_FOUND, UNPLUGGED, SILENT, IN_USE = "not-found", "unplugged", "silent", "in-use"
NO_LIBRARY, RECORDING_OVER = "no-library", "recording-over"
STATE_PROBLEMS = {
    CameraState.MISSING: NOT_FOUND,
    CameraState.LOST: UNPLUGGED,
    CameraState.SILENT: SILENT,
    CameraState.REFUSED: IN_USE,
    CameraState.NO_LIBRARY: NO_LIBRARY,
    CameraState.ENDED: RECORDING_OVER,
}
#: Every problem of a camera that has a name, in the order of docs/vision.md.
CAMERA_PROBLEMS = (*STATE_PROBLEMS.values(), *FRAME_PROBLEMS)

#: A problem of frames is said when so many of the last ones have it, and is over when none of the newest has.
_WINDOW, _SAID_FROM, _OVER_AFTER = 20, 3, 5
#: These have taken their time already.
_AT_ONCE = frozenset({FROZEN, FLICKERING})


@dataclass(frozen=True, slots=True, eq=False)
class Passed:
    """What a look at the camera gave: the frame if it is a good one, and what is to be said."""

    frame: Frame | None
    troubles: tuple[Trouble, ...] = ()


class FrameGate:
    """Takes every frame of one camera, or that there is none. `shape` and `pressed` are as `FrameHealth` has them."""

    def __init__(self, shape: tuple[int, int] | None = None, *, pressed: bool = False) -> None:
        self._shape = shape
        self._pressed = pressed
        self._health = FrameHealth(shape, pressed=pressed)
        self._found: deque[str | None] = deque(maxlen=_WINDOW)
        self._said: dict[str, None] = {}
        self._last_us: int | None = None

    @property
    def problems(self) -> tuple[str, ...]:
        """What has been said and is not over."""
        return tuple(self._said)

    def take(self, frame: Frame) -> Passed:
        """The frame's verdict. One that is not later than the last that went through is dropped as if it never was."""
        if self._last_us is not None and frame.at_us <= self._last_us:
            return Passed(None)
        problem = self._health.problem(frame)
        if problem == OLD:
            # Neither a good frame nor a bad one, but none at all.
            return Passed(None, tuple(self._state(CameraState.DELIVERING, frame.at_us)))
        self._found.append(problem)
        troubles = [*self._state(CameraState.DELIVERING, frame.at_us), *self._frames(problem, frame.at_us)]
        if problem is not None:
            return Passed(None, tuple(troubles))
        self._last_us = frame.at_us
        return Passed(frame, tuple(troubles))

    def without(self, state: CameraState, now_us: int) -> tuple[Trouble, ...]:
        """What is to be said when no frame came."""
        return tuple(self._state(state, now_us))

    def _state(self, state: CameraState, at_us: int) -> list[Trouble]:
        present = STATE_PROBLEMS.get(state)
        over = [problem for problem in self._said if problem in STATE_PROBLEMS.values() and problem != present]
        if present is not None:
            # It may come back as another one, and nothing is known of the frames of one that is away.
            self._health = FrameHealth(self._shape, pressed=self._pressed)
            self._found.clear()
            over += [problem for problem in self._said if problem in FRAME_PROBLEMS]
        elif state is not CameraState.DELIVERING:
            over = []
        return [*self._over(over, at_us), *self._say(present, at_us)]

    def _frames(self, problem: str | None, at_us: int) -> list[Trouble]:
        newest = list(self._found)[-_OVER_AFTER:]
        over = [
            said
            for said in self._said
            if said in FRAME_PROBLEMS and said not in newest and (problem is not None or len(newest) == _OVER_AFTER)
        ]
        often = problem in _AT_ONCE or self._found.count(problem) >= _SAID_FROM
        return [*self._over(over, at_us), *self._say(problem if often else None, at_us)]

    def _say(self, problem: str | None, at_us: int) -> list[Trouble]:
        if problem is None or problem in self._said:
            return []
        self._said[problem] = None
        return [Trouble(at_us=at_us, problem=problem)]

    def _over(self, problems: list[str], at_us: int) -> list[Trouble]:
        for problem in problems:
            del self._said[problem]
        return [Trouble(at_us=at_us, problem=problem, over=True) for problem in problems]
