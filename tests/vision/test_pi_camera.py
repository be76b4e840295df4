"""The camera of a Raspberry Pi; the library is a fake here, and missing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.vision.fake_devices import picture
from vision.frames import CameraState
from vision.grabber import DeviceError
from vision.pi_camera import PiDevice, sensor_time_us

IMAGE = picture()
NOW_US = 50_000_000


class FakePicamera2:
    """What is used of the library's class."""

    cameras = 1
    busy = False

    def __init__(self, number: int) -> None:
        if self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number = number
        self.said: list[Any] = []
        FakePicamera2.last = self

    last: FakePicamera2

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Num": number} for number in range(FakePicamera2.cameras)]

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        self.said.append(configuration)

    def start(self) -> None:
        self.said.append("start")

    def capture_request(self) -> Any:
        def say(what: str) -> None:
            self.said.append(what)

        return SimpleNamespace(
            get_metadata=lambda: {"SensorTimestamp": (NOW_US - 30_000) * 1000},
            make_array=lambda name: IMAGE if name == "main" else None,
            release=lambda: say("release"),
        )

    def stop(self) -> None:
        self.said.append("stop")

    def close(self) -> None:
        self.said.append("close")


def device(number: str = "auto") -> PiDevice:
    library = SimpleNamespace(Picamera2=FakePicamera2)
    return PiDevice(
        number, (1280, 960), 10, library=lambda: library, clock=lambda: NOW_US, boottime=lambda: NOW_US + 7_000_000
    )


def test_its_frames_have_the_sensors_time() -> None:
    camera = device()
    camera.open()
    image, at_us = camera.take()
    assert (image is IMAGE, at_us) == (True, NOW_US - 30_000)
    camera.close()
    camera.close()
    main = {"main": {"size": (1280, 960), "format": "RGB888"}, "controls": {"FrameRate": 10}}
    assert FakePicamera2.last.said == [main, "start", "release", "stop", "close"]


def test_without_the_library_there_is_a_sentence() -> None:
    # The real import: this machine is no Raspberry Pi.
    with pytest.raises(DeviceError, match="install the system package python3-picamera2") as missing:
        PiDevice().open()
    assert missing.value.state is CameraState.NO_LIBRARY


def test_no_camera_at_the_cable_and_one_that_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DeviceError, match="no camera number 1") as missing:
        device("1").open()
    assert missing.value.state is CameraState.MISSING
    monkeypatch.setattr(FakePicamera2, "busy", True)
    with pytest.raises(DeviceError, match="cannot be opened") as busy:
        device().open()
    assert busy.value.state is CameraState.REFUSED


@pytest.mark.parametrize(
    ("stamp_us", "expected_us"),
    [
        (NOW_US - 40_000, NOW_US - 40_000),
        # A machine that has slept: the sensor's clock is seven seconds ahead.
        (NOW_US + 7_000_000 - 40_000, NOW_US - 40_000),
        (3, NOW_US),
        (NOW_US * 1000, NOW_US),
        (None, NOW_US),
    ],
)
def test_a_stamp_of_either_clock_is_understood(stamp_us: int | None, expected_us: int) -> None:
    stamp_ns = None if stamp_us is None else stamp_us * 1000
    assert sensor_time_us(stamp_ns, NOW_US, NOW_US + 7_000_000) == expected_us
