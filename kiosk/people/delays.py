"""How long one has to wait after wrong PINs and codes: longer each time, and kept over a restart.

Three counts at once. One person from one address: the finger that guesses. One address: the phone that tries every
judge. One person from everywhere: many phones. The last one grows less far, or a crowd could shut a judge out all day;
a one-time code lets the judge in meanwhile, since codes do not count against a person.
"""

from __future__ import annotations

import ipaddress
import math
import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Delay:
    """After `free` wrong attempts each further one doubles the wait, up to `longest_s`; forgotten after `memory_s`."""

    free: int
    longest_s: float
    memory_s: float = 3600.0

    def after(self, failures: int) -> float:
        """
        >>> [Delay(3, 900).after(failures) for failures in (2, 3, 4, 5, 30)]
        [0.0, 2.0, 4.0, 8.0, 900.0]
        """
        return 0.0 if failures < self.free else min(self.longest_s, 2.0 ** min(failures - self.free + 1, 60))


PAIR = Delay(3, 900.0)
ADDRESS = Delay(8, 900.0)
PERSON = Delay(10, 60.0)
#: At the table's own screen everybody sees who is guessing, and a judge who comes to it must not find it shut for long.
PAIR_HERE = Delay(3, 60.0)
ADDRESS_HERE = Delay(8, 60.0)
MEMORY_S = max(each.memory_s for each in (PAIR, ADDRESS, PERSON, PAIR_HERE, ADDRESS_HERE))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an attempt comes from: the address, and whether that is the table's own screen."""

    address: str
    here: bool = False

    @property
    def network(self) -> str:
        """What is counted as one place. A phone has a whole /64 of IPv6 to itself."""
        try:
            parsed = ipaddress.ip_address(self.address)
        except ValueError:
            return self.address
        if isinstance(parsed, ipaddress.IPv6Address):
            if parsed.ipv4_mapped is not None:
                return str(parsed.ipv4_mapped)
            return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
        return str(parsed)


Limits = dict[str, Delay]


def limits(origin: Origin, person: int | None) -> Limits:
    """The counts that an attempt from there, for that person, belongs to."""
    counts: Limits = {f"from {origin.network}": ADDRESS_HERE if origin.here else ADDRESS}
    if person is not None:
        counts[f"for {person}"] = PERSON
        counts[f"for {person} from {origin.network}"] = PAIR_HERE if origin.here else PAIR
    return counts


def wait_s(db: sqlite3.Connection, counts: Limits, now: float) -> int:
    """Whole seconds until the next attempt is looked at; 0: now."""
    longest = 0.0
    for key, delay in counts.items():
        row = db.execute("SELECT failures, until FROM attempt WHERE key = ?", [key]).fetchone()
        if row is not None:
            # A wall clock may be set back: nobody waits longer for that than the delay itself.
            longest = max(longest, min(row[1] - now, delay.after(row[0])))
    return math.ceil(max(0.0, longest))


def failed(db: sqlite3.Connection, counts: Limits, now: float) -> None:
    """Count a failure. It is counted before the PIN is looked at, so that many at once are many."""
    for key, delay in counts.items():
        row = db.execute("SELECT failures, last FROM attempt WHERE key = ?", [key]).fetchone()
        fresh = row is not None and now - row[1] < delay.memory_s
        failures = (row[0] if fresh else 0) + 1
        db.execute("REPLACE INTO attempt VALUES (?, ?, ?, ?)", [key, failures, now, now + delay.after(failures)])
    db.execute("DELETE FROM attempt WHERE last < ?", [now - MEMORY_S])


def succeeded(db: sqlite3.Connection, counts: Limits, now: float) -> None:
    """Forget the slips of the one who has signed in. What else came from that address stays counted: knowing one
    PIN must not buy guesses at another."""
    for key in counts:
        if key.startswith("for "):
            db.execute("DELETE FROM attempt WHERE key = ?", [key])
        else:
            db.execute("UPDATE attempt SET failures = max(0, failures - 1), until = ? WHERE key = ?", [now, key])
