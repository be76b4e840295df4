"""Cameras made of nothing, for the tests: they unplug, hang and tear as they are told."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from vision.frames import CameraState, Frame
from vision.grabber import DeviceError
from vision.pictures import Image

DEADLINE_S = 20.0


def until(condition: Callable[[], bool], why: str = "") -> None:
    """Waits for a condition, which other threads bring about."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, why or "it did not come"
        time.sleep(0.002)


def picture(number: int = 0, *, size: tuple[int, int] = (640, 480), noise: float = 2.0, level: int = 120) -> Image:
    """A picture of a table with something on it, with the noise of a camera; each number another noise."""
    # The same grain, each time from another place on: drawing lots anew would take most of the tests' time.
    grain = noise * np.roll(_grain(size), 104_729 * number)
    return np.clip(_scene(size, level) + grain, 0, 255).astype(np.uint8)


@cache
def _scene(size: tuple[int, int], level: int) -> npt.NDArray[np.float32]:
    wide, high = size
    rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
    scene = level * (0.7 + 0.3 * np.sin(columns / 37.0) * np.cos(rows / 29.0))
    scene[high // 3 : high // 2, wide // 3 : wide // 2] = level * 1.6
    return np.asarray(scene[..., None], dtype=np.float32)


@cache
def _grain(size: tuple[int, int]) -> npt.NDArray[np.float32]:
    return np.random.default_rng(1).standard_normal((size[1], size[0], 3), dtype=np.float32)


def frame(image: Image, at_us: int, number: int = 1) -> Frame:
    return Frame(image, at_us, number)


class ScriptedDevice:
    """A Device of `vision/grabber.py`: what `give` puts is taken, in order; an exception is raised."""

    def __init__(self) -> None:
        self.there = True
        self.opened = 0
        self.closed = 0
        self.hang = threading.Event()
        self.hang.set()
        self._given: queue.SimpleQueue[tuple[Image, int] | Exception] = queue.SimpleQueue()

    def give(self, *items: tuple[Image, int] | Exception) -> None:
        for item in items:
            self._given.put(item)

    def unplug(self) -> None:
        self.there = False
        self.give(DeviceError(CameraState.MISSING, "pulled"))

    def open(self) -> None:
        self.hang.wait(DEADLINE_S)
        self.opened += 1
        if not self.there:
            raise DeviceError(CameraState.MISSING, "there is no camera")

    def take(self) -> tuple[Image, int]:
        item = self._given.get(timeout=DEADLINE_S)
        if isinstance(item, Exception):
            raise item
        return item

    def close(self) -> None:
        self.closed += 1
