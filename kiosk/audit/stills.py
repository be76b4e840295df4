"""Pictures for paper: small, and only those whose bytes still have the hash that the journal names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kiosk.audit.lines import Clip, Proof
from kiosk.audit.words import frame_words, picture_words
from kiosk.matches import OpenMatch
from rules.errors import BadRequest
from vision.recording import read_manifest

#: As wide as a picture on paper need be; a phone's photograph is a multiple of it.
WIDE = 640
QUALITY = 80
#: Of a clip paper shows what was seen so long before its moment, at it, and after it.
OFFSETS_MS = (-2000, 0, 2000)


@dataclass(frozen=True, slots=True)
class Still:
    """A picture and what stands below it; without its bytes where it cannot be shown."""

    caption: str
    jpeg: bytes | None


class Stills:
    """The pictures of a match, made small once."""

    def __init__(self, match: OpenMatch) -> None:
        self._match = match
        self._small: dict[Path, bytes | None] = {}

    def of(self, proof: Proof) -> Iterator[Still]:
        """The pictures before and after, then frames of the clip that was kept last."""
        for picture in proof.pictures:
            yield Still(picture_words(picture), self._shown(self._match.snapshots.path(picture.snapshot)))
        for clip in proof.clips[-1:]:
            yield from self._frames(clip)

    def _frames(self, clip: Clip) -> Iterator[Still]:
        store = self._match.clips
        try:
            path = store.path(clip.clip)
            if hashlib.sha256(path.read_bytes()).hexdigest() != clip.clip:
                return
            manifest = read_manifest(path)
        except (OSError, BadRequest):
            return
        moment = manifest.at_us or 0
        chosen = dict.fromkeys(
            min(manifest.frames, key=lambda frame: abs(frame.at_us - moment - offset * 1000)) for offset in OFFSETS_MS
        )
        for frame in chosen:
            yield Still(frame_words(clip, (frame.at_us - moment) // 1000), self._shown(store.folder / frame.file))

    def _shown(self, path: Path) -> bytes | None:
        if path not in self._small:
            self._small[path] = _small(path)
        return self._small[path]


def _small(path: Path) -> bytes | None:
    """The picture, smaller; None if it is not there or not as it was taken."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != path.stem:
        return None
    raw = np.frombuffer(data, np.uint8)
    image = cv2.imdecode(raw, cv2.IMREAD_REDUCED_COLOR_2)
    if image is None:
        return None
    if image.shape[1] > WIDE:
        size = (WIDE, round(image.shape[0] * WIDE / image.shape[1]))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return bytes(jpeg)
