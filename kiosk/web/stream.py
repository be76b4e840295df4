"""The stream of a screen: server-sent events, so that every browser shows the same moment.

A `screen` event carries the whole screen, so nothing can be missed: whoever comes back with the id of the
last one he saw (`Last-Event-ID`) gets the newest, or waits if it is that one. `table` comes first and names
this run of the server, since a new run counts its versions anew. `hands` is the simulated table's. In a
quiet time a comment keeps proxies awake, and a `beat` tells the browser that the link is alive.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec

from kiosk.web.ports import Simulation, Table

KEEP_ALIVE_S = 15.0
#: How often a simulated table is looked at: its cubes move without a new version of the screen.
HANDS_S = 0.2
RETRY_MS = 1000


def frame(event: str, data: Any, *, number: int | None = None) -> str:
    """One event as it goes over the line. JSON has no line breaks of its own, so it is one `data` field."""
    lines = [] if number is None else [f"id: {number}"]
    lines += [f"event: {event}", f"data: {msgspec.json.encode(data).decode()}"]
    return "\n".join(lines) + "\n\n"


def hands_body(simulation: Simulation) -> dict[str, Any]:
    """The simulated table as it lies, with a time, since the stream and the answer to a request may overtake
    each other: the browser keeps the later one."""
    at_us = time.monotonic_ns() // 1000
    return {**simulation.body(), "at_us": at_us}


def last_seen(header: str | None) -> int | None:
    """The version that `Last-Event-ID` names; None for a newcomer and for anything unreadable."""
    return int(header) if header is not None and header.isascii() and header.isdigit() and len(header) < 19 else None


def frames(
    table: Table, *, run: str, seen: int | None, hands: bool, keep_alive_s: float = KEEP_ALIVE_S
) -> Iterator[str]:
    """Frames until the table closes."""
    simulation = table.simulation if hands else None
    shown: Any = None
    yield f"retry: {RETRY_MS}\n" + frame("table", {"run": run})
    spoke = time.monotonic()
    while not table.closed:
        screen = table.screen()
        if screen.version != seen:
            seen, spoke = screen.version, time.monotonic()
            yield frame("screen", screen.body, number=seen)
        if simulation is not None:
            body = hands_body(simulation)
            if body | {"at_us": 0} != shown:
                shown, spoke = body | {"at_us": 0}, time.monotonic()
                yield frame("hands", body)
        quiet_s = time.monotonic() - spoke
        if quiet_s >= keep_alive_s:
            spoke, quiet_s = time.monotonic(), 0.0
            yield ": keep-alive\n\n" + frame("beat", {"now_ms": screen.body.get("now_ms")})
        left_s = keep_alive_s - quiet_s
        table.wait(screen.version, left_s if simulation is None else min(HANDS_S, left_s))
