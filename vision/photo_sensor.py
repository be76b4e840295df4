"""What a camera does to a picture: a little blur, noise that is new in every frame, and JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.pictures import Image

#: Noise is made once, larger than a picture by so many pixels; every frame takes a part of it from another place.
_SPARE_PX = 160
_SHEETS = 3


@dataclass(frozen=True)
class Grade:
    """How good a camera is: noise (one standard deviation, in grey levels), blur in pixels, quality of its JPEG."""

    noise: float
    blur_px: float
    jpeg: int


def pick_grade(rng: np.random.Generator) -> Grade:
    return Grade(float(rng.uniform(0.8, 2.4)), float(rng.uniform(0.35, 0.75)), int(rng.integers(80, 94)))


class Sensor:
    """Finishes drawn pictures. The same seed and number give the same bytes."""

    def __init__(self, grade: Grade, size: tuple[int, int], seed: int) -> None:
        self._grade = grade
        self._size = size
        self._seed = seed
        wide, high = size
        rng = np.random.default_rng((seed, 1))
        self._noise = []
        for _ in range(_SHEETS):
            rough = rng.standard_normal((high + _SPARE_PX, wide + _SPARE_PX, 3), dtype=np.float32)
            # Colours are put together from neighbouring pixels: noise is not finer than that.
            soft = cv2.GaussianBlur(rough, (0, 0), 0.6)
            level = grade.noise / float(soft[::7, ::7].std())
            self._noise.append(np.asarray((soft * level + 128).round().clip(0, 255), dtype=np.uint8))

    def blurred(self, picture: Image) -> Image:
        return cv2.GaussianBlur(picture, (5, 5), self._grade.blur_px)

    def take(self, picture: Image, number: int) -> Image:
        """The picture as it comes out of the camera as its frame of this number."""
        rng = np.random.default_rng((self._seed, 2, number))
        sheet = self._noise[int(rng.integers(_SHEETS))]
        x, y = (int(value) for value in rng.integers(0, _SPARE_PX, 2))
        wide, high = self._size
        noisy = cv2.addWeighted(picture, 1, sheet[y : y + high, x : x + wide], 1, -128)
        written, data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, self._grade.jpeg])
        assert written
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
