"""What a camera saw, on the disk: pictures with their times, and what was sighted then. Read back from several forms.

A recording of ours is a folder with `recording.json` (what was recorded), `frames.jsonl` (a file and a time for each
frame; a frame like the last names its file again) and `sightings.jsonl`. A folder of pictures without times is a
recording too, and so are a clip (`vision/clips.py`) and a video file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol, Self

import cv2
import msgspec
import numpy as np

from rules.errors import BadRequest
from vision.frames import Frame
from vision.picture_files import BadPicture, load_picture
from vision.pictures import Image
from vision.sightings import AnySighting, parse_sighting, sighting_text

log = logging.getLogger(__name__)

ABOUT_FILE, FRAMES_FILE, SIGHTINGS_FILE = "recording.json", "frames.jsonl", "sightings.jsonl"
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
#: Pictures and videos without times are taken to be so many a second.
USUAL_FPS = 10.0
#: Recorded pictures are nearly as good as they were; nothing is read from them that is not read again.
_QUALITY = 95


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was recorded: the camera as its settings had it, who read, and when, by the wall's clock."""

    camera: dict[str, Any] = {}
    reader: str = ""
    calibration: str = ""
    began: str = ""
    fps: float = 0.0


class FrameLine(msgspec.Struct, frozen=True):
    """One frame of a recording or a clip: which file shows it, and when it was taken."""

    file: str
    at_us: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """A clip: why it was kept, the moment it is about, and its frames, whose files are named by their hashes."""

    reason: str
    at_us: int
    about: About
    frames: tuple[FrameLine, ...]


class Recording(Protocol):
    """Frames that can be gone through again and again, with what is known about them."""

    @property
    def about(self) -> About: ...

    @property
    def sightings(self) -> tuple[AnySighting, ...] | None:
        """What was sighted then; None if nobody wrote it down."""
        ...

    def frames(self) -> Iterator[Frame]:
        """Every frame that can be read, with the times of then."""
        ...


@dataclass(frozen=True, slots=True)
class Pictures:
    """Files with times."""

    folder: Path
    lines: tuple[FrameLine, ...]
    about: About = field(default_factory=About)
    sightings: tuple[AnySighting, ...] | None = None

    def frames(self) -> Iterator[Frame]:
        last = ""
        image: Image | None = None
        for number, line in enumerate(self.lines, start=1):
            if line.file != last or image is None:
                image = _picture(self.folder / line.file)
                last = line.file
            if image is not None:
                yield Frame(image, line.at_us, number)


@dataclass(frozen=True, slots=True)
class Video:
    """A film, as far as OpenCV can read it."""

    path: Path
    about: About = field(default_factory=About)
    sightings: tuple[AnySighting, ...] | None = None

    def frames(self) -> Iterator[Frame]:
        film = cv2.VideoCapture(str(self.path), cv2.CAP_FFMPEG)
        try:
            fps = film.get(cv2.CAP_PROP_FPS)
            step_us = round(1_000_000 / (fps if 0 < fps < 1000 else USUAL_FPS))
            number, last_us = 0, -1
            while True:
                there, image = film.read()
                if not there or image is None:
                    return
                told_us = round(film.get(cv2.CAP_PROP_POS_MSEC) * 1000)
                # Films whose frames have no times of their own tell 0, or the same, for every one of them.
                last_us = told_us if told_us > last_us else last_us + step_us
                number += 1
                yield Frame(image, last_us, number)
        finally:
            film.release()


def is_film(path: Path) -> bool:
    """Whether this is a file that would be opened as a film."""
    return path.is_file() and path.suffix != ".json"


def open_recording(path: Path, *, fps: float = USUAL_FPS) -> Recording:
    """The recording at this path; BadRequest says why there is none. `fps` is for pictures without times."""
    if path.is_dir():
        if (path / FRAMES_FILE).is_file():
            return Pictures(path, _lines(path / FRAMES_FILE), _about(path / ABOUT_FILE), _sightings(path))
        return _plain_folder(path, fps)
    if not path.is_file():
        raise BadRequest(f"{path}: there is no recording here")
    if path.suffix == ".json":
        manifest = read_manifest(path)
        return Pictures(path.parent, manifest.frames, manifest.about)
    video = Video(path)
    if next(video.frames(), None) is None:
        raise BadRequest(f"{path} cannot be read as a video")
    return video


