"""Which camera a table gets for its settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadRequest, NotBuilt
from vision.cameras import open_camera
from vision.frames import CameraState
from vision.grabber import GrabbedCamera
from vision.layout import load_layout
from vision.recorded_camera import RecordedCamera
from vision.simulated_camera import SimulatedCamera

LAYOUT = load_layout()


@pytest.mark.parametrize(
    ("camera", "kind"),
    [
        ({"kind": "simulated"}, SimulatedCamera),
        ({"kind": "simulated", "style": "photo", "seed": 3}, SimulatedCamera),
        ({"kind": "usb"}, GrabbedCamera),
        ({"kind": "usb", "device": "1", "size": [640, 480], "fps": 15}, GrabbedCamera),
        ({"kind": "picamera2"}, GrabbedCamera),
        ({"kind": "folder", "path": "somewhere", "loop": True, "speed": 0}, RecordedCamera),
    ],
)
def test_every_kind_is_built_and_begins_only_when_it_is_read(camera: dict[str, Any], kind: type) -> None:
    opened = open_camera(camera, LAYOUT)
    assert isinstance(opened, kind)
    assert opened.state is CameraState.STARTING
    opened.close()
    opened.close()
    assert opened.state is CameraState.CLOSED
    assert opened.read() is None


@pytest.mark.parametrize(
    ("camera", "complaint"),
    [
        ({"kind": "usb", "zoom": 2}, "zoom"),
        ({"kind": "usb", "device": 0}, "device"),
        ({"kind": "usb", "size": [1280]}, "size"),
        ({"kind": "usb", "size": [0, 960]}, "must be positive"),
        ({"kind": "folder"}, "needs a path"),
        ({"kind": "folder", "path": "x", "speed": -1}, "must be positive"),
        ({"kind": "simulated", "style": "oil"}, "no style 'oil'"),
    ],
)
def test_what_cannot_be_is_refused(camera: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadRequest, match=complaint):
        open_camera(camera, LAYOUT)


@pytest.mark.parametrize("kind", ["picamera", None, 7])
def test_an_unknown_kind_is_not_built(kind: object) -> None:
    with pytest.raises(NotBuilt, match="is not built yet; there is 'simulated', 'usb', 'picamera2', 'folder'"):
        open_camera({"kind": kind}, LAYOUT)


def test_a_recording_that_is_not_there_is_missing_until_it_is(tmp_path: Path) -> None:
    opened = open_camera({"kind": "folder", "path": str(tmp_path / "later")}, LAYOUT)
    assert opened.read() is None
    assert opened.state is CameraState.MISSING
