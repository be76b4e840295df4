"""The head of the journal, kept outside the database: which row is the last one, and its hash.

Two lines in a small file, each on a page of its own, so that a write torn by a power cut spoils at most one. Before a
row is written the second line *announces* it; after the row is durable the first line *confirms* it. Whatever the
power leaves, `judge` can tell a table that stopped in the middle from a journal that was changed (docs/journal.md).
"""

from __future__ import annotations

import enum
import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

#: What the first row names as the row before it.
GENESIS = "0" * 64
#: A line with what fills it up. No disk and no file system tears across two of these.
PAGE = 4096
NAME = "journal.head"

_LINE = re.compile(rb"(0|[1-9][0-9]{0,17}) ([0-9a-f]{64}) (open|closed|announced) ([0-9a-f]{16}) *\n")
#: As the first versions had it: number and hash, written after each row.
_FIRST_FORM = re.compile(rb"([0-9]+) ([0-9a-f]{64})\n")


class HeadError(ValueError):
    """The head file is not there, or holds nothing that can be read."""


class Word(enum.StrEnum):
    """What a line says of its row."""

    #: The journal ends with it, and a table may be writing more.
    OPEN = "open"
    #: The journal ends with it: the table was closed in order.
    CLOSED = "closed"
    #: It is about to be written.
    ANNOUNCED = "announced"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the head file: a row's number and hash, and what is said of it."""

    seq: int
    hash: str
    word: Word

    def to_bytes(self) -> bytes:
        """The line on its page, ended by a check sum of itself."""
        text = f"{self.seq} {self.hash} {self.word.value}".encode("ascii")
        return (text + b" " + _check(text)).ljust(PAGE - 1) + b"\n"

    @classmethod
    def parse(cls, page: bytes) -> Self | None:
        """The other direction of `to_bytes`; None for a page that was torn or changed."""
        found = _LINE.fullmatch(page)
        if found is None or len(page) != PAGE:
            return None
        number, digest, word, check = found.groups()
        if _check(b" ".join((number, digest, word))) != check:
            return None
        return cls(int(number), digest.decode(), Word(word.decode()))


@dataclass(frozen=True, slots=True)
class Head:
    """What the head file holds; a line that cannot be read is None, and one of them always can."""

    confirmed: Line | None
    announced: Line | None
    #: Written by the first version, which announced nothing: its head may be a row behind.
    first_form: bool = False


class Ending(enum.Enum):
    """How the journal's end and its head agree, where nothing was changed."""

    #: Closed in order.
    CLOSED = "closed"
    #: Not closed, nothing in the middle: a table is running, or it stopped between two rows.
    OPEN = "open"
    #: Stopped when the announced rows were in the journal, but not confirmed yet.
    WRITTEN = "written"
    #: Stopped before the announced rows were in the journal: nobody was told that they are.
    UNWRITTEN = "unwritten"


def head_path(folder: Path) -> Path:
    return folder / NAME


def read_head(folder: Path) -> Head | None:
    """The head of a data folder; None where there is no file, HeadError where it cannot be read."""
    try:
        content = head_path(folder).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as trouble:
        raise HeadError(f"cannot be read: {trouble.strerror or trouble}") from None
    first = _FIRST_FORM.fullmatch(content)
    if first is not None:
        return Head(Line(int(first[1]), first[2].decode(), Word.OPEN), None, first_form=True)
    confirmed, announced = Line.parse(content[:PAGE]), Line.parse(content[PAGE:])
    if confirmed is not None and confirmed.word is Word.ANNOUNCED:
        confirmed = None
    if announced is not None and announced.word is not Word.ANNOUNCED:
        announced = None
    if confirmed is None and announced is None:
        raise HeadError("cannot be read: neither of its two lines is whole")
    return Head(confirmed, announced)


