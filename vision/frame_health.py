"""Whether a frame is one: not black, not torn, not the last one again, not of another size, not in swinging light.

Pure: it knows the frames it was given and their times. It works on a small copy of each, a few thousand of its pixels,
which costs far less than a look at all of them.

A camera that is at work has noise: no two of its pictures are the same, not even of a table on which nothing moves.
Whether this one has is learnt from its first pictures; for one that has none, drawn pictures say, or a film that was
pressed hard, sameness proves nothing and is not held against it. Of one that has, a picture that was there before is no
new one: it says nothing of the table as it is now, and must not be taken for a table that lies still.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Frame
from vision.lens import SAME_SHAPE
from vision.pictures import Image

#: Hardly anything in the picture is brighter than this, of 255: the lens is covered, or no light falls into it.
BLACK = "black"
BLACK_BELOW = 14
#: The very same picture for so long, from a camera whose pictures have noise.
FROZEN = "frozen"
FROZEN_US = 3_000_000
#: The lower or upper part of the picture is of another moment, or nothing but one colour.
TORN = "torn"
#: The brightness of the whole picture goes up and down.
FLICKERING = "flickering"
#: Another size than the pictures before, another shape than the lens file was made for, or no colour picture at all.
WRONG_SIZE = "wrong-size"
FRAME_PROBLEMS = (BLACK, FROZEN, TORN, FLICKERING, WRONG_SIZE)
#: A picture that was there before: nothing to speak of while it does not last, and nothing to go by.
OLD = "old"

#: The small copy's height and width.
SMALL = (96, 128)
#: So many rows of it at one end make a torn picture.
_TORN_ROWS = 6
#: The part of another moment may be of any of so many pictures before.
_LATELY = 8
#: A row whose pixels differ by no more than this has nothing to be recognised by.
_PLAIN = 4
#: After so many pictures without a row like the last picture's, a camera is known to have noise.
_NOISY_AFTER = 15
#: So many torn pictures in a row are no accident but a camera that smooths its noise away: at the least, for each
#: picture that showed its noise before, and at the most.
_TORN_IN_A_ROW, _TORN_FOR_EACH, _TORN_MOST = 5, 0.25, 60
#: How far the brightness must turn back, as a share of it, how often, and within which time, to be swinging. Less than
#: that is what the watcher allows for.
_SWING = 0.2
_SWINGS = 4
_SWING_US = 2_500_000
#: Another size that stays for so many pictures is the camera's size from now on.
_NEW_SIZE_AFTER = 5
#: No camera of a table has smaller pictures.
SMALLEST = (320, 240)

_Small = npt.NDArray[np.uint8]
_Rows = npt.NDArray[np.bool_]


class FrameHealth:
    """Takes every frame of a camera in order and says what is wrong with it.

    `shape` is a width and height whose proportion every picture must have; None if any will do. `pressed` is a film
    whose pictures were pressed hard, so that two that are the same prove nothing, whatever the first ones were like.
    """

    def __init__(self, shape: tuple[int, int] | None = None, *, pressed: bool = False) -> None:
        self._shape = shape
        self._pressed = pressed
        self._size: tuple[int, ...] | None = None
        self._other_sizes = 0
        self._last_image: Image | None = None
        self._lately: deque[_Small] = deque(maxlen=_LATELY)
        self._good_plain: _Rows | None = None
        self._same_since_us = 0
        self._without_likeness = 0
        self._torn_in_a_row = 0
        self._light = _Light()

    def problem(self, frame: Frame) -> str | None:
        """The name of what is wrong with this frame, or `OLD`; None if it is a good one."""
        image = frame.image
        if not _is_picture(image) or not self._fits(image) or self._is_of_another_size(image):
            return WRONG_SIZE
        if image is self._last_image:
            # A camera that gives the same object says itself that nothing was taken anew.
            return None
        self._last_image = image
        small = _small(image)
        lately = tuple(self._lately)
        self._lately.append(small)
        if _bright(small) < BLACK_BELOW:
            return BLACK
        plain = _plain_rows(small)
        like = [_like_rows(small, before, plain) for before in lately]
        if self._noisy and any(rows.all() for rows in like):
            return FROZEN if frame.at_us - self._same_since_us >= FROZEN_US else OLD
        self._same_since_us = frame.at_us
        if self._is_torn(plain, like):
            return TORN
        self._good_plain = plain
        return FLICKERING if self._light.swings(small, frame.at_us) else None

    @property
    def _noisy(self) -> bool:
        return self._without_likeness >= _NOISY_AFTER and not self._pressed

    def _fits(self, image: Image) -> bool:
        if self._shape is None:
            return True
        high, wide = image.shape[:2]
        return bool(abs(wide / high * self._shape[1] / self._shape[0] - 1) <= SAME_SHAPE)

    def _is_of_another_size(self, image: Image) -> bool:
        if self._size is None or image.shape == self._size:
            self._size, self._other_sizes = image.shape, 0
            return False
        self._other_sizes += 1
        if self._other_sizes < _NEW_SIZE_AFTER:
            return True
        self._size, self._other_sizes = image.shape, 0
        self._lately.clear()
        self._good_plain = None
        self._without_likeness = self._torn_in_a_row = 0
        return False

    def _is_torn(self, plain: _Rows, like: list[_Rows]) -> bool:
        if not like or any(rows.all() for rows in like):
            # The same again, from a camera of which no noise is known: it may have none.
            self._without_likeness = 0
            return False
        partly = any(_at_an_end(rows) for rows in like)
        filled = self._good_plain is not None and _at_an_end(plain & ~self._good_plain)
        torn = self._noisy and (partly or filled)
        self._torn_in_a_row = self._torn_in_a_row + 1 if torn and not filled else 0
        if self._torn_in_a_row >= min(max(_TORN_IN_A_ROW, _TORN_FOR_EACH * self._without_likeness), _TORN_MOST):
            # It was not noise that told its pictures apart.
            self._without_likeness = self._torn_in_a_row = 0
            return False
        if not partly:
            self._without_likeness += 1
        elif not self._noisy:
            self._without_likeness = 0
        return torn


class _Light:
    """The brightness of a camera's pictures, and how often it turned back."""

    def __init__(self) -> None:
        self._turns_us: deque[int] = deque(maxlen=_SWINGS)
        self._before: npt.NDArray[np.float32] | None = None
        #: The light of the last picture, and where it last went furthest, as shares of the first one's.
        self._level = self._extreme = 1.0
        self._up: bool | None = None

    def swings(self, small: _Small, at_us: int) -> bool:
        """Whether it goes up and down. Half of the pixels must change alike: a lamp or the exposure, not a hand."""
        now = small[::3, ::3, 1].astype(np.float32) + 1.0
        before, self._before = self._before, now
        if before is not None:
            self._level *= float(np.median(now / before))
            self._follow(at_us)
        return len(self._turns_us) == _SWINGS and at_us - self._turns_us[0] <= _SWING_US

    def _follow(self, at_us: int) -> None:
        up = self._level > self._extreme
        if self._up is not None and up is self._up:
            self._extreme = self._level
        elif max(self._level, self._extreme) > (1 + _SWING) * min(self._level, self._extreme):
            self._up, self._extreme = up, self._level
            self._turns_us.append(at_us)


