"""A camera that is read by a thread of its own, so that nobody else ever waits for it.

The thread opens the device, takes one picture after the other and keeps the newest few. When the device goes away it
is tried again, first soon, then less often, until it is back: nobody has to start anything anew. What a device is, is
behind `Device`, four methods wide; `vision/usb_camera.py` and `vision/pi_camera.py` have the real ones.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from vision.frames import CameraState, Frame, monotonic_us

if TYPE_CHECKING:
    from vision.pictures import Image

log = logging.getLogger(__name__)

#: The first wait before a device is tried again; each further one is twice as long, up to the longest.
FIRST_DELAY_S = 0.25
LONGEST_DELAY_S = 4.0
#: Without a picture for so long, a device that is open is called silent.
SILENT_US = 3_000_000
#: How many pictures wait at most for somebody who looks rarely (`FrameSource.read` gives the newest alone).
WAITING = 12


class DeviceError(Exception):
    """A device that cannot be used now; `state` is what to call that, the text says more."""

    def __init__(self, state: CameraState, text: str) -> None:
        super().__init__(text)
        self.state = state


class Device(Protocol):
    """One camera as its driver has it. Used by one thread; every method but `close` may take as long as it likes."""

    def open(self) -> None:
        """Begin to take pictures; DeviceError if that cannot be."""
        ...

    def take(self) -> tuple[Image, int]:
        """The next picture and when it was taken, on the machine's monotonic clock; DeviceError if there is none."""
        ...

    def close(self) -> None:
        """Let go of it. May be called twice, and before `open`."""
        ...


class GrabbedCamera:
    """A FrameSource over a device. It is opened by the thread, which begins with the first `read`."""

    def __init__(
        self,
        device: Device,
        *,
        clock: Callable[[], int] = monotonic_us,
        first_delay_s: float = FIRST_DELAY_S,
        silent_us: int = SILENT_US,
    ) -> None:
        self._device = device
        self._clock = clock
        self._first_delay_s = first_delay_s
        self._silent_us = silent_us
        self._state = CameraState.STARTING
        self._heard_us = clock()
        self._frames: deque[Frame] = deque(maxlen=WAITING)
        self._number = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> CameraState:
        state = self._state
        if state in (CameraState.STARTING, CameraState.DELIVERING):
            # A driver that hangs cannot say so itself.
            return CameraState.SILENT if self._clock() - self._heard_us > self._silent_us else state
        return state

    def read(self) -> Frame | None:
        frames = self.backlog()
        return frames[-1] if frames else None

    def backlog(self) -> tuple[Frame, ...]:
        """Every frame since the last look, oldest first, as far as there was room for them."""
        self._begin()
        with self._lock:
            frames = tuple(self._frames)
            self._frames.clear()
        return frames

    def close(self) -> None:
        """May be called twice. A driver that hangs is not waited for."""
        self._closing.set()
        self._state = CameraState.CLOSED
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2.0)

    # In the thread -----------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if self._thread is None and not self._closing.is_set():
            self._heard_us = self._clock()
            self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        delay_s = self._first_delay_s
        while not self._closing.is_set():
            if self._take_all():
                delay_s = self._first_delay_s
            self._closing.wait(delay_s)
            delay_s = min(2 * delay_s, LONGEST_DELAY_S)

    def _take_all(self) -> bool:
        """From opening the device to losing it; whether a picture came meanwhile."""
        came = False
        try:
            self._device.open()
            while not self._closing.is_set():
                image, at_us = self._device.take()
                came = True
                self._arrived(image, at_us)
        except DeviceError as trouble:
            self._became(CameraState.LOST if came and trouble.state is CameraState.MISSING else trouble.state, trouble)
        except Exception as trouble:
            # Drivers have exceptions of their own for everything; none of them is a reason to be blind for good.
            log.exception("the camera's driver failed")
            self._became(CameraState.LOST if came else CameraState.MISSING, trouble)
        finally:
            self._let_go()
        return came

    def _let_go(self) -> None:
        try:
            self._device.close()
        except Exception:
            log.exception("the camera's driver could not let go of it")

    def _arrived(self, image: Image, at_us: int) -> None:
        with self._lock:
            self._number += 1
            self._frames.append(Frame(image, at_us, self._number))
        self._heard_us = self._clock()
        if self._state is not CameraState.DELIVERING and not self._closing.is_set():
            log.info("the camera delivers")
            self._state = CameraState.DELIVERING

    def _became(self, state: CameraState, why: Exception) -> None:
        if self._closing.is_set():
            return
        # One that was pulled stays "pulled" while it is looked for.
        was_there = self._state in (CameraState.DELIVERING, CameraState.LOST)
        new = CameraState.LOST if was_there and state is CameraState.MISSING else state
        if new is not self._state:
            log.warning("the camera: %s", why)
            self._state = new
