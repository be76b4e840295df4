"""Writing an archive: from a data folder, also while a table writes to it, to one file that appears when it is whole.

The same rows, names and settings give the same bytes. Before the file gets its name it is read as an importing table
would read it: what this version would refuse, it never hands out.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import msgspec

from kiosk import __version__
from kiosk.archive.check import Progress, names_bytes, read_archive
from kiosk.archive.evidence import read_clip
from kiosk.archive.jpeg import NoPicture, check_frame, check_snapshot
from kiosk.archive.manifest import (
    FORMAT,
    MANIFEST,
    MOST_PICTURE,
    NAMES,
    ROWS,
    SETTINGS,
    SIGNATURE,
    File,
    Manifest,
    in_order,
    read_manifest,
)
from kiosk.archive.refusals import ArchiveRefused
from kiosk.archive.signing import signed
from kiosk.archive.zip_form import CHUNK, ZipWriter
from kiosk.evidence import CLIPS, SNAPSHOTS, named_clips
from kiosk.journal import JournalError, JournalReader, Row, row_hash
from kiosk.names import Seals
from kiosk.past import NoMatch, starts_match
from rules.registry import Games

#: So much room must be left on the disk: the table's own journal comes first.
RESERVE = 500_000_000
MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be archived: a data folder, the row that started the match (None: everything), and how."""

    folder: Path
    match: int | None
    table: str
    settings: Mapping[str, Mapping[str, Any]]
    names: bool = True
    #: The secret key to sign with; None for no signature.
    key: bytes | None = None


