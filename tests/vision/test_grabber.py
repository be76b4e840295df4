"""A camera with a thread of its own: plugged in, pulled, hanging, back again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision.fake_devices import ScriptedDevice, picture, until
from vision.frames import CameraState, Frame
from vision.grabber import WAITING, DeviceError, GrabbedCamera

IMAGE = picture()


class Bench:
    def __init__(self) -> None:
        self.now_us = 1_000_000
        self.device = ScriptedDevice()
        self.camera = GrabbedCamera(self.device, clock=lambda: self.now_us, first_delay_s=0.001)

    def frame(self) -> Frame:
        found: list[Frame] = []

        def came() -> bool:
            frame = self.camera.read()
            if frame is not None:
                found.append(frame)
            return bool(found)

        until(came, "no frame came")
        return found[0]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.device.hang.set()
    bench.device.give(DeviceError(CameraState.MISSING, "the end"))
    bench.camera.close()


def test_it_is_opened_by_the_first_look_and_never_waited_for(bench: Bench) -> None:
    assert bench.device.opened == 0
    assert bench.camera.read() is None
    assert bench.camera.state is CameraState.STARTING
    bench.device.give((IMAGE, 1_000_100))
    frame = bench.frame()
    assert (frame.at_us, frame.number) == (1_000_100, 1)
    assert frame.image is IMAGE
    assert bench.camera.state is CameraState.DELIVERING
    assert bench.camera.read() is None, "a frame is given once"


def test_the_newest_frame_alone_is_read_and_the_backlog_has_all(bench: Bench) -> None:
    bench.camera.read()
    bench.device.give(*[(IMAGE, at_us) for at_us in (1, 2, 3)])
    until(lambda: len(bench.camera._frames) == 3)
    newest = bench.camera.read()
    assert newest is not None
    assert (newest.at_us, newest.number) == (3, 3)
    bench.device.give(*[(IMAGE, at_us) for at_us in range(4, 34)])
    until(lambda: bench.camera._number == 33)
    assert [frame.at_us for frame in bench.camera.backlog()] == list(range(34 - WAITING, 34))


def test_a_pulled_cable_is_lost_and_found_again_when_it_is_back(bench: Bench) -> None:
    bench.device.give((IMAGE, 1))
    bench.frame()
    bench.device.unplug()
    until(lambda: bench.camera.state is CameraState.LOST)
    tried = bench.device.opened
    until(lambda: bench.device.opened > tried + 1, "it is looked for again and again")
    assert bench.camera.state is CameraState.LOST
    assert bench.camera.read() is None
    bench.device.there = True
    bench.device.give((IMAGE, 2))
    assert bench.frame().number == 2
    assert bench.camera.state is CameraState.DELIVERING
    assert bench.device.closed >= 1


def test_a_camera_that_never_was_there_is_missing(bench: Bench) -> None:
    bench.device.there = False
    bench.camera.read()
    until(lambda: bench.camera.state is CameraState.MISSING)
    bench.device.there = True
    bench.device.give((IMAGE, 1))
    bench.frame()


@pytest.mark.parametrize("state", [CameraState.REFUSED, CameraState.NO_LIBRARY])
def test_why_it_cannot_be_opened_is_its_state(bench: Bench, state: CameraState) -> None:
    bench.device.give(DeviceError(state, "no"))
    bench.camera.read()
    until(lambda: bench.camera.state is state)


def test_a_driver_that_hangs_is_silent_and_nobody_waits(bench: Bench) -> None:
    bench.device.give((IMAGE, 1))
    bench.frame()
    bench.now_us += 2_000_000
    assert bench.camera.state is CameraState.DELIVERING
    bench.now_us += 2_000_000
    assert bench.camera.read() is None
    assert bench.camera.state is CameraState.SILENT
    bench.device.give((IMAGE, 2))
    bench.frame()
    assert bench.camera.state is CameraState.DELIVERING


def test_a_driver_that_hangs_while_it_is_opened_is_silent(bench: Bench) -> None:
    bench.device.hang.clear()
    bench.camera.read()
    bench.now_us += 4_000_000
    assert bench.camera.state is CameraState.SILENT


def test_a_driver_with_a_bug_is_tried_again(bench: Bench) -> None:
    bench.device.give((IMAGE, 1), ValueError("a bug of the driver"))
    bench.frame()
    until(lambda: bench.camera.state is CameraState.LOST)
    bench.device.give((np.zeros((4, 4), dtype=np.uint8), 2))
    assert bench.frame().at_us == 2, "what a frame is worth is judged elsewhere"


def test_closed_is_closed(bench: Bench) -> None:
    bench.device.give((IMAGE, 1))
    bench.frame()
    bench.device.give(DeviceError(CameraState.MISSING, "pulled"))
    bench.camera.close()
    bench.camera.close()
    assert bench.camera.state is CameraState.CLOSED
    assert bench.camera.read() is None
