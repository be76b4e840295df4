"""The simulated camera: frames of a simulated table, drawn flat when its truth has changed, or as a photograph."""

from __future__ import annotations

from collections.abc import Callable

from rules.errors import BadRequest
from vision.draw import draw_table
from vision.frames import CameraState, Frame, monotonic_us
from vision.layout import Layout
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, CameraPose, Image
from vision.simulated import SimulatedMat

#: How the table is drawn: flat and clean, or as a camera with lens, lamps and noise would see it.
FLAT, PHOTO = "flat", "photo"
STYLES = (FLAT, PHOTO)


class SimulatedCamera:
    """A FrameSource that draws the newest truth it was shown; before the first there is no frame.

    A flat picture is drawn when the truth has changed. Of photographs no two are alike; `seed` chooses camera, lamp,
    kit and table top.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        size: tuple[int, int] = PICTURE_SIZE,
        pose: CameraPose = DEFAULT_POSE,
        clock: Callable[[], int] = monotonic_us,
        style: str = FLAT,
        seed: int = 0,
    ) -> None:
        if style not in STYLES:
            raise BadRequest(f"there is no style {style!r} of pictures; there are {', '.join(STYLES)}")
        self._layout = layout
        self._size = size
        self._pose = pose
        self._clock = clock
        self._truth: SimulatedMat | None = None
        self._drawn: SimulatedMat | None = None
        self._image: Image | None = None
        self._number = 0
        self._closed = False
        self._photograph = _photographer(layout, size, seed) if style == PHOTO else None

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
        if self._photograph is not None:
            self._image = self._photograph(self._truth, self._number + 1)
        elif self._image is None or self._truth != self._drawn:
            self._image = draw_table(self._truth.cubes, self._layout, self._size, self._pose, self._truth.hand)
            self._drawn = self._truth
        self._number += 1
        return Frame(self._image, at_us, self._number)

    def close(self) -> None:
        self._closed = True


def _photographer(layout: Layout, size: tuple[int, int], seed: int) -> Callable[[SimulatedMat, int], Image]:
    """What makes photographs of tables."""
    # A table that draws flat pictures has no need of any of this.
    from vision.photo import PhotoDrawer, pick_look
    from vision.photo_scene import scene_of

    drawer = PhotoDrawer(layout, pick_look(seed, layout, size))
    return lambda table, number: drawer.draw(scene_of(table), number)
