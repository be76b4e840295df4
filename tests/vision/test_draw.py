"""Pictures of the table."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.draw import BODY, PALE, draw_face, draw_sheet, draw_table, hand_outline
from vision.layout import load_layout
from vision.pictures import DEFAULT_POSE, PICTURE_SIZE, Image, through
from vision.plain_reader import PlainReader
from vision.simulated import LaidCube, SimulatedMat

LAYOUT = load_layout()


def laid(x: float = 100, y: float = 75, **more: object) -> LaidCube:
    fields = {"id": "red-1", "color": "red", "symbol": "-", "x": x, "y": y}
    return LaidCube(**(fields | more))  # type: ignore[arg-type]


def at(picture: Image, x: float, y: float) -> tuple[int, ...]:
    """The picture's colour at a place of the sheet."""
    column, row = through(DEFAULT_POSE.homography(LAYOUT, PICTURE_SIZE), [(x, y)])[0].round().astype(int)
    return tuple(int(value) for value in picture[row, column])


def close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 30


def test_a_picture_has_the_size_and_type_that_was_asked_for() -> None:
    assert draw_table((), LAYOUT).shape == (960, 1280, 3)
    small = draw_table((laid(),), LAYOUT, (640, 480))
    assert (small.shape, small.dtype) == ((480, 640, 3), np.uint8)


def test_drawing_is_the_same_every_time_and_leaves_the_empty_mat_alone() -> None:
    empty = draw_table((), LAYOUT)
    table = SimulatedMat.rolled(EQUATIONS_KIT, LAYOUT, random.Random(2))
    first = draw_table(table.cubes, LAYOUT, hand=hand_outline(200, 200))
    assert np.array_equal(first, draw_table(table.cubes, LAYOUT, hand=hand_outline(200, 200)))
    assert np.array_equal(empty, draw_table((), LAYOUT))
    assert not np.array_equal(empty, first)


def test_a_cube_shows_its_colour_and_its_sign_where_it_lies() -> None:
    picture = draw_table((laid(),), LAYOUT)
    assert close(at(picture, 100, 75), PALE)
    assert close(at(picture, 100, 79), BODY["red"])
    turned = draw_table((laid(orientation=90),), LAYOUT)
    assert close(at(turned, 100, 78), PALE)
    assert close(at(turned, 104, 75), BODY["red"])


def test_a_quarter_turn_is_clockwise() -> None:
    upright, turned = draw_face("black", "7", 0, 32), draw_face("black", "7", 90, 32)
    ink = (upright.min(axis=2) > 150, turned.min(axis=2) > 150)
    # The stroke at the top of a 7 stands at the right after a quarter turn.
    assert ink[0][:10].sum() > ink[0][-10:].sum()
    assert ink[1][:, -10:].sum() > ink[1][:, :10].sum()


def test_a_lifted_cube_is_not_drawn() -> None:
    assert np.array_equal(draw_table((laid(lifted=True),), LAYOUT), draw_table((), LAYOUT))


def test_a_cube_at_the_edge_or_outside_of_the_picture_is_cut_off() -> None:
    draw_table((laid(x=-40), laid(x=470)), LAYOUT)
    assert np.array_equal(draw_table((laid(x=2000),), LAYOUT), draw_table((), LAYOUT))


def test_a_hand_covers_what_is_below_it() -> None:
    picture = draw_table((laid(x=200, y=275),), LAYOUT, hand=hand_outline(200, 180))
    assert not close(at(picture, 200, 275), PALE)


def test_the_sheet_alone_has_its_scale() -> None:
    assert draw_sheet(LAYOUT, 2, 16).shape == (724, 928, 3)
    with pytest.raises(BadRequest, match="no more than"):
        draw_sheet(LAYOUT, 2, 500)


def test_what_was_never_drawn_is_refused() -> None:
    with pytest.raises(BadRequest, match="'pink'"):
        draw_table((laid(color="pink"),), LAYOUT)
    with pytest.raises(BadRequest, match="'Q'"):
        draw_table((laid(symbol="Q"),), LAYOUT)


def test_a_lamp_that_is_mirrored_in_a_cube_leaves_the_reader_in_doubt() -> None:
    layout = load_layout()
    mat = SimulatedMat.placed({"resources": "R0 R1", "required": "K√"}, EQUATIONS_KIT, layout)
    shining = mat.with_glare("black-1")
    reader = PlainReader(layout, EQUATIONS_KIT)
    seen = reader.read(draw_table(shining.cubes, layout))
    assert [(cube.symbol, cube.sure) for cube in seen.cubes if cube.section == "required"] == [("√", False)]
    assert shining.without_glare() == mat
    assert reader.read(draw_table(mat.cubes, layout)).sure
