"""The table: one thread that owns the referee, and around it camera, box, display and screens.

Everything that reaches the referee comes through one queue, so its thread is the only one that ever
touches it. If that thread meets a bug, the table does not limp on: `on_crash` ends the process, the
next one folds the journal anew, and the outage is nobody's time.
"""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from device.box import Box
from device.timer import IDLE, MatchTime, panel_at
from kiosk.archive.places import imported
from kiosk.boxes import plan_of
from kiosk.clock import Clock, SystemClock
from kiosk.journal import Journal
from kiosk.life import read_life, write_life
from kiosk.matches import HERE, Matches, Shelf
from kiosk.notices import JOURNAL
from kiosk.parts import Parts, Seen
from kiosk.past import NoMatch, read_last_match
from kiosk.questions import note_text
from kiosk.record import Life, Record
from kiosk.referee import SCREEN, Answer, Referee, Reply
from kiosk.scoresheet import Sheet, scoresheet
from kiosk.screen import screen_body
from kiosk.seating import Seating, read_seatings, write_seatings
from kiosk.settings import ASK, TAKEN_UP, WHEN_SAID, Settings, SettingsError, changed_settings, differing, value_of
from kiosk.simulation import SimulatedTable
from kiosk.table_box import TableBox
from kiosk.words import WORDS
from rules.errors import BadRequest
from rules.messages import Message, say
from rules.registry import Games
from vision.live_view import LiveView, LiveWanted
from vision.snapshots import SnapshotStore

log = logging.getLogger(__name__)

