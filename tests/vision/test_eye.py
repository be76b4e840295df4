"""A camera and who watches it, as one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT
from tests.vision.fake_devices import frame, picture
from vision.eye import LATEST_US, Eye
from vision.frames import CameraState, Frame
from vision.layout import load_layout
from vision.pictures import Image
from vision.plain_reader import PlainReader
from vision.sightings import AnySighting, BoardSeen, CubesMoved, Trouble
from vision.simulated import SimulatedMat
from vision.simulated_camera import SimulatedCamera
from vision.snapshots import SnapshotStore
from vision.watch import Watcher

LAYOUT = load_layout()
KIT = EQUATIONS_KIT
START = SimulatedMat.placed({"resources": "R1 R2 B3 G5 K+"}, KIT, LAYOUT)
MOVED = START.dropped("red-2", 350, 180, layout=LAYOUT)


class Roll:
    """A camera that takes pictures by itself: what is put in comes out at the next look."""

    def __init__(self) -> None:
        self.state = CameraState.STARTING
        self.waiting: list[Frame] = []
        self._number = 0

    def take(self, image: Image, at_us: int) -> None:
        self._number += 1
        self.waiting.append(frame(image, at_us, self._number))
        self.state = CameraState.DELIVERING

    def backlog(self) -> tuple[Frame, ...]:
        frames, self.waiting = tuple(self.waiting), []
        return frames

    def read(self) -> Frame | None:
        frames = self.backlog()
        return frames[-1] if frames else None

    def close(self) -> None:
        self.state = CameraState.CLOSED


class Recorder:
    """A watcher that only remembers what it was shown."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self.settled = False
        self.watermark_us = 0

    def see(self, frame: Frame) -> tuple[AnySighting, ...]:
        self.seen.append(frame.at_us)
        self.watermark_us = frame.at_us
        return ()


@pytest.fixture
def watcher(tmp_path: Path) -> Watcher:
    return Watcher(PlainReader(LAYOUT, KIT), SnapshotStore(tmp_path), KIT)


def drawn(truth: SimulatedMat) -> Image:
    camera = SimulatedCamera(LAYOUT)
    camera.show(truth)
    found = camera.read()
    assert found is not None
    return found.image


def test_a_rare_look_costs_no_first_evidence(watcher: Watcher) -> None:
    roll = Roll()
    eye = Eye(roll, watcher)
    still, moved = drawn(START), drawn(MOVED)
    sightings: list[AnySighting] = []
    # A camera of ten frames a second that is looked at every half second; the move is in the middle of one such time.
    for tick in range(40):
        at_us = 1_000_000 + 100_000 * tick
        roll.take(still if tick < 22 else moved, at_us)
        if tick % 5 == 4:
            sightings += eye.look(at_us + 1000).sightings
    first, move = sightings
    assert isinstance(first, BoardSeen)
    assert isinstance(move, CubesMoved)
    assert move.at_us == 1_000_000 + 100_000 * 22
    assert eye.settled


def test_frames_in_between_are_watched_only_if_something_changed() -> None:
    roll, watcher = Roll(), Recorder()
    eye = Eye(roll, watcher)
    scene = picture(noise=0)
    for at_us in (1, 2, 3):
        roll.take(scene, at_us)
    eye.look(4)
    assert watcher.seen == [1, 2, 3], "nothing is settled yet"
    watcher.settled = True
    for at_us in (5, 6, 7):
        roll.take(picture(at_us, noise=2), at_us)
    assert len(eye.look(8).frames) == 3
    assert watcher.seen[3:] == [7]
    changed = scene.copy()
    changed[200:240, 200:240] = 0
    for at_us in (9, 10, 11):
        roll.take(scene if at_us < 10 else changed, at_us)
    eye.look(12)
    assert watcher.seen[4:] == [9, 10, 11]


def test_a_bad_frame_is_never_watched_and_the_trouble_is_said() -> None:
    roll, watcher = Roll(), Recorder()
    eye = Eye(roll, watcher)
    black = np.zeros((480, 640, 3), dtype=np.uint8)
    roll.take(picture(), 1)
    eye.look(2)
    for at_us in (3, 4, 5):
        roll.take(black.copy(), at_us)
    look = eye.look(6)
    assert look.sightings == (Trouble(at_us=5, problem="black"),)
    assert look.frames == ()
    assert watcher.seen == [1]
    assert eye.problems == ("black",)


