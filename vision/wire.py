"""The lines between the table and its vision process: one JSON object a line, each way.

To the process: first a hello; then the truths of a simulated table, `{"hurry_until":us}` when something is expected,
`{"clip":{"reason":text,"at_us":us}}` when the seconds around a moment are to be kept, and `{"live":{"read":true}}` when
somebody wants to see what the camera sees now. From it: `{"ready":true,"reader":"plain"}`, sightings as they are,
`{"watermark":us}` after every look, `{"clip_kept":{…}}`, `{"live":{…}}` and `{"error":text}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules.errors import BadRequest
from rules.events import parse_object
from vision.live_view import LiveView, LiveWanted
from vision.sightings import AnySighting, parse_sighting
from vision.simulated import SimulatedMat

#: How a process ends that will never work with this hello.
NOT_BUILT_STATUS = 2

#: Kinds of cameras.
SIMULATED, USB, PICAMERA2, FOLDER = "simulated", "usb", "picamera2", "folder"
CAMERAS = (SIMULATED, USB, PICAMERA2, FOLDER)
#: Who reads the pictures: the plain reader of drawn ones, the trained one of photographs, or who suits the camera.
AUTO, PLAIN, NET = "auto", "plain", "net"
READERS = (AUTO, PLAIN, NET)
_FASTEST_FPS = 120
#: How long the table waits for what is being looked at, unless it says otherwise (its setting `timing.patience_ms`).
PATIENCE_MS = 4000

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class VisionHello:
    """What a vision process must know before its first frame. Text both ways: `parse_hello` and `text`.

    `{"camera":{"kind":"simulated"},"fps":10,"snapshots":"/path","mat":"equations","reader":"auto"}`

    Where it is given, `calibration` is the folder of what is known of the camera (`vision/calibration.py`), `clips` the
    folder of clips of so many `clip_seconds`, and `memory_mb` more memory than the process may use; 0 is no bound.
    `patience_ms` is how long the table waits for what is still being looked at.
    """

    snapshots: Path
    camera: Mapping[str, Any] = field(default_factory=lambda: {"kind": SIMULATED})
    fps: float = 10
    mat: str = "equations"
    reader: str = AUTO
    calibration: Path | None = None
    clips: Path | None = None
    clip_seconds: float = 0
    memory_mb: int = 0
    patience_ms: int = PATIENCE_MS

    @property
    def text(self) -> str:
        # The process may stand in another folder.
        snapshots = str(self.snapshots.absolute())
        fields: dict[str, Any] = {"camera": dict(self.camera), "fps": self.fps, "snapshots": snapshots, "mat": self.mat}
        fields["reader"] = self.reader
        for name, folder in (("calibration", self.calibration), ("clips", self.clips)):
            if folder is not None:
                fields[name] = str(folder.absolute())
        more = {"clip_seconds": self.clip_seconds, "memory_mb": self.memory_mb}
        fields |= {name: value for name, value in more.items() if value}
        if self.patience_ms != PATIENCE_MS:
            fields["patience_ms"] = self.patience_ms
        return msgspec.json.encode(fields).decode()


class _WrittenHello(msgspec.Struct, forbid_unknown_fields=True):
    camera: dict[str, Any]
    fps: float
    snapshots: str
    mat: str = "equations"
    reader: str = AUTO
    calibration: str | None = None
    clips: str | None = None
    clip_seconds: float = 0
    memory_mb: int = 0
    patience_ms: int = PATIENCE_MS


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
        calibration=None if written.calibration is None else Path(written.calibration),
        clips=None if written.clips is None else Path(written.clips),
        clip_seconds=written.clip_seconds,
        memory_mb=written.memory_mb,
        patience_ms=written.patience_ms,
    )


def truth_text(truth: SimulatedMat) -> str:
    """The line that shows a simulated camera the table."""
    return msgspec.json.encode({"truth": truth.to_json()}).decode()


def hurry_text(until_us: int) -> str:
    """The line that asks for every frame until a moment: something is expected."""
    return msgspec.json.encode({"hurry_until": until_us}).decode()


class ClipWanted(msgspec.Struct, frozen=True):
    """Somebody wants the seconds around a moment to be kept; `reason` says why."""

    reason: str
    at_us: int

    @property
    def text(self) -> str:
        return msgspec.json.encode({"clip": self}).decode()


class ClipKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of it: the hash of the clip's list and its frames' number, or why there is none."""

    reason: str
    at_us: int
    clip: str | None = None
    frames: int = 0
    error: str = ""

    @property
    def text(self) -> str:
        return msgspec.json.encode({"clip_kept": self}).decode()


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What a line to the process may ask for: one of these."""

    truth: dict[str, Any] | None = None
    hurry_until: int | None = None
    clip: ClipWanted | None = None
    live: LiveWanted | None = None


def parse_request(text: str | bytes) -> Request:
    """What a line asks for; BadRequest for anything else."""
    try:
        request = msgspec.convert(parse_object(text), Request)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"nobody asks vision like this: {wrong}") from None
    if request == Request():
        raise BadRequest("the line asks for nothing: it has no truth, clip, live or hurry_until")
    return request


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


def parse_report(text: str | bytes) -> AnySighting | Ready | Watermark | ClipKept | LiveView | Complaint:
    """What a line of the process says; BadRequest for anything else."""
    match parse_object(text):
        case {"sighting": str()}:
            return parse_sighting(text)
        case {"watermark": int(at_us)}:
            return Watermark(at_us)
        case {"ready": True, "reader": str(reader)}:
            return Ready(reader)
        case {"clip_kept": dict(kept)}:
            return _converted(kept, ClipKept, "clip")
        case {"live": dict(view)}:
            return _converted(view, LiveView, "view")
        case {"error": str(error)}:
            return Complaint(error)
        case other:
            raise BadRequest(f"no vision process says {other!r}")


def _converted(fields: dict[str, Any], kind: type[_Kind], name: str) -> _Kind:
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as wrong:
        raise BadRequest(f"this is no {name}: {wrong}") from None
