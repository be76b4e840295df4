"""A question to the rules with a limit of time: asked in a process of its own, which can be ended.

`rules` has no clock and counts its own steps; this is the second belt. A thread cannot be stopped inside
one huge multiplication, a process can. There is one such process, started with the first question and
again after one that had to be ended; it answers one question after the other. It imports this module and
that of `ask`, so neither of them may pull in the pages or the camera.
"""

from __future__ import annotations

import logging
import multiprocessing
import resource
import signal
import threading
import traceback
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from device.parent import end_with_parent
from rules.errors import BadRequest, NotBuilt

log = logging.getLogger(__name__)

#: A function of a module, so that the process can find it by its name.
Ask = Callable[[Mapping[str, Any]], dict[str, Any]]

LIMIT_S = 5.0
#: Importing the rules takes a moment on a small machine, and is no part of anybody's question.
START_S = 60.0
#: The largest number that is still readable needs a thousandth of this.
MOST_BYTES = 1 << 30


class TooLong(Exception):
    """No answer within the limit, or not within the memory that there is. Nothing is known then."""


class Busy(Exception):
    """Other questions came first and are still being thought about."""


class Bounded:
    """`ask` within `limit_s` seconds. May be called from any thread; `close` may be called twice."""

    def __init__(self, ask: Ask, *, limit_s: float = LIMIT_S) -> None:
        self._ask = ask
        self._limit_s = limit_s
        self._one_at_a_time = threading.Lock()
        self._ending = threading.Lock()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer; raises what `ask` raises of BadRequest, or TooLong, Busy, RuntimeError for a bug in it."""
        if not self._one_at_a_time.acquire(timeout=self._limit_s):
            raise Busy
        try:
            kind, *told = self._exchange(dict(request))
        finally:
            self._one_at_a_time.release()
        if kind == "answer":
            answer: dict[str, Any] = told[0]
            return answer
        if kind == "refused":
            code, text, at = told
            raise _refusal(code, text, at)
        if kind == "too-long":
            raise TooLong
        raise RuntimeError(told[0])

    @property
    def cold(self) -> bool:
        """Would the next question have to wait for the process to start?"""
        return self._line is None and not self._one_at_a_time.locked()

    def warm(self) -> None:
        """Start the process, so that the next question need not wait for it. Does nothing while one is being asked."""
        if not self._one_at_a_time.acquire(blocking=False):
            return
        try:
            self._line or self._start()
        except (EOFError, OSError) as gone:
            log.warning("the process that answers did not start: %r", gone)
            self._end()
        finally:
            self._one_at_a_time.release()

    def close(self) -> None:
        """End the process, even in the middle of a question."""
        self._closed = True
        self._end()

    def _exchange(self, request: dict[str, Any]) -> tuple[Any, ...]:
        try:
            line = self._line or self._start()
            line.send(request)
            if not line.poll(self._limit_s):
                log.warning("a question took longer than %g s", self._limit_s)
                self._end()
                return ("too-long",)
            return tuple(line.recv())
        except (EOFError, OSError) as gone:
            self._end()
            return ("bug", f"the process that answers has ended: {gone!r}")

    def _start(self) -> Connection:
        if self._closed:
            raise EOFError("the pages are closed")
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_serve, args=(theirs, self._ask, self._limit_s), name="adjudicator", daemon=True)
        process.start()
        theirs.close()
        self._process, self._line = process, ours
        if self._closed or not ours.poll(START_S):
            raise EOFError("it did not start")
        ours.recv()
        return ours

    def _end(self) -> None:
        with self._ending:
            process, line = self._process, self._line
            self._process = self._line = None
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if line is not None:
            line.close()


def _refusal(code: str, text: str, at: int | None) -> BadRequest:
    wrong = NotBuilt(text) if code == NotBuilt.code else BadRequest(text)
    if at is not None:
        wrong.at = at  # type: ignore[attr-defined]
    return wrong


class Following:
    """`Bounded` for a question that depends on something else, such as what the league has chosen, which may change.

    `now` says what it is at this moment, `ask_of` makes the function of it.
    """

    def __init__(self, now: Callable[[], Any], ask_of: Callable[[Any], Ask], *, limit_s: float = LIMIT_S) -> None:
        self._now = now
        self._ask_of = ask_of
        self._limit_s = limit_s
        self._changing = threading.Lock()
        self._closed = False
        self._asked: tuple[Any, Bounded] | None = None

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """As `Bounded.ask`, by what is so now."""
        return self._bounded().ask(request)

    def _bounded(self) -> Bounded:
        now = self._now()
        with self._changing:
            if self._asked is None or self._asked[0] != now:
                self._end()
                self._asked = now, Bounded(self._ask_of(now), limit_s=self._limit_s)
                if self._closed:
                    self._end()
            return self._asked[1]

    def close(self) -> None:
        """End the process; may be called twice."""
        with self._changing:
            self._closed = True
            self._end()

    def _end(self) -> None:
        if self._asked is not None:
            self._asked[1].close()


def _serve(line: Connection, ask: Ask, limit_s: float) -> None:
    """The life of the process: it reads a question, answers, and ends when nobody can ask any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the table's own process ends this one
    end_with_parent(line.fileno(), grace_s=0)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    line.send("ready")
    while True:
        try:
            request = line.recv()
        except EOFError:
            return
        # If the table's process dies meanwhile, nobody else would stop a question that never ends, and one huge
        # multiplication lets no thread of this process look whether it did.
        signal.setitimer(signal.ITIMER_REAL, 2 * limit_s + 1)
        told = _answer(ask, request)
        signal.setitimer(signal.ITIMER_REAL, 0)
        try:
            line.send(told)
        except OSError:
            return


def _answer(ask: Ask, request: dict[str, Any]) -> tuple[Any, ...]:
    try:
        return ("answer", ask(request))
    except BadRequest as wrong:
        at = getattr(wrong, "at", None)
        return ("refused", wrong.code, str(wrong), at if isinstance(at, int) else None)
    except MemoryError:
        return ("too-long",)
    except Exception:  # noqa: BLE001 - whatever it is, the page says that it is a bug and the log says which
        return ("bug", traceback.format_exc())
