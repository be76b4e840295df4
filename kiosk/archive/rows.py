"""A row of somebody else's journal, read strictly: what is taken here, every page can show.

Whatever reads a row later (sheet, review, audit) may rely on its shape, since our own journal always has it. So the
shape of a row that comes from elsewhere is looked at here, once, before anything is kept.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from kiosk.archive.plain_json import NotPlain, is_plain_text, read_json
from kiosk.archive.refusals import ArchiveRefused, Why, shown
from kiosk.evidence import CLIP_KEPT, CLIP_MISSING, REMOVED
from kiosk.journal import REOPENED, Row, parse_row
from kiosk.names import ERASED, SEALED
from kiosk.standing import CONFIRMED, VERSIONS

LONGEST_LINE = 512 << 10
MOST_SNAPSHOTS = 64
LONGEST_ACTOR = 200

_HASH = re.compile(r"[0-9a-f]{64}")
_WALL = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]{3}Z")
_WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _Seals(msgspec.Struct):
    match: int
    seals: dict[str, str]


class _Erased(msgspec.Struct):
    seats: list[tuple[int, str]]


class _ClipKept(msgspec.Struct):
    clip: str
    reason: str
    t: int
    frames: int


class _ClipMissing(msgspec.Struct):
    reason: str
    t: int
    error: str | None


class _Removed(msgspec.Struct):
    clips: list[str]
    pictures: list[str]


class _Reopened(msgspec.Struct):
    row: int
    hash: str
    ending: str


class _Versions(msgspec.Struct):
    versions: dict[str, str]


class _Penalty(msgspec.Struct):
    n: int
    t: int | float
    player: str
    points: int
    why: str
    cite: str
    status: str


class _Shake(msgspec.Struct):
    number: int
    scores: dict[str, int]
    penalties: dict[str, int]
    goal_setter: str | None


class _Score(msgspec.Struct):
    totals: dict[str, int]
    shakes: list[_Shake]
    penalties: list[_Penalty]
    match_points: dict[str, int] | None


class _Confirmed(msgspec.Struct):
    judge: str
    versions: dict[str, str]
    score: _Score


class _Left(msgspec.Struct):
    penalties: int
    shakes: int


class _Ruling(msgspec.Struct):
    t: int | float
    code: str
    cite: str | None
    text: str


#: What a note of each kind has at least. Of notes that nobody reads again, only that they are notes is asked.
NOTES: dict[str, type[Any]] = {
    **dict.fromkeys(SEALED.values(), _Seals),
    ERASED: _Erased,
    CLIP_KEPT: _ClipKept,
    CLIP_MISSING: _ClipMissing,
    REMOVED: _Removed,
    REOPENED: _Reopened,
    VERSIONS: _Versions,
    CONFIRMED: _Confirmed,
}
#: What the referee said, by the key that tells which kind it is.
SAID: dict[str, Any] = {
    "penalty": _Penalty,
    "shake": _Shake,
    "struck": _Left,
    "gained": dict[str, int],
    "match_points": dict[str, int],
}


def read_row(line: bytes, seq: int) -> Row:
    """The row of a line, which must be row `seq`; ArchiveRefused says what is wrong with it."""
    if len(line) > LONGEST_LINE:
        raise ArchiveRefused(Why.BAD_ROW, f"row {seq} has more than {LONGEST_LINE} bytes")
    try:
        row = parse_row(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise _bad(seq, f"cannot be read: {wrong}") from None
    if row.text.encode() != line:
        raise _bad(seq, "is not written in the one way there is")
    if row.seq != seq:
        raise ArchiveRefused(Why.BROKEN_CHAIN, f"where row {seq} must be, row {row.seq} is")
    _check_columns(row)
    try:
        body, said = read_json(row.body), read_json(row.rulings)
    except NotPlain as wrong:
        raise _bad(seq, f"holds JSON that is not taken: {wrong}") from None
    if not isinstance(body, dict):
        raise _bad(seq, "has a body that is no object")
    try:
        _check_said(said)
        if row.kind == "note":
            _check_note(body)
        elif not isinstance(body.get("event"), str):
            raise ValueError("it names no event")
    except (msgspec.ValidationError, ValueError) as wrong:
        raise _bad(seq, f"is not as a table writes it: {wrong}") from None
    return row


def _bad(seq: int, text: str) -> ArchiveRefused:
    return ArchiveRefused(Why.BAD_ROW, f"row {seq} {text}")


def _check_columns(row: Row) -> None:
    if row.kind not in ("event", "note"):
        raise _bad(row.seq, f"is neither an event nor a note, but {shown(row.kind)}")
    if not 0 <= row.mono_us < 2**63:
        raise _bad(row.seq, f"was written at {row.mono_us} µs, which is no time")
    if not _WALL.fullmatch(row.wall):
        raise _bad(row.seq, f"was written at {shown(row.wall)}, which is no time")
    for text in (row.boot, row.actor):
        if not is_plain_text(text, LONGEST_ACTOR):
            raise _bad(row.seq, f"has a text that is too long or cannot be shown: {shown(text)}")
    if len(row.snapshots) > MOST_SNAPSHOTS:
        raise _bad(row.seq, f"names {len(row.snapshots)} snapshots")
    for digest in (*row.snapshots, row.before, row.hash):
        if not _HASH.fullmatch(digest):
            raise _bad(row.seq, f"has {shown(digest)} where a hash must be")


def _check_note(body: dict[str, Any]) -> None:
    kind = body.get("note")
    if not isinstance(kind, str) or not _WORD.fullmatch(kind):
        raise ValueError("it does not say what it notes")
    shape = NOTES.get(kind)
    if shape is None:
        return
    note = msgspec.convert(body, shape)
    hashes = [note.clip] if isinstance(note, _ClipKept) else note.seals.values() if isinstance(note, _Seals) else ()
    for digest in hashes:
        if not _HASH.fullmatch(digest):
            raise ValueError(f"{shown(digest)} is no hash")


def _check_said(said: Any) -> None:
    if not isinstance(said, list):
        raise ValueError("what the referee said is no list")
    for item in said:
        if not isinstance(item, dict) or not isinstance(item.get("refuses"), bool):
            raise ValueError("what the referee said does not say whether it refuses")
        kinds = [kind for kind in SAID if kind in item]
        if len(kinds) > 1 or (kinds and "code" in item):
            raise ValueError("what the referee said is two things at once")
        if kinds:
            msgspec.convert(item[kinds[0]], SAID[kinds[0]])
        else:
            msgspec.convert(item, _Ruling)
