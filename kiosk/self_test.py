"""The doctor's checks, worked through on a page: in a thread of their own, one finding after the other.

Somebody at the table reads what to do and says what there is to see. A match goes before every test: while one is
played none begins, and one that is running ends.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace

from kiosk.doctor_box import Hands
from kiosk.findings import OK, WARNING, WRONG, Finding

log = logging.getLogger(__name__)

#: How a check is, beside the levels of findings.
WAITING, RUNNING, UNTESTED = "waiting", "running", "untested"
#: How a test came to its end: all was done; somebody stopped it; a match began; nobody answered; a bug.
DONE, STOPPED, MATCH, NOBODY, BROKEN = "done", "stopped", "match", "nobody", "broken"
#: What somebody is asked: to do something, or to look.
DO, SEE = "do", "see"
#: A question waits so long, and is looked after so often.
PATIENCE_S = 300.0
_LOOK_S = 0.2

_LEVELS = (OK, WARNING, WRONG)


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody at the table is asked just now. The number tells it from the one before."""

    number: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Check:
    """One check with what it found; its state is the worst of that."""

    key: str
    state: str
    findings: tuple[Finding, ...] = ()

    def with_(self, finding: Finding) -> Check:
        found = (*self.findings, finding)
        return Check(self.key, max((each.level for each in found), key=_LEVELS.index), found)


@dataclass(frozen=True, slots=True)
class Progress:
    """A test as it stands. Whatever changes, `version` grows. `ended` is None as long as it runs."""

    version: int = 0
    running: bool = False
    hands: bool = False
    asked: Asked | None = None
    checks: tuple[Check, ...] = ()
    ended: str | None = None

    @property
    def well(self) -> bool:
        """Everything was tested, and nothing was wrong."""
        return self.ended == DONE and all(check.state in (OK, WARNING) for check in self.checks)

    def keys(self, state: str) -> tuple[str, ...]:
        """The checks that are so."""
        return tuple(check.key for check in self.checks if check.state == state)


class _Ends(Exception):
    """The test is over before its end; the text is how."""


class SelfTest:
    """One test at a time. Its methods may be called from any thread.

    `examine` makes the findings, with hands or without; `planned` says which are to come; `playing` whether a match is
    being played. `ended` is told how every test came out.
    """

    def __init__(
        self,
        examine: Callable[[Hands | None], Generator[Finding]],
        planned: Callable[[], Iterable[str]],
        playing: Callable[[], bool],
        *,
        ended: Callable[[Progress], None] = lambda _: None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._examine = examine
        self._planned = planned
        self._playing = playing
        self._ended = ended
        self._patience_s = patience_s
        self._changed = threading.Condition()
        self._now = Progress()
        self._numbers = 0
        self._said: bool | None = None
        self._stopping = False

    @property
    def now(self) -> Progress:
        return self._now

    def begin(self, *, hands: bool) -> bool:
        """Begin anew; False while one is running."""
        checks = tuple(Check(key, WAITING) for key in self._planned())
        with self._changed:
            if self._now.running:
                return False
            self._stopping = False
            self._set(Progress(self._now.version, True, hands, None, _next_runs(checks)))
        threading.Thread(target=self._run, args=(hands,), name="self-test", daemon=True).start()
        return True

    def wait(self, after: int, timeout_s: float) -> Progress:
        """The test as soon as its version is above `after`, or as it is when the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._now.version > after, timeout_s)
            return self._now

    def say(self, number: int, *, yes: bool) -> bool:
        """What somebody answers to what was asked; False if nothing of that number is asked any more.

        To something that is to be done, "no" says that it was done in vain.
        """
        with self._changed:
            asked = self._now.asked
            if asked is None or asked.number != number:
                return False
            self._said = yes
            self._changed.notify_all()
            return True

    def stop(self) -> None:
        """End it, as soon as it notices."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()

    # -- hands (see `kiosk.doctor_box.Hands`): in the test's own thread ------------------------------------------

    def tell(self, text: str) -> None:
        self._ask(DO, text)

    def sees(self, question: str) -> bool:
        self._ask(SEE, question)
        deadline = time.monotonic() + self._patience_s
        while self._said is None:
            with self._changed:
                self._changed.wait_for(lambda: self._said is not None or self._stopping, _LOOK_S)
            self._go_on()
            if time.monotonic() > deadline:
                raise _Ends(NOBODY)
        return self._said

    def gave_up(self) -> bool:
        self._go_on()
        return self._said is False

    def _ask(self, kind: str, text: str) -> None:
        self._go_on()
        with self._changed:
            self._numbers += 1
            self._said = None
            self._set(replace(self._now, asked=Asked(self._numbers, kind, text)))

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self, hands: bool) -> None:
        how = DONE
        try:
            with contextlib.closing(self._examine(self if hands else None)) as findings:
                self._go_on()
                for finding in findings:
                    self._found(finding)
                    self._go_on()
        except _Ends as why:
            how = str(why)
        except Exception:
            log.exception("the self-test failed")
            how = BROKEN
        checks = tuple(
            replace(check, state=UNTESTED) if check.state in (WAITING, RUNNING) else check for check in self._now.checks
        )
        # Whoever sees that it is over must find it written down.
        over = replace(self._now, running=False, asked=None, checks=checks, ended=how)
        self._ended(over)
        with self._changed:
            self._set(over)

    def _go_on(self) -> None:
        if self._stopping:
            raise _Ends(STOPPED)
        if self._playing():
            raise _Ends(MATCH)

    def _found(self, finding: Finding) -> None:
        with self._changed:
            checks = list(self._now.checks)
            at = next((place for place, check in enumerate(checks) if check.key == finding.key), None)
            if at is None:
                # Something that is only said where it is wrong stands behind what was found before it.
                at = max((place for place, check in enumerate(checks) if check.findings), default=-1) + 1
                checks.insert(at, Check(finding.key, WAITING))
            checks[at] = checks[at].with_(finding)
            # What comes before and was not found could not be tested.
            checks[:at] = [
                replace(check, state=UNTESTED) if check.state in (WAITING, RUNNING) else check for check in checks[:at]
            ]
            self._set(replace(self._now, asked=None, checks=_next_runs(tuple(checks))))

    def _set(self, now: Progress) -> None:
        """With the condition held."""
        self._now = replace(now, version=self._now.version + 1)
        self._changed.notify_all()


def _next_runs(checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """The first that still waits is at work."""
    at = next((place for place, check in enumerate(checks) if check.state == WAITING), None)
    running = any(check.state == RUNNING for check in checks)
    if at is None or running:
        return checks
    return (*checks[:at], replace(checks[at], state=RUNNING), *checks[at + 1 :])
