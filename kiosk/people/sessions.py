"""Who is signed in in which browser. The cookie holds a random word; here are its hash and what it stands for."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from kiosk.people.persons import Person, Persons, Role
from kiosk.people.store import Store

MINUTE = 60.0
#: A judge who has put the phone away; a judge who has walked away from the table's own browser.
IDLE_S, IDLE_HERE_S = 20 * MINUTE, 5 * MINUTE
LONGEST_S = 14 * 60 * MINUTE
#: A screen that was let in as the table's own stays so for an event of two days.
SCREEN_S = 48 * 60 * MINUTE
#: The time of the last request is written down no more often than this.
GRAIN_S = 15.0


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in. Without a person it is a table's screen."""

    person: Person | None
    role: Role
    #: Seconds until it ends if nothing is done.
    left_s: float


class Sessions:
    def __init__(self, store: Store, persons: Persons) -> None:
        self._store = store
        self._persons = persons

    def begin(self, person: Person | None, address: str) -> str:
        """The word of a new session."""
        word = new_word()
        now = self._store.now()
        with self._store.writing() as db:
            db.execute("DELETE FROM session WHERE began < ?", [now - SCREEN_S])
            row = [_hash(word), None if person is None else person.id, now, now, address]
            db.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?)", row)
        return word

    def find(self, word: str, *, here: bool = False, touch: bool = True) -> Session | None:
        """The session of that word, if it has not ended. `touch`: somebody is doing something in it now."""
        with self._store.reading() as db:
            row = db.execute("SELECT person, began, seen FROM session WHERE hash = ?", [_hash(word)]).fetchone()
        if row is None:
            return None
        left_s = self._left_s(row, here=here)
        person = None if row[0] is None else self._persons.get(row[0])
        if left_s <= 0 or (person is None and row[0] is not None):
            self.end(word)
            return None
        now = self._store.now()
        if touch and abs(now - row[2]) >= GRAIN_S:
            with self._store.writing() as db:
                db.execute("UPDATE session SET seen = ? WHERE hash = ?", [now, _hash(word)])
        return Session(person, Role.TABLE if person is None else person.role, left_s)

    def _left_s(self, row: Any, *, here: bool) -> float:
        person, began, seen = row
        now = self._store.now()
        # A wall clock that was set back makes nothing last longer than it would have from now on.
        whole = (SCREEN_S if person is None else LONGEST_S) - abs(now - began)
        idle = (SCREEN_S if person is None else IDLE_HERE_S if here else IDLE_S) - abs(now - seen)
        return float(min(whole, idle))

    def end(self, word: str) -> None:
        with self._store.writing() as db:
            db.execute("DELETE FROM session WHERE hash = ?", [_hash(word)])

    def end_all(self, person: Person | None = None) -> int:
        """End the sessions of a person, or of everybody and every screen; how many there were."""
        with self._store.writing() as db:
            if person is None:
                return db.execute("DELETE FROM session").rowcount
            return db.execute("DELETE FROM session WHERE person = ?", [person.id]).rowcount


def new_word() -> str:
    return secrets.token_urlsafe(32)


def signed(word: str, secret: bytes) -> str:
    """The word as the cookie has it: signed, so that a made-up one is thrown out before anything is looked up."""
    return f"{word}.{_mac('cookie', word, secret)}"


def unsigned(cookie: str, secret: bytes) -> str | None:
    word, dot, mac = cookie.rpartition(".")
    if not dot or not cookie.isascii() or len(cookie) > 200:
        return None
    return word if hmac.compare_digest(mac, _mac("cookie", word, secret)) else None


def token_of(word: str, secret: bytes) -> str:
    """What a page of that browser sends along with everything that changes something."""
    return _mac("token", word, secret)


def _mac(use: str, word: str, secret: bytes) -> str:
    return hmac.new(secret, f"{use}:{word}".encode(), hashlib.sha256).hexdigest()


def _hash(word: str) -> str:
    return hashlib.sha256(word.encode("utf-8", "surrogatepass")).hexdigest()
