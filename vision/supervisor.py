"""Keeps a vision process running: starts it, listens to it, starts it again when it dies or falls silent."""

from __future__ import annotations

import logging
import os
import selectors
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Self

from rules.errors import BadRequest
from vision.live_view import LiveView, LiveWanted
from vision.sightings import AnySighting
from vision.simulated import SimulatedMat
from vision.wire import (
    NOT_BUILT_STATUS,
    ClipKept,
    ClipWanted,
    Complaint,
    Ready,
    VisionHello,
    Watermark,
    hurry_text,
    parse_report,
    truth_text,
)

__all__ = ["CLOSED", "RESTARTING", "STARTING", "WATCHING", "Vision", "VisionHello"]

log = logging.getLogger(__name__)

STARTING = "starting"
WATCHING = "watching"
RESTARTING = "restarting"
CLOSED = "closed"

#: The first wait before a restart; each further one is twice as long, up to the longest.
_FIRST_DELAY_S = 0.2
_LONGEST_DELAY_S = 5.0
#: A process that lived so long was well: the next wait is the first again.
_WELL_AFTER_S = 30.0
#: Libraries and templates are loaded before the first sign of life.
_START_S = 60.0
_END_S = 3.0
#: Whoever asks what the camera sees waits no longer: a frame comes several times a second.
LOOK_S = 3.0
#: A process that watches, and does not answer.
SILENT = "silent"
#: More requests than this do not wait for a process that is not there.
_MOST_ERRANDS = 20

_ROOT = Path(__file__).resolve().parent.parent


