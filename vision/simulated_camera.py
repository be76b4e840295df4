"""The simulated camera: frames of a simulated table, drawn when its truth has changed."""

from __future__ import annotations

from collections.abc import Callable

from vision.draw import draw_table
from vision.frames import CameraState, Frame, monotonic_us
from vision.layout import Layout
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, CameraPose, Image
from vision.simulated import SimulatedMat


class SimulatedCamera:
    """A FrameSource that draws the newest truth it was shown; before the first there is no frame."""

    def __init__(
        self,
        layout: Layout,
        *,
        size: tuple[int, int] = PICTURE_SIZE,
        pose: CameraPose = DEFAULT_POSE,
        clock: Callable[[], int] = monotonic_us,
    ) -> None:
        self._layout = layout
        self._size = size
        self._pose = pose
        self._clock = clock
        self._truth: SimulatedMat | None = None
        self._drawn: SimulatedMat | None = None
        self._image: Image | None = None
        self._number = 0
        self._closed = False

    @property
    def state(self) -> CameraState:
        if self._closed:
            return CameraState.CLOSED
        return CameraState.STARTING if self._truth is None else CameraState.DELIVERING

    def show(self, truth: SimulatedMat) -> None:
        """From the next frame on, the table lies like this."""
        self._truth = truth

    def read(self) -> Frame | None:
        if self._closed or self._truth is None:
            return None
        # Taken, then developed: the time is that of the look at the table, not of the finished drawing.
        at_us = self._clock()
        if self._image is None or self._truth != self._drawn:
            self._image = draw_table(self._truth.cubes, self._layout, self._size, self._pose, self._truth.hand)
            self._drawn = self._truth
        self._number += 1
        return Frame(self._image, at_us, self._number)

    def close(self) -> None:
        self._closed = True
