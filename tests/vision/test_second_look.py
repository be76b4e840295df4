"""The reader with a memory: what is kept, and when everything is read anew. Drawn pictures, the trained reader."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.tables import KIT, LAYOUT
from vision.board import Board
from vision.draw import draw_table
from vision.ground import Ground
from vision.mat_view import Lost, find_mat
from vision.motion import Mask, Motion, small
from vision.net_reader import open_reader
from vision.part_reading import PartReader, Reading, Touched
from vision.pictures import DEFAULT_POSE, Image
from vision.plain_reader import PlainReader
from vision.second_look import WHOLE_EVERY, SecondLook
from vision.simulated import SimulatedMat
from vision.tracks import Standing

START = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K7"}, KIT, LAYOUT)
AFTER = START.dropped("red-2", 350, 180, layout=LAYOUT, orientation=0)
BEFORE_IMAGE, AFTER_IMAGE = draw_table(START.cubes, LAYOUT), draw_table(AFTER.cubes, LAYOUT)
BEFORE, NOW = small(BEFORE_IMAGE), small(AFTER_IMAGE)
TOUCHED = Motion().changed(NOW, BEFORE)


class Noting:
    """A part reader that notes how it was asked."""

    name = "noting"
    height_mm = 0.0

    def __init__(self) -> None:
        self.inner = open_reader(LAYOUT, KIT, height_mm=0.0)
        assert isinstance(self.inner, PartReader)
        self.asked: list[tuple[bool, bool]] = []

    def read(self, image: Image) -> Board:
        return self.inner.read(image)

    def read_part(
        self, image: Image, before: Reading | None = None, touched: Touched | None = None, *, same_pose: bool = False
    ) -> Reading:
        self.asked.append((before is not None, same_pose))
        assert isinstance(self.inner, PartReader)
        return self.inner.read_part(image, before, touched, same_pose=same_pose)


@pytest.fixture
def reader() -> Noting:
    return Noting()


@pytest.fixture
def eye(reader: Noting) -> SecondLook:
    eye = SecondLook(reader, Motion())
    eye.read(BEFORE_IMAGE, BEFORE, None)
    assert eye.settled(BEFORE) is not None
    return eye


def named(board: Board) -> list[tuple[str, str, str]]:
    return sorted((cube.color, cube.symbol, cube.section) for cube in board.cubes)


def test_what_was_touched_is_read_and_the_rest_is_kept(eye: SecondLook, reader: Noting) -> None:
    found = eye.read(AFTER_IMAGE, NOW, TOUCHED)
    assert reader.asked == [(False, False), (True, True)]
    assert named(found) == named(reader.read(AFTER_IMAGE))
    assert ("red", "2", "required") in named(found)


def test_without_a_touch_nothing_is_read_anew(eye: SecondLook) -> None:
    blurred = BEFORE_IMAGE.copy()
    untouched = np.zeros_like(TOUCHED)
    assert named(eye.read(blurred, BEFORE, untouched)) == named(eye.read(BEFORE_IMAGE, BEFORE, None))


def test_from_time_to_time_everything_is_read(eye: SecondLook, reader: Noting) -> None:
    for _ in range(WHOLE_EVERY + 1):
        eye.read(AFTER_IMAGE, NOW, TOUCHED)
        eye.settled(BEFORE)
    assert reader.asked[-2:] == [(False, False), (True, True)] or reader.asked[-1] == (False, False)
    assert (False, False) in reader.asked[1:]


def test_a_bump_is_noticed_and_the_pose_is_sought_anew(eye: SecondLook, reader: Noting) -> None:
    bumped = np.roll(BEFORE_IMAGE, 12, axis=1)
    moved = small(bumped)
    touched = Motion().changed(moved, BEFORE)
    assert eye.standing(moved, touched)(reader.read(BEFORE_IMAGE).cubes[0]) is Standing.CHANGED
    assert named(eye.read(bumped, moved, touched)) == named(reader.read(BEFORE_IMAGE))
    assert reader.asked[-1] == (False, False)


def test_a_covered_marker_holds_nobody_up(eye: SecondLook, reader: Noting) -> None:
    covered = AFTER_IMAGE.copy()
    view = find_mat(covered, LAYOUT)
    assert not isinstance(view, Lost)
    (left, top), (right, bottom) = (view.marker_corners[0].min(axis=0), view.marker_corners[0].max(axis=0))
    covered[int(top) : int(bottom), int(left) : int(right)] = 120
    now = small(covered)
    eye.read(covered, now, Motion().changed(now, BEFORE))
    assert reader.asked[-1] == (True, False), "the others hold the sheet, but the pose is measured"


def test_the_standing_of_places(eye: SecondLook, reader: Noting) -> None:
    cubes = {f"{cube.color}-{cube.symbol}": cube for cube in reader.read(BEFORE_IMAGE).cubes}
    standing = eye.standing(NOW, TOUCHED)
    assert standing(cubes["red-2"]) is Standing.CHANGED
    assert standing(cubes["blue-3"]) is not Standing.CHANGED
    assert standing(cubes["black-7"]) is Standing.UNTOUCHED
    passed: Mask = np.ones_like(TOUCHED)
    assert eye.standing(NOW, passed)(cubes["black-7"]) is Standing.ALIKE
    assert eye.standing(NOW, None)(cubes["black-7"]) is Standing.CHANGED


def test_the_places_of_some_cubes(eye: SecondLook, reader: Noting) -> None:
    cubes = reader.read(AFTER_IMAGE).cubes
    laid = [cube for cube in cubes if cube.section == "required"]
    (cells,) = eye.places_of(laid, NOW)
    assert (cells & TOUCHED).any()
    assert (TOUCHED & ~cells).any(), "it also left a place"
    assert eye.places_of([], NOW) == []


def test_a_reader_that_cannot_read_parts_reads_all() -> None:
    eye = SecondLook(PlainReader(LAYOUT, KIT), Motion())
    found = eye.read(BEFORE_IMAGE, BEFORE, None)
    assert eye.settled(BEFORE) is None
    assert len(found.cubes) == 5
    assert eye.standing(NOW, TOUCHED)(found.cubes[0]) is Standing.CHANGED
    assert eye.has_read(BEFORE_IMAGE)
    assert not eye.has_read(AFTER_IMAGE)


def test_the_sheet_lies_in_the_middle_of_the_cells() -> None:
    view = find_mat(BEFORE_IMAGE, LAYOUT)
    assert not isinstance(view, Lost)
    ground = Ground(view, 0.0, BEFORE)
    assert ground.watched.mean() > 0.4
    assert len(ground.markers) == 4
    for cells in ground.markers:
        assert ground.watched[cells].all()
    corner = DEFAULT_POSE.homography(LAYOUT, (1280, 960)) @ np.array([350, 180, 1])
    u, v = corner[:2] / corner[2]
    assert (ground.cells_at(350, 180) & BEFORE.cells_in(u - 2, v - 2, u + 2, v + 2)).any()
    assert ground.cells_at(350, 180).sum() <= 20
