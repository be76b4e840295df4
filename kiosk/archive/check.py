"""An archive, read from its first byte to its last: everything that can be checked is, before anything is believed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from kiosk.archive.evidence import Evidence
from kiosk.archive.manifest import MANIFEST, MOST_OF, NAMES, ROWS, SETTINGS, SIGNATURE, File, Manifest, read_manifest
from kiosk.archive.plain_json import NotPlain, is_plain_text, read_json
from kiosk.archive.refusals import ArchiveRefused, Why, shown
from kiosk.archive.rows import LONGEST_LINE
from kiosk.archive.signing import check_signature, fingerprint, same_fingerprint
from kiosk.archive.stretch import Stretch
from kiosk.archive.zip_form import MOST_BYTES, Member, Source, ZipReader
from kiosk.journal import Row
from kiosk.names import Kind, Named
from rules.registry import Games

#: Called with the bytes that are done, and with all there are.
Progress = Callable[[int, int], None]
#: The longest name, and the longest initials, that a table takes; and a salt.
LONGEST_NAME = {Kind.NAME: 30, Kind.INITIALS: 4}
LONGEST_SALT = 64


class Sink(Protocol):
    """Where the content goes while it is read. What it was given counts only when `read_archive` has returned."""

    def begin(self, manifest: Manifest) -> None: ...

    def row(self, row: Row) -> None: ...

    def named(self, named: Sequence[Named]) -> None: ...

    def file(self, name: str, content: bytes) -> None: ...


class Nowhere:
    """Keeps nothing: the archive is only checked."""

    def begin(self, manifest: Manifest) -> None: ...

    def row(self, row: Row) -> None: ...

    def named(self, named: Sequence[Named]) -> None: ...

    def file(self, name: str, content: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class Checked:
    """An archive that is whole."""

    manifest: Manifest
    #: The public key that has signed it, in hexadecimal; None without a signature.
    signer: str | None
    hashes: dict[int, str]

    def remarks(self) -> Iterator[str]:
        """What whoever relies on it has to know, in sentences."""
        if self.signer is not None:
            yield f"signed with the key {fingerprint(self.signer)}"
        if self.manifest.names == "left-out":
            yield "names were left out"
        if self.manifest.missing:
            count = len(self.manifest.missing)
            yield f"{count} pictures or clips that rows name were missing when it was made"


def _quiet(_done: int, _total: int) -> None:
    return


def read_archive(
    source: Source,
    games: Games,
    sink: Sink | None = None,
    *,
    progress: Progress = _quiet,
    signer: str | None = None,
) -> Checked:
    """What an archive holds, given to `sink` as it comes; ArchiveRefused says what is wrong with it.

    `signer` is the fingerprint of a key that must have signed it.
    """
    reading = _Reading(ZipReader(source), games, sink or Nowhere(), progress)
    return reading.checked(signer)


class _Reading:
    def __init__(self, archive: ZipReader, games: Games, sink: Sink, progress: Progress) -> None:
        self._archive = archive
        self._games = games
        self._sink = sink
        self._progress = progress

    def checked(self, signer: str | None) -> Checked:
        members = self._archive.members()
        first = next(members)
        if first.name != MANIFEST:
            raise ArchiveRefused(Why.NOT_AN_ARCHIVE, f"an archive begins with {MANIFEST}, not with {shown(first.name)}")
        content = first.content(MOST_OF[MANIFEST])
        manifest = read_manifest(content)
        self._sink.begin(manifest)
        member = next(members, None)
        key = None
        if member is not None and member.name == SIGNATURE:
            text = member.content(MOST_OF[SIGNATURE])
            key = check_signature(text, content)
            self._sink.file(SIGNATURE, text)
            member = next(members, None)
        _demand(signer, key)
        self._sink.file(MANIFEST, content)
        stretch = Stretch(manifest, self._games)
        self._files(manifest, member, members, stretch)
        return Checked(manifest, key, stretch.hashes)

    def _files(self, manifest: Manifest, member: Member | None, members: Iterator[Member], stretch: Stretch) -> None:
        evidence: Evidence | None = None
        for file in manifest.files:
            if member is None or member.name != file.name:
                found = "its end" if member is None else shown(member.name)
                raise ArchiveRefused(Why.FOREIGN_MEMBER, f"where {file.name} must be, {found} is")
            if member.size != file.bytes:
                raise ArchiveRefused(Why.WRONG_HASH, f"{file.name} has {member.size} bytes, not {file.bytes}")
            if file.name == ROWS:
                self._rows(file, member, stretch)
                evidence = Evidence(manifest, stretch)
            else:
                content = b"".join(_hashed(file, member.chunks()))
                self._file(file.name, content, stretch, evidence)
            self._progress(self._archive.done, manifest.size)
            member = next(members, None)
        if member is not None:
            raise ArchiveRefused(Why.FOREIGN_MEMBER, f"the manifest does not know of {shown(member.name)}")
        assert evidence is not None
        evidence.finish()

    def _file(self, name: str, content: bytes, stretch: Stretch, evidence: Evidence | None) -> None:
        if name == SETTINGS:
            _check_settings(content)
        elif name == NAMES:
            named = read_names(content)
            stretch.check_names(named)
            self._sink.named(named)
            return
        else:
            assert evidence is not None
            evidence.check(name, content)
        self._sink.file(name, content)

    def _rows(self, file: File, member: Member, stretch: Stretch) -> None:
        for line in _lines(_hashed(file, self._told(member.chunks(), file.bytes))):
            self._sink.row(stretch.take(line))
        stretch.finish()

    def _told(self, chunks: Iterator[bytes], total: int) -> Iterator[bytes]:
        for chunk in chunks:
            yield chunk
            self._progress(self._archive.done, max(total, self._archive.done))


def _demand(signer: str | None, key: str | None) -> None:
    if signer is None:
        return
    if key is None:
        raise ArchiveRefused(Why.OTHER_SIGNER, "the archive is not signed")
    if not same_fingerprint(signer, key):
        raise ArchiveRefused(Why.OTHER_SIGNER, f"the archive is signed with another key: {fingerprint(key)}")


def _hashed(file: File, chunks: Iterable[bytes]) -> Iterator[bytes]:
    digest = hashlib.sha256()
    for chunk in chunks:
        digest.update(chunk)
        yield chunk
    if digest.hexdigest() != file.sha256:
        raise ArchiveRefused(Why.WRONG_HASH, f"{file.name} is not as the manifest has it: its hash differs")


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file, each of which must be ended by a line feed."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole
        if len(rest) > LONGEST_LINE:
            raise ArchiveRefused(Why.BAD_ROW, f"a row has more than {LONGEST_LINE} bytes")
    if rest:
        raise ArchiveRefused(Why.BAD_ROW, "the last row is not ended")


def _check_settings(content: bytes) -> None:
    try:
        told = read_json(content)
    except NotPlain as wrong:
        raise ArchiveRefused(Why.BAD_SETTINGS, f"the settings hold JSON that is not taken: {wrong}") from None
    if not isinstance(told, dict) or not all(isinstance(section, dict) for section in told.values()):
        raise ArchiveRefused(Why.BAD_SETTINGS, "the settings have no sections")


class _Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Kind
    match: int
    seat: str
    name: str
    salt: str


def names_bytes(named: Iterable[Named]) -> bytes:
    """Names and initials as an archive has them."""
    rows = [_Name(each.kind, each.match, each.seat, each.name, each.salt) for each in named]
    return msgspec.json.encode(sorted(rows, key=_by_seat))


def read_names(content: bytes) -> list[Named]:
    """The other direction of `names_bytes`; ArchiveRefused for anything else."""
    try:
        rows = msgspec.json.decode(content, type=list[_Name])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise ArchiveRefused(Why.BAD_NAME, f"the names cannot be read: {wrong}") from None
    if msgspec.json.encode(rows) != content or [_by_seat(row) for row in rows] != sorted(
        {_by_seat(row) for row in rows}
    ):
        raise ArchiveRefused(Why.BAD_NAME, "the names are not written in the one way there is")
    for row in rows:
        texts = ((row.name, LONGEST_NAME[row.kind]), (row.seat, 8), (row.salt, LONGEST_SALT))
        if not row.name or not all(is_plain_text(text, most) for text, most in texts):
            raise ArchiveRefused(Why.BAD_NAME, f"{shown(row.name)} is no {row.kind} that a table takes")
    return [Named(row.match, row.seat, row.name, row.salt, row.kind) for row in rows]


def _by_seat(row: _Name) -> tuple[str, int, str]:
    return row.kind.value, row.match, row.seat


#: The largest file that can be an archive.
LARGEST = MOST_BYTES
