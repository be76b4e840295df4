from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from kiosk.people import Gate, Person, Role, Store
from tests.kiosk.people.watch import Watch

#: As little work as argon2 allows: what is tested here is who gets in, not how long a guess takes.
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PIN, OTHER_PIN = "604815", "271894"


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def gate(tmp_path: Path, watch: Watch) -> Iterator[Gate]:
    store = Store(tmp_path / "data", watch)
    yield Gate(store, QUICK)
    store.close()


@pytest.fixture
def lee(gate: Gate) -> Person:
    return gate.persons.add("Lee Kim", Role.JUDGE, pin=PIN)


@pytest.fixture
def ada(gate: Gate) -> Person:
    return gate.persons.add("Ada Moe", Role.ORGANISER, pin=OTHER_PIN)
