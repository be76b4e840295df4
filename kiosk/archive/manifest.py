"""What an archive says of itself: which rows, which head, and every file with its size and hash (docs/archive.md)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from kiosk.archive.plain_json import is_plain_text
from kiosk.archive.refusals import ArchiveRefused, Why, shown
from kiosk.archive.zip_form import MOST_BYTES, MOST_MEMBERS, zip_size
from kiosk.head import GENESIS

FORMAT = "tablejudge archive 1"
MANIFEST, SIGNATURE, ROWS, SETTINGS, NAMES = (
    "manifest.json",
    "signature.json",
    "rows.jsonl",
    "settings.json",
    "names.json",
)
MATCH, JOURNAL = "match", "journal"

#: The most bytes of each file. A picture of 4096 x 4096 pixels has less, and so has a day's journal.
MOST_OF = {MANIFEST: 16 << 20, SIGNATURE: 1024, ROWS: 512 << 20, SETTINGS: 64 << 10, NAMES: 4 << 20}
MOST_PICTURE, MOST_CLIP = 16 << 20, 1 << 20
MOST_ROWS = 1_000_000
LONGEST_TEXT = 100

_HASH = re.compile(r"[0-9a-f]{64}")
_EVIDENCE = re.compile(r"(snapshots|clips)/([0-9a-f]{64})\.(jpg|json)")
#: The order of the files: what is needed to understand the next comes first.
_KINDS = (("snapshots", "jpg"), ("clips", "json"), ("clips", "jpg"))


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the archive."""

    name: str
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first member of an archive. `to_bytes` is its one spelling."""

    format: str
    made_by: str
    #: How many steps the tables of the journal had taken (`kiosk/migrations.py`).
    schema: int
    what: Literal["match", "journal"]
    table: str
    #: The first row, and the hash of the row before it.
    first: int
    before: str
    #: The last row and its hash.
    last: int
    head: str
    #: The rows that start a match.
    matches: tuple[int, ...]
    names: Literal["kept", "left-out"]
    #: Pictures and clips that rows name and that were not there, or not whole, when the archive was made.
    missing: tuple[str, ...]
    files: tuple[File, ...]

    def to_bytes(self) -> bytes:
        return msgspec.json.encode(self)

    @property
    def identity(self) -> str:
        """The hash of the manifest, and so of all that is in the archive."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @property
    def size(self) -> int:
        """The bytes of all files that it lists."""
        return sum(file.bytes for file in self.files)


def kind_of(name: str) -> tuple[str, str, str] | None:
    """Folder, hash and ending of a piece of evidence; None for any other name."""
    found = _EVIDENCE.fullmatch(name)
    return None if found is None or (found[1], found[3]) not in _KINDS else (found[1], found[2], found[3])


def in_order(names: Sequence[str]) -> list[str]:
    """The names as an archive has them: rows, settings, names, then evidence by kind and hash."""
    return sorted(names, key=_place)


def _place(name: str) -> tuple[int, str]:
    plain = (ROWS, SETTINGS, NAMES)
    if name in plain:
        return plain.index(name), name
    kind = kind_of(name)
    return (9, name) if kind is None else (3 + _KINDS.index((kind[0], kind[2])), name)


def read_manifest(content: bytes) -> Manifest:
    """A manifest; ArchiveRefused if it is none, or cannot be that of an archive."""
    try:
        told = msgspec.json.decode(content, type=_Format)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise ArchiveRefused(Why.BAD_MANIFEST, "the archive's manifest cannot be read") from None
    if told.format != FORMAT:
        raise ArchiveRefused(
            Why.OTHER_VERSION, f"the archive has the form {shown(told.format)}; this version reads {FORMAT!r}"
        )
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise _bad(f"cannot be read: {wrong}") from None
    if manifest.to_bytes() != content:
        raise _bad("is not written in the one way there is")
    _check_rows(manifest)
    _check_files(manifest)
    return manifest


class _Format(msgspec.Struct, frozen=True):
    format: str


def _bad(text: str) -> ArchiveRefused:
    return ArchiveRefused(Why.BAD_MANIFEST, f"the archive's manifest {text}")


def _check_rows(manifest: Manifest) -> None:
    for text in (manifest.made_by, manifest.table):
        if not is_plain_text(text, LONGEST_TEXT):
            raise _bad(f"has a text that is too long or cannot be shown: {shown(text)}")
    for digest in (manifest.before, manifest.head, *manifest.missing):
        if not _HASH.fullmatch(digest):
            raise _bad(f"has {shown(digest)} where a hash must be")
    if not 1 <= manifest.schema <= 1000:
        raise _bad(f"names the journal's version {manifest.schema}")
    if not 1 <= manifest.first <= manifest.last <= 10**15 or manifest.last - manifest.first >= MOST_ROWS:
        raise _bad(f"names rows {manifest.first} to {manifest.last}")
    if (manifest.first == 1) != (manifest.before == GENESIS):
        raise _bad("does not know what the journal begins with")
    if manifest.what == JOURNAL and manifest.first != 1:
        raise _bad("calls rows a whole journal that begin in its middle")
    if manifest.what == MATCH and len(manifest.matches) != 1:
        raise _bad(f"calls {len(manifest.matches)} matches one match")
    inside = all(manifest.first <= row <= manifest.last for row in manifest.matches)
    if not inside or list(manifest.matches) != sorted(set(manifest.matches)):
        raise _bad("has matches where it has no rows")
    if list(manifest.missing) != sorted(set(manifest.missing)):
        raise _bad("does not list in order what is missing")


def _check_files(manifest: Manifest) -> None:
    names = [file.name for file in manifest.files]
    for name in names:
        if name not in (ROWS, SETTINGS, NAMES) and kind_of(name) is None:
            raise ArchiveRefused(Why.FOREIGN_MEMBER, f"{shown(name)} is no file of an archive")
    if len(names) + 2 > MOST_MEMBERS:
        raise ArchiveRefused(Why.TOO_LARGE, f"the archive has more than {MOST_MEMBERS} members")
    if names != in_order(list(set(names))):
        raise _bad("does not list its files in order, each once")
    if ROWS not in names or SETTINGS not in names:
        raise _bad("lists no rows, or no settings")
    if (NAMES in names) != (manifest.names == "kept"):
        raise _bad("does not know whether there are names")
    for file in manifest.files:
        _check_file(file)
    if zip_size((file.name, file.bytes) for file in manifest.files) > MOST_BYTES:
        raise ArchiveRefused(Why.TOO_LARGE, f"the archive has more than {MOST_BYTES} bytes")


def _check_file(file: File) -> None:
    kind = kind_of(file.name)
    most = MOST_OF[file.name] if kind is None else MOST_PICTURE if kind[2] == "jpg" else MOST_CLIP
    if not 0 <= file.bytes <= most:
        raise ArchiveRefused(Why.TOO_LARGE, f"{file.name} has {file.bytes} bytes; at most {most} are taken")
    if not _HASH.fullmatch(file.sha256):
        raise _bad(f"has {shown(file.sha256)} where a hash must be")
    if kind is not None and kind[1] != file.sha256:
        raise ArchiveRefused(Why.WRONG_HASH, f"{file.name} is not named by its hash")