def test_what_frames_that_came_at_once_have_to_say_is_said_in_their_order(watcher: Watcher) -> None:
    roll = Roll()
    eye = Eye(roll, watcher)
    still = drawn(START)
    for tick in range(10):
        roll.take(still if tick < 5 else np.zeros_like(still), 1_000_000 + 100_000 * tick)
    board, black = eye.look(3_000_000).sightings
    assert isinstance(board, BoardSeen)
    assert black == Trouble(at_us=1_700_000, problem="black")


def test_what_is_certain_stands_while_something_moves_and_goes_on_when_nobody_sees() -> None:
    roll, watcher = Roll(), Recorder()
    eye = Eye(roll, watcher)
    assert eye.look(1_000_000).watermark_us == 1_000_000 - LATEST_US
    roll.take(picture(), 2_000_000)
    assert eye.look(2_100_000).watermark_us == 2_000_000
    assert eye.look(2_300_000).watermark_us == 2_000_000, "the next frame may have been taken already"
    roll.state = CameraState.SILENT
    assert eye.look(4_000_000).watermark_us == 2_000_000, "it was moving"
    assert eye.look(4_600_000).watermark_us == 4_600_000 - LATEST_US, "for too long"
    watcher.settled = True
    assert eye.look(9_100_000).watermark_us == 9_100_000 - LATEST_US, "it was not"
    roll.take(picture(1), 8_000_000)
    eye.look(9_200_000)
    assert watcher.seen == [2_000_000], "a frame from before what is certain comes too late"


@pytest.mark.parametrize("settled", [True, False])
def test_nobody_waits_for_a_camera_that_is_not_there(settled: bool) -> None:
    roll, watcher = Roll(), Recorder()
    eye = Eye(roll, watcher)
    roll.state = CameraState.MISSING
    assert eye.look(1_000_000).watermark_us == 1_000_000
    roll.take(picture(), 2_000_000)
    eye.look(2_100_000)
    watcher.settled = settled
    roll.state = CameraState.LOST
    assert eye.look(4_000_000).watermark_us == (4_000_000 if settled else 2_000_000), "while it may still be dated"
    assert eye.look(4_100_000).watermark_us == 4_100_000


def test_what_happened_unseen_is_dated_when_it_is_seen_and_not_before_what_was_certain(watcher: Watcher) -> None:
    roll = Roll()
    eye = Eye(roll, watcher)
    still, moved = drawn(START), drawn(MOVED)
    for tick in range(5):
        roll.take(still, 1_000_000 + 100_000 * tick)
    assert len(eye.look(1_450_000).sightings) == 1
    # The cube lies there already when the cable is pulled, but not for long enough.
    roll.take(moved, 1_500_000)
    assert eye.look(1_550_000).watermark_us == 1_500_000
    roll.state = CameraState.LOST
    certain_us = eye.look(5_000_000).watermark_us
    assert certain_us == 5_000_000
    sightings: list[AnySighting] = []
    for tick in range(5):
        roll.take(moved, 6_000_000 + 100_000 * tick)
        sightings += eye.look(6_050_000 + 100_000 * tick).sightings
    (move,) = [sighting for sighting in sightings if isinstance(sighting, CubesMoved)]
    assert move.at_us == 6_000_000


def test_what_a_camera_still_brought_comes_before_that_it_is_gone() -> None:
    roll, watcher = Roll(), Recorder()
    eye = Eye(roll, watcher)
    roll.take(picture(), 10)
    roll.state = CameraState.ENDED
    assert eye.look(11).sightings == (Trouble(at_us=11, problem="recording-over"),)
    assert watcher.seen == [10]
    assert eye.look(12).sightings == ()


def test_whoever_keeps_frames_decides_how_they_are_seen() -> None:
    roll, watcher = Roll(), Recorder()
    eye = Eye(roll, watcher, on_frame=lambda seen: frame(seen.image, seen.at_us + 7))
    roll.take(picture(), 10)
    eye.look(11)
    assert watcher.seen == [17]
    eye.close()
    assert roll.state is CameraState.CLOSED


def test_the_newest_frame_is_there_to_be_looked_at_good_or_bad_until_the_camera_goes() -> None:
    roll = Roll()
    eye = Eye(roll, Recorder())
    assert eye.newest is None
    roll.take(picture(), 1_000_000)
    roll.take(np.zeros((960, 1280, 3), np.uint8), 1_050_000)
    look = eye.look(1_060_000)
    assert [each.at_us for each in look.frames] == [1_000_000]
    assert eye.newest is not None
    assert eye.newest.at_us == 1_050_000
    eye.look(1_100_000)
    assert eye.newest is not None
    roll.state = CameraState.LOST
    eye.look(1_200_000)
    assert eye.newest is None
