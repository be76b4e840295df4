"""A camera at a USB port, through OpenCV. Its time is that of the grab, before the picture is decoded."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from vision.frames import CameraState, monotonic_us
from vision.grabber import DeviceError

if TYPE_CHECKING:
    from vision.pictures import Image

#: Takes the first camera that gives a picture.
ANY_DEVICE = "auto"
#: Where Linux has its cameras.
_DEVICES = Path("/dev")


class Capture(Protocol):
    """What is used of OpenCV's VideoCapture."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name

    def set(self, propId: int, value: float, /) -> bool: ...  # noqa: N803 - OpenCV's name

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Image]: ...

    def release(self) -> None: ...


def _capture(device: int | str) -> Capture:
    import cv2

    # What OpenCV has to say about a camera that is not there is said by us.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    # Only Linux has the cameras of V4L2; elsewhere OpenCV chooses.
    backend = cv2.CAP_V4L2 if os.uname().sysname == "Linux" else cv2.CAP_ANY
    return cast(Capture, cv2.VideoCapture(device, backend))


class UsbDevice:
    """A Device of `vision/grabber.py`. `device` is `auto`, a number or a path such as `/dev/video0`."""

    def __init__(
        self,
        device: str = ANY_DEVICE,
        size: tuple[int, int] = (1280, 960),
        fps: int = 30,
        *,
        capture: Callable[[int | str], Capture] = _capture,
        devices: Path = _DEVICES,
        clock: Callable[[], int] = monotonic_us,
    ) -> None:
        self._device = device
        self._size = size
        self._fps = fps
        self._new_capture = capture
        self._devices = devices
        self._clock = clock
        self._open: Capture | None = None

    def open(self) -> None:
        refused = None
        for device in self._candidates():
            if isinstance(device, str) and Path(device).exists() and not os.access(device, os.R_OK | os.W_OK):
                refused = device
                continue
            capture = self._new_capture(device)
            self._open = capture
            if capture.isOpened() and self._prepare(capture):
                return
            capture.release()
            self._open = None
        if refused is not None:
            raise DeviceError(CameraState.REFUSED, f"{refused} may not be used by this user (group video)")
        raise DeviceError(CameraState.MISSING, f"there is no camera at {self._device}")

    def take(self) -> tuple[Image, int]:
        capture = self._open
        if capture is None or not capture.grab():
            raise DeviceError(CameraState.MISSING, "the camera gives no more pictures")
        at_us = self._clock()
        there, image = capture.retrieve()
        if not there or image is None:
            raise DeviceError(CameraState.MISSING, "the camera's picture cannot be decoded")
        return image, at_us

    def close(self) -> None:
        capture, self._open = self._open, None
        if capture is not None:
            capture.release()

    def _candidates(self) -> Iterator[int | str]:
        if self._device.isdecimal():
            yield int(self._device)
        elif self._device != ANY_DEVICE:
            yield self._device
        else:
            # One camera often has several nodes, of which only one gives pictures: each is tried.
            nodes = [node for node in self._devices.glob("video*") if node.name[5:].isdecimal()]
            yield from (str(node) for node in sorted(nodes, key=lambda node: int(node.name[5:])))

    def _prepare(self, capture: Capture) -> bool:
        """Asks for pictures as they are wanted, and whether one comes."""
        import cv2

        wide, high = self._size
        # Compressed pictures: at this size the cable cannot carry others fast enough.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, wide)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, high)
        capture.set(cv2.CAP_PROP_FPS, self._fps)
        # An old picture is worth nothing.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture.grab()