def judge(head: Head, seq: int, hash_of: Callable[[int], str | None]) -> Ending | str:
    """How the head agrees with a journal of `seq` rows; a sentence where no crash can have left it so.

    `hash_of` gives the hash of a row, None where there is no such row.
    """
    confirmed, announced = head.confirmed, head.announced
    if confirmed is None:
        # The first line is written only when the announced row is durable.
        assert announced is not None
        return _must_end(announced, seq, hash_of) or Ending.WRITTEN
    if confirmed.word is Word.CLOSED:
        if announced is None or (announced.seq, announced.hash) != (confirmed.seq, confirmed.hash):
            return "was closed in order, but its two lines differ"
        return _must_end(confirmed, seq, hash_of) or Ending.CLOSED
    if head.first_form and seq == confirmed.seq + 1:
        return _other_hash(confirmed, hash_of) or Ending.WRITTEN
    if announced is None:
        # The second line is written before anything else of a row.
        return _must_end(confirmed, seq, hash_of) or Ending.UNWRITTEN
    if announced.seq == confirmed.seq:
        if announced.hash != confirmed.hash:
            return f"has two hashes for row {confirmed.seq}"
        return _must_end(confirmed, seq, hash_of) or Ending.OPEN
    if announced.seq < confirmed.seq:
        return f"announces row {announced.seq} after row {confirmed.seq} was confirmed"
    if seq == announced.seq:
        return _other_hash(confirmed, hash_of) or _must_end(announced, seq, hash_of) or Ending.WRITTEN
    return _must_end(confirmed, seq, hash_of) or Ending.UNWRITTEN


def _must_end(line: Line, seq: int, hash_of: Callable[[int], str | None]) -> str | None:
    if line.seq > seq:
        return f"knows of row {line.seq}, but the journal ends at row {seq}: its end was cut off"
    if line.seq < seq:
        return f"ends at row {line.seq}, but the journal goes on to row {seq}: rows were added"
    return _other_hash(line, hash_of)


def _other_hash(line: Line, hash_of: Callable[[int], str | None]) -> str | None:
    if line.seq and hash_of(line.seq) != line.hash:
        return f"has another hash for row {line.seq}: the journal was written anew"
    return None


class HeadFile:
    """The head file of a journal that is open for writing. What a method says is on the disk when it returns."""

    def __init__(self, folder: Path, seq: int, digest: str) -> None:
        """Take up a head that agrees with a journal ending so, or begin one.

        One line at a time is written, always while the other says the same: a second power cut does no harm.
        """
        path = head_path(folder)
        announced, confirmed = Line(seq, digest, Word.ANNOUNCED), Line(seq, digest, Word.OPEN)
        if not path.exists() or path.stat().st_size != 2 * PAGE:
            write_synced(path, confirmed.to_bytes() + announced.to_bytes())
        self._file = os.open(path, os.O_RDWR)
        self._announced: Line | None = None
        head = read_head(folder)
        if head is None or head.announced != announced:
            self.announce(seq, digest)
        self._announced = announced
        self.confirm(seq, digest)

    def announce(self, seq: int, digest: str) -> None:
        """Rows up to this one are about to be written."""
        self._announced = Line(seq, digest, Word.ANNOUNCED)
        self._write(self._announced, 1)

    def confirm(self, seq: int, digest: str) -> None:
        """The journal durably ends with this row."""
        self._write(Line(seq, digest, Word.OPEN), 0)

    def close(self, seq: int, digest: str) -> None:
        """The journal ends with this row, and nothing was left in the middle. May be called twice."""
        if self._file < 0:
            return
        try:
            if self._announced != Line(seq, digest, Word.ANNOUNCED):
                # A row was announced that could not be written.
                self.announce(seq, digest)
            self._write(Line(seq, digest, Word.CLOSED), 0)
        finally:
            os.close(self._file)
            self._file = -1

    def _write(self, line: Line, page: int) -> None:
        # In place: neither the size of the file nor its folder changes, so this is one write to the disk.
        if os.pwrite(self._file, line.to_bytes(), page * PAGE) != PAGE:
            raise OSError(f"{NAME} could not be written in full")
        os.fdatasync(self._file)


def write_synced(path: Path, content: bytes, *, mode: int | None = None) -> None:
    """Replace a file so that after a power cut either the old or the new content is there; with these rights."""
    draft = path.with_name(path.name + ".new")
    with draft.open("wb") as file:
        if mode is not None:
            os.fchmod(file.fileno(), mode)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make durable which files a folder holds."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:16].encode("ascii")
