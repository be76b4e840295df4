"""The reader of photographs, on pictures that tests can make: the simulated table's."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from rules.mat import Section
from vision.board import Board
from vision.draw import draw_table, hand_outline
from vision.glyphs import smallest_turn
from vision.layout import load_layout
from vision.model_file import FACES_FILES, FINDER_FILE
from vision.net_reader import NetReader, open_reader
from vision.reader import HAND_OVER_MAT, MODEL_CORRUPT, MODEL_MISSING, NO_MAT, Reader
from vision.simulated import LaidCube, SimulatedMat

LAYOUT = load_layout()
#: Drawn cubes have no height: their tops lie on the sheet.
FLAT = 0.0


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader(LAYOUT, EQUATIONS_KIT, height_mm=FLAT)


def told(cubes: list[LaidCube]) -> list[tuple[str, str, str, int]]:
    return sorted(
        (cube.color, cube.symbol, LAYOUT.section_at(cube.x, cube.y), smallest_turn(cube.symbol, cube.orientation))
        for cube in cubes
    )


def read(board: Board) -> list[tuple[str, str, str, int]]:
    return sorted(
        (cube.color, cube.symbol, cube.section, smallest_turn(cube.symbol, cube.orientation)) for cube in board.cubes
    )


def test_it_is_named_by_its_model(reader: Reader) -> None:
    assert isinstance(reader, NetReader)
    assert reader.name == f"net-{reader.networks.hash}"


@pytest.mark.parametrize("seed", range(6))
def test_a_rolled_table_is_read_without_an_error(reader: Reader, seed: int) -> None:
    table = SimulatedMat.rolled(EQUATIONS_KIT, LAYOUT, random.Random(seed))
    board = reader.read(draw_table(table.cubes, LAYOUT))
    assert read(board) == told(list(table.cubes))
    assert board.problems == ()


def test_every_place_is_where_the_cube_is(reader: Reader) -> None:
    table = SimulatedMat.rolled(EQUATIONS_KIT, LAYOUT, random.Random(11))
    board = reader.read(draw_table(table.cubes, LAYOUT))
    for cube in table.cubes:
        nearest = min(np.hypot(seen.mat_mm[0] - cube.x, seen.mat_mm[1] - cube.y) for seen in board.cubes)
        assert nearest < 1.5


def test_the_goal_is_read_from_left_to_right_with_its_gaps(reader: Reader) -> None:
    table = SimulatedMat.placed({"goal": "B3 Bx _ G5 R+ B2", "required": "R2 K7"}, EQUATIONS_KIT, LAYOUT)
    board = reader.read(draw_table(table.cubes, LAYOUT))
    assert board.goal == "B3 Bx _ G5 R+ B2"
    assert sorted(str(cube) for cube in board.mat(EQUATIONS_KIT).at(Section.REQUIRED)) == ["K7", "R2"]


def test_an_empty_mat_is_empty(reader: Reader) -> None:
    board = reader.read(draw_table((), LAYOUT))
    assert board.cubes == ()
    assert board.goal == ""
    assert board.problems == ()


def test_a_picture_without_a_mat_has_that_problem(reader: Reader) -> None:
    board = reader.read(np.full((960, 1280, 3), 128, dtype=np.uint8))
    assert board.problems[0] == NO_MAT
    assert not board.sure


def test_a_hand_is_named_and_nothing_under_it_is_made_up(reader: Reader) -> None:
    table = SimulatedMat.rolled(EQUATIONS_KIT, LAYOUT, random.Random(3))
    board = reader.read(draw_table(table.cubes, LAYOUT, hand=hand_outline(200, 80)))
    assert HAND_OVER_MAT in board.problems
    assert not board.sure
    sure = [(cube.color, cube.symbol) for cube in board.cubes if cube.sure]
    assert all(sure.count(face) <= [(c.color, c.symbol) for c in table.cubes].count(face) for face in sure)


def test_a_picture_of_noise_is_no_crash(reader: Reader) -> None:
    rng = np.random.default_rng(1)
    board = reader.read(rng.integers(0, 256, (480, 640, 3), dtype=np.uint8))
    assert not board.sure


@pytest.mark.parametrize("content", [None, b"broken"])
def test_a_bad_model_is_a_problem_of_every_picture(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        for name in (FINDER_FILE, *FACES_FILES):
            (tmp_path / name).write_bytes(content)
    broken = open_reader(LAYOUT, EQUATIONS_KIT, folder=tmp_path)
    problem = MODEL_MISSING if content is None else MODEL_CORRUPT
    assert broken.name == problem
    assert broken.read(draw_table((), LAYOUT)) == Board(problems=(problem,), sure=False)