def write_archive(wanted: Wanted, path: Path, games: Games, *, progress: Progress) -> Manifest:
    """The manifest of the archive that is now at `path`; JournalError or OSError say why there is none.

    A file that is there already is never replaced.
    """
    if path.exists():
        raise JournalError(f"{path} is there already: archives replace nothing")
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "w+b") as out, tempfile.TemporaryFile(dir=path.parent) as rows:
            manifest = _Content(wanted, rows, progress).write(out, path.parent)
            out.flush()
            os.fsync(out.fileno())
            out.seek(0)
            _check(out, games, progress)
        draft.chmod(0o600)
        if path.exists():
            raise JournalError(f"{path} is there already: archives replace nothing")
        draft.rename(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return manifest


def _check(out: IO[bytes], games: Games, progress: Progress) -> None:
    # The second half of the work: what was written is read again.
    try:
        read_archive(out, games, progress=lambda done, total: progress(total + done, 2 * total))
    except ArchiveRefused as refused:
        raise JournalError(f"this cannot be archived, since another table would refuse it: {refused}") from None


@dataclass(slots=True)
class _Found:
    """What the rows are and name."""

    first: int = 0
    before: str = ""
    last: int = 0
    head: str = ""
    matches: list[int] = field(default_factory=list)
    snapshots: set[str] = field(default_factory=set)
    clips: set[str] = field(default_factory=set)
    seals: Seals = field(default_factory=Seals)


class _Content:
    def __init__(self, wanted: Wanted, rows: IO[bytes], progress: Progress) -> None:
        self._wanted = wanted
        self._rows = rows
        self._progress = progress
        self._plain: dict[str, bytes] = {}
        #: Pictures and lists of clips with their sizes.
        self._evidence: dict[str, int] = {}
        self._missing: list[str] = []

    def write(self, out: IO[bytes], place: Path) -> Manifest:
        reader = JournalReader(self._wanted.folder)
        try:
            found = self._read_rows(reader)
            schema = reader.schema
            named = [each for each in reader.named() if found.seals.bear_out(each)]
        finally:
            reader.close()
        self._plain[SETTINGS] = msgspec.json.encode(self._wanted.settings, order="deterministic")
        if self._wanted.names:
            self._plain[NAMES] = names_bytes(named)
        self._find_evidence(found)
        files = [self._file(name) for name in in_order([ROWS, *self._plain, *self._evidence])]
        manifest = Manifest(
            format=FORMAT,
            made_by=f"tablejudge {__version__}",
            schema=schema,
            what="journal" if self._wanted.match is None else "match",
            table=self._wanted.table,
            first=found.first,
            before=found.before,
            last=found.last,
            head=found.head,
            matches=tuple(found.matches),
            names="kept" if self._wanted.names else "left-out",
            missing=tuple(sorted(self._missing)),
            files=tuple(files),
        )
        free = shutil.disk_usage(place).free
        if free - manifest.size < RESERVE:
            raise JournalError(
                f"there is no room for {manifest.size // MB + 1} MB: {free // MB} MB are free in {place}"
            )
        self._put(manifest, out)
        return manifest

    # -- rows --------------------------------------------------------------------------------------

    def _read_rows(self, reader: JournalReader) -> _Found:
        found = _Found()
        for row in _stretch(reader, self._wanted.match):
            if not found.first:
                found.first, found.before = row.seq, row.before
            elif row.seq != found.last + 1 or row.before != found.head:
                raise JournalError(
                    f"row {row.seq} does not follow from the row before it: run 'tablejudge audit verify'"
                )
            if row_hash(row) != row.hash:
                raise JournalError(f"row {row.seq} is not as it was written: run 'tablejudge audit verify'")
            found.last, found.head = row.seq, row.hash
            if starts_match(row):
                found.matches.append(row.seq)
            found.snapshots.update(row.snapshots)
            found.clips.update(named_clips([row]))
            found.seals.take(row)
            self._rows.write(row.text.encode() + b"\n")
        if not found.first:
            raise NoMatch(f"there are no rows to archive ({self._wanted.folder})")
        self._rows.flush()
        return found

    # -- pictures and clips ------------------------------------------------------------------------

    def _find_evidence(self, found: _Found) -> None:
        for digest in sorted(found.snapshots):
            name = f"{SNAPSHOTS}/{digest}.jpg"
            content = self._whole(name, digest)
            if content is None or not _passes(check_snapshot, content):
                self._missing.append(digest)
            else:
                self._evidence[name] = len(content)
        for digest in sorted(found.clips):
            sizes = self._clip(digest)
            if sizes is None:
                self._missing.append(digest)
            else:
                self._evidence |= sizes

    def _clip(self, digest: str) -> dict[str, int] | None:
        """The files of a clip with their sizes; None if one of them is not whole."""
        name = f"{CLIPS}/{digest}.json"
        content = self._whole(name, digest)
        if content is None:
            return None
        try:
            clip = read_clip(content)
        except ValueError:
            return None
        sizes = {name: len(content)}
        for file in {line.file for line in clip.frames}:
            frame = self._whole(f"{CLIPS}/{file}", file.removesuffix(".jpg"))
            if frame is None or not _passes(check_frame, frame):
                return None
            sizes[f"{CLIPS}/{file}"] = len(frame)
        return sizes

    def _whole(self, name: str, digest: str) -> bytes | None:
        """A file of the data folder; None unless it is there with that hash."""
        try:
            content = (self._wanted.folder / name).read_bytes()
        except OSError:
            return None
        whole = len(content) <= MOST_PICTURE and hashlib.sha256(content).hexdigest() == digest
        return content if whole else None

    # -- the file ----------------------------------------------------------------------------------

    def _file(self, name: str) -> File:
        if name in self._evidence:
            return File(name, self._evidence[name], Path(name).stem)
        if name != ROWS:
            content = self._plain[name]
            return File(name, len(content), hashlib.sha256(content).hexdigest())
        digest = hashlib.sha256()
        for chunk in self._row_chunks():
            digest.update(chunk)
        return File(name, self._rows.tell(), digest.hexdigest())

    def _row_chunks(self) -> Iterator[bytes]:
        self._rows.seek(0)
        while chunk := self._rows.read(CHUNK):
            yield chunk

    def _put(self, manifest: Manifest, out: IO[bytes]) -> None:
        content = manifest.to_bytes()
        try:
            read_manifest(content)
        except ArchiveRefused as refused:
            raise JournalError(f"this cannot be one archive: {refused}. Archive its matches one by one.") from None
        total = manifest.size
        writer = ZipWriter(out)
        writer.add_bytes(MANIFEST, content)
        if self._wanted.key is not None:
            writer.add_bytes(SIGNATURE, signed(content, self._wanted.key).to_bytes())
        done = 0
        for file in manifest.files:
            if file.name == ROWS:
                crc = 0
                for chunk in self._row_chunks():
                    crc = zlib.crc32(chunk, crc)
                writer.add(ROWS, file.bytes, crc, self._row_chunks())
            elif file.name in self._plain:
                writer.add_bytes(file.name, self._plain[file.name])
            else:
                writer.add_bytes(file.name, self._again(file))
            done += file.bytes
            self._progress(done, 2 * total)
        writer.finish()

    def _again(self, file: File) -> bytes:
        content = self._whole(file.name, file.sha256)
        if content is None:
            raise JournalError(f"{file.name} was changed while the archive was being written")
        return content


def _stretch(reader: JournalReader, match: int | None) -> Iterator[Row]:
    """All rows, or those of a match: from the seals of its names, which come before it, to where the next begins."""
    if match is None:
        yield from reader.rows()
        return
    begun = False
    for row in reader.rows(max(1, match - 1)):
        if row.seq < match:
            seals = Seals()
            seals.take(row)
            if match not in seals.matches:
                continue
        elif starts_match(row):
            if begun:
                return
            begun = True
        elif not begun:
            break
        yield row
    if not begun:
        raise NoMatch(f"no match begins with row {match} ({reader.folder})")


def _passes(check: Any, content: bytes) -> bool:
    try:
        check(content)
    except NoPicture:
        return False
    return True
