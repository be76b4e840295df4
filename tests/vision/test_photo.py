"""Photographic pictures of the table: the same bytes for the same seed, new noise in every frame, and legible."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from vision.evaluate import TrueBoard, TrueCube, judge_board
from vision.layout import load_layout
from vision.net_reader import open_reader
from vision.photo import Look, PhotoDrawer, pick_look
from vision.photo_eye import MatPlace
from vision.photo_light import LightNow
from vision.photo_scene import Bump, Hand, PhotoScene, scene_of
from vision.pictures import Image
from vision.reader import HAND_OVER_MAT
from vision.simulated import SimulatedMat

LAYOUT = load_layout()
READER = open_reader(LAYOUT, EQUATIONS_KIT)


@cache
def look(seed: int) -> Look:
    return pick_look(seed, LAYOUT)


def scene(seed: int) -> PhotoScene:
    return scene_of(SimulatedMat.rolled(EQUATIONS_KIT, LAYOUT, random.Random(seed)))


def difference(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(int) - other.astype(int)).mean())


def test_the_same_seed_scene_and_number_give_the_same_bytes() -> None:
    once, again = (PhotoDrawer(LAYOUT, pick_look(4, LAYOUT)) for _ in range(2))
    hand = replace(scene(4), hands=(Hand(200, 180),))
    again.draw(scene(5), 1)
    assert np.array_equal(once.draw(hand, 7), again.draw(hand, 7))


def test_no_two_frames_of_a_still_table_are_alike_but_nearly() -> None:
    drawer = PhotoDrawer(LAYOUT, look(4))
    first, second = drawer.draw(scene(4), 1), drawer.draw(scene(4), 2)
    assert first.shape == (960, 1280, 3)
    assert first.dtype == np.uint8
    assert 0.2 < difference(first, second) < 4


@pytest.mark.parametrize(
    "changed",
    [
        replace(scene(4), hands=(Hand(200, 180),)),
        replace(scene(4), light=LightNow(lamps=0.4)),
        replace(scene(4), light=LightNow(band=(0.2, 0.3))),
        replace(scene(4), mat=MatPlace(6, -4, 1.0)),
        replace(scene(4), bump=Bump((4, 0, 0), (0, 0, 1))),
        replace(scene(4), cubes=scene(4).cubes[1:]),
        replace(scene(4), cubes=(replace(scene(4).cubes[0], height_mm=40), *scene(4).cubes[1:])),
        replace(scene(4), cubes=(replace(scene(4).cubes[0], glare=True), *scene(4).cubes[1:])),
    ],
    ids=["hand", "lamp", "flicker", "mat", "camera", "cube gone", "cube held", "glare"],
)
def test_whatever_happens_shows(changed: PhotoScene) -> None:
    drawer = PhotoDrawer(LAYOUT, look(4))
    off = np.abs(drawer.draw(changed, 1).astype(int) - drawer.draw(scene(4), 1).astype(int))
    assert (off.max(axis=2) > 25).sum() > 40


@pytest.mark.parametrize("seed", range(40, 46))
def test_the_trained_reader_reads_them(seed: int) -> None:
    table = scene(seed)
    board = READER.read(PhotoDrawer(LAYOUT, look(seed)).draw(table, 1))
    truth = TrueBoard(
        image="",
        kit="",
        cubes=tuple(
            TrueCube(
                color=cube.color,
                symbol=cube.symbol,
                section=LAYOUT.section_at(cube.x, cube.y),
                mat_mm=(cube.x, cube.y),
                yaw_deg=cube.angle_deg,
            )
            for cube in table.cubes
        ),
    )
    judged = judge_board(truth, board)
    assert judged.without_error
    assert not board.problems
    assert sum(cube.sure for cube in judged.cubes) >= 20


def test_a_hand_is_called_a_hand() -> None:
    table = replace(scene(41), hands=(Hand(200, 180),))
    assert HAND_OVER_MAT in READER.read(PhotoDrawer(LAYOUT, look(41)).draw(table, 1)).problems
