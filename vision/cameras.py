"""The camera that a table is told to use: the one place where a kind of camera gets its name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from rules.errors import BadRequest, NotBuilt
from vision.frames import FrameSource
from vision.grabber import GrabbedCamera
from vision.layout import Layout
from vision.pi_camera import PiDevice
from vision.pictures import PICTURE_SIZE
from vision.recorded_camera import RecordedCamera
from vision.recording import USUAL_FPS
from vision.simulated_camera import FLAT, SimulatedCamera
from vision.usb_camera import ANY_DEVICE, UsbDevice
from vision.wire import CAMERAS, FOLDER, PICAMERA2, SIMULATED


class CameraOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A camera as its settings say it: `{"kind":"usb","device":"/dev/video0","size":[1280,960]}`."""

    kind: str
    device: str = ANY_DEVICE
    size: tuple[int, int] = PICTURE_SIZE
    #: For a recording: where it is, whether it begins anew, and how much faster than it was (0: at every look a frame).
    path: str = ""
    loop: bool = False
    speed: float = 1.0
    #: For the simulated camera: drawn flat, or as a photograph by the camera, lamp and kit of this number.
    style: str = FLAT
    seed: int = 0
    #: Pictures a second that a real camera is asked for, or that a folder of pictures without times has.
    fps: float = USUAL_FPS


def camera_options(camera: Mapping[str, Any]) -> CameraOptions:
    """What a camera's JSON says; BadRequest for what cannot be, NotBuilt for a kind that this version does not have."""
    if camera.get("kind") not in CAMERAS:
        there = ", ".join(map(repr, CAMERAS))
        raise NotBuilt(f"a camera of the kind {camera.get('kind')!r} is not built yet; there is {there}")
    try:
        options = msgspec.convert(camera, CameraOptions)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no camera: {wrong}") from None
    if options.kind == FOLDER and not options.path:
        raise BadRequest("this is no camera: a recording needs a path")
    if options.speed < 0 or options.fps <= 0 or min(options.size) < 1:
        raise BadRequest("this is no camera: speed, fps and size must be positive")
    return options


def open_camera(camera: Mapping[str, Any], layout: Layout) -> FrameSource:
    """The camera `{"kind": …}`, not yet at work; errors as `camera_options` has them."""
    options = camera_options(camera)
    if options.kind == SIMULATED:
        return SimulatedCamera(layout, style=options.style, seed=options.seed)
    if options.kind == FOLDER:
        return RecordedCamera(Path(options.path), loop=options.loop, speed=options.speed, fps=options.fps)
    device = PiDevice if options.kind == PICAMERA2 else UsbDevice
    return GrabbedCamera(device(options.device, options.size, round(options.fps)))
