"""The one form of ZIP that an archive has: every member stored as it is, one after the other, nothing between them.

A ZIP file says most things twice, and readers believe different ones of them. Here each byte follows from the members'
names, sizes and contents: what is read is held against the bytes that we would have written, so that there is nothing
left to believe. No compression, no bomb; no directory that disagrees with what it lists; the same content, the same
bytes, on every machine. A file is read once, from its beginning to its end, and need not be on a disk.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Protocol

from kiosk.archive.refusals import ArchiveRefused, Why, shown

#: What a ZIP file can hold without its later additions, which are not used.
MOST_MEMBERS = 65_534
MOST_BYTES = 0xFFFF_FFFE
LONGEST_NAME = 100
CHUNK = 1 << 20

_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_LOCAL_REST = struct.Struct("<HHHHHIIIHH")
_CENTRAL_REST = struct.Struct("<HHHHHHIIIHHHHHII")
_END_REST = struct.Struct("<HHHHIIH")
#: Version 1.0 suffices to unpack; made under Unix; the first day that ZIP knows; a plain file that all may read.
_NEEDED, _MADE_BY, _DAY, _ATTRIBUTES = 10, 3 << 8 | 10, 0x21, 0o100644 << 16


class Source(Protocol):
    """Whatever bytes come from, in order; fewer than asked for only at its end."""

    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A member as the directory lists it."""

    name: str
    size: int
    crc: int
    offset: int

    @property
    def local(self) -> bytes:
        """What stands before its content."""
        name = self.name.encode("ascii")
        return _LOCAL + _LOCAL_REST.pack(_NEEDED, 0, 0, 0, _DAY, self.crc, self.size, self.size, len(name), 0) + name

    @property
    def central(self) -> bytes:
        """What the directory says of it."""
        name = self.name.encode("ascii")
        sizes = (self.crc, self.size, self.size, len(name))
        rest = _CENTRAL_REST.pack(_MADE_BY, _NEEDED, 0, 0, 0, _DAY, *sizes, 0, 0, 0, 0, _ATTRIBUTES, self.offset)
        return _CENTRAL + rest + name


def _end(entries: list[Entry], offset: int) -> bytes:
    size = sum(len(entry.central) for entry in entries)
    return _END + _END_REST.pack(0, 0, len(entries), len(entries), size, offset, 0)


def zip_size(members: Iterable[tuple[str, int]]) -> int:
    """How many bytes the file will have."""
    return 22 + sum(30 + 46 + 2 * len(name) + size for name, size in members)


