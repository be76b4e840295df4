"""What differs between two journals, wherever they come from: data folders or archives.

Two answers in one. By the chain: the first row that is another one, since from there on every hash differs. And by what
happened: the same events are found in both, whatever row they stand in, so that a ruling, a picture or a name that is
another one shows, and what only one of them has.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import msgspec

from kiosk.archive.about import read_about
from kiosk.archive.check import Nowhere, Progress, read_archive
from kiosk.archive.manifest import MATCH, Manifest
from kiosk.journal import JournalError, JournalReader, Row
from kiosk.names import SEALED, Named, Seat
from kiosk.past import starts_match
from rules.registry import Games

#: Longer stretches in which nothing is alike are compared row by row: to search them would take too long.
LONGEST_SEARCH = 20_000
#: How much of each list a text shows.
SHOWN = 20
#: The columns of a row, but those by which every later row differs too.
COLUMNS = ("mono_us", "wall", "boot", "actor", "kind", "body", "snapshots", "rulings")


@dataclass(frozen=True, slots=True)
class Content:
    """A journal, or a part of one, with the names that are kept with it."""

    title: str
    rows: tuple[Row, ...]
    named: tuple[Named, ...]
    #: It holds the rows of one match only.
    part: bool = False

    @property
    def names(self) -> dict[Seat, str]:
        return {(each.kind, each.match, each.seat): each.name for each in self.named}


@dataclass(slots=True)
class _Collect(Nowhere):
    """Keeps the rows and names of an archive."""

    rows: list[Row] = field(default_factory=list)
    names: list[Named] = field(default_factory=list)

    def row(self, row: Row) -> None:
        self.rows.append(row)

    def named(self, named: Sequence[Named]) -> None:
        self.names = list(named)


def read_content(path: Path, games: Games, progress: Progress) -> Content:
    """What a data folder or an archive holds; JournalError, ArchiveRefused or OSError if it cannot be read."""
    if path.is_dir():
        try:
            reader = JournalReader(path)
            try:
                rows, named, about = tuple(reader.rows()), tuple(reader.named()), read_about(path)
            finally:
                reader.close()
        except (sqlite3.DatabaseError, msgspec.MsgspecError) as broken:
            raise JournalError(f"{path} cannot be read: {broken}") from None
        return Content(str(path), rows, named, part=about is not None and about.what == MATCH)
    sink = _Collect()
    with path.open("rb") as file:
        manifest: Manifest = read_archive(file, games, sink, progress=progress).manifest
    return Content(str(path), tuple(sink.rows), tuple(sink.names), part=manifest.what == MATCH)


@dataclass(frozen=True, slots=True)
class Pair:
    """The same event, or note, in both."""

    a: Row
    b: Row


@dataclass(frozen=True, slots=True)
class OtherName:
    """A seat that has another name, or other initials, in the other journal."""

    kind: str
    rows: tuple[int, int]
    seat: str
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between A and B."""

    a: Content
    b: Content
    #: The number of the first row that is another one, or that only one of them has; None if there is none.
    first: int | None
    only_a: tuple[Row, ...]
    only_b: tuple[Row, ...]
    rulings: tuple[Pair, ...]
    snapshots: tuple[Pair, ...]
    actors: tuple[Pair, ...]
    names: tuple[OtherName, ...]
    remarks: tuple[str, ...]

    @property
    def same(self) -> bool:
        return self.first is None and not self.names

    def first_rows(self) -> tuple[Row | None, Row | None]:
        """The first row that differs, as each has it."""
        found = [next((row for row in each.rows if row.seq == self.first), None) for each in (self.a, self.b)]
        return found[0], found[1]

    def columns(self) -> tuple[str, ...]:
        """In which columns that row differs; `before` if only what came before it does."""
        a, b = self.first_rows()
        if a is None or b is None:
            return ()
        return tuple(name for name in COLUMNS if getattr(a, name) != getattr(b, name)) or ("before",)


