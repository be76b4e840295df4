"""The camera of a Raspberry Pi, through picamera2, which comes with the operating system and is loaded only here.

The sensor stamps its pictures; that stamp is the frame's time.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vision.frames import CameraState, monotonic_us
from vision.grabber import DeviceError

if TYPE_CHECKING:
    from vision.pictures import Image

NO_LIBRARY_TEXT = (
    "the library picamera2 is not here: install the system package python3-picamera2, and let the environment see it "
    "(include-system-site-packages = true in its pyvenv.cfg)"
)
#: A stamp further back than this, or ahead of now, is of another clock.
_OLDEST_US = 5_000_000


def _library() -> Any:
    return importlib.import_module("picamera2")


def sensor_time_us(stamp_ns: int | None, now_us: int, boottime_us: int) -> int:
    """A sensor's stamp on the monotonic clock.

    Kernels stamp by the monotonic clock or by the one that also counts sleep, `boottime_us` now; a stamp that fits
    neither is no time at all, and then the picture has just been taken.
    """
    if stamp_ns is None:
        return now_us
    for candidate in (stamp_ns // 1000, stamp_ns // 1000 - (boottime_us - now_us)):
        if now_us - _OLDEST_US <= candidate <= now_us:
            return candidate
    return now_us


def _boottime_us() -> int:
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return monotonic_us() if clock is None else time.clock_gettime_ns(clock) // 1000


class PiDevice:
    """A Device of `vision/grabber.py`. `device` is the camera's number; `auto` is the first."""

    def __init__(
        self,
        device: str = "auto",
        size: tuple[int, int] = (1280, 960),
        fps: int = 30,
        *,
        library: Callable[[], Any] = _library,
        clock: Callable[[], int] = monotonic_us,
        boottime: Callable[[], int] = _boottime_us,
    ) -> None:
        self._number = int(device) if device.isdecimal() else 0
        self._size = size
        self._fps = fps
        self._library = library
        self._clock = clock
        self._boottime = boottime
        self._camera: Any = None

    def open(self) -> None:
        try:
            library = self._library()
        except ImportError:
            raise DeviceError(CameraState.NO_LIBRARY, NO_LIBRARY_TEXT) from None
        try:
            if self._number >= len(library.Picamera2.global_camera_info()):
                raise DeviceError(CameraState.MISSING, f"the Raspberry Pi finds no camera number {self._number}")
            camera = library.Picamera2(self._number)
        except (RuntimeError, IndexError) as trouble:
            raise DeviceError(CameraState.REFUSED, f"the camera cannot be opened: {trouble}") from None
        self._camera = camera
        # What the library calls RGB888 lies in memory as blue, green, red: as OpenCV has it.
        main = {"size": self._size, "format": "RGB888"}
        camera.configure(camera.create_video_configuration(main=main, controls={"FrameRate": self._fps}))
        camera.start()

    def take(self) -> tuple[Image, int]:
        request = self._camera.capture_request()
        try:
            now_us, boottime_us = self._clock(), self._boottime()
            stamp = request.get_metadata().get("SensorTimestamp")
            return request.make_array("main"), sensor_time_us(stamp, now_us, boottime_us)
        finally:
            request.release()

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()
