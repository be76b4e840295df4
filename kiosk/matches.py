"""The matches that can be looked at: those of this table's journal, and those that were brought from other tables.

A shelf is a data folder. A match has a key, `here.12`: its shelf, and the row of that journal which started it. Opening
a match folds it once and keeps it; opening it again folds only what has come since, so that a review or an audit can
follow a match while it is played.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kiosk.evidence import CLIPS, SNAPSHOTS
from kiosk.journal import JournalError, JournalReader, Row
from kiosk.names import Kind
from kiosk.past import NoMatch, PastMatch, starts_match
from rules.errors import BadRequest
from rules.events import Timed
from rules.fold import Fold
from rules.game import View
from rules.registry import Games
from vision.clips import ClipStore
from vision.snapshots import SnapshotStore

#: The shelf of the table's own data folder.
HERE = "here"
#: How many matches are kept folded; a long one takes some megabytes.
KEPT = 4
#: So many events are folded at a stretch: the referee, who shares the exact numbers with us, must not wait longer.
STRETCH = 32

_KEY = re.compile(r"([a-z0-9][a-z0-9-]{0,63})\.([1-9][0-9]{0,14})")


@dataclass(frozen=True, slots=True)
class Shelf:
    """A data folder whose matches can be looked at; `title` is what people call the table it comes from."""

    name: str
    folder: Path
    title: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list: enough to choose it by."""

    shelf: Shelf
    #: The row that started it, the wall's time of that row, and its first line.
    first: int
    began: str
    opening: Mapping[str, Any]
    names: Mapping[str, str]

    @property
    def key(self) -> str:
        return f"{self.shelf.name}.{self.first}"


@dataclass(frozen=True, slots=True)
class Step:
    """A row of a match, and the match as it stood after it, at the time: what was undone later had happened then."""

    row: Row
    #: The event and its line in the match, from 1; None and 0 for a note.
    timed: Timed | None
    line: int
    fold: Fold

    @property
    def view(self) -> View:
        """The match as it stood then; made anew each time it is asked for."""
        return self.fold.view


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match with all its steps, and where its evidence lies."""

    shelf: Shelf
    past: PastMatch
    steps: tuple[Step, ...]

    @property
    def key(self) -> str:
        return f"{self.shelf.name}.{self.past.rows[0].seq}"

    @property
    def snapshots(self) -> SnapshotStore:
        return SnapshotStore(self.shelf.folder / SNAPSHOTS)

    @property
    def clips(self) -> ClipStore:
        return ClipStore(self.shelf.folder / CLIPS)


class Matches:
    """The matches of these shelves, of which the first is the table's own. May be used from any thread.

    `reckoning` is held while events are folded: exact numbers share one precision in the whole process.
    """

    def __init__(
        self,
        games: Games,
        shelves: Callable[[], Sequence[Shelf]],
        reckoning: Callable[[], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        self._games = games
        self._shelves = shelves
        #: Held while anything of a match is reckoned, its views too.
        self.reckoning = reckoning
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, _Followed] = OrderedDict()

    def shelves(self) -> tuple[Shelf, ...]:
        return tuple(self._shelves())

    def listed(self) -> list[Listed]:
        """All matches, those of this table first, the newest of each first. A journal that cannot be read has none."""
        found: list[Listed] = []
        for shelf in self._shelves():
            try:
                found += reversed(_list(shelf))
            except JournalError:
                continue
        return found

    def open(self, key: str | None = None) -> OpenMatch:
        """The match of a key, or the table's last one; NoMatch if there is none, JournalError if it cannot be read."""
        shelf, first = self.find(key)
        with self._lock:
            name = f"{shelf.name}.{first}"
            followed = self._kept.pop(name, None) or _Followed(shelf, first)
            try:
                opened = followed.follow(self._games, self.reckoning)
            except _Replaced:
                followed = _Followed(shelf, first)
                opened = followed.follow(self._games, self.reckoning)
            self._kept[name] = followed
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return opened

    def shelf(self, name: str) -> Shelf:
        """The shelf of that name; NoMatch if there is none."""
        for shelf in self._shelves():
            if shelf.name == name:
                return shelf
        raise NoMatch(f"there are no matches called {name!r} here")

    def find(self, key: str | None = None) -> tuple[Shelf, int]:
        """The shelf and the first row that a key names, or the table's last match; NoMatch if there is none."""
        if key is None:
            here = self.shelf(HERE)
            listed = _list(here)
            if not listed:
                raise NoMatch(f"no match has been played yet ({here.title})")
            return here, listed[-1].first
        named = _KEY.fullmatch(key)
        if named is None:
            raise NoMatch(f"{key[:80]!r} is no match: a key is a shelf and a row, like {HERE}.12")
        return self.shelf(named[1]), int(named[2])


class _Replaced(Exception):
    """The journal is not the one that was read before."""


@dataclass(slots=True)
class _Followed:
    """A match as far as it was read."""

    shelf: Shelf
    first: int
    fold: Fold | None = None
    rows: list[Row] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    over: bool = False
    opened: OpenMatch | None = None

    def follow(self, games: Games, reckoning: Callable[[], AbstractContextManager[Any]]) -> OpenMatch:
        """The match with what has come since."""
        reader = JournalReader(self.shelf.folder)
        try:
            fresh = [] if self.over else list(self._fresh(reader))
            names, initials = (reader.names(self.first, kind) for kind in (Kind.NAME, Kind.INITIALS))
        finally:
            reader.close()
        for at in range(0, len(fresh), STRETCH):
            with reckoning():
                for row in fresh[at : at + STRETCH]:
                    self._take(row, games)
        fold = self.fold
        assert fold is not None
        known = self.opened
        if known is None or fresh or (known.past.names, known.past.initials) != (names, initials):
            past = PastMatch(fold, tuple(self.rows), names, initials)
            self.opened = OpenMatch(self.shelf, past, tuple(self.steps))
        assert self.opened is not None
        return self.opened

    def _fresh(self, reader: JournalReader) -> Iterator[Row]:
        """The rows of the match that were not read before."""
        last = self.rows[-1] if self.rows else None
        rows = reader.rows(last.seq if last else self.first)
        known = next(rows, None)
        if last is not None and known != last:
            raise _Replaced
        if last is None:
            if known is None or known.seq != self.first or not starts_match(known):
                raise NoMatch(f"no match begins with row {self.first} ({self.shelf.title})")
            yield known
        for row in rows:
            if starts_match(row):
                self.over = True
                return
            yield row

    def _take(self, row: Row, games: Games) -> None:
        timed: Timed | None = None
        if row.kind == "event":
            try:
                if self.fold is None:
                    self.fold = Fold.open(games, row.data)
                else:
                    self.fold = self.fold.apply(self.fold.read(row.data))
            except BadRequest as bad:
                raise JournalError(f"row {row.seq} cannot be an event of this match: {bad}") from None
            timed = self.fold.lines.newest
        assert self.fold is not None
        line = len(self.fold.lines) if timed is not None else 0
        self.rows.append(row)
        self.steps.append(Step(row, timed, line, self.fold))


def _list(shelf: Shelf) -> list[Listed]:
    """The matches of a shelf, in the order of their rows; none without a journal."""
    if not (shelf.folder / "journal.db").is_file():
        return []
    reader = JournalReader(shelf.folder)
    try:
        named = [each for each in reader.named() if each.kind is Kind.NAME]
        listed = []
        for row in reader.openings():
            names = {each.seat: each.name for each in named if each.match == row.seq}
            listed.append(Listed(shelf, row.seq, row.wall, row.data, names))
        return listed
    finally:
        reader.close()
