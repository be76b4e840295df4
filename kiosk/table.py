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
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from device.box import Box
from device.faults import Fault
from device.signals import AnySignal
from device.simulated import SimulatedBox
from device.timer import Timer
from kiosk.boxes import open_box, plan_of
from kiosk.clock import Clock, SystemClock
from kiosk.journal import Journal
from kiosk.past import NoMatch, read_last_match
from kiosk.record import Life, Record
from kiosk.referee import Answer, Referee, Reply
from kiosk.scoresheet import Sheet, scoresheet
from kiosk.screen import screen_body
from kiosk.settings import Settings
from kiosk.simulation import SimulatedTable
from kiosk.words import WORDS
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.messages import Message, say
from rules.registry import Games
from vision.layout import load_layout
from vision.sightings import AnySighting
from vision.snapshots import SnapshotStore
from vision.supervisor import Vision, VisionHello

log = logging.getLogger(__name__)

#: The longest that the loop rests: a deadline that falls is noticed this soon.
REST_S = 0.05
ALIVE_US = 1_000_000
#: How long a page waits for what became of its touch before it is told "pending".
ANSWER_S = 8.0


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen and its number: whatever is shown changes, the number grows."""

    version: int
    body: dict[str, Any]


class DiskTrouble(RuntimeError):
    """The journal could not be written: nothing happened, and the people at the table must know."""


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
        speed = self._clock.speed
        self._box = box or open_box(settings.box, self._clock)
        self._referee = Referee(
            Record(self._journal, games, self._clock, settings.readings),
            self._clock,
            patience_ms=round(settings.timing.patience_ms * speed),
            # Half a frame more than from one picture to the next: cameras are not punctual.
            frame_us=round(1_500_000 / settings.camera.fps * speed),
            resolution_us=self._box.resolution_us,
        )
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._published = threading.Condition()
        # Exact numbers share one precision in the whole process, so two threads never reckon at once.
        self._reckoning = threading.Lock()
        self._alive_us = 0
        self._referee.resume(read_life(self._folder))
        self._vision = Vision(
            VisionHello(
                camera={"kind": settings.camera.kind}, fps=settings.camera.fps, snapshots=self.snapshots.folder
            ),
            on_sighting=self._saw,
            on_watermark=lambda at_us: self._work.put(lambda: self._referee.passed(self._clock.of_machine(at_us))),
            on_state=lambda state, _: self._work.put(lambda: self._referee.camera(state)),
        )
        self.simulation = SimulatedTable(
            self._box if isinstance(self._box, SimulatedBox) else None,
            load_layout(),
            EQUATIONS_KIT,
            show=self._vision.show,
            world=self._folder / "simulated-table.json",
        )
        self._timer = Timer(self._box, self._referee.now_ms, speed=speed)
        self._box.listen(self._heard, on_passed=self._box_passed, on_fault=self._box_fault)
        self._about = {"name": settings.table.name, "simulated": True}
        self._screen = Screen(0, {})
        self._publish()
        self._vision.start()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)
        self._thread.start()

    # -- for the pages -----------------------------------------------------------------------------

    def screen(self) -> Screen:
        """The newest screen, with the match time of this very moment."""
        newest = self._screen
        now = {"now_ms": self._referee.now_ms(), "display": self._timer.panel.face}
        return Screen(newest.version, newest.body | now)

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

    def begin(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask(lambda answer: answer(self._referee.begin(request)))

    def act(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask(lambda answer: self._referee.touched(request, answer))

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask(lambda answer: self._referee.answered(request, answer))

    def health(self) -> dict[str, Any]:
        """What a watchdog asks: is the referee's thread alive, and the camera's process?"""
        referee = self._thread.is_alive() and not self.closed
        parts = {"referee": "ok" if referee else "stopped", "camera": self._vision.state, "box": "ok"}
        return {"ok": referee, "parts": parts | {part: fault.value for part, fault in self._box.faults().items()}}

    def close(self) -> None:
        """End in order: hardware first, then the journal. May be called twice."""
        if self.closed:
            return
        self.closed = True
        self._timer.close()
        self._box.close()
        self._vision.close()
        self._thread.join()
        self._journal.close()
        with self._published:
            self._published.notify_all()

    def _saw(self, sighting: AnySighting) -> None:
        dated = msgspec.structs.replace(sighting, at_us=self._clock.of_machine(sighting.at_us))
        self._work.put(lambda: self._referee.saw(dated))

    def _heard(self, signal: AnySignal) -> None:
        # The simulated box is stamped by our own clock, a real one by the machine's.
        if self._box.kind != SimulatedBox.kind:
            signal = msgspec.structs.replace(signal, at_us=self._clock.of_machine(signal.at_us))
        self._work.put(lambda: self._referee.signalled(signal))

    def _box_passed(self, at_us: int) -> None:
        passed_us = self._clock.of_machine(at_us)
        self._work.put(lambda: self._referee.box_passed(passed_us))

    def _box_fault(self, part: str, fault: Fault | None) -> None:
        self._work.put(lambda: self._referee.box_fault(part, fault))

    def _ask(self, work: Callable[[Answer], None]) -> dict[str, Any]:
        done: Future[Reply] = Future()

        def answer(reply: Reply | BadRequest) -> None:
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
                done.set_exception(DiskTrouble(str(trouble)))
                raise

        self._work.put(call)
        try:
            reply = done.result(ANSWER_S)
        except NotYet:
            return {"status": "pending", "text": None}
        return {"status": reply.status, "text": reply.text}

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
            log.error("the journal cannot be written: %s", trouble)
            self._referee.warn("journal", say(Message.of("journal-trouble", problem=str(trouble)), WORDS))

    def _publish(self) -> None:
        with self._reckoning:
            screen = Screen(self._referee.version, screen_body(self._referee, self._about))
        with self._published:
            self._screen = screen
            self._published.notify_all()

    def _show_time(self) -> None:
        view = self._referee.record.view
        self._timer.follow(plan_of(view, block=self._box.lifted(), checking=self._referee.checking))

    def _sign_life(self) -> None:
        now_us = self._clock.mono_us()
        if self._referee.record.fold is not None and now_us - self._alive_us >= ALIVE_US:
            self._alive_us = now_us
            life = Life(self._clock.boot, now_us, self._clock.wall().timestamp(), self._referee.now_ms())
            write_life(self._folder, life)


def _life_path(folder: Path) -> Path:
    return folder / "alive.json"


def write_life(folder: Path, life: Life) -> None:
    """Leave a sign of life; not synced, since an outage that seems a second longer does no harm."""
    draft = folder / "alive.json.new"
    draft.write_bytes(msgspec.json.encode(life))
    draft.replace(_life_path(folder))


def read_life(folder: Path) -> Life | None:
    """The last sign of life; None if there is none, or if the power went while it was written."""
    try:
        return msgspec.json.decode(_life_path(folder).read_bytes(), type=Life)
    except (OSError, msgspec.MsgspecError):
        return None