def _is_picture(image: object) -> bool:
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        return False
    high, wide = image.shape[:2]
    return bool(wide >= SMALLEST[0] and high >= SMALLEST[1])


def _small(image: Image) -> _Small:
    """So many of its pixels as they are: an average would hide that two pictures differ, and costs more."""
    high, wide = SMALL
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def _bright(small: _Small) -> int:
    """How bright the brightest fiftieth of the pixels is, at least."""
    levels = small[::4, ::4].ravel()
    place = len(levels) * 49 // 50
    return int(np.partition(levels, place)[place])


def _plain_rows(small: _Small) -> _Rows:
    """The rows that are of one colour."""
    most, least = cv2.reduce(small, 1, cv2.REDUCE_MAX), cv2.reduce(small, 1, cv2.REDUCE_MIN)
    return np.asarray(cv2.subtract(most, least).reshape(len(small), -1).max(axis=1) <= _PLAIN)


def _like_rows(small: _Small, before: _Small, plain: _Rows) -> _Rows:
    """The rows that are exactly as they were; one of one colour proves nothing and counts with the one above it."""
    rows = len(small)
    like = ~(small.reshape(rows, -1) != before.reshape(rows, -1)).any(axis=1)
    telling = ~plain
    if not like.any() or not telling.any():
        return np.zeros(rows, dtype=np.bool_)
    # For each row, the last telling one up to it; above the first, that one.
    index = np.maximum.accumulate(np.where(telling, np.arange(rows), -1))
    index[index < 0] = int(np.argmax(telling))
    return np.asarray(like[index] & (telling | like))


def _at_an_end(rows: _Rows) -> bool:
    """Whether enough rows at the top or at the bottom are so."""
    return bool(rows[-_TORN_ROWS:].all() or rows[:_TORN_ROWS].all())
