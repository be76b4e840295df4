"""Judges and organisers: names, initials, parts, PINs."""

from __future__ import annotations

import re
import secrets
import sqlite3
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kiosk.people.refusals import PeopleError
from kiosk.people.store import Store

SHORTEST_PIN, LONGEST_PIN = 6, 12
LONGEST_NAME = 40
#: Argon2id at the least memory that its advice allows: a Pi has little, and guesses are counted besides.
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


class Role(StrEnum):
    """What somebody may do here; each may also do what those before may."""

    VIEW = "view"
    TABLE = "table"
    JUDGE = "judge"
    ORGANISER = "organiser"

    def includes(self, other: Role) -> bool:
        return list(Role).index(self) >= list(Role).index(other)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can sign in. `initials` are what the journal and the scoresheet say."""

    id: int
    name: str
    initials: str
    role: Role
    has_pin: bool


class Persons:
    """The list of people in a store."""

    def __init__(self, store: Store, hasher: PasswordHasher = HASHER) -> None:
        self._store = store
        self._hasher = hasher

    def all(self) -> list[Person]:
        with self._store.reading() as db:
            rows = db.execute(f"{_SELECT} WHERE NOT removed ORDER BY name COLLATE NOCASE").fetchall()
        return [_person(row) for row in rows]

    def any(self) -> bool:
        """Is sign-in set up at this table at all?"""
        with self._store.reading() as db:
            return db.execute("SELECT 1 FROM person WHERE NOT removed LIMIT 1").fetchone() is not None

    def get(self, number: object) -> Person | None:
        """The person of that number; None for anything else, and for who was removed."""
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < 1 << 62:
            return None
        with self._store.reading() as db:
            row = db.execute(f"{_SELECT} WHERE id = ? AND NOT removed", [number]).fetchone()
        return None if row is None else _person(row)

    def find(self, words: str) -> Person:
        """The person of that name or of those initials; PeopleError if there is none."""
        wanted = _line(words).casefold()
        for person in self.all():
            if wanted in (person.name.casefold(), person.initials.casefold()):
                return person
        raise PeopleError(f"there is nobody called {words!r} here")

    def add(self, name: str, role: Role, *, initials: str | None = None, pin: str | None = None) -> Person:
        """A new judge or organiser; who was removed comes back under the same name and initials."""
        if role not in (Role.JUDGE, Role.ORGANISER):
            raise PeopleError("somebody is either a judge or an organiser")
        name = _name(name)
        initials = initials_of(name) if initials is None else _initials(initials)
        hashed = None if pin is None else self._hashed(pin)
        with self._store.writing() as db:
            before = db.execute("SELECT id, initials, removed FROM person WHERE name = ?", [name]).fetchone()
            if before is not None and not before[2]:
                raise PeopleError(f"{name} is on the list already")
            try:
                if before is not None and before[1].casefold() == initials.casefold():
                    change = "UPDATE person SET name = ?, initials = ?, role = ?, pin = ?, removed = 0 WHERE name = ?"
                    db.execute(change, [name, initials, role.value, hashed, name])
                else:
                    add = "INSERT INTO person (name, initials, role, pin) VALUES (?, ?, ?, ?)"
                    db.execute(add, [name, initials, role.value, hashed])
            except sqlite3.IntegrityError:
                raise PeopleError(
                    f"{name} cannot be added with the initials {initials}: they stand for somebody else, now or in "
                    "an earlier match"
                ) from None
            row = db.execute(f"{_SELECT} WHERE name = ? AND NOT removed", [name]).fetchone()
        return _person(row)

    def remove(self, person: Person) -> None:
        """Ends every session and code of that person; the initials stay reserved."""
        with self._store.writing() as db:
            db.execute("UPDATE person SET removed = 1, pin = NULL WHERE id = ?", [person.id])
            _sign_out(db, person)

    def set_pin(self, person: Person, pin: str | None) -> None:
        """A new PIN, or none; whoever is signed in with the old one is signed out."""
        hashed = None if pin is None else self._hashed(pin)
        with self._store.writing() as db:
            db.execute("UPDATE person SET pin = ? WHERE id = ?", [hashed, person.id])
            db.execute(
                "DELETE FROM attempt WHERE key = ? OR key LIKE ?", [f"for {person.id}", f"for {person.id} from %"]
            )
            _sign_out(db, person)

    def is_pin(self, person: Person | None, pin: str) -> bool:
        """Takes as long for somebody who is not there as for somebody who is."""
        hashed = None
        if person is not None:
            with self._store.reading() as db:
                row = db.execute("SELECT pin FROM person WHERE id = ? AND NOT removed", [person.id]).fetchone()
            hashed = None if row is None else row[0]
        try:
            return self._hasher.verify(hashed or _nobodys(self._hasher), pin) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    def _hashed(self, pin: str) -> str:
        if not re.fullmatch(rf"[0-9]{{{SHORTEST_PIN},{LONGEST_PIN}}}", pin):
            raise PeopleError(f"a PIN has {SHORTEST_PIN} to {LONGEST_PIN} digits")
        if too_simple(pin):
            raise PeopleError("that PIN would be guessed first: take one without a pattern")
        return self._hasher.hash(pin)


_SELECT = "SELECT id, name, initials, role, pin IS NOT NULL FROM person"


def _person(row: Any) -> Person:
    return Person(row[0], row[1], row[2], Role(row[3]), bool(row[4]))


def _sign_out(db: sqlite3.Connection, person: Person) -> None:
    db.execute("DELETE FROM session WHERE person = ?", [person.id])
    db.execute("DELETE FROM code WHERE person = ?", [person.id])


@cache
def _nobodys(hasher: PasswordHasher) -> str:
    return hasher.hash(secrets.token_hex(16))


def random_pin() -> str:
    """A PIN that nobody has thought of."""
    while True:
        pin = f"{secrets.randbelow(10**SHORTEST_PIN):0{SHORTEST_PIN}}"
        if not too_simple(pin):
            return pin


def too_simple(pin: str) -> bool:
    """One digit only, a run up or down, a short group again and again, or the same forwards as backwards.

    >>> [too_simple(pin) for pin in ("111111", "234567", "890123", "121212", "123123", "123321", "604815")]
    [True, True, True, True, True, True, False]
    """
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    repeats = any(pin == (pin[:size] * len(pin))[: len(pin)] for size in (2, 3))
    return steps in ({0}, {1}, {9}) or repeats or pin == pin[::-1]


def initials_of(name: str) -> str:
    """
    >>> initials_of("Anne-Marie van Dam")
    'AMVD'
    """
    return (
        "".join(word[0] for word in re.split(r"[\s-]+", name.strip()) if word and word[0].isalpha()).upper()[:4] or "X"
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _name(text: str) -> str:
    name = _line(text)
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise PeopleError(f"a name has 1 to {LONGEST_NAME} characters")
    return name


def _initials(text: str) -> str:
    initials = text.strip().upper()
    if not 1 <= len(initials) <= 4 or not initials.isalpha():
        raise PeopleError("initials are 1 to 4 letters")
    return initials
