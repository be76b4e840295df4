"""Makes views of what the camera sees now, when somebody asks, and no more of them than the watching can spare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board import Board
from vision.frames import CameraState, Frame, monotonic_us
from vision.layout import Layout
from vision.live_view import Light, LiveView, LiveWanted
from vision.mat_view import Lost, MatView, find_mat
from vision.overlay import angles_of, draw_view, draw_words
from vision.part_reading import PartReader, Reading
from vision.pictures import PICTURE_SIZE, Image
from vision.quality import judge, lost_problems
from vision.reader import Reader

#: A view that took so long to make is shown again until this many times as long has passed: watching comes first.
REST = 5
_QUALITY = 80


@dataclass(frozen=True, slots=True)
class _Made:
    """A view, when it was made and how long that took."""

    view: LiveView
    at_us: int
    took_us: int


class Live:
    """Makes views with the reader that also watches: what a page shows is what the referee would see."""

    def __init__(self, reader: Reader, layout: Layout, *, clock: Callable[[], int] = monotonic_us) -> None:
        self._reader = reader
        self._layout = layout
        self._clock = clock
        self._made: dict[LiveWanted, _Made] = {}
        self._last: tuple[Image, Reading, Lost | None] | None = None

    def view(
        self, wanted: LiveWanted, frame: Frame | None, state: CameraState, problems: tuple[str, ...], *, settled: bool
    ) -> LiveView:
        """What is asked for, of this frame; of the one before if that was dear and is not paid off yet."""
        began_us = self._clock()
        if frame is None:
            return LiveView(
                wanted=wanted, state=state.value, problems=problems, reader=self._reader.name, settled=settled
            )
        made = self._made.get(wanted)
        if made is not None and began_us < made.at_us + REST * made.took_us:
            return made.view
        view = self._of(wanted, frame, state, problems, settled=settled)
        self._made[wanted] = _Made(view, began_us, self._clock() - began_us)
        return view

    def _of(
        self, wanted: LiveWanted, frame: Frame, state: CameraState, problems: tuple[str, ...], *, settled: bool
    ) -> LiveView:
        high, wide = frame.image.shape[:2]
        grey = cv2.cvtColor(frame.image[::8, ::8], cv2.COLOR_BGR2GRAY)
        reading, lost = self._read(frame.image) if wanted.read or wanted.overlay else (None, None)
        drawn = frame.image if reading is None or not wanted.overlay else self._drawn(frame.image, reading)
        board = None if reading is None else reading.board
        mat = None if reading is None else reading.view
        return LiveView(
            wanted=wanted,
            state=state.value,
            problems=tuple(dict.fromkeys((*problems, *_found_wrong(frame.image, board, lost)))),
            reader=self._reader.name,
            settled=settled,
            at_us=frame.at_us,
            jpeg=_jpeg(drawn),
            size=(wide, high),
            brightness=round(float(np.mean(grey)), 1),
            board=board,
            light=None if mat is None or board is None else _light(mat, board),
            markers=None if reading is None else (seen := _markers(mat, lost)),
            markers_missing=None if reading is None else self._missing(seen),
        )

    def _read(self, image: Image) -> tuple[Reading, Lost | None]:
        # A camera that knows that nothing changed gives the same picture again.
        if self._last is None or self._last[0] is not image:
            self._last = image, *self._whole(image)
        return self._last[1:]

    def _whole(self, image: Image) -> tuple[Reading, Lost | None]:
        """The reading and, where it found no sheet, what there is of one: whoever aims the camera wants to know."""
        if isinstance(self._reader, PartReader):
            reading = self._reader.read_part(image)
            found = find_mat(image, self._layout) if reading.view is None else reading.view
        else:
            found = find_mat(image, self._layout)
            reading = Reading(self._reader.read(image), None if isinstance(found, Lost) else found)
        return reading, found if isinstance(found, Lost) else None

    def _drawn(self, image: Image, reading: Reading) -> Image:
        if reading.view is None:
            return draw_words(image, reading.board)
        height_mm = self._reader.height_mm if isinstance(self._reader, PartReader) else 0.0
        return draw_view(reading.view, reading.board, angles_of(reading.board, reading.opinions), height_mm)

    def _missing(self, seen: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(marker.id for marker in self._layout.markers if marker.id not in seen)


def _markers(view: MatView | None, lost: Lost | None) -> tuple[int, ...]:
    if view is not None:
        return view.markers_seen
    return () if lost is None else lost.markers_seen


def _found_wrong(image: Image, board: Board | None, lost: Lost | None) -> tuple[str, ...]:
    """What the reader says, and where there is no sheet why."""
    said = () if board is None else board.problems
    return said if lost is None else (*lost_problems(image, lost), *said)


def _light(view: MatView, board: Board) -> Light:
    measured = judge(view, [cube.mat_mm for cube in board.cubes])
    return Light(
        paper=round(measured.paper, 1),
        noise=round(measured.noise, 2),
        blur_mm=round(measured.spread_mm, 2),
        glare=measured.spot or bool(measured.washed_out),
    )


def _jpeg(image: Image) -> bytes:
    """The picture, no wider than pages show it."""
    high, wide = image.shape[:2]
    if wide > PICTURE_SIZE[0]:
        size = PICTURE_SIZE[0], round(high * PICTURE_SIZE[0] / wide)
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return bytes(encoded)
