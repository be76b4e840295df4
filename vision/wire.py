"""The lines between the table and its vision process: one JSON object a line, each way.

To the process: first a hello, then the truths of a simulated table. From it: `{"ready":true,"reader":"plain"}`,
sightings as they are, `{"watermark":us}` after every frame, and `{"error":text}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from rules.errors import BadRequest
from rules.events import parse_object
from vision.sightings import AnySighting, parse_sighting
from vision.simulated import SimulatedMat

#: How a process ends that will never work with this hello.
NOT_BUILT_STATUS = 2

#: Kinds of cameras; the later ones are known to the design and not built yet.
SIMULATED = "simulated"
CAMERAS = (SIMULATED,)
LATER_CAMERAS = ("picamera2", "usb", "folder")
#: Who reads the pictures: the plain reader of drawn ones, the trained one of photographs, or who suits the camera.
AUTO, PLAIN, NET = "auto", "plain", "net"
READERS = (AUTO, PLAIN, NET)
_FASTEST_FPS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionHello:
    """What a vision process must know before its first frame. Text both ways: `parse_hello` and `text`.

    `{"camera":{"kind":"simulated"},"fps":10,"snapshots":"/path","mat":"equations","reader":"auto"}`
    """

    snapshots: Path
    camera: Mapping[str, Any] = field(default_factory=lambda: {"kind": SIMULATED})
    fps: float = 10
    mat: str = "equations"
    reader: str = AUTO

    @property
    def text(self) -> str:
        # The process may stand in another folder.
        snapshots = str(self.snapshots.absolute())
        fields = {"camera": dict(self.camera), "fps": self.fps, "snapshots": snapshots, "mat": self.mat}
        return msgspec.json.encode({**fields, "reader": self.reader}).decode()


class _WrittenHello(msgspec.Struct, forbid_unknown_fields=True):
    camera: dict[str, Any]
    fps: float
    snapshots: str
    mat: str = "equations"
    reader: str = AUTO


def parse_hello(text: str | bytes) -> VisionHello:
    """The hello that a line writes; BadRequest for anything else."""
    try:
        written = msgspec.convert(parse_object(text), _WrittenHello)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no hello: {wrong}") from None
    if not 0 < written.fps <= _FASTEST_FPS:
        raise BadRequest(f"fps must be above 0 and at most {_FASTEST_FPS}, not {written.fps!r}")
    if not isinstance(written.camera.get("kind"), str):
        raise BadRequest("the camera has no kind")
    if written.reader not in READERS:
        raise BadRequest(f"there is no reader {written.reader!r}; there are {', '.join(READERS)}")
    return VisionHello(
        snapshots=Path(written.snapshots),
        camera=written.camera,
        fps=written.fps,
        mat=written.mat,
        reader=written.reader,
    )


def truth_text(truth: SimulatedMat) -> str:
    """The line that shows a simulated camera the table."""
    return msgspec.json.encode({"truth": truth.to_json()}).decode()


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has warmed up and watches; `reader` is who reads."""

    reader: str

    @property
    def text(self) -> str:
        return msgspec.json.encode({"ready": True, "reader": self.reader}).decode()


@dataclass(frozen=True, slots=True)
class Watermark:
    """Every sighting before this time has been written; also the sign of life after every frame."""

    at_us: int

    @property
    def text(self) -> str:
        return msgspec.json.encode({"watermark": self.at_us}).decode()


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something the process cannot do, in words."""

    error: str

    @property
    def text(self) -> str:
        return msgspec.json.encode({"error": self.error}).decode()


def parse_report(text: str | bytes) -> AnySighting | Ready | Watermark | Complaint:
    """What a line of the process says; BadRequest for anything else."""
    match parse_object(text):
        case {"sighting": str()}:
            return parse_sighting(text)
        case {"watermark": int(at_us)}:
            return Watermark(at_us)
        case {"ready": True, "reader": str(reader)}:
            return Ready(reader)
        case {"error": str(error)}:
            return Complaint(error)
        case other:
            raise BadRequest(f"no vision process says {other!r}")
