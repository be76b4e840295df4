"""A USB camera through OpenCV's VideoCapture, which is a fake here."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import pytest

from tests.vision.fake_devices import picture
from vision.frames import CameraState
from vision.grabber import DeviceError
from vision.pictures import Image
from vision.usb_camera import UsbDevice, _capture

IMAGE = picture()


class FakeCapture:
    """`pictures` is how many it gives before it is pulled; a torn one cannot be decoded."""

    def __init__(self, *, opens: bool = True, pictures: int = 1000, torn: bool = False) -> None:
        self.opens, self.pictures, self.torn = opens, pictures, torn
        self.asked: dict[int, float] = {}
        self.released = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opens

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803 - OpenCV's name
        self.asked[propId] = value
        return True

    def grab(self) -> bool:
        self.pictures -= 1
        return self.pictures >= 0

    def retrieve(self) -> tuple[bool, Image]:
        return not self.torn, IMAGE

    def release(self) -> None:
        self.released += 1


class Shelf:
    """The cameras of a machine, by number or path."""

    def __init__(self, **captures: FakeCapture) -> None:
        self.captures = captures
        self.tried: list[int | str] = []

    def __call__(self, device: int | str) -> FakeCapture:
        self.tried.append(device)
        return self.captures.get(Path(str(device)).name, FakeCapture(opens=False))


def test_it_is_asked_for_what_is_wanted_and_stamped_at_the_grab(tmp_path: Path) -> None:
    shelf = Shelf(video0=FakeCapture())
    (tmp_path / "video0").touch()
    times = iter((111, 222))
    device = UsbDevice("auto", (800, 600), 15, capture=shelf, devices=tmp_path, clock=lambda: next(times))
    device.open()
    asked = shelf.captures["video0"].asked
    assert (asked[cv2.CAP_PROP_FRAME_WIDTH], asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (800, 600)
    assert (asked[cv2.CAP_PROP_FPS], asked[cv2.CAP_PROP_BUFFERSIZE]) == (15, 1)
    image, at_us = device.take()
    assert (image is IMAGE, at_us) == (True, 111)
    device.close()
    device.close()
    assert shelf.captures["video0"].released == 1


def test_auto_takes_the_first_that_gives_a_picture(tmp_path: Path) -> None:
    for name in ("video10", "video2", "video0", "videocodec", "video1"):
        (tmp_path / name).touch()
    # The second node of a camera opens and gives nothing.
    shelf = Shelf(video1=FakeCapture(pictures=0), video2=FakeCapture(), video10=FakeCapture())
    device = UsbDevice(capture=shelf, devices=tmp_path)
    device.open()
    assert shelf.tried == [str(tmp_path / name) for name in ("video0", "video1", "video2")]
    assert shelf.captures["video1"].released == 1


@pytest.mark.parametrize(("device", "tried"), [("3", 3), ("/dev/v4l/by-id/cam", "/dev/v4l/by-id/cam")])
def test_a_number_or_a_path_names_one(device: str, tried: int | str) -> None:
    shelf = Shelf()
    with pytest.raises(DeviceError, match=f"no camera at {device}") as missing:
        UsbDevice(device, capture=shelf).open()
    assert missing.value.state is CameraState.MISSING
    assert shelf.tried == [tried]


def test_one_that_is_pulled_or_torn_is_missing(tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    device = UsbDevice(capture=Shelf(video0=FakeCapture(pictures=2)), devices=tmp_path)
    device.open()
    device.take()
    with pytest.raises(DeviceError, match="no more pictures"):
        device.take()
    torn = UsbDevice(capture=Shelf(video0=FakeCapture(torn=True)), devices=tmp_path)
    torn.open()
    with pytest.raises(DeviceError, match="cannot be decoded"):
        torn.take()
    torn.close()
    with pytest.raises(DeviceError):
        torn.take()


def test_one_that_this_user_may_not_open_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "video0").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(DeviceError, match="group video") as refused:
        UsbDevice(capture=Shelf(), devices=tmp_path).open()
    assert refused.value.state is CameraState.REFUSED


def test_opencv_itself_says_that_a_camera_is_not_there() -> None:
    # The real library, and a device that no machine has.
    with pytest.raises(DeviceError, match="no camera at 61"):
        UsbDevice("61", capture=_capture).open()
