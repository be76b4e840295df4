"""The rows of an archive, one after the other: do they follow from each other, and do the rules understand them?

An archive of one match is a stretch of the chain. Its first row names the hash of the row before it, which the manifest
repeats; from there on every row must follow. A whole journal begins where every journal begins.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from kiosk.archive.manifest import MATCH, Manifest
from kiosk.archive.refusals import ArchiveRefused, Why
from kiosk.archive.rows import read_row
from kiosk.audit.match_audit import try_audit
from kiosk.evidence import named_clips
from kiosk.journal import Row, row_hash
from kiosk.matches import HERE, Shelf
from kiosk.names import Named, Seals
from kiosk.past import PastMatch, starts_match
from kiosk.scoresheet import scoresheet
from rules.errors import BadRequest
from rules.fold import Fold
from rules.registry import Games

#: So many events are folded at a stretch when a page opens a match, and the referee waits meanwhile.
PIECE = 32
#: How much of the processor's time a piece, and all of it, may take: a thousand times what a played match takes.
MOST_PIECE_S, MOST_ALL_S = 3.0, 120.0


class Stretch:
    """Takes the rows in their order. After the last one, `finish`."""

    def __init__(self, manifest: Manifest, games: Games) -> None:
        self._manifest = manifest
        self._games = games
        self._next, self._before = manifest.first, manifest.before
        self._fold: Fold | None = None
        self._rows: list[Row] = []
        self._starts: list[int] = []
        self._spent_s = 0.0
        self._piece_s = 0.0
        self._in_piece = 0
        self._seals = Seals()
        #: What rows name, each with the first row that does.
        self.snapshots: dict[str, int] = {}
        self.clips: dict[str, int] = {}
        #: The rows' hashes, to be held against what was printed.
        self.hashes: dict[int, str] = {}

    def take(self, line: bytes) -> Row:
        """The next row; ArchiveRefused if it cannot be."""
        seq = self._next
        if seq > self._manifest.last:
            raise ArchiveRefused(Why.FOREIGN_ROW, f"there are rows after row {self._manifest.last}, the last one")
        row = read_row(line, seq)
        if row.before != self._before:
            raise ArchiveRefused(Why.BROKEN_CHAIN, f"row {seq} does not follow from the row before it")
        if row_hash(row) != row.hash:
            raise ArchiveRefused(Why.BROKEN_CHAIN, f"row {seq} is not as it was written: its hash differs")
        self._next, self._before = seq + 1, row.hash
        self.hashes[seq] = row.hash
        for snapshot in row.snapshots:
            self.snapshots.setdefault(snapshot, seq)
        for clip in named_clips([row]):
            self.clips.setdefault(clip, seq)
        self._seals.take(row)
        self._take_event(row)
        return row

    def finish(self) -> None:
        """ArchiveRefused unless these were all the rows that the manifest promises."""
        manifest = self._manifest
        if self._next <= manifest.last:
            raise ArchiveRefused(Why.FOREIGN_ROW, f"the rows end before row {manifest.last}, the last one")
        if self._before != manifest.head:
            raise ArchiveRefused(Why.BROKEN_CHAIN, f"row {manifest.last} has another hash than the archive's head")
        if tuple(self._starts) != manifest.matches:
            raise ArchiveRefused(Why.FOREIGN_ROW, "matches begin at other rows than the manifest says")
        self._try_match()

    def check_names(self, named: Iterable[Named]) -> None:
        """ArchiveRefused for a name, or initials, that no seal of the chain bears out."""
        for each in named:
            if not self._seals.bear_out(each):
                raise ArchiveRefused(
                    Why.BAD_NAME,
                    f"the {each.kind} of seat {each.seat}, match of row {each.match}, is not as it was given",
                )

    # -- the rules ---------------------------------------------------------------------------------

    def _take_event(self, row: Row) -> None:
        if starts_match(row):
            self._begin(row)
        elif row.kind == "event":
            if self._fold is None:
                raise ArchiveRefused(Why.FOREIGN_ROW, f"row {row.seq} is an event, but no match has been started")
            self._rows.append(row)
            self._folded(row, self._fold)
        elif self._fold is not None:
            self._rows.append(row)
        elif self._manifest.what == MATCH and (row.seq != self._manifest.first or self._starts):
            raise ArchiveRefused(Why.FOREIGN_ROW, f"row {row.seq} comes before the match and does not belong to it")

    def _begin(self, row: Row) -> None:
        if self._manifest.what == MATCH:
            if self._starts:
                raise ArchiveRefused(Why.FOREIGN_ROW, f"row {row.seq} starts another match")
            if row.seq != self._manifest.first and row.seq not in self._seals.matches:
                raise ArchiveRefused(Why.FOREIGN_ROW, f"row {self._manifest.first} does not belong to the match")
        self._try_match()
        self._starts.append(row.seq)
        self._rows = [row]
        self._folded(row, None)

    def _folded(self, row: Row, fold: Fold | None) -> None:
        began = time.process_time()
        try:
            self._fold = Fold.open(self._games, row.data) if fold is None else fold.apply(fold.read(row.data))
        except (BadRequest, RecursionError) as bad:
            raise ArchiveRefused(
                Why.CANNOT_BE_FOLDED,
                f"row {row.seq} cannot be an event of its match ({self._manifest.made_by} made the archive): {bad}",
            ) from None
        self._spend(row.seq, time.process_time() - began)

    def _spend(self, seq: int, spent_s: float) -> None:
        self._spent_s += spent_s
        self._in_piece += 1
        self._piece_s = spent_s if self._in_piece % PIECE == 1 else self._piece_s + spent_s
        if self._piece_s > MOST_PIECE_S or self._spent_s > MOST_ALL_S:
            raise ArchiveRefused(Why.TOO_SLOW, f"to fold the rows up to row {seq} takes longer than a table can spare")

    def _try_match(self) -> None:
        """Make the papers of the match that is over now: where they cannot be made, no page could show it."""
        if self._fold is None:
            return
        match = PastMatch(self._fold, tuple(self._rows), {})
        try:
            scoresheet(match, self._manifest.table)
            try_audit(match, Shelf(HERE, Path(), self._manifest.table))
        except (LookupError, TypeError, ValueError, AttributeError) as wrong:
            raise ArchiveRefused(
                Why.BAD_ROW, f"what was said of the match of row {self._rows[0].seq} does not fit it: {wrong!r}"
            ) from None
