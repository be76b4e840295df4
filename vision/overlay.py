"""What a reader read, drawn into the picture: frames around cubes, their readings, the Goal and the problems.

A cube that was read surely has a whole green frame; one that was not has a broken orange frame and a question mark. A
wedge at the frame's side shows where the sign's upper edge is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import Board, SeenCube
from vision.decode import Opinion
from vision.draw import BODY
from vision.glyphs import SYMBOLS, glyph
from vision.layout import Layout
from vision.lens import Points
from vision.mat_view import Lost, MatView, find_mat
from vision.pictures import Image, find_markers, sheet_homography, through

_Colour = tuple[int, int, int]

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_SURE: _Colour = (60, 170, 40)
_UNSURE: _Colour = (20, 130, 245)
_SECTION: _Colour = (190, 120, 40)
_GREY: _Colour = (96, 88, 82)
#: A section's line is drawn in pieces of this length: a lens bends it.
_PIECE_MM = 10.0
_LARGER = 2


def draw_overlay(image: Image, board: Board, layout: Layout) -> Image:
    """A copy of the picture with what was read. Without enough markers in it only the words are written."""
    picture = image.copy()
    found = outlines(image, board, layout)
    for cube, corners in zip(board.cubes, found or (), strict=found is not None):
        _outline(picture, cube, corners, cube.orientation // 90)
    _words(picture, board)
    return picture


def outlines(image: Image, board: Board, layout: Layout, *, flat: bool = True) -> list[Points] | None:
    """Where each cube of the reading is in the picture: the corners of its top, clockwise; None if that is not known.

    A drawn table is `flat`. In a photograph the tops lie a cube's side above the sheet, and the lens bends it.
    """
    faces = [_face(cube, layout.cube_mm + 2, 0) for cube in board.cubes]
    if flat:
        homography = sheet_homography(find_markers(image, layout), layout)
        return None if homography is None else [through(homography, face) for face in faces]
    view = find_mat(image, layout)
    return None if isinstance(view, Lost) else [view.to_picture(face, layout.cube_mm) for face in faces]


def sheet_outline(image: Image, layout: Layout, *, flat: bool = True) -> Points | None:
    """Where the sheet's corners are in the picture, clockwise; None if that is not known."""
    wide, high = layout.sheet_mm
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    if flat:
        homography = sheet_homography(find_markers(image, layout), layout)
        return None if homography is None else through(homography, corners)
    view = find_mat(image, layout)
    return None if isinstance(view, Lost) else view.to_picture(corners, 0)