class ZipWriter:
    """Writes members, one after the other, and at the end their directory."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._entries: list[Entry] = []
        self._offset = 0

    def add(self, name: str, size: int, crc: int, content: Iterable[bytes]) -> None:
        """Add a member; its size and check sum must be those of its content."""
        entry = Entry(name, size, crc, self._offset)
        self._write(entry.local)
        begun = self._offset
        for chunk in content:
            self._write(chunk)
        if self._offset - begun != size:
            raise ValueError(f"{name} has {self._offset - begun} bytes, not {size}")
        self._entries.append(entry)

    def add_bytes(self, name: str, content: bytes) -> None:
        self.add(name, len(content), zlib.crc32(content), [content])

    def finish(self) -> None:
        directory = self._offset
        for entry in self._entries:
            self._write(entry.central)
        self._write(_end(self._entries, directory))

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._offset += len(data)


@dataclass(slots=True)
class Member:
    """A member that is being read. Its content has to be taken before the next one comes."""

    name: str
    size: int
    _crc: int
    _source: Source
    _left: int = field(init=False)
    _sum: int = 0

    def __post_init__(self) -> None:
        self._left = self.size

    def chunks(self) -> Iterator[bytes]:
        """Its content in pieces; ArchiveRefused if it was cut off or its check sum differs."""
        while self._left:
            chunk = self._source.read(min(CHUNK, self._left))
            if not chunk:
                raise ArchiveRefused(Why.CUT_OFF, f"the archive ends in the middle of {shown(self.name)}")
            self._left -= len(chunk)
            self._sum = zlib.crc32(chunk, self._sum)
            yield chunk
        if self._sum != self._crc:
            raise ArchiveRefused(Why.WRONG_HASH, f"{shown(self.name)} is not as it was packed: its check sum differs")

    def content(self, most: int) -> bytes:
        """All of it; ArchiveRefused if it is larger than `most`."""
        if self.size > most:
            raise ArchiveRefused(Why.TOO_LARGE, f"{shown(self.name)} has {self.size} bytes, more than {most}")
        return b"".join(self.chunks())


class ZipReader:
    """The members of an archive in their order; at the end, the directory must be the one that we would write."""

    def __init__(self, source: Source) -> None:
        self._source = _Whole(source)

    @property
    def done(self) -> int:
        """How many bytes have been read."""
        return self._source.count

    def members(self) -> Iterator[Member]:
        """Each member, whose content must be taken before the next; ArchiveRefused for any other form of file."""
        entries: list[Entry] = []
        while True:
            offset = self._source.count
            sign = self._source.read(4)
            if sign != _LOCAL:
                break
            entry = self._entry(offset)
            entries.append(entry)
            if len(entries) > MOST_MEMBERS:
                raise ArchiveRefused(Why.TOO_LARGE, f"the archive has more than {MOST_MEMBERS} members")
            member = Member(entry.name, entry.size, entry.crc, self._source)
            yield member
            for _ in member.chunks():
                pass
        if not entries:
            raise ArchiveRefused(Why.NOT_AN_ARCHIVE, "this is no archive of a table: it does not begin like one")
        self._directory(entries, offset, sign)

    def _entry(self, offset: int) -> Entry:
        """What stands before a member, if it is as we would have written it."""
        rest = self._source.read(_LOCAL_REST.size)
        if len(rest) < _LOCAL_REST.size:
            raise ArchiveRefused(Why.CUT_OFF, "the archive ends where a member begins")
        needed, flags, method, clock, day, crc, packed, size, length, extra = _LOCAL_REST.unpack(rest)
        if flags & 1:
            raise ArchiveRefused(Why.OTHER_FORM, "a member is encrypted; archives of tables never are")
        if method:
            raise ArchiveRefused(Why.OTHER_FORM, "a member is compressed; archives of tables never are")
        if (needed, flags, clock, day, packed, extra) != (_NEEDED, 0, 0, _DAY, size, 0):
            raise ArchiveRefused(Why.OTHER_FORM, "a member is packed in another way than a table does it")
        if not 0 < length <= LONGEST_NAME:
            raise ArchiveRefused(Why.FOREIGN_MEMBER, f"a member has a name of {length} bytes")
        name = self._source.read(length)
        if len(name) < length:
            raise ArchiveRefused(Why.CUT_OFF, "the archive ends in the name of a member")
        if not name.isascii() or not name.decode("ascii").isprintable():
            raise ArchiveRefused(Why.FOREIGN_MEMBER, f"{name!r} is no member of an archive")
        if offset + size > MOST_BYTES:
            raise ArchiveRefused(Why.TOO_LARGE, f"the archive has more than {MOST_BYTES} bytes")
        return Entry(name.decode("ascii"), size, crc, offset)

    def _directory(self, entries: list[Entry], offset: int, sign: bytes) -> None:
        """Read the rest of the file, of which `sign` is the beginning: directory, end, and nothing more."""
        known = sign
        for expected in (*(entry.central for entry in entries), _end(entries, offset)):
            found = known + self._source.read(len(expected) - len(known))
            known = b""
            if len(found) < len(expected):
                raise ArchiveRefused(Why.CUT_OFF, "the archive ends in its directory")
            if found != expected:
                raise ArchiveRefused(Why.OTHER_FORM, "the archive's directory does not agree with its members")
        if self._source.read(1):
            raise ArchiveRefused(Why.LEFT_OVER, "the archive goes on after its end")


class _Whole:
    """A source that gives as much as was asked for, also where a pipe gives less at a time; and counts."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.count = 0

    def read(self, size: int) -> bytes:
        parts = []
        while size:
            part = self._source.read(size)
            if not part:
                break
            parts.append(part)
            size -= len(part)
            self.count += len(part)
        return b"".join(parts)
