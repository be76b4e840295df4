"""The simulated camera."""

from __future__ import annotations

import random
from itertools import count

import pytest

from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from vision.frames import CameraState, FrameSource, monotonic_us
from vision.layout import load_layout
from vision.net_reader import open_reader
from vision.simulated import SimulatedMat
from vision.simulated_camera import SimulatedCamera

LAYOUT = load_layout()


def test_there_is_no_frame_before_the_first_truth() -> None:
    camera: FrameSource = SimulatedCamera(LAYOUT)
    assert camera.state is CameraState.STARTING
    assert camera.read() is None


def test_frames_count_have_their_time_and_share_an_unchanged_picture() -> None:
    ticks = count(1000, 100)
    camera = SimulatedCamera(LAYOUT, clock=lambda: next(ticks))
    table = SimulatedMat.rolled(EQUATIONS_KIT, LAYOUT, random.Random(1))
    camera.show(table)
    first, second = camera.read(), camera.read()
    camera.show(table.lifted("red-1"))
    third = camera.read()
    assert first is not None
    assert second is not None
    assert third is not None
    assert [(frame.number, frame.at_us) for frame in (first, second, third)] == [(1, 1000), (2, 1100), (3, 1200)]
    assert first.image is second.image
    assert third.image is not first.image
    assert camera.state is CameraState.DELIVERING


def test_the_clock_of_frames_is_the_machines() -> None:
    camera = SimulatedCamera(LAYOUT, size=(320, 240))
    camera.show(SimulatedMat())
    before = monotonic_us()
    frame = camera.read()
    assert frame is not None
    assert before <= frame.at_us <= monotonic_us()


def test_a_closed_camera_gives_nothing() -> None:
    camera = SimulatedCamera(LAYOUT, size=(320, 240))
    camera.show(SimulatedMat())
    camera.close()
    camera.close()
    assert camera.read() is None
    assert camera.state is CameraState.CLOSED


def test_photographs_are_legible_and_no_two_are_alike() -> None:
    camera = SimulatedCamera(LAYOUT, style="photo", seed=40)
    camera.show(SimulatedMat.placed({"goal": "R1 K+ R2", "required": "B3 G5"}, EQUATIONS_KIT, LAYOUT))
    first, second = camera.read(), camera.read()
    assert first is not None
    assert second is not None
    assert (first.image != second.image).any()
    board = open_reader(LAYOUT, EQUATIONS_KIT).read(first.image)
    assert board.goal == "R1 K+ R2"
    assert board.mat(EQUATIONS_KIT).to_json()["required"] == "B3 G5"


def test_a_style_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadRequest, match="'oils'"):
        SimulatedCamera(LAYOUT, style="oils")
