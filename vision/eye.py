"""A camera and who watches it, as one: each look takes what the camera has and gives what is new.

Everybody who looks at a table does it through this: the vision process, `tablejudge record`, `watch`, `rewatch` and
`doctor`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame_gate import FrameGate
from vision.frames import CameraState, Frame, FrameSource
from vision.pictures import Image
from vision.sightings import AnySighting
from vision.watch import GAP_US

#: No picture is on its way from a camera that is not there.
_GONE = frozenset(
    {
        CameraState.MISSING,
        CameraState.LOST,
        CameraState.REFUSED,
        CameraState.NO_LIBRARY,
        CameraState.ENDED,
    }
)
#: A frame reaches us at most so long after it was taken: until then a camera that is away may still bring one.
LATEST_US = 500_000
#: Frames are compared at this size, and differ if so many pixels do by so many grey levels.
_SMALL = (160, 120)
_LEVELS, _PIXELS = 12, 2


class Watches(Protocol):
    """What is used of `vision.watch.Watcher`."""

    @property
    def watermark_us(self) -> int: ...

    @property
    def settled(self) -> bool: ...

    def see(self, frame: Frame) -> tuple[AnySighting, ...]: ...


@runtime_checkable
class TakesBySelf(Protocol):
    """A camera that takes pictures whether or not somebody looks."""

    def backlog(self) -> tuple[Frame, ...]:
        """Every frame since the last look, oldest first."""
        ...


@runtime_checkable
class FromFilm(Protocol):
    """A camera that may be a film."""

    @property
    def pressed(self) -> bool:
        """Its pictures were pressed hard: two that are the same prove nothing."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a look gave. `frames` are the good ones that came, whether or not each was watched."""

    sightings: tuple[AnySighting, ...]
    frames: tuple[Frame, ...]
    #: Every sighting before this moment has been given.
    watermark_us: int


class Eye:
    """Looks at one camera. `on_frame` gets every good frame, and gives it as the watcher is to see it.

    `shape` is a width and height whose proportion the pictures must have, where a lens file asks for it. With
    `every_frame` none is passed over, so that a recording of them gives the same sightings again.
    """

    def __init__(
        self,
        camera: FrameSource,
        watcher: Watches,
        *,
        on_frame: Callable[[Frame], Frame] = lambda frame: frame,
        shape: tuple[int, int] | None = None,
        every_frame: bool = False,
    ) -> None:
        self.camera = camera
        self.watcher = watcher
        self._on_frame = on_frame
        self._every_frame = every_frame
        self._gate = FrameGate(shape, pressed=isinstance(camera, FromFilm) and camera.pressed)
        self._watermark_us = 0
        self._watched: Frame | None = None
        #: The last frame that came, good or bad: for whoever wants to see what the camera sees.
        self.newest: Frame | None = None

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the camera just now."""
        return self._gate.problems

    @property
    def settled(self) -> bool:
        """Nothing is moving: a rare look is enough."""
        return self.watcher.settled

    def look(self, now_us: int) -> Look:
        """Take what the camera has by now."""
        arrived = self._arrived()
        state = self.camera.state
        sightings: list[AnySighting] = []
        good: list[Frame] = []
        if arrived:
            self.newest = arrived[-1]
        elif state is not CameraState.DELIVERING:
            self.newest = None
        for frame in arrived:
            # The sighting of a frame that came too late would be earlier than what was said to be certain.
            if frame.at_us < self._watermark_us:
                continue
            passed = self._gate.take(frame)
            sightings += passed.troubles
            if passed.frame is not None:
                good.append(self._on_frame(passed.frame))
        for frame in self._worth_watching(good):
            sightings += self.watcher.see(frame)
            self._watched = frame
        if not arrived or state is not CameraState.DELIVERING:
            # What a camera still brought before it went comes first.
            sightings += self._gate.without(state, now_us)
        # What is wrong with a later frame comes after what an earlier one showed, however many came at once.
        sightings.sort(key=lambda sighting: sighting.at_us)
        self._watermark_us = max(self._watermark_us, self._certain_us(state, now_us))
        return Look(tuple(sightings), tuple(good), self._watermark_us)

    def close(self) -> None:
        self.camera.close()

    def _arrived(self) -> tuple[Frame, ...]:
        if isinstance(self.camera, TakesBySelf):
            return self.camera.backlog()
        frame = self.camera.read()
        return () if frame is None else (frame,)

    def _worth_watching(self, frames: Sequence[Frame]) -> Sequence[Frame]:
        """All of them if something has changed; the newest alone if the table lies as it lay."""
        if self._every_frame or len(frames) < 2 or self._watched is None or not self.watcher.settled:
            return frames
        same = not _differ(_small(frames[-1].image), _small(self._watched.image))
        return frames[-1:] if same else frames

    def _certain_us(self, state: CameraState, now_us: int) -> int:
        # If nobody sees anything, what is found later will have a later time than this.
        unseen_us = now_us if state in _GONE else now_us - LATEST_US
        if self._watched is None:
            return unseen_us
        if not self.watcher.settled:
            # What is moving may still turn out to have settled at a moment that has passed; but not if that was not
            # seen for so long that the watcher begins anew.
            return unseen_us if unseen_us - self._watched.at_us > GAP_US else self.watcher.watermark_us
        well = state is CameraState.DELIVERING and not self._gate.problems
        return self.watcher.watermark_us if well else unseen_us


def _small(image: Image) -> npt.NDArray[np.uint8]:
    reduced = cv2.resize(image, _SMALL, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _differ(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    changed = cv2.threshold(cv2.absdiff(one, other), _LEVELS, 255, cv2.THRESH_BINARY)[1]
    return cv2.countNonZero(changed) >= _PIXELS
