"""Names, apart from the chain: rows carry seats, and who sat there can be forgotten without breaking anything.

So that nobody swaps two names unnoticed, the chain holds a seal of each: a hash of the name with a salt that is kept
beside it. When a name is erased its salt goes with it, and of the seal nothing can be guessed any more.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from rules.errors import BadRequest

if TYPE_CHECKING:
    from kiosk.journal import Journal, JournalReader

#: The notes that the chain keeps of names; no name stands in them.
NAMED, ERASED = "names", "names-erased"


@dataclass(frozen=True, slots=True)
class Named:
    """Who sat where. `match` is the number of the row that started the match."""

    match: int
    seat: str
    name: str
    salt: str

    @property
    def seal(self) -> str:
        """SHA-256, in hexadecimal, of match, seat, salt and name as a JSON array without white space."""
        return hashlib.sha256(msgspec.json.encode((self.match, self.seat, self.salt, self.name))).hexdigest()


def sealed(match: int, names: Mapping[str, str]) -> tuple[list[Named], str]:
    """The names with fresh salts, and the note that seals them."""
    named = [Named(match, seat, name, secrets.token_hex(16)) for seat, name in names.items()]
    return named, _note(NAMED, match=match, seals={each.seat: each.seal for each in named})


def erase(journal: Journal, name: str, match: int | None = None) -> list[Named]:
    """Forget a name wherever it stands, or in one match; what was forgotten. BadRequest if nobody is called so."""
    wanted = " ".join(name.split()).casefold()
    found = [
        each for each in journal.named() if each.name.casefold() == wanted and (match is None or each.match == match)
    ]
    if not found:
        where = "in this journal" if match is None else f"in the match of row {match}"
        raise BadRequest(f"nobody is called {name!r} {where}")
    erase_seats(journal, found)
    return found


def erase_seats(journal: Journal, named: Iterable[Named]) -> None:
    """Forget these names; the chain gets a note that says whose, by seat."""
    gone = list(named)
    journal.forget(gone, _note(ERASED, seats=[[each.match, each.seat] for each in gone]))


def name_faults(journal: Journal | JournalReader) -> Iterator[tuple[str, str]]:
    """Every name that is not as it was given: its place, and what is wrong."""
    seals: dict[tuple[int, str], str] = {}
    sealed_matches: set[int] = set()
    erased: set[tuple[int, str]] = set()
    for row in journal.rows():
        # A look at the text first: nearly all rows are about something else.
        if row.kind != "note" or '"names' not in row.body:
            continue
        note = row.data
        if note["note"] == NAMED:
            match = note["match"]
            sealed_matches.add(match)
            seals |= {(match, seat): seal for seat, seal in note["seals"].items()}
            erased -= {(match, seat) for seat in note["seals"]}
        elif note["note"] == ERASED:
            erased |= {(match, seat) for match, seat in note["seats"]}
    kept = {(each.match, each.seat): each for each in journal.named()}
    for key, seal in seals.items():
        place = f"name of seat {key[1]}, match of row {key[0]}"
        if key not in kept:
            if key not in erased:
                yield place, "is missing, and no row says that it was erased"
        elif key in erased:
            yield place, "is there again, though it was erased"
        elif kept[key].seal != seal:
            yield place, "is not as it was given"
    for match, seat in kept.keys() - seals.keys():
        # The first version sealed nothing; a match of a later one has a seal for each of its seats.
        if match in sealed_matches or kept[match, seat].salt:
            yield f"name of seat {seat}, match of row {match}", "was never given"


def _note(what: str, **fields: Any) -> str:
    return msgspec.json.encode({"note": what, **fields}).decode()
