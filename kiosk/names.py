"""Names, apart from the chain: rows carry seats, and who sat there can be forgotten without breaking anything.

So that nobody swaps two names unnoticed, the chain holds a seal of each: a hash of the name with a salt that is kept
beside it. When a name is erased its salt goes with it, and of the seal nothing can be guessed any more. The initials
with which a player signs the scoresheet are kept in the same way, and go with the name.
"""

from __future__ import annotations

import enum
import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from rules.errors import BadRequest

if TYPE_CHECKING:
    from kiosk.journal import Journal, JournalReader, Row


class Kind(enum.StrEnum):
    """What is kept of who sat there; so are called its table in the database, and that table's column."""

    NAME = "name"
    INITIALS = "initials"


#: The notes that the chain keeps of them; no name stands in one.
SEALED = {Kind.NAME: "names", Kind.INITIALS: "initials"}
ERASED = "names-erased"
_KINDS = {note: kind for kind, note in SEALED.items()}

#: Whose name, or initials: the kind, the row that started the match, and the seat.
Seat = tuple[Kind, int, str]


@dataclass(frozen=True, slots=True)
class Named:
    """Who sat where: a name, or initials. `match` is the number of the row that started the match."""

    match: int
    seat: str
    name: str
    salt: str
    kind: Kind = Kind.NAME

    @property
    def seal(self) -> str:
        """SHA-256, in hexadecimal, of match, seat, salt and name as a JSON array without white space."""
        return hashlib.sha256(msgspec.json.encode((self.match, self.seat, self.salt, self.name))).hexdigest()


def sealed(match: int, names: Mapping[str, str], kind: Kind = Kind.NAME) -> tuple[list[Named], str]:
    """The names (or initials) with fresh salts, and the note that seals them."""
    named = [Named(match, seat, name, secrets.token_hex(16), kind) for seat, name in names.items()]
    return named, _note(SEALED[kind], match=match, seals={each.seat: each.seal for each in named})


def called(named: Iterable[Named], name: str) -> list[Named]:
    """Those of the names that are this one, however it is spaced and whether or not it begins with a capital."""
    wanted = " ".join(name.split()).casefold()
    return [each for each in named if each.kind is Kind.NAME and each.name.casefold() == wanted]


def erase(journal: Journal, name: str, match: int | None = None) -> list[Named]:
    """Forget a name wherever it stands, or in one match, and the initials that belong to it; the names forgotten.

    BadRequest if nobody is called so.
    """
    found = [each for each in called(journal.named(), name) if match is None or each.match == match]
    if not found:
        where = "in this journal" if match is None else f"in the match of row {match}"
        raise BadRequest(f"nobody is called {name!r} {where}")
    erase_seats(journal, found)
    return found


def erase_seats(journal: Journal, named: Iterable[Named]) -> None:
    """Forget all that is kept of whoever has these names; the chain gets a note that says whose, by seat."""
    seats = [(each.match, each.seat) for each in named]
    gone = [each for each in journal.named() if (each.match, each.seat) in seats]
    journal.forget(gone, _note(ERASED, seats=seats))


class Seals:
    """The seals that rows hold, which of them are of what was erased since, and the matches whose names have any."""

    def __init__(self) -> None:
        self.seals: dict[Seat, str] = {}
        self.erased: set[Seat] = set()
        self.matches: set[int] = set()

    def take(self, row: Row) -> None:
        """The next row."""
        # A look at the text first: nearly all rows are about something else.
        if row.kind != "note" or not ('"names' in row.body or '"initials"' in row.body):
            return
        note = row.data
        kind = _KINDS.get(note["note"])
        if kind is not None:
            match = note["match"]
            if kind is Kind.NAME:
                self.matches.add(match)
            self.seals |= {(kind, match, seat): seal for seat, seal in note["seals"].items()}
            self.erased -= {(kind, match, seat) for seat in note["seals"]}
        elif note["note"] == ERASED:
            self.erased |= {(each, match, seat) for match, seat in note["seats"] for each in Kind}

    def bear_out(self, named: Named) -> bool:
        """Whether these rows say that this is the name, or these the initials."""
        place = (named.kind, named.match, named.seat)
        return place not in self.erased and self.seals.get(place) == named.seal


def name_faults(journal: Journal | JournalReader, *, all_kept: bool = True) -> Iterator[tuple[str, str]]:
    """Every name, and all initials, that are not as they were given: their place, and what is wrong.

    Where not all are kept, as in an archive from which they were left out, one that is missing is no fault.
    """
    told = Seals()
    for row in journal.rows():
        told.take(row)
    seals, erased, sealed_matches = told.seals, told.erased, told.matches
    kept = {(each.kind, each.match, each.seat): each for each in journal.named()}
    for key, seal in seals.items():
        if key not in kept:
            if all_kept and key not in erased:
                yield _place(*key), "is missing, and no row says that it was erased"
        elif key in erased:
            yield _place(*key), "is there again, though it was erased"
        elif kept[key].seal != seal:
            yield _place(*key), "is not as it was given"
    for key in kept.keys() - seals.keys():
        kind, match, _ = key
        # The first version sealed nothing; a match of a later one has a seal for each of its seats.
        if kind is not Kind.NAME or match in sealed_matches or kept[key].salt:
            yield _place(*key), "was never given"


def _place(kind: Kind, match: int, seat: str) -> str:
    return f"{kind} of seat {seat}, match of row {match}"


def _note(what: str, **fields: Any) -> str:
    return msgspec.json.encode({"note": what, **fields}).decode()
