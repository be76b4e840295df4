"""A real box in a process of its own (`device/process.py`), as the table knows it: a box like the others.

One thread keeps that process running. If it dies or falls silent that is a fault with a name, and it is started
again; then it is told anew what to show.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from device.box import Panel
from device.faults import BOX, Fault
from device.gpio_box import GpioBox
from device.hurry import hurry
from device.listeners import Listened
from device.segments import segments
from device.serial_box import SerialBox
from device.signals import BlockLifted, BlockReturned
from device.sounds import Sound
from device.timer import MatchTime, Plan
from device.wire import (
    Beep,
    Block,
    Faulty,
    Follow,
    Heard,
    OpenGpio,
    Opening,
    Order,
    Passed,
    Show,
    bare,
    line_bytes,
    parse_report,
)
from rules.errors import BadRequest

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "device.process")
#: Its libraries are loaded before the first sign of life; after that one comes twice a second.
START_S = 30.0
SILENCE_S = 3.0
RETRY_S = 0.5
END_S = 3.0
#: A sound that could not be told within so many others is late, and nobody would know what it meant.
SOUNDS_KEPT = 3

_ROOT = Path(__file__).resolve().parent.parent


class KeptBox(Listened):
    """The box that `opening` names. It works from construction on; `command` runs its process."""

    def __init__(self, opening: Opening, *, command: Sequence[str] = COMMAND, silence_s: float = SILENCE_S) -> None:
        super().__init__()
        real = GpioBox if isinstance(opening, OpenGpio) else SerialBox
        self.kind = real.kind
        self.resolution_us = real.resolution_us
        #: Whether its process has said up to when everything was told: from then on it is there.
        self.up = False
        self._opening = opening
        self._command = tuple(command)
        self._silence_s = silence_s
        self._lifted: bool | None = None
        self._passed_us = 0
        #: What to show: a plan or a panel, whichever came last; and what is still to be told.
        self._shown: Follow | Show | None = None
        self._told: Follow | Show | None = None
        self._sounds: list[Beep] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = threading.Event()
        self._bell, self._ringer = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._ringer, False)
        self._thread = threading.Thread(target=self._keep_running, name="box process", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The number of its process, while there is one."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    def lifted(self) -> bool:
        return bool(self._lifted)

    def follow(self, plan: Plan, match_time: MatchTime) -> None:
        """Show this plan from now on, by the clock of the machine; returns at once."""
        self._order(Follow(bare(plan), match_time))

    def show(self, panel: Panel) -> None:
        segments(panel.face)
        self._order(Show(panel))

    def sound(self, sound: Sound) -> None:
        with self._lock:
            self._sounds = [*self._sounds[1 - SOUNDS_KEPT :], Beep(sound)]
        self._ring()

    def close(self) -> None:
        self._closing.set()
        self._ring()
        self._thread.join()
        self._hush()
        with self._lock:
            for end in (self._bell, self._ringer):
                if end >= 0:
                    os.close(end)
            self._bell = self._ringer = -1

    def _order(self, order: Follow | Show) -> None:
        with self._lock:
            if order == self._shown:
                return
            self._shown = order
        self._ring()

    def _ring(self) -> None:
        """Wake the thread. A bell that already rings, or is gone, needs no ringing."""
        with self._lock, contextlib.suppress(BlockingIOError):
            if self._ringer >= 0:
                os.write(self._ringer, b"!")

    # -- the thread ----------------------------------------------------------------------------------

    def _keep_running(self) -> None:
        hurry()
        while not self._closing.is_set():
            try:
                process = subprocess.Popen(  # noqa: S603 - our own program
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_ROOT
                )
            except OSError as failure:
                why = f"could not be started: {failure}"
            else:
                self._process = process
                with process:
                    try:
                        why = _Talk(self, process).run()
                    finally:
                        self._end(process)
            if not self._closing.is_set():
                log.warning("the box's process %s; it is started again", why)
                self._away()
                self._closing.wait(RETRY_S)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """A closed stdin asks it to go dark and to end; what does not is killed."""
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(END_S if self._closing.is_set() else RETRY_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _away(self) -> None:
        self.up = False
        with self._lock:
            self._told = None
            for part in self._board.now():
                if part != BOX:
                    self._board.set(part, None)
            self._board.set(BOX, Fault.ENDED)

    def _orders(self) -> bytes:
        """What the process has not been told yet."""
        with self._lock:
            orders: list[Order] = []
            if self._shown is not None and self._shown != self._told:
                orders.append(self._shown)
                self._told = self._shown
            orders += self._sounds
            self._sounds = []
        return b"".join(map(line_bytes, orders))

    def _take(self, line: bytes) -> None:
        try:
            report = parse_report(line)
        except BadRequest as wrong:
            log.warning("the box's process wrote rubbish: %s", wrong)
            return
        with self._lock:
            match report:
                case Heard(signal):
                    if isinstance(signal, BlockLifted | BlockReturned):
                        self._lifted = isinstance(signal, BlockLifted)
                    if self._sink is not None:
                        self._sink(signal)
                case Block(lifted, at_us):
                    self._block(lifted, at_us)
                case Faulty(part, fault):
                    self._board.set(part, fault)
                case Passed(at_us):
                    self._passed(at_us)
                case _:
                    # A sign of life.
                    pass

    def _block(self, lifted: bool, at_us: int) -> None:
        """Where it is, without a signal: at the start, or it was moved while no process was there to notice."""
        before, self._lifted = self._lifted, lifted
        if self._sink is not None and before is not None and before != lifted:
            self._sink(BlockLifted(at_us=at_us) if lifted else BlockReturned(at_us=at_us))

    def _passed(self, at_us: int) -> None:
        if not self.up and self._board.now().get(BOX) is Fault.ENDED:
            self._board.set(BOX, None)
        self.up = True
        if at_us > self._passed_us:
            self._passed_us = at_us
            if self._on_passed is not None:
                self._on_passed(at_us)


class _Talk:
    """The conversation with one process. Never waits for a process that does not read."""

    def __init__(self, box: KeptBox, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._box = box
        self._stdin = process.stdin.fileno()
        self._stdout = process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        self._waiting = line_bytes(box._opening)
        self._rest = b""
        self._patience_s = START_S

    def run(self) -> str:
        """Until the process ends, is silent for too long, or the table closes; what happened, in words."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._box._bell, selectors.EVENT_READ)
            heard_s = time.monotonic()
            writing = False
            while not self._box._closing.is_set():
                if not self._waiting:
                    self._waiting = self._box._orders()
                if not self._send():
                    return "does not listen any more"
                if bool(self._waiting) != writing:
                    writing = not writing
                    if writing:
                        selector.register(self._stdin, selectors.EVENT_WRITE)
                    else:
                        selector.unregister(self._stdin)
                left_s = heard_s + self._patience_s - time.monotonic()
                if left_s <= 0:
                    return f"was silent for {self._patience_s:g} s"
                for key, _ in selector.select(left_s):
                    if key.fd == self._stdout:
                        if not self._hear():
                            return "ended"
                        heard_s = time.monotonic()
                    elif key.fd == self._box._bell:
                        os.read(self._box._bell, 4096)
        return "is ended"

    def _send(self) -> bool:
        """Write as much as the process takes; False if it takes nothing any more."""
        if self._waiting:
            try:
                self._waiting = self._waiting[os.write(self._stdin, self._waiting) :]
            except BlockingIOError:
                log.debug("its stdin is full")
            except BrokenPipeError:
                return False
        return True

    def _hear(self) -> bool:
        """Take in what the process has written; False at its end."""
        data = os.read(self._stdout, 65536)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._box._take(line)
        if lines:
            self._patience_s = self._box._silence_s
        return bool(data)
