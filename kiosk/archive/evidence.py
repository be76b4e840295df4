"""The pictures and clips of an archive: what a table would have kept, and what its rows name."""

from __future__ import annotations

import re

import msgspec

from kiosk.archive.jpeg import NoPicture, check_frame, check_snapshot
from kiosk.archive.manifest import Manifest, kind_of
from kiosk.archive.plain_json import NotPlain, read_json
from kiosk.archive.refusals import ArchiveRefused, Why
from kiosk.archive.stretch import Stretch
from kiosk.evidence import CLIPS, SNAPSHOTS
from vision.recording import Manifest as Clip

_FRAME = re.compile(r"[0-9a-f]{64}\.jpg")
MOST_FRAMES = 5_000


def read_clip(content: bytes) -> Clip:
    """A clip's list; ValueError unless it is one as a table writes it."""
    try:
        read_json(content)
        clip = msgspec.json.decode(content, type=Clip)
    except (NotPlain, msgspec.MsgspecError, RecursionError) as wrong:
        raise ValueError(f"it cannot be read: {wrong}") from None
    if not 1 <= len(clip.frames) <= MOST_FRAMES or not all(_FRAME.fullmatch(line.file) for line in clip.frames):
        raise ValueError("its frames are not pictures named by their hashes")
    return clip


class Evidence:
    """Holds what an archive has against what its rows name. First the list, then each file in its order."""

    def __init__(self, manifest: Manifest, stretch: Stretch) -> None:
        """ArchiveRefused if snapshots or clips are listed that no row names, or named and not listed."""
        kinds = [kind for kind in (kind_of(file.name) for file in manifest.files) if kind is not None]
        missing = set(manifest.missing)
        self._frames = {digest for folder, digest, ending in kinds if (folder, ending) == (CLIPS, "jpg")}
        self._shown: set[str] = set()
        listed = (
            ("snapshot", stretch.snapshots, {digest for folder, digest, _ in kinds if folder == SNAPSHOTS}),
            (
                "clip",
                stretch.clips,
                {digest for folder, digest, ending in kinds if (folder, ending) == (CLIPS, "json")},
            ),
        )
        for word, named, there in listed:
            for digest in sorted(there - named.keys()):
                raise ArchiveRefused(Why.FOREIGN_EVIDENCE, f"no row names the {word} {digest[:12]}")
            for digest in sorted(named.keys() - there - missing):
                raise ArchiveRefused(Why.NO_EVIDENCE, f"the {word} {digest[:12]} of row {named[digest]} is not in it")
            for digest in sorted(there & missing):
                raise ArchiveRefused(Why.BAD_MANIFEST, f"the {word} {digest[:12]} is said to be missing, but is there")
        for digest in sorted(missing - stretch.snapshots.keys() - stretch.clips.keys()):
            raise ArchiveRefused(Why.BAD_MANIFEST, f"{digest[:12]} is said to be missing, but no row names it")

    def check(self, name: str, content: bytes) -> None:
        """ArchiveRefused unless the file is what its name says."""
        kind = kind_of(name)
        assert kind is not None
        folder, digest, ending = kind
        try:
            if ending == "json":
                self._take_clip(digest, content)
            elif folder == SNAPSHOTS:
                check_snapshot(content)
            elif digest not in self._shown:
                raise ArchiveRefused(Why.FOREIGN_EVIDENCE, f"no clip shows the frame {digest[:12]}")
            else:
                check_frame(content)
        except NoPicture as wrong:
            raise ArchiveRefused(Why.BAD_PICTURE, f"{folder}/{digest[:12]} is no picture of a table: {wrong}") from None

    def finish(self) -> None:
        """ArchiveRefused if a clip shows frames that are not there."""
        for digest in sorted(self._shown - self._frames):
            raise ArchiveRefused(Why.NO_EVIDENCE, f"the frame {digest[:12]} of a clip is not in it")

    def _take_clip(self, digest: str, content: bytes) -> None:
        try:
            clip = read_clip(content)
        except ValueError as wrong:
            raise ArchiveRefused(Why.BAD_CLIP, f"clips/{digest[:12]} is no clip of a table: {wrong}") from None
        self._shown |= {line.file.removesuffix(".jpg") for line in clip.frames}
