"""Clips: the seconds around something that may be disputed, kept as evidence in a folder.

Each frame is a JPEG named by the hash of its bytes; the list of them, with their times, is a JSON file named by the
hash of its own. Whoever knows the list's hash can prove every frame, and no frame is kept twice.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rules.errors import BadRequest
from vision.clip_ring import Kept
from vision.evidence_files import sync_folder, write_whole
from vision.recording import About, FrameLine, Manifest, read_manifest

log = logging.getLogger(__name__)

_NAME = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class KeptClip:
    """A clip in the folder: its hash, when its list was written (the wall's time), and what it is."""

    name: str
    written_s: float
    manifest: Manifest

    @property
    def files(self) -> frozenset[str]:
        """Its frames' files."""
        return frozenset(line.file for line in self.manifest.frames)


class ClipStore:
    """A folder of clips. Others may add to it at the same time; only one may remove from it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """Where the list of this clip is, or would be; BadRequest for a name that is no hash."""
        if not _NAME.fullmatch(name):
            raise BadRequest(f"{name!r} is no clip: its name must be 64 hexadecimal digits")
        return self.folder / f"{name}.json"

    def keep(self, reason: str, at_us: int, frames: Sequence[Kept], about: About) -> str:
        """The hash of the clip, which is whole and durable when this returns; BadRequest without a frame."""
        if not frames:
            raise BadRequest("there is no picture of that moment")
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True, exist_ok=True)
            sync_folder(self.folder.parent)
        lines = []
        for kept in frames:
            name = f"{hashlib.sha256(kept.jpeg).hexdigest()}.jpg"
            if not (self.folder / name).exists():
                write_whole(self.folder / name, kept.jpeg)
            lines.append(FrameLine(name, kept.at_us))
        manifest = Manifest(reason=reason, at_us=at_us, about=about, frames=tuple(lines))
        data = msgspec.json.encode(manifest)
        name = hashlib.sha256(data).hexdigest()
        write_whole(self.path(name), data)
        # The list comes last: where it is, its frames are.
        sync_folder(self.folder)
        return name

    def verify(self, name: str) -> bool:
        """Whether the list and every frame of it is here and still has its hash."""
        try:
            data = self.path(name).read_bytes()
            manifest = read_manifest(self.path(name))
            frames = {line.file for line in manifest.frames}
            whole = all(_hash(self.folder / file) == file.removesuffix(".jpg") for file in frames)
        except (OSError, BadRequest):
            return False
        return whole and hashlib.sha256(data).hexdigest() == name

    def all(self) -> list[KeptClip]:
        """The clips that can be read, oldest first."""
        return sorted(self._clips(lambda _: True), key=lambda clip: (clip.written_s, clip.name))

    def _clips(self, wanted: Callable[[str], bool]) -> Iterator[KeptClip]:
        """Those of the wanted clips that can be read, one at a time."""
        for path in self.folder.glob("*.json") if self.folder.is_dir() else ():
            if not wanted(path.stem):
                continue
            try:
                yield KeptClip(path.stem, path.stat().st_mtime, read_manifest(path))
            except (OSError, BadRequest) as wrong:
                log.warning("%s", wrong)

    def size(self) -> int:
        """How many bytes the folder holds."""
        return sum(_sizes(self.folder))

    def size_of(self, name: str) -> int:
        """How many bytes one clip has, with frames that others have too; 0 if it is not here."""
        try:
            files = {self.path(name), *(self.folder / line.file for line in read_manifest(self.path(name)).frames)}
            return sum(path.stat().st_size for path in files)
        except (OSError, BadRequest):
            return 0

    def tidy(self, named: AbstractSet[str], *, most_bytes: int, since_s: float) -> tuple[str, ...]:
        """The hashes of clips that were removed: every one from before `since_s`, then the oldest, until the rest fits.

        Those that are `named` stay, whatever they take. So does a frame that a clip which stays has too.
        """
        size = self.size()
        if size <= most_bytes and since_s <= 0:
            # The everyday case: all fits and nothing is too old, so that no list has to be read.
            return ()
        loose = sorted(self._clips(lambda name: name not in named), key=lambda clip: (clip.written_s, clip.name))
        uses = Counter(file for clip in loose for file in clip.files)
        if uses:
            # Of the many that rows name, one list at a time is read, and kept only what a loose clip has too.
            uses.update(file for clip in self._clips(named.__contains__) for file in clip.files if file in uses)
        gone = []
        for clip in loose:
            if size <= most_bytes and clip.written_s >= since_s:
                continue
            files = {f"{clip.name}.json", *(file for file in clip.files if uses[file] == 1)}
            uses.subtract(clip.files)
            size -= sum(self._remove(self.folder / file) for file in sorted(files, key=_list_first))
            gone.append(clip.name)
            log.info("the clip %s (%s) was removed to make room", clip.name, clip.manifest.reason)
        return tuple(gone)

    def _remove(self, path: Path) -> int:
        try:
            size = path.stat().st_size
            path.unlink()
        except OSError as trouble:
            log.warning("%s could not be removed: %s", path.name, trouble)
            return 0
        return size


def _sizes(folder: Path) -> Iterator[int]:
    """The size of each file, one at a time: asked with every clip, a list of all would let the process grow all day."""
    try:
        there = os.scandir(folder)
    except FileNotFoundError:
        return
    with there:
        for entry in there:
            # One that was being written may have got its name since.
            with contextlib.suppress(FileNotFoundError):
                yield entry.stat().st_size


def _list_first(name: str) -> bool:
    """A list whose frames are gone would be a clip that is not whole."""
    return not name.endswith(".json")


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