def compare(a: Content, b: Content) -> Comparison:
    """Everything in which two journals differ."""
    remarks: list[str] = []
    a, b = _cut(a, b, remarks), _cut(b, a, remarks)
    pairs, only_a, only_b = _aligned(a.rows, b.rows)
    if a.rows and b.rows and any(not each.named for each in (a, b)) and (a.named or b.named):
        remarks.append(f"{(b if a.named else a).title} holds no names: they are not compared")
    return Comparison(
        a,
        b,
        _first(a.rows, b.rows),
        only_a,
        only_b,
        tuple(pair for pair in pairs if pair.a.rulings != pair.b.rulings),
        tuple(pair for pair in pairs if pair.a.snapshots != pair.b.snapshots),
        tuple(pair for pair in pairs if pair.a.actor != pair.b.actor),
        tuple(_other_names(a, b, pairs)),
        tuple(remarks),
    )


def _cut(content: Content, other: Content, remarks: list[str]) -> Content:
    """Only the rows that a single match of the same chain has, too, where the other one is such a match."""
    if content.part or not other.part or not content.rows:
        return content
    first = other.rows[0]
    if not any(row.seq == first.seq and row.before == first.before for row in content.rows):
        return content
    # What follows it in the journal belongs to the match as well, unless the next one has begun.
    rows = [row for row in content.rows if row.seq >= first.seq]
    starts = [at for at, row in enumerate(rows) if starts_match(row)]
    cut = tuple(rows[: starts[1]] if len(starts) > 1 else rows)
    if len(cut) < len(content.rows):
        remarks.append(f"{other.title} holds one match: the other rows of {content.title} are not compared")
    return Content(content.title, cut, content.named)


def _first(a: Sequence[Row], b: Sequence[Row]) -> int | None:
    for one, other in zip(a, b, strict=False):
        if one != other:
            return min(one.seq, other.seq)
    if len(a) == len(b):
        return None
    return max(a, b, key=len)[min(len(a), len(b))].seq


def _key(row: Row) -> tuple[str, str]:
    """What a row says happened. The seals of names have salts in them: that they are there is enough."""
    if row.kind == "note":
        for note in SEALED.values():
            if f'"note":"{note}"' in row.body:
                return row.kind, note
    return row.kind, row.body


def _aligned(a: Sequence[Row], b: Sequence[Row]) -> tuple[list[Pair], tuple[Row, ...], tuple[Row, ...]]:
    """The rows that say the same, in order, and what only one of them has."""
    keys_a, keys_b = [_key(row) for row in a], [_key(row) for row in b]
    if max(len(a), len(b)) > LONGEST_SEARCH:
        blocks = list(_by_place(keys_a, keys_b))
    else:
        found = SequenceMatcher(None, keys_a, keys_b, autojunk=False).get_matching_blocks()
        blocks = [(block.a, block.b, block.size) for block in found]
    pairs = [Pair(a[i + k], b[j + k]) for i, j, size in blocks for k in range(size)]
    paired_a, paired_b = {pair.a.seq for pair in pairs}, {pair.b.seq for pair in pairs}
    return (
        pairs,
        tuple(row for row in a if row.seq not in paired_a),
        tuple(row for row in b if row.seq not in paired_b),
    )


def _by_place(a: Sequence[object], b: Sequence[object]) -> Iterator[tuple[int, int, int]]:
    """From both ends, as long as they are alike."""
    most = min(len(a), len(b))
    head = next((at for at in range(most) if a[at] != b[at]), most)
    tail = next((at for at in range(most - head) if a[-1 - at] != b[-1 - at]), most - head)
    yield 0, 0, head
    yield len(a) - tail, len(b) - tail, tail


def _other_names(a: Content, b: Content, pairs: Iterable[Pair]) -> Iterator[OtherName]:
    names_a, names_b = a.names, b.names
    for pair in pairs:
        if not starts_match(pair.a):
            continue
        for (kind, match, seat), name in names_a.items():
            other = names_b.get((kind, pair.b.seq, seat))
            if match == pair.a.seq and other is not None and other != name:
                yield OtherName(kind.value, (pair.a.seq, pair.b.seq), seat, (name, other))


# --- in words and as JSON ---------------------------------------------------------------------------


