"""The gate: PINs and codes come in, people or refusals come out, and every attempt is counted and noted."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from argon2 import PasswordHasher

from kiosk.people.codes import Code, Codes
from kiosk.people.delays import Origin, failed, limits, succeeded, wait_s
from kiosk.people.persons import HASHER, LONGEST_PIN, Person, Persons, Role
from kiosk.people.refusals import SignInRefused
from kiosk.people.reviewed import Reviewed
from kiosk.people.sessions import Sessions
from kiosk.people.store import Store

#: PINs looked at at once: each takes its memory.
AT_ONCE = 2
PATIENCE_S = 5.0
LOG_LENGTH = 1000


@dataclass(frozen=True, slots=True)
class Proof:
    """Somebody's word that it is that person."""

    person: int
    pin: str

    @classmethod
    def read(cls, value: object) -> Self | None:
        """From `{"person": number, "pin": text}`; None for anything else."""
        if not isinstance(value, Mapping):
            return None
        person, pin = value.get("person"), value.get("pin")
        if not isinstance(person, int) or isinstance(person, bool) or not isinstance(pin, str):
            return None
        return cls(person, pin) if len(pin) <= LONGEST_PIN else None


class Gate:
    """Everything about people, over one store."""

    def __init__(self, store: Store, hasher: PasswordHasher = HASHER) -> None:
        self.store = store
        self.persons = Persons(store, hasher)
        self.codes = Codes(store)
        self.sessions = Sessions(store, self.persons)
        self.reviewed = Reviewed(store)
        self._looking = threading.BoundedSemaphore(AT_ONCE)

    def prove(self, proof: Proof, origin: Origin, what: str = "PIN") -> Person:
        """The person, if the PIN is right; SignInRefused if not, or if too many were wrong before."""
        person = self.persons.get(proof.person)
        counts = limits(origin, None if person is None else person.id)
        who = "nobody" if person is None else person.initials
        with self.store.writing() as db:
            wait = wait_s(db, counts, self.store.now())
            if not wait:
                failed(db, counts, self.store.now())
        if wait:
            raise SignInRefused("wait", wait)
        if not self._looking.acquire(timeout=PATIENCE_S):
            raise SignInRefused("busy", 2)
        try:
            right = self.persons.is_pin(person, proof.pin)
        finally:
            self._looking.release()
        with self.store.writing() as db:
            if right:
                succeeded(db, counts, self.store.now())
            wait = wait_s(db, counts, self.store.now())
        self.note(what if right else f"wrong {what}", who, origin.address)
        if person is None or not right:
            raise SignInRefused("wrong-pin", wait)
        return person

    def redeem(self, text: str, origin: Origin) -> Person | None:
        """Whose one-time code that was; None: a table's screen. SignInRefused for a code that is not good."""
        counts = limits(origin, None)
        with self.store.writing() as db:
            wait = wait_s(db, counts, self.store.now())
            if not wait:
                failed(db, counts, self.store.now())
        if wait:
            raise SignInRefused("wait", wait)
        used = self.codes.use(text)
        person = None if used is None else self.persons.get(used.person)
        if used is None or (used.person is not None and person is None):
            self.note("wrong code", "nobody", origin.address)
            raise SignInRefused("wrong-code")
        with self.store.writing() as db:
            succeeded(db, counts, self.store.now())
        self.note(f"code of {used.maker}", "table screen" if person is None else person.initials, origin.address)
        return person

    def code_for(self, maker: Person | None, person: Person | None) -> Code:
        """A one-time code. Organisers (and the command line, None) make one for anybody and for a table's screen;
        a judge for himself alone, since otherwise nobody could say who has used it."""
        if maker is not None and maker.role is not Role.ORGANISER and (person is None or person.id != maker.id):
            raise SignInRefused("not-yours")
        name = "command line" if maker is None else maker.initials
        self.note("code made", "table screen" if person is None else person.initials, name)
        return self.codes.make(person, name)

    def note(self, what: str, who: str, address: str) -> None:
        """A line for the organiser: attempts, sign-ins, codes. The newest thousand are kept."""
        with self.store.writing() as db:
            db.execute(
                "INSERT INTO log (at, what, who, address) VALUES (?, ?, ?, ?)", [self.store.now(), what, who, address]
            )
            db.execute("DELETE FROM log WHERE id <= (SELECT max(id) FROM log) - ?", [LOG_LENGTH])

    def log(self) -> list[dict[str, Any]]:
        with self.store.reading() as db:
            rows = db.execute("SELECT at, what, who, address FROM log ORDER BY id").fetchall()
        return [dict(zip(("at", "what", "who", "address"), row, strict=True)) for row in rows]
