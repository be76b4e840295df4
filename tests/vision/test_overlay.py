"""What was read, drawn into pictures."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from tests.vision.pinhole import lens_of, photograph, pixels, pose_of
from vision.board import Board, SeenCube
from vision.draw import draw_table
from vision.layout import load_layout
from vision.mat_view import MatView
from vision.overlay import draw_overlay, draw_reading, draw_words, sheet_outline
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, Image, through
from vision.simulated import LaidCube

LAYOUT = load_layout()
TABLE = draw_table((LaidCube(id="red-1", color="red", symbol="-", x=100, y=75),), LAYOUT)


def seen(*, sure: bool, orientation: int = 0) -> SeenCube:
    return SeenCube(
        color="red",
        symbol="-",
        section="resources",
        orientation=orientation,
        mat_mm=(100, 75),
        confidence=0.9,
        sure=sure,
    )


def at(picture: Image, x: float, y: float) -> tuple[int, ...]:
    """The picture's colour at a place of the sheet."""
    column, row = through(DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE), [(x, y)])[0].round().astype(int)
    return tuple(int(value) for value in picture[row, column])


def close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 30


def test_an_overlay_marks_what_was_read_and_leaves_the_picture_alone() -> None:
    before = TABLE.copy()
    sure = draw_overlay(TABLE, Board(cubes=(seen(sure=True),)), LAYOUT)
    unsure = draw_overlay(TABLE, Board(cubes=(seen(sure=False),), sure=False), LAYOUT)
    assert np.array_equal(TABLE, before)
    # A quarter of the way along a side there is a frame only if it is whole.
    assert not close(at(sure, 109, 72), at(TABLE, 109, 72))
    assert not close(at(sure, 109, 80), at(TABLE, 109, 80))
    assert not close(at(unsure, 109, 67), at(TABLE, 109, 67))
    assert np.array_equal(sure[600:], TABLE[600:])
    assert not np.array_equal(sure, unsure)


def test_the_wedge_shows_the_signs_upper_edge() -> None:
    upright, turned = (
        draw_overlay(TABLE, Board(cubes=(seen(sure=True, orientation=turn),)), LAYOUT) for turn in (0, 90)
    )
    assert not close(at(upright, 100, 67), at(turned, 100, 67))
    assert not close(at(turned, 108, 75), at(upright, 108, 75))


def test_a_sign_that_is_not_drawn_is_written() -> None:
    star, nothing = (
        draw_overlay(TABLE, Board(cubes=(msgspec.structs.replace(seen(sure=True), symbol=sign),)), LAYOUT)
        for sign in ("*", " ")
    )
    assert not np.array_equal(star, nothing)


def test_an_overlay_without_markers_only_names_the_problem() -> None:
    blank = np.full((480, 640, 3), 200, dtype=np.uint8)
    board = Board(cubes=(seen(sure=True),), goal="B÷ K√", problems=("marker-missing",), sure=False)
    for drawn in (draw_overlay(blank, board, LAYOUT), draw_words(blank, board)):
        assert np.array_equal(drawn[60:], blank[60:])
        assert not np.array_equal(drawn[:60], blank[:60])
    assert np.array_equal(draw_words(blank, Board()), blank)


def test_a_reading_outlines_tops_and_sections() -> None:
    lens, pose = lens_of(66, -0.1), pose_of(520, 15, 60)
    view = MatView(photograph(LAYOUT, pose, lens), LAYOUT, pose, lens, (0, 1, 2, 3), 0.0)
    board = Board(cubes=(seen(sure=True),))
    drawn = draw_reading(view, board, (30.0,), 16)

    bare = draw_reading(view, Board(), (), 16)
    assert drawn.shape == bare.shape == (1920, 2560, 3)
    enlarged = cv2.resize(view.image, (2560, 1920), interpolation=cv2.INTER_CUBIC)

    def changed(x: float, y: float, height: float) -> bool:
        u, v = (pixels(pose, lens, [(x, y)], height)[0] * 2 + 0.5).round().astype(int)
        part = (slice(v - 1, v + 2), slice(u - 1, u + 2))
        return not np.array_equal(drawn[part], (bare if height else enlarged)[part])

    # The corners of a face that is turned by 30 degrees, at its own height.
    for angle in (75, 165, 255, 345):
        reach = 8 * 2**0.5
        x, y = 100 + reach * np.cos(np.radians(angle)), 75 + reach * np.sin(np.radians(angle))
        assert changed(float(x), float(y), 16)
    # The middle of a long line, which this lens bends by some pixels.
    assert changed(216, 30, 0)
    assert changed(216, 305, 0)
    assert not changed(216, 200, 0)


def test_the_sheet_is_found_in_its_picture() -> None:
    wide, high = LAYOUT.sheet_mm
    corners = sheet_outline(TABLE, LAYOUT)
    assert corners is not None
    drawn = through(DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE), [(0, 0), (wide, 0), (wide, high), (0, high)])
    assert np.abs(corners - drawn).max() < 3
    blank = np.zeros_like(TABLE)
    assert sheet_outline(blank, LAYOUT) is None
    assert sheet_outline(blank, LAYOUT, flat=False) is None