#: The longest that the loop rests: a deadline that falls is noticed this soon.
REST_S = 0.05
ALIVE_US = 1_000_000
#: How often it is tried whether a journal that could not be written can be written again.
TRY_S = 1.0
#: How long a page waits for what became of its touch before it is told "pending".
ANSWER_S = 8.0


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen and its number: whatever is shown changes, the number grows."""

    version: int
    body: dict[str, Any]


class Table:
    """A table that is running from its construction to `close`. Its methods may be called from any thread."""

    def __init__(
        self,
        settings: Settings,
        games: Games,
        *,
        clock: Clock | None = None,
        on_crash: Callable[[], None] = lambda: None,
        box: Box | None = None,
    ) -> None:
        self.settings = settings
        self._games = games
        self.closed = False
        self._clock = clock or SystemClock()
        self._on_crash = on_crash
        self._folder = Path(settings.data.folder)
        self._journal = Journal(self._folder, self._clock)
        self.snapshots = SnapshotStore(self._folder / "snapshots")
        # Exact numbers share one precision in the whole process, so two threads never reckon at once.
        self._reckoning = threading.Lock()
        #: The matches that a judge or an organiser can look at. The referee takes up the last one as it is read here:
        #: whoever looks back at it first does not wait for it to be folded a second time.
        self.matches = Matches(games, self._shelves, lambda: self._reckoning)
        speed = self._clock.speed
        self._referee = Referee(
            Record(self._journal, games, self._clock, settings.readings, last=lambda: self.matches.open().past),
            self._clock,
            patience_ms=round(settings.timing.patience_ms * speed),
            frame_us=0,
            round_plan=settings.round.plan,
            round_waits=settings.round.start == WHEN_SAID,
        )
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._published = threading.Condition()
        self._alive_us = 0
        self._tried_s = 0.0
        self._referee.resume(read_life(self._folder))
        self.seatings = read_seatings(self._folder)
        self._parts = Parts(settings, self._clock, self._folder, referee=self._referee, hand=self._work.put, box=box)
        self._plan = IDLE
        self._changing = threading.Lock()
        self._screen = Screen(0, {})
        self._publish()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)
        self._thread.start()

    # -- for the pages -----------------------------------------------------------------------------

    def screen(self) -> Screen:
        """The newest screen, with the match time of this very moment."""
        newest = self._screen
        now_ms = self._referee.now_ms()
        return Screen(newest.version, newest.body | {"now_ms": now_ms, "display": panel_at(self._plan, now_ms).face})

    def wait(self, after: int, timeout_s: float) -> Screen | None:
        """The screen as soon as its version is above `after`; None when the time is up or the table closes."""
        with self._published:
            self._published.wait_for(lambda: self.closed or self._screen.version > after, timeout_s)
        return self.screen() if self._screen.version > after and not self.closed else None

    def sheet(self) -> Sheet | None:
        """The official sheet of the last match, as the journal has it now; None before the first one."""
        with self._reckoning:
            try:
                match = read_last_match(self._folder, self._games)
            except NoMatch:
                return None
            return scoresheet(match, self.settings.table.name)

    def _shelves(self) -> tuple[Shelf, ...]:
        return (Shelf(HERE, self._folder, self.settings.table.name), *imported(self._folder))

    def begin(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask(lambda answer: answer(self._referee.begin(request)))

    def act(self, request: Mapping[str, Any], by: str = SCREEN) -> dict[str, Any]:
        return self._ask(lambda answer: self._referee.touched(request, answer, by))

    def answer(self, request: Mapping[str, Any], by: str = SCREEN) -> dict[str, Any]:
        return self._ask(lambda answer: self._referee.answered(request, answer, by))

    def judge(self, request: Mapping[str, Any], judge: str, by: str) -> dict[str, Any]:
        """Do what a judge does from his own page: an act has an id, and is done once however often it is sent."""
        return self._ask(lambda answer: self._referee.judged(request, judge, answer, by))

    def health(self) -> dict[str, Any]:
        """What a watchdog asks: is the referee's thread alive, and the camera's process?"""
        referee = self._thread.is_alive() and not self.closed
        return {"ok": referee, "parts": {"referee": "ok" if referee else "stopped"} | self._parts.health()}

    # -- parts that change while it runs -------------------------------------------------------------

    @property
    def simulation(self) -> SimulatedTable | None:
        """The hands of a table that is simulated; None where everything is real."""
        return self._parts.simulation if self._parts.simulated else None

    def parts(self) -> dict[str, Any]:
        """What hardware is in use, and how it is."""
        return self._parts.state()

    def look(self, *, read: bool = False, overlay: bool = False) -> LiveView:
        """What the camera sees now: see `kiosk.web.ports.Table`."""
        return self._parts.look(LiveWanted(read, overlay))

    def look_anew(self) -> None:
        """See `kiosk.web.ports.Table`."""
        self._parts.look_anew()

    def seen(self) -> tuple[Seen, ...]:
        """What the camera saw last, the newest first."""
        return self._parts.seen()

    def box(self) -> TableBox:
        """The box of this table for a test: heard beside the referee, and shown on in place of the match."""
        return TableBox(self._parts)

    def equip(self, request: Mapping[str, Any], by: str = SCREEN) -> dict[str, Any]:
        """Change hardware or round: `{"box": {"kind": "serial"}}`; BadRequest says what cannot be used.

        A match goes on meanwhile. It holds until the next start.
        """
        try:
            self.use(changed_settings(self.settings, request), by)
        except SettingsError as wrong:
            raise BadRequest(str(wrong)) from None
        return {"status": "done", "text": None}

    def use(self, settings: Settings, by: str) -> tuple[str, ...]:
        """Use these settings from now on, as far as a running table can; gives the keys that wait for a start."""
        with self._changing:
            changed = differing(self.settings, settings)
            now = tuple(key for key in changed if key.split(".")[0] in TAKEN_UP)
            if settings.box != self.settings.box:
                self._parts.change_box(settings.box)
            if settings.camera != self.settings.camera:
                self._parts.change_camera(settings.camera)
            self.settings = replace(self.settings, **{name: getattr(settings, name) for name in TAKEN_UP})
        if now:
            self.note(by, "settings", **{key: value_of(settings, key) for key in now})
            plan, waits = settings.round.plan, settings.round.start == WHEN_SAID
            self._work.put(lambda: self._referee.record.read_by(settings.readings))
            self._work.put(lambda: self._referee.plan_round(plan, waits=waits))
        return tuple(key for key in changed if key not in now)

    def note(self, by: str, what: str, /, **values: Any) -> None:
        """Write down that somebody has changed something about this table."""
        text = note_text(what, **values)
        self._work.put(lambda: self._write_note(by, text))

    def _write_note(self, by: str, text: str) -> None:
        self._journal.append(by, "note", text)

    def seat(self, seatings: Sequence[Seating], by: str) -> None:
        """Keep who plays where, to be offered when a match is started; OSError if that cannot be written down."""
        with self._changing:
            write_seatings(self._folder, seatings)
            self.seatings = tuple(seatings)
        # How many, not who: names of children stand in no note.
        self.note(by, "players", groups=len(seatings))
        self._work.put(self._referee.shown_anew)

    def notice(self, part: str, text: str | None) -> None:
        """Say something about a part on every page; None when it has passed."""
        self._work.put(lambda: self._referee.notice(part, text))

    def close(self) -> None:
        """End in order: hardware first, then the journal. May be called twice."""
        if self.closed:
            return
        self.closed = True
        self._parts.close()
        self._thread.join()
        self._journal.close()
        with self._published:
            self._published.notify_all()

    def _ask(self, work: Callable[[Answer], None]) -> dict[str, Any]:
        done: Future[Reply] = Future()

        def answer(reply: Reply | BadRequest) -> None:
            if done.done():
                return
            if isinstance(reply, BadRequest):
                done.set_exception(reply)
            else:
                done.set_result(reply)

        def call() -> None:
            try:
                work(answer)
            except BadRequest as bad:
                answer(bad)
            except (sqlite3.Error, OSError) as trouble:
                # Nothing happened, and the people at the table must know.
                answer(Reply("refused", _cannot_write(trouble)))
                raise

        self._work.put(call)
        try:
            reply = done.result(ANSWER_S)
        except NotYet:
            return {"status": "pending", "text": None}
        return {"status": reply.status, "text": reply.text, **reply.more}

    # -- the referee's thread ------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self.closed:
                self._turn()
        except BaseException:
            log.exception("the referee stopped")
            self.closed = True
            self._on_crash()
            raise

    def _turn(self) -> None:
        """Take in everything that has come, let time pass, show what changed."""
        try:
            self._guarded(self._work.get(timeout=REST_S))
            while True:
                self._guarded(self._work.get_nowait())
        except queue.Empty:
            pass
        self._guarded(self._referee.step)
        if JOURNAL in self._referee.notices:
            self._try_journal()
        self._show_time()
        self._sign_life()
        if self._referee.version != self._screen.version:
            self._publish()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do it. A disk that cannot be written changes nothing at the table but is said on every page."""
        try:
            with self._reckoning:
                work()
        except (sqlite3.Error, OSError) as trouble:
            text = _cannot_write(trouble)
            if self._referee.notices.get(JOURNAL) != text:
                log.error("the journal cannot be written: %s", trouble)
            self._referee.warn(JOURNAL, text)

    def _try_journal(self) -> None:
        """Whether it can be written again: then it says so itself."""
        now_s = time.monotonic()
        if now_s - self._tried_s >= TRY_S:
            self._tried_s = now_s
            self._guarded(lambda: self._referee.notice(JOURNAL, None))

    def _publish(self) -> None:
        with self._reckoning:
            body = screen_body(self._referee, self._about()) | {"start": self._start()}
            screen = Screen(self._referee.version, body)
        with self._published:
            self._screen = screen
            self._published.notify_all()

    def _about(self) -> dict[str, Any]:
        speed = self._clock.speed
        return {"name": self.settings.table.name, "simulated": self._parts.simulated, "speed": speed}

    def _start(self) -> dict[str, Any]:
        """What a match is usually started with here, and whether this table has been set up."""
        usual = self.settings.match
        return {
            "ruleset": None if usual.ruleset == ASK else usual.ruleset,
            "division": None if usual.division == ASK else usual.division,
            "seatings": [each.body() for each in self.seatings if each.belongs_to(self.settings.table.name)],
            "set_up": self.settings.table.set_up,
        }

    def _show_time(self) -> None:
        record = self._referee.record
        self._plan = plan_of(record.view, block=self._parts.lifted(), checking=self._referee.checking)
        self._parts.follow(self._plan, MatchTime(self._clock.to_machine(record.at_us(0)), self._clock.speed))

    def _sign_life(self) -> None:
        now_us = self._clock.mono_us()
        if self._referee.record.fold is not None and now_us - self._alive_us >= ALIVE_US:
            self._alive_us = now_us
            wall_s, record = self._clock.wall().timestamp(), self._referee.record
            life = Life(self._clock.boot, now_us, wall_s, self._referee.now_ms(), record.match)
            try:
                write_life(self._folder, life)
            except OSError as trouble:
                # Only an outage would be measured less exactly.
                log.warning("no sign of life could be left: %s", trouble)


def _cannot_write(trouble: Exception) -> str:
    return say(Message.of("journal-trouble", problem=str(trouble)), WORDS)