class Vision:
    """The vision process as the table knows it. Callbacks come from one thread of its own, in order.

    `start()` begins, `close()` ends it, also twice; as a context manager it does both. `show` may be called
    from any thread, at any time; only the newest truth counts, and a restarted process is shown it again. So may
    `hurry`, `keep_clip` and `look`; what became of a clip comes to `on_clip`, also if a process died over it.
    """

    def __init__(
        self,
        hello: VisionHello,
        on_sighting: Callable[[AnySighting], object],
        on_watermark: Callable[[int], object],
        on_state: Callable[[str, str], object],
        *,
        on_clip: Callable[[ClipKept], object] = lambda _: None,
        silence_s: float = 5.0,
    ) -> None:
        self._hello = hello
        self._on_sighting = on_sighting
        self._on_watermark = on_watermark
        self._on_state = on_state
        self._on_clip = on_clip
        self._silence_s = silence_s
        self._state = STARTING
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._truth: SimulatedMat | None = None
        self._truth_is_new = False
        self._errands: deque[str] = deque(maxlen=_MOST_ERRANDS)
        #: Clips of which nobody has said yet what became of them.
        self._clips: deque[ClipWanted] = deque(maxlen=_MOST_ERRANDS)
        self._looks: dict[LiveWanted, Future[LiveView]] = {}
        self._closing = threading.Event()
        self._bell, self._ringer = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._ringer, False)
        self._thread: threading.Thread | None = None
        self._last_error = ""

    @property
    def state(self) -> str:
        """`starting`, `watching`, `restarting` or `closed`."""
        return self._state

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    def start(self) -> None:
        """Begins to keep a process running; nothing if it does so already or was closed."""
        with self._lock:
            if self._thread is None and not self._closing.is_set():
                self._thread = threading.Thread(target=self._keep_running, name="vision", daemon=True)
                self._thread.start()

    def show(self, truth: SimulatedMat) -> None:
        """From its next frame on, the simulated camera sees this. Returns at once."""
        with self._lock:
            self._truth, self._truth_is_new = truth, True
        self._ring()

    def hurry(self, until_us: int) -> None:
        """Something is expected until that moment of the machine's clock: every frame counts. Returns at once."""
        self._send(hurry_text(until_us))

    def keep_clip(self, reason: str, at_us: int) -> None:
        """Keep the seconds around that moment of the machine's clock. Returns at once; `on_clip` tells.

        A process that is started meanwhile is asked again: it keeps what it has of that moment, or says why it cannot.
        """
        wanted = ClipWanted(reason, at_us)
        with self._lock:
            self._clips.append(wanted)
        self._send(wanted.text)

    def look(self, wanted: LiveWanted, timeout_s: float = LOOK_S) -> LiveView:
        """What the camera sees now. Waits for the next frame; while no process watches, its state and no picture.

        Whoever asks for the same at the same time gets the same answer.
        """
        if self._state == WATCHING:
            with self._lock:
                asked = self._looks.get(wanted)
                answer = self._looks.setdefault(wanted, Future())
            if asked is None:
                self._send(wanted.text)
            try:
                return answer.result(timeout_s)
            except TimeoutError:
                log.info("nobody has said for %g s what the camera sees", timeout_s)
                self._answer(wanted, None)
        return LiveView(wanted=wanted, state=self._state if self._state != WATCHING else SILENT)

    def _answer(self, wanted: LiveWanted, view: LiveView | None) -> None:
        """Tells those who wait for such a view; None if it does not come any more."""
        with self._lock:
            answer = self._looks.pop(wanted, None)
        if answer is not None and not answer.done():
            answer.set_result(view or LiveView(wanted=wanted, state=self._state))

    def _send(self, line: str) -> None:
        with self._lock:
            self._errands.append(line)
        self._ring()

    def close(self) -> None:
        """Ends the process and waits for its end."""
        with self._lock:
            first = not self._closing.is_set()
            self._closing.set()
            thread = self._thread
        if first:
            self._ring()
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        if first and thread is None:
            self._enter(CLOSED, "")
            self._hang_up()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # In the thread -----------------------------------------------------------------------------------------

    def _keep_running(self) -> None:
        delay_s = _FIRST_DELAY_S
        last_words = ""
        self._enter(STARTING, "")
        while not self._closing.is_set():
            began = time.monotonic()
            status, why = self._live_once()
            if self._closing.is_set():
                break
            if status == NOT_BUILT_STATUS:
                # It would say the same again.
                last_words = self._last_error
                log.error("the vision process cannot work: %s", last_words)
                break
            if time.monotonic() - began > _WELL_AFTER_S:
                delay_s = _FIRST_DELAY_S
            log.warning("the vision process %s; it is started again in %.1f s", why, delay_s)
            self._enter(RESTARTING, f"{why}: {self._last_error}" if self._last_error else why)
            self._closing.wait(delay_s)
            delay_s = min(2 * delay_s, _LONGEST_DELAY_S)
        self._enter(CLOSED, last_words)
        self._hang_up()

    def _live_once(self) -> tuple[int, str]:
        """One process from its start to its end: its exit status, and what happened in words."""
        self._last_error = ""
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "vision.process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=_ROOT,
                # One core is enough for one camera; the other ones are the table's.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        except OSError as failure:
            return 1, f"could not be started ({failure})"
        self._process = process
        with process:
            try:
                why = _Talk(self, process).run()
            finally:
                self._end(process)
        return process.returncode, why or f"ended with status {process.returncode}"

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """A closed stdin asks it to end; what does not is killed."""
        if process.stdin is not None:
            try:
                process.stdin.close()
            except BrokenPipeError:
                log.debug("its stdin was closed already")
        try:
            process.wait(_END_S if self._closing.is_set() else 0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _take(self, line: bytes) -> None:
        try:
            report = parse_report(line)
        except BadRequest as wrong:
            log.warning("the vision process wrote rubbish: %s", wrong)
            return
        match report:
            case Watermark(at_us):
                self._tell(lambda: self._on_watermark(at_us))
            case Ready(reader):
                self._enter(WATCHING, reader)
            case ClipKept(reason, at_us):
                with self._lock:
                    left = [wanted for wanted in self._clips if wanted != ClipWanted(reason, at_us)]
                    self._clips = deque(left, maxlen=_MOST_ERRANDS)
                self._tell(lambda: self._on_clip(report))
            case LiveView(wanted=wanted):
                self._answer(wanted, report)
            case Complaint(error):
                self._last_error = error
                log.warning("the vision process says: %s", error)
            case sighting:
                self._tell(lambda: self._on_sighting(sighting))

    def _enter(self, state: str, text: str) -> None:
        self._state = state
        if state != WATCHING:
            with self._lock:
                waited_for = tuple(self._looks)
            for wanted in waited_for:
                self._answer(wanted, None)
        self._tell(lambda: self._on_state(state, text))

    def _tell(self, call: Callable[[], object]) -> None:
        """A listener that fails must not blind the table."""
        try:
            call()
        except Exception:
            log.exception("a listener failed")

    # Between the threads -----------------------------------------------------------------------------------

    def _ring(self) -> None:
        """Wakes the thread. A bell that already rings, or is gone, needs no ringing."""
        with self._lock:
            try:
                os.write(self._ringer, b"!")
            except OSError:
                log.debug("the bell is full or gone")

    def _hang_up(self) -> None:
        with self._lock:
            for end in (self._bell, self._ringer):
                os.close(end)
            self._bell = self._ringer = -1

    def _newest(self, *, again: bool) -> bytes:
        """The truth that the process has not been shown yet, and what it is asked; `again` for a new process."""
        with self._lock:
            fresh = self._truth_is_new or again
            self._truth_is_new = False
            lines = [truth_text(self._truth)] if self._truth is not None and fresh else []
            asked = [wanted.text for wanted in self._clips] if again else []
            lines += [*asked, *(line for line in self._errands if line not in asked)]
            self._errands.clear()
        return "".join(line + "\n" for line in lines).encode()


class _Talk:
    """The conversation with one process. Never blocks on a process that does not read."""

    def __init__(self, vision: Vision, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._vision = vision
        self._stdin = process.stdin.fileno()
        self._stdout = process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        self._waiting = vision._hello.text.encode() + b"\n" + vision._newest(again=True)
        self._heard = b""
        self._listens = True
        # A sign of life comes after every frame, and no sooner.
        self._silence_s = max(vision._silence_s, 3 / vision._hello.fps)
        self._patience_s = max(_START_S, self._silence_s)

    def run(self) -> str:
        """Until the process ends, is silent for too long, or the table closes; why, unless it just ended."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._vision._bell, selectors.EVENT_READ)
            writing = False
            heard_at = time.monotonic()
            while not self._vision._closing.is_set():
                if self._listens and not self._waiting:
                    self._waiting = self._vision._newest(again=False)
                if bool(self._waiting) != writing:
                    writing = not writing
                    if writing:
                        selector.register(self._stdin, selectors.EVENT_WRITE)
                    else:
                        selector.unregister(self._stdin)
                left_s = heard_at + self._patience_s - time.monotonic()
                if left_s <= 0:
                    return f"was silent for {self._patience_s:g} s"
                for key, _ in selector.select(left_s):
                    if key.fd == self._stdin:
                        self._send()
                    elif key.fd == self._stdout:
                        if not self._hear():
                            return ""
                        heard_at = time.monotonic()
                    else:
                        os.read(self._vision._bell, 4096)
        return ""

    def _send(self) -> None:
        try:
            sent = os.write(self._stdin, self._waiting)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            # It is ending; its last words may still be in the other pipe.
            self._listens = False
            sent = len(self._waiting)
        self._waiting = self._waiting[sent:]

    def _hear(self) -> bool:
        """Takes what the process wrote; False at its end."""
        data = os.read(self._stdout, 65536)
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            self._vision._take(line)
        if lines:
            self._patience_s = self._silence_s
        return bool(data)
