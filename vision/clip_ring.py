"""The last seconds of a camera's frames, as JPEG, in a bounded piece of memory."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2

from vision.frames import Frame
from vision.pictures import Image

#: So many frames a second are kept at most, this wide, in this quality: enough to see whose hand did what.
KEPT_FPS = 10
KEPT_WIDTH = 960
_QUALITY = 80
#: Whatever the pictures are like, the ring is no larger.
MOST_BYTES = 48_000_000


@dataclass(frozen=True, slots=True)
class Kept:
    """One frame of the ring."""

    at_us: int
    jpeg: bytes


class ClipRing:
    """`seconds` of frames; older ones go as new ones come."""

    def __init__(self, seconds: float, *, most_bytes: int = MOST_BYTES) -> None:
        self._span_us = round(seconds * 1_000_000)
        self._most_bytes = most_bytes
        self._frames: deque[Kept] = deque()
        self._last_image: Image | None = None
        self.bytes = 0

    def add(self, frame: Frame) -> None:
        """Keep this frame; one that follows the last too closely is passed over."""
        # A little less than the step: cameras are not punctual.
        if self._frames and frame.at_us - self._frames[-1].at_us < 800_000 // KEPT_FPS:
            return
        if self._frames and frame.image is self._last_image:
            jpeg = self._frames[-1].jpeg
        else:
            jpeg = _encoded(frame.image)
            self._last_image = frame.image
        self._frames.append(Kept(frame.at_us, jpeg))
        self.bytes += len(jpeg)
        while self.bytes > self._most_bytes or self._frames[0].at_us < frame.at_us - self._span_us:
            self.bytes -= len(self._frames.popleft().jpeg)
            if not self._frames:
                return

    def between(self, from_us: int, to_us: int) -> tuple[Kept, ...]:
        """The frames that were taken from one moment to the other, oldest first."""
        return tuple(kept for kept in self._frames if from_us <= kept.at_us <= to_us)


def _encoded(image: Image) -> bytes:
    high, wide = image.shape[:2]
    if wide > KEPT_WIDTH:
        size = (KEPT_WIDTH, max(1, round(high * KEPT_WIDTH / wide)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
    _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return encoded.tobytes()
