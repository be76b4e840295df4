"""What is kept of what the camera saw: which clips and pictures the journal names, and what may go.

Nothing that a row of the journal names is ever removed. Clips that no row names go when they take more room than they
may, oldest first; where those that rows name take more than that, it is said on every page. Pictures and clips that no
row names and that are too old go when the table starts: nobody who runs can have them in mind then.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from kiosk.journal import Row
from kiosk.questions import note_text
from kiosk.settings import EvidenceSettings
from kiosk.words import WORDS
from rules.messages import Message, say
from vision.clips import ClipStore
from vision.snapshots import SnapshotStore
from vision.wire import ClipKept

log = logging.getLogger(__name__)

CLIPS, SNAPSHOTS = "clips", "snapshots"
#: Notes of the journal: a clip was kept, it could not be, and old evidence was removed.
CLIP_KEPT, CLIP_MISSING, REMOVED = "clip-kept", "clip-missing", "evidence-removed"
_DAY_S = 86_400
_MB = 1_000_000


def clip_note(kept: ClipKept, t_ms: int) -> str:
    """What the journal says of a clip: why it was kept, of which moment of the match, and its hash."""
    if kept.clip is None:
        return note_text(CLIP_MISSING, reason=kept.reason, t=t_ms, error=kept.error)
    return note_text(CLIP_KEPT, reason=kept.reason, t=t_ms, clip=kept.clip, frames=kept.frames)


def named_clips(rows: Iterable[Row]) -> Iterator[str]:
    """The clips that rows of the journal name."""
    for row in rows:
        if row.kind == "note" and CLIP_KEPT in row.body:
            note = msgspec.json.decode(row.body)
            if note.get("note") == CLIP_KEPT:
                yield note["clip"]


class Evidence:
    """The evidence in a table's data folder. May be used from any thread."""

    def __init__(self, folder: Path, settings: EvidenceSettings, rows: Iterable[Row]) -> None:
        there = list(rows)
        self.clips = ClipStore(folder / CLIPS)
        self._snapshots = SnapshotStore(folder / SNAPSHOTS)
        self._settings = settings
        self._clips_named = set(named_clips(there))
        self._pictures_named = {snapshot for row in there for snapshot in row.snapshots}
        self._lock = threading.Lock()

    def start(self, now_s: float) -> str | None:
        """Look through everything before anybody adds to it; gives a note of what was removed, if something was."""
        since_s = now_s - self._settings.keep_days * _DAY_S
        clips = self._tidy(since_s)
        pictures = list(self._remove_pictures(since_s))
        return note_text(REMOVED, clips=list(clips), pictures=pictures) if clips or pictures else None

    def named(self, clip: str) -> None:
        """A row of the journal names this clip from now on."""
        with self._lock:
            self._clips_named.add(clip)

    def make_room(self, newest: str) -> str | None:
        """Remove what is too much, but not the newest, which a row may be about to name; a note as `start` has it."""
        clips = self._tidy(0, newest)
        return note_text(REMOVED, clips=list(clips), pictures=[]) if clips else None

    def crowded(self, newest: str | None = None) -> str | None:
        """What to say if clips that must stay take more room than they may, whatever becomes of the newest."""
        size = self.clips.size() - (0 if newest is None else self.clips.size_of(newest))
        megabytes = self._settings.clips_mb
        return say(Message.of("evidence-crowded", megabytes=megabytes), WORDS) if size > megabytes * _MB else None

    def _tidy(self, since_s: float, *more: str) -> tuple[str, ...]:
        with self._lock:
            named = self._clips_named.union(more)
            return self.clips.tidy(named, most_bytes=self._settings.clips_mb * _MB, since_s=since_s)

    def _remove_pictures(self, since_s: float) -> Iterator[str]:
        for path in sorted(self._snapshots.folder.glob("*.jpg")):
            try:
                if path.stem in self._pictures_named or path.stat().st_mtime >= since_s:
                    continue
                path.unlink()
            except OSError as trouble:
                log.warning("%s could not be removed: %s", path.name, trouble)
                continue
            log.info("the picture %s, which no row names, was removed", path.stem)
            yield path.stem
