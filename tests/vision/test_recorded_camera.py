"""A recording played as a camera."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.fake_devices import frame, picture
from vision.frames import CameraState
from vision.grabber import WAITING
from vision.recorded_camera import RecordedCamera, Replayed
from vision.recording import About, Recorder, open_recording

IMAGES = [picture(number) for number in range(4)]
#: As a camera's are: by a clock of another day, and not quite regular.
TIMES = (77_000_000, 77_100_000, 77_210_000, 77_300_000)


class Clock:
    def __init__(self) -> None:
        self.now_us = 5_000_000

    def __call__(self) -> int:
        return self.now_us


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Recorder(tmp_path / "recording", About()) as recorder:
        for image, at_us in zip(IMAGES, TIMES, strict=True):
            recorder.add(frame(image, at_us))
    return tmp_path / "recording"


def test_frames_come_at_their_own_times(folder: Path) -> None:
    clock = Clock()
    camera = RecordedCamera(folder, clock=clock)
    assert camera.state is CameraState.STARTING
    first = camera.read()
    assert first is not None
    assert (first.at_us, first.number) == (5_000_000, 1)
    assert camera.read() is None
    assert camera.state is CameraState.DELIVERING
    clock.now_us += 99_000
    assert camera.read() is None
    clock.now_us += 121_000
    newest = camera.read()
    assert newest is not None
    assert (newest.at_us, newest.number) == (5_210_000, 3), "the newest of two"
    clock.now_us += 1_000_000
    assert [frame.at_us for frame in camera.backlog()] == [5_300_000]
    assert camera.state is CameraState.ENDED
    assert camera.read() is None


def test_the_backlog_has_every_frame_that_was_due(folder: Path) -> None:
    clock = Clock()
    camera = RecordedCamera(folder, clock=clock)
    camera.read()
    clock.now_us += 250_000
    assert [frame.at_us for frame in camera.backlog()] == [5_100_000, 5_210_000]


def test_a_machine_that_is_too_slow_gets_no_more_at_once_than_it_can_bear(tmp_path: Path) -> None:
    with Recorder(tmp_path / "long", About()) as recorder:
        for number in range(40):
            recorder.add(frame(IMAGES[0], 100_000 * number))
    clock = Clock()
    camera = RecordedCamera(tmp_path / "long", clock=clock)
    camera.backlog()
    clock.now_us += 3_000_000
    looks = [camera.backlog() for _ in range(4)]
    assert [len(look) for look in looks] == [WAITING, WAITING, 30 - 2 * WAITING, 0], "none is lost"
    times = [each.at_us for look in looks for each in look]
    assert times == list(range(5_100_000, 8_100_000, 100_000))
    clock.now_us += 600_000
    newest = camera.read()
    assert newest is not None
    assert newest.at_us == 8_600_000, "who wants the newest gets it"


def test_faster_than_it_was(folder: Path) -> None:
    clock = Clock()
    camera = RecordedCamera(folder, clock=clock, speed=10)
    camera.read()
    clock.now_us += 30_000
    assert [frame.at_us for frame in camera.backlog()] == [5_010_000, 5_021_000, 5_030_000]


def test_as_fast_as_somebody_looks(folder: Path) -> None:
    clock = Clock()
    camera = RecordedCamera(folder, clock=clock, speed=0)
    seen = []
    for _ in range(5):
        clock.now_us += 7
        seen.append(camera.read())
    assert [None if frame is None else frame.at_us for frame in seen] == [
        5_000_007,
        5_000_014,
        5_000_021,
        5_000_028,
        None,
    ]
    assert camera.state is CameraState.ENDED


@pytest.mark.parametrize("speed", [0, 1])
def test_a_loop_begins_anew_and_time_goes_on(folder: Path, speed: int) -> None:
    clock = Clock()
    camera = RecordedCamera(folder, clock=clock, loop=True, speed=speed)
    seen = []
    for _ in range(30):
        clock.now_us += 50_000
        seen += camera.backlog()
    numbers, times = [frame.number for frame in seen], [frame.at_us for frame in seen]
    assert len(seen) > 8
    assert numbers == list(range(1, len(seen) + 1))
    assert times == sorted(set(times))
    assert camera.state is CameraState.DELIVERING


def test_a_film_says_that_it_is_one(folder: Path, tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    film.write_bytes(b"")
    assert RecordedCamera(film).pressed
    assert not RecordedCamera(folder).pressed
    assert not RecordedCamera(tmp_path / "nothing.avi").pressed
    assert not Replayed(open_recording(folder)).pressed


def test_one_that_appears_later_is_found(tmp_path: Path) -> None:
    clock = Clock()
    camera = RecordedCamera(tmp_path / "later", clock=clock)
    assert camera.read() is None
    assert camera.state is CameraState.MISSING
    with Recorder(tmp_path / "later", About()) as recorder:
        recorder.add(frame(IMAGES[0], 1))
    assert camera.read() is None, "not looked for at every look"
    clock.now_us += 1_000_000
    assert camera.read() is not None
    camera.close()
    camera.close()
    assert camera.state is CameraState.CLOSED
    assert camera.read() is None


def test_a_recording_can_be_gone_through_with_its_own_times(folder: Path) -> None:
    camera = Replayed(open_recording(folder))
    assert camera.due_us == TIMES[0]
    seen = []
    while not camera.over:
        seen.append(camera.read())
    assert tuple(frame.at_us for frame in seen if frame is not None) == TIMES
    assert (camera.read(), camera.due_us, camera.state) == (None, 0, CameraState.DELIVERING)
    camera.close()
    assert camera.state is CameraState.CLOSED