def draw_reading(view: MatView, board: Board, angles_deg: Sequence[float], height_mm: float) -> Image:
    """The view's picture, twice as large, with the sections' lines and the outline of each cube's top at this height.

    `angles_deg` says for each cube how far its face is turned clockwise: the quarter of its reading, and the rest.
    """
    # Cubes lie close together, and what is written of one must not hide the next.
    picture = cv2.resize(view.image, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    return _drawn(picture, view, board, angles_deg, height_mm, _LARGER)


def draw_view(view: MatView, board: Board, angles_deg: Sequence[float], height_mm: float) -> Image:
    """The same in the picture's own size, with a frame around each marker that was found: for whoever aims a camera."""
    picture = view.image.copy()
    for corners in view.marker_corners.values():
        cv2.polylines(picture, [(corners * 8).round().astype(np.int32)], True, _SURE, 3, cv2.LINE_AA, 3)
    return _drawn(picture, view, board, angles_deg, height_mm, 1)


def _drawn(
    picture: Image, view: MatView, board: Board, angles_deg: Sequence[float], height_mm: float, larger: int
) -> Image:
    """Draws into a picture that is so many times as large as the view's."""
    for _, area in view.layout.sections:
        corners = ((area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            _bent_line(picture, view, start, end, larger)
    for cube, angle in zip(board.cubes, angles_deg, strict=True):
        # The corners go with the sign: its upper edge is the first side.
        corners_px = _larger(view.to_picture(_face(cube, view.layout.cube_mm, angle), height_mm), larger)
        _outline(picture, cube, corners_px, 0)
    _words(picture, board)
    return picture


def angles_of(board: Board, opinions: Sequence[Opinion]) -> tuple[float, ...]:
    """How far each cube of the board is turned: its quarter, and what the finder saw beyond it, where it saw one."""
    angles = []
    for cube in board.cubes:
        x, y = cube.mat_mm
        nearest = min(opinions, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2, default=None)
        beyond = 0.0 if nearest is None else (nearest.angle_deg - cube.orientation + 45) % 90 - 45
        angles.append(cube.orientation + beyond)
    return tuple(angles)


def _larger(pixels: Points, times: int) -> Points:
    """Places of the picture in its larger copy."""
    return (pixels + 0.5) * times - 0.5


def draw_words(image: Image, board: Board) -> Image:
    """A copy of the picture with the Goal and the problems alone."""
    picture = image.copy()
    _words(picture, board)
    return picture


def _words(picture: Image, board: Board) -> None:
    words = [f"Goal: {board.goal}"] if board.goal else []
    words += [problem.replace("-", " ") for problem in board.problems]
    if words:
        _caption(picture, "   ".join(words), _SURE if board.sure else _UNSURE)


def _face(cube: SeenCube, side_mm: float, angle_deg: float) -> Points:
    """The corners of a cube's face on the sheet, clockwise from the one that is its top left when it is upright."""
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    half = side_mm / 2
    (x, y), around = cube.mat_mm, ((-half, -half), (half, -half), (half, half), (-half, half))
    return np.array([(x + right * cos - down * sin, y + right * sin + down * cos) for right, down in around])


def _bent_line(
    picture: Image, view: MatView, start: tuple[float, float], end: tuple[float, float], larger: int
) -> None:
    count = max(2, round(math.dist(start, end) / _PIECE_MM) + 1)
    pixels = _larger(view.to_picture(np.linspace(start, end, count), 0), larger)
    cv2.polylines(picture, [(pixels * 8).round().astype(np.int32)], False, _SECTION, 1, cv2.LINE_AA, 3)


def _outline(picture: Image, cube: SeenCube, corners: npt.NDArray[np.float64], upper: int) -> None:
    """The frame; `upper` is the number of the side at which the sign's upper edge is."""
    colour = _SURE if cube.sure else _UNSURE
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        # A broken frame leaves out parts of each side.
        pieces = [(0.0, 1.0)] if cube.sure else [(0.0, 0.28), (0.43, 0.57), (0.72, 1.0)]
        for first, last in pieces:
            p, q = start + (end - start) * first, start + (end - start) * last
            _line(picture, p, q, colour)
    _mark_turn(picture, corners, upper, colour)
    centre = corners.mean(axis=0)
    _label(picture, cube, np.array((centre[0], corners[:, 1].min())))


def _mark_turn(picture: Image, corners: npt.NDArray[np.float64], side: int, colour: _Colour) -> None:
    """A small wedge at the side where the sign's upper edge is."""
    start, end = corners[side], corners[(side + 1) % 4]
    centre = corners.mean(axis=0)
    middle = (start + end) / 2
    along, inwards = (end - start) * 0.1, (centre - middle) * 0.22
    wedge = np.array([middle - along, middle + along, middle + inwards])
    cv2.fillConvexPoly(picture, (wedge * 8).round().astype(np.int32), colour, cv2.LINE_AA, 3)


def _line(picture: Image, start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], colour: _Colour) -> None:
    p, q = ((round(float(x) * 8), round(float(y) * 8)) for x, y in (start, end))
    cv2.line(picture, p, q, colour, 2, cv2.LINE_AA, 3)


def _label(picture: Image, cube: SeenCube, at: npt.NDArray[np.float64]) -> None:
    """The sign that was read, on the colour that was read; a question mark behind it if that is not sure."""
    sign, (doubt, _) = 16, _text_size("?", 0.45)
    wide = sign if cube.sure else sign + doubt + 3
    left, bottom = round(float(at[0])) - wide // 2, round(float(at[1])) - 4
    colour = BODY.get(cube.color, _GREY)
    cv2.rectangle(picture, (left - 2, bottom - sign - 1), (left + wide + 1, bottom + 1), colour, -1)
    if cube.symbol in SYMBOLS:
        _stamp(picture, cube.symbol, left, bottom - sign, sign)
    else:
        _write(picture, cube.symbol, left + 2, bottom - 2, 0.5)
    if not cube.sure:
        _write(picture, "?", left + sign, bottom - 3, 0.45)


def _caption(picture: Image, text: str, colour: _Colour) -> None:
    wide, high = _text_size(text, 0.8)
    cv2.rectangle(picture, (0, 0), (wide + 28, high + 24), colour, -1)
    _write(picture, text, 14, high + 11, 0.8)


# Older OpenCV writes ASCII alone, so the other signs of the cubes are ours.


def _runs(text: str) -> list[str]:
    """The text in pieces that are either plain or one sign that only we can draw."""
    return re.findall(r"[\x20-\x7e]+|.", text)


def _text_size(text: str, scale: float) -> tuple[int, int]:
    wide = 0
    _, high = cv2.getTextSize("0", _FONT, scale, 1)[0]
    for run in _runs(text):
        wide += cv2.getTextSize(run, _FONT, scale, 1)[0][0] if run.isascii() else round(high * 1.4)
    return wide, high


def _write(picture: Image, text: str, left: int, bottom: int, scale: float) -> None:
    """White text; what would stand outside the picture is left out."""
    _, high = _text_size("0", scale)
    for run in _runs(text):
        if run.isascii():
            cv2.putText(picture, run, (left, bottom), _FONT, scale, (255, 255, 255), 1, cv2.LINE_AA)
            left += _text_size(run, scale)[0]
            continue
        side = round(high * 1.4)
        _stamp(picture, run, left, bottom - high // 2 - side // 2, side)
        left += side


def _stamp(picture: Image, symbol: str, left: int, top: int, side: int) -> None:
    """A white sign in a square; nothing if the square is not wholly in the picture."""
    part = picture[max(top, 0) : max(top + side, 0), max(left, 0) : max(left + side, 0)]
    if part.shape[:2] == (side, side) and symbol in SYMBOLS:
        ink = glyph(symbol, side)[..., None]
        part[:] = (part * (1 - ink) + 255 * ink).astype(np.uint8)
