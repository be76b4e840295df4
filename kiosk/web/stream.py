"""The stream of a screen: server-sent events, so that every browser shows the same moment.

A `screen` event carries the whole screen, so nothing can be missed: whoever comes back with the id of the
last one he saw (`Last-Event-ID`) gets the newest, or waits if it is that one. An id names the run of the server too,
since a new run counts its screens anew. `table` comes first and says how often something comes at the least:
a `beat` in a quiet time, with the table's own time. A browser that hears nothing for longer knows that the link is
dead, although nobody has closed it.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from flask import Response, request

from kiosk.texts import say
from kiosk.web.place import is_own
from kiosk.web.ports import Simulation, Table
from kiosk.web.safety import Refused

BEAT_S = 3.0
#: How often a simulated table is looked at: its cubes move without a new version of the screen.
HANDS_S = 0.2
#: How often an empty line is sent that says nothing: only by writing does a server learn that a browser has gone, and
#: until then a page that was loaded anew a few times would have all the streams it may have.
PROBE_S = 0.5
RETRY_MS = 1000
#: Streams that another machine may have open at once: a few pages, not all of the server's threads.
MOST_EACH = 10
MOST = 50
#: A line that every browser skips.
PROBE = ":\n\n"


def frame(event: str, data: Any, *, number: str | None = None) -> str:
    """One event as it goes over the line. JSON has no line breaks of its own, so it is one `data` field."""
    lines = [] if number is None else [f"id: {number}"]
    lines += [f"event: {event}", f"data: {msgspec.json.encode(data).decode()}"]
    return "\n".join(lines) + "\n\n"


def hands_body(simulation: Simulation) -> dict[str, Any]:
    """The simulated table as it lies, with a time, since the stream and the answer to a request may overtake
    each other: the browser keeps the later one."""
    at_us = time.monotonic_ns() // 1000
    return {**simulation.body(), "at_us": at_us}


def last_seen(header: str | None, run: str) -> int | None:
    """The version that `Last-Event-ID` names; None for a newcomer, for another run and for anything unreadable."""
    named, _, version = (header or "").partition(".")
    good = named == run and version.isascii() and version.isdigit() and len(version) < 19
    return int(version) if good else None


def _as_it_is(body: Mapping[str, Any]) -> Mapping[str, Any]:
    return body


def frames(
    table: Table,
    *,
    run: str,
    seen: int | None = None,
    hands: bool = False,
    beat_s: float = BEAT_S,
    dress: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _as_it_is,
) -> Iterator[str]:
    """Frames until the table closes. `dress` makes of the table's screen what this browser may have."""
    simulation = table.simulation if hands else None
    shown: Any = None
    yield f"retry: {RETRY_MS}\n" + frame("table", {"run": run, "beat_ms": round(beat_s * 1000)})
    spoke = time.monotonic()
    while not table.closed:
        screen = table.screen()
        if screen.version != seen:
            seen, spoke = screen.version, time.monotonic()
            yield frame("screen", dress(screen.body), number=f"{run}.{seen}")
        if simulation is not None:
            body = hands_body(simulation)
            if body | {"at_us": 0} != shown:
                shown, spoke = body | {"at_us": 0}, time.monotonic()
                yield frame("hands", body)
        quiet_s = time.monotonic() - spoke
        if quiet_s >= beat_s:
            spoke, quiet_s = time.monotonic(), 0.0
            yield frame("beat", {"now_ms": screen.body.get("now_ms")})
        elif quiet_s >= PROBE_S:
            yield PROBE
        left_s = min(beat_s - quiet_s, PROBE_S)
        table.wait(screen.version, left_s if simulation is None else min(HANDS_S, left_s))


class Streams:
    """The open streams of a server. Each holds a thread, so they are counted: however many somebody opens, threads
    are left for the table's own buttons."""

    def __init__(self, most: int = MOST, most_each: int = MOST_EACH) -> None:
        self.run = secrets.token_hex(8)
        self._most = most
        self._most_each = most_each
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    def answer(self, stream: Callable[[int | None], Iterator[str]]) -> Response:
        """The answer to this request: what `stream` gives for the version that the browser has seen."""
        seen = last_seen(request.headers.get("Last-Event-ID"), self.run)
        address = request.remote_addr or ""
        self._take(address)
        answer = Response(stream(seen), mimetype="text/event-stream")
        answer.call_on_close(lambda: self._give_back(address))
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    def _take(self, address: str) -> None:
        with self._lock:
            full = self._open.total() >= self._most
            too_many = not is_own(address) and self._open[address] >= self._most_each
            if full or too_many:
                raise Refused(503, "streams", say("error.streams"), wait_s=5)
            self._open[address] += 1

    def _give_back(self, address: str) -> None:
        with self._lock:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