def read_manifest(path: Path) -> Manifest:
    """The list of a clip; BadRequest if the file is none."""
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as wrong:
        raise BadRequest(f"{path} is no clip: {wrong}") from None
    _beside(path, manifest.frames)
    return manifest


def _beside(path: Path, lines: Sequence[FrameLine]) -> None:
    """BadRequest unless there are frames and all their files lie in the list's own folder."""
    if not lines:
        raise BadRequest(f"{path}: there is no frame in it")
    if any(Path(line.file).name != line.file for line in lines):
        raise BadRequest(f"{path}: a frame's file must lie beside it")


def _plain_folder(path: Path, fps: float) -> Recording:
    files = sorted(file.name for file in path.iterdir() if file.suffix.lower() in PICTURES)
    if not files:
        raise BadRequest(f"{path}: there are no pictures in this folder")
    step_us = 1_000_000 / fps
    return Pictures(path, tuple(FrameLine(name, round(number * step_us)) for number, name in enumerate(files)))


def _picture(path: Path) -> Image | None:
    try:
        return load_picture(path)
    except BadPicture as bad:
        log.warning("%s is left out: %s", path.name, bad)
        return None


def _lines(path: Path) -> tuple[FrameLine, ...]:
    """The lines of a file; a last one that was cut off, as by a power cut, is left out."""
    lines = path.read_bytes().split(b"\n")
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            if line:
                found.append(msgspec.json.decode(line, type=FrameLine))
        except msgspec.MsgspecError as wrong:
            if number < len(lines):
                raise BadRequest(f"{path}: line {number} is no frame: {wrong}") from None
    _beside(path, found)
    return tuple(found)


def _about(path: Path) -> About:
    try:
        return msgspec.json.decode(path.read_bytes(), type=About)
    except FileNotFoundError:
        return About()
    except (OSError, msgspec.MsgspecError) as wrong:
        raise BadRequest(f"{path} cannot be read: {wrong}") from None


def _sightings(folder: Path) -> tuple[AnySighting, ...] | None:
    path = folder / SIGHTINGS_FILE
    if not path.is_file():
        return None
    return tuple(parse_sighting(line) for line in path.read_bytes().split(b"\n") if line.endswith(b"}"))


# Writing -----------------------------------------------------------------------------------------------------


class Recorder:
    """Writes a recording into a new folder, frame by frame: what is there is readable at any moment."""

    def __init__(self, folder: Path, about: About) -> None:
        """BadRequest if there is a recording in this folder already; OSError if it cannot be written."""
        if (folder / FRAMES_FILE).exists():
            raise BadRequest(f"{folder}: there is a recording here already")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.count = 0
        self.size = 0
        self._last: Image | None = None
        self._shown: Frame | None = None
        self._file = ""
        (folder / ABOUT_FILE).write_bytes(msgspec.json.encode(about) + b"\n")
        self._frames: IO[bytes] = (folder / FRAMES_FILE).open("wb")
        self._sightings: IO[bytes] = (folder / SIGHTINGS_FILE).open("wb")

    def add(self, frame: Frame) -> Frame:
        """Keeps a frame, and gives it as it will be read again: whoever reads it now reads the same as they will."""
        if self._shown is None or frame.image is not self._last:
            written, encoded = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            if not written:
                raise BadRequest("this picture cannot be written as JPEG")
            self._file = f"{self.count + 1:06}.jpg"
            self._last = frame.image
            data = encoded.tobytes()
            (self.folder / self._file).write_bytes(data)
            self.size += len(data)
            kept = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
            assert kept is not None
            self._shown = Frame(kept, frame.at_us, frame.number)
        self.count += 1
        self._shown = Frame(self._shown.image, frame.at_us, frame.number)
        self._frames.write(msgspec.json.encode(FrameLine(self._file, frame.at_us)) + b"\n")
        self._frames.flush()
        return self._shown

    def sighted(self, sightings: Sequence[AnySighting]) -> None:
        for sighting in sightings:
            self._sightings.write(sighting_text(sighting).encode() + b"\n")
        self._sightings.flush()

    def close(self) -> None:
        self._frames.close()
        self._sightings.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def recorded_camera(camera: Mapping[str, Any]) -> Mapping[str, Any]:
    """The camera that took what this one shows: for a recording, the one that was recorded, as far as is known."""
    if camera.get("kind") != "folder":
        return camera
    try:
        return open_recording(Path(str(camera.get("path", "")))).about.camera or camera
    except (BadRequest, OSError):
        return camera
