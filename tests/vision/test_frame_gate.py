"""What goes through to the watcher, and what is said of the rest."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fake_devices import frame, picture
from vision.frame_gate import CAMERA_PROBLEMS, STATE_PROBLEMS, FrameGate
from vision.frames import CameraState
from vision.sightings import Trouble

BLACK = np.zeros((480, 640, 3), dtype=np.uint8)


def test_good_frames_go_through_in_the_order_of_their_times() -> None:
    gate = FrameGate()
    given = [(1, True), (2, True), (2, False), (1, False), (3, True)]
    for at_us, through in given:
        passed = gate.take(frame(picture(at_us), at_us))
        assert (passed.frame is not None) is through
        assert passed.troubles == ()


def test_a_bad_frame_never_goes_through_and_is_said_when_it_comes_back() -> None:
    gate = FrameGate()
    said: list[Trouble] = []
    for number in range(1, 30):
        bad = number in (5, 10, 11, 12, 13)
        passed = gate.take(frame(BLACK.copy() if bad else picture(number), number))
        assert (passed.frame is None) is bad
        said += passed.troubles
    assert said == [Trouble(at_us=11, problem="black"), Trouble(at_us=18, problem="black", over=True)]
    assert gate.problems == ()


def test_an_old_frame_is_no_frame_and_is_named_when_it_lasts() -> None:
    gate = FrameGate()
    assert all(gate.take(frame(picture(number), number)).frame for number in range(1, 25))
    still = picture(24)
    said: list[Trouble] = []
    for number in range(25, 60):
        passed = gate.take(frame(still.copy(), 100_000 * number))
        assert passed.frame is None, "it must not be taken for a table that lies still"
        said += passed.troubles
    assert [trouble.problem for trouble in said] == ["frozen"]
    assert gate.take(frame(picture(60), 6_000_000)).frame is not None, "as soon as there is a new one"


@pytest.mark.parametrize(("state", "problem"), STATE_PROBLEMS.items())
def test_what_is_wrong_with_the_camera_is_said_once_and_once_when_it_is_over(state: CameraState, problem: str) -> None:
    gate = FrameGate()
    assert gate.without(CameraState.STARTING, 1) == ()
    assert gate.without(state, 2) == (Trouble(at_us=2, problem=problem),)
    assert gate.without(state, 3) == ()
    assert gate.problems == (problem,)
    back = gate.take(frame(picture(), 4))
    assert back.frame is not None
    assert back.troubles == (Trouble(at_us=4, problem=problem, over=True),)
    assert gate.without(CameraState.DELIVERING, 5) == ()


def test_one_problem_takes_the_place_of_another() -> None:
    gate = FrameGate()
    for at_us in range(1, 4):
        gate.take(frame(BLACK.copy(), at_us))
    assert gate.problems == ("black",)
    assert gate.without(CameraState.LOST, 4) == (
        Trouble(at_us=4, problem="black", over=True),
        Trouble(at_us=4, problem="unplugged"),
    )
    assert gate.without(CameraState.SILENT, 5) == (
        Trouble(at_us=5, problem="unplugged", over=True),
        Trouble(at_us=5, problem="silent"),
    )


def test_every_problem_has_a_name_of_its_own() -> None:
    assert len(set(CAMERA_PROBLEMS)) == len(CAMERA_PROBLEMS)