def as_json(found: Comparison) -> dict[str, Any]:
    """Everything, for programs."""
    one, other = found.first_rows()
    return {
        "same": found.same,
        "a": _content_json(found.a),
        "b": _content_json(found.b),
        "first": None
        if found.first is None
        else {"row": found.first, "columns": found.columns(), "a": _row_json(one), "b": _row_json(other)},
        "only_a": [_row_json(row) for row in found.only_a],
        "only_b": [_row_json(row) for row in found.only_b],
        "rulings": [_pair_json(pair, "rulings") for pair in found.rulings],
        "snapshots": [_pair_json(pair, "snapshots") for pair in found.snapshots],
        "actors": [_pair_json(pair, "actor") for pair in found.actors],
        "names": [
            {"kind": each.kind, "rows": each.rows, "seat": each.seat, "a": each.names[0], "b": each.names[1]}
            for each in found.names
        ],
        "remarks": list(found.remarks),
    }


def _content_json(content: Content) -> dict[str, Any]:
    last = content.rows[-1] if content.rows else None
    told = {"title": content.title, "rows": len(content.rows)}
    return told | {"last": last and last.seq, "head": last and last.hash}


def _row_json(row: Row | None) -> dict[str, Any] | None:
    return None if row is None else {"row": row.seq, "hash": row.hash, "kind": row.kind, "body": row.body}


def _pair_json(pair: Pair, column: str) -> dict[str, Any]:
    told = {"rows": [pair.a.seq, pair.b.seq], "body": pair.a.body}
    return told | {"a": getattr(pair.a, column), "b": getattr(pair.b, column)}


def as_text(found: Comparison) -> Iterator[str]:
    """The same in lines for people; long lists are cut."""
    for letter, content in (("A", found.a), ("B", found.b)):
        end = f"ends with row {content.rows[-1].seq}, hash {content.rows[-1].hash}" if content.rows else "has no rows"
        yield f"{letter}: {content.title} {end}"
    yield from found.remarks
    if found.same:
        yield "They are the same."
        return
    if found.first is not None:
        yield _first_text(found)
    rows = (("Only in A", found.only_a), ("Only in B", found.only_b))
    for title, only in rows:
        yield from _listed(title, [_row_text(row) for row in only])
    yield from _listed("Other rulings", [_pair_text(pair, _said) for pair in found.rulings])
    yield from _listed("Other snapshots", [_pair_text(pair, _pictures) for pair in found.snapshots])
    yield from _listed("Said by somebody else", [_pair_text(pair, lambda row: row.actor) for pair in found.actors])
    names = [f"match of row {each.rows[0]}, seat {each.seat}: {' / '.join(each.names)}" for each in found.names]
    yield from _listed("Other names", names)
    if not (found.only_a or found.only_b or found.rulings or found.snapshots or found.actors or found.names):
        yield "The same things happened, with the same rulings and pictures; the rows were written at another time."


def _first_text(found: Comparison) -> str:
    a, b = found.first_rows()
    if a is None or b is None:
        return f"The first row that only {'B' if a is None else 'A'} has is row {found.first}."
    return f"The first row that differs is row {found.first}, in {', '.join(found.columns())}."


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if not lines:
        return
    yield f"{title} ({len(lines)}):"
    yield from (f"  {line}" for line in lines[:SHOWN])
    if len(lines) > SHOWN:
        yield f"  and {len(lines) - SHOWN} more (--json lists them all)"


def _row_text(row: Row) -> str:
    # Whatever somebody has written there: it must not move the cursor of whoever reads it.
    body = "".join(sign if sign.isprintable() else "?" for sign in row.body[:120])
    return f"row {row.seq}: {body}{'…' if len(row.body) > 120 else ''}"


def _pair_text(pair: Pair, told: Any) -> str:
    place = "" if pair.a.seq == pair.b.seq else f" (row {pair.b.seq} of B)"
    return f"{_row_text(pair.a)}{place}: {told(pair.a)} / {told(pair.b)}"


def _said(row: Row) -> str:
    items: Any = msgspec.json.decode(row.rulings)
    words = [item.get("code") or next(iter(item), "") for item in items if isinstance(item, dict)]
    return ", ".join(words) or "nothing"


def _pictures(row: Row) -> str:
    return ", ".join(digest[:12] for digest in row.snapshots) or "none"
