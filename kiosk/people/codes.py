"""One-time codes: a picture or ten characters that sign one browser in, once, within minutes."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from kiosk.people.persons import Person
from kiosk.people.store import Store

#: Digits and letters that nobody takes for one another.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10
LIFE_S = 300.0
#: So that nobody fills the disk by asking for codes.
MOST = 200


@dataclass(frozen=True, slots=True)
class Code:
    """`text` as people type it; it is known only to who asked for it."""

    text: str
    person: Person | None
    expires: float


@dataclass(frozen=True, slots=True)
class Used:
    """What a code was for: a person's number, or None for the screen of a table."""

    person: int | None
    maker: str


class Codes:
    def __init__(self, store: Store) -> None:
        self._store = store

    def make(self, person: Person | None, maker: str, life_s: float = LIFE_S) -> Code:
        """A new code for that person, or for a table's screen. An older one of the same person ends."""
        text = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        now = self._store.now()
        number = None if person is None else person.id
        with self._store.writing() as db:
            db.execute("DELETE FROM code WHERE expires <= ? OR person IS ?", [now, number])
            db.execute(
                "DELETE FROM code WHERE hash IN (SELECT hash FROM code ORDER BY expires DESC LIMIT -1 OFFSET ?)", [MOST]
            )
            db.execute("INSERT INTO code VALUES (?, ?, ?, ?)", [_hash(text), number, now + life_s, maker])
        return Code(f"{text[:5]}-{text[5:]}", person, now + life_s)

    def use(self, text: str) -> Used | None:
        """What the code was for; None for one that is wrong, too old or used already."""
        now = self._store.now()
        with self._store.writing() as db:
            row = db.execute("SELECT person, maker, expires FROM code WHERE hash = ?", [_hash(text)]).fetchone()
            db.execute("DELETE FROM code WHERE hash = ? OR expires <= ?", [_hash(text), now])
        if row is None or not now < row[2] <= now + 24 * 3600:
            return None
        return Used(row[0], row[1])


def _hash(text: str) -> str:
    """Ten characters of thirty are 49 bits that live for minutes: a plain hash is enough."""
    plain = "".join(text.upper().split()).replace("-", "")
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
