"""Frames and where they come from: the narrow interface of every camera, real or simulated."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from vision.pictures import Image


class CameraState(Enum):
    """What a camera is doing."""

    #: Opened, but no picture yet.
    STARTING = "starting"
    #: Pictures come.
    DELIVERING = "delivering"
    #: It is not there, and was not since it was asked for.
    MISSING = "missing"
    #: It was there and has gone: somebody pulled the cable.
    LOST = "lost"
    #: It is there, and no picture comes.
    SILENT = "silent"
    #: Another program has it, or this user may not use it.
    REFUSED = "refused"
    #: The operating system lacks the library that it needs.
    NO_LIBRARY = "no-library"
    #: A recording is over.
    ENDED = "ended"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. `at_us` is when it was taken, on this machine's monotonic clock; `number` counts from 1.

    A camera that knows that nothing changed may give the same `image` object again.
    """

    image: Image
    at_us: int
    number: int


class FrameSource(Protocol):
    """A camera. Nobody but the one who reads it holds it."""

    @property
    def state(self) -> CameraState: ...

    def read(self) -> Frame | None:
        """The newest frame, or None while there is none that was not given before. Never waits for the camera."""
        ...

    def close(self) -> None:
        """May be called twice."""
        ...


def monotonic_us() -> int:
    """The machine's monotonic clock in microseconds, the same in every process."""
    return time.monotonic_ns() // 1000
