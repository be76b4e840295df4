"""A real box in a process of its own: `python -m device.process`, lines on stdin and stdout (`device/wire.py`).

The table's process reckons, draws and serves pages; its threads share one interpreter, and one that is put off by a
busy machine in the middle of something holds up all the others, however urgent. So whatever must not be late (edges,
the cable, the digits of the timer) is here, where nobody reckons, and the whole process goes before the rest of the
machine.

It ends, with everything dark, when its stdin closes: also if the table has died. Should it not manage to, it ends all
the same (`device/parent.py`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import sys
import threading
from collections.abc import Callable

from device.box import Box
from device.faults import Fault
from device.gpio_box import GpioBox
from device.hurry import hurry
from device.parent import end_with_parent
from device.serial_box import SerialBox
from device.signals import AnySignal, BlockLifted, BlockReturned
from device.timer import Timer, mono_us
from device.wire import (
    Alive,
    Beep,
    Block,
    Faulty,
    Follow,
    Heard,
    Line,
    OpenGpio,
    Opening,
    Passed,
    Show,
    line_bytes,
    parse_opening,
    parse_order,
)
from rules.errors import BadRequest

log = logging.getLogger(__name__)

#: A sign of life comes this often.
ALIVE_S = 0.5


def open_box(opening: Opening) -> Box:
    """The box that the first line names, in this process."""
    return GpioBox(opening.wiring) if isinstance(opening, OpenGpio) else SerialBox(opening.port)


class Reporter:
    """Everything that a box says, as lines. Its methods are called from whatever thread the hardware uses."""

    def __init__(self, box: Box, out: int) -> None:
        self._box = box
        self._out = out
        self._lock = threading.Lock()
        self._lifted: bool | None = None

    def say(self, line: Line) -> None:
        # A line is shorter than what a pipe takes in one piece; whom nobody hears need not speak.
        with self._lock, contextlib.suppress(BrokenPipeError):
            os.write(self._out, line_bytes(line))

    def signal(self, heard: AnySignal) -> None:
        if isinstance(heard, BlockLifted | BlockReturned):
            self._lifted = isinstance(heard, BlockLifted)
        self.say(Heard(heard))

    def passed(self, at_us: int) -> None:
        # Every signal has been told by now: where the block is otherwise, there was none.
        lifted = self._box.lifted()
        if lifted != self._lifted:
            self._lifted = lifted
            self.say(Block(lifted, mono_us()))
        self.say(Passed(at_us))

    def fault(self, part: str, fault: Fault | None) -> None:
        self.say(Faulty(part, fault))


class Lines:
    """The lines that come in at a file descriptor."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._rest = b""

    def wait(self, seconds: float | None) -> list[bytes] | None:
        """What has come, after so long at the latest; None when no more can."""
        if not select.select([self._source], [], [], seconds)[0]:
            return []
        data = os.read(self._source, 65536)
        if not data:
            return None
        *whole, self._rest = (self._rest + data).split(b"\n")
        return whole


def serve(source: int, out: int, open_: Callable[[Opening], Box] = open_box) -> int:
    """The whole life of the process; its exit status."""
    lines = Lines(source)
    waiting: list[bytes] = []
    while not waiting:
        found = lines.wait(None)
        if found is None:
            return 0
        waiting += found
    box = open_(parse_opening(waiting.pop(0)))
    reporter = Reporter(box, out)
    timer: Timer | None = None
    try:
        box.listen(reporter.signal, on_passed=reporter.passed, on_fault=reporter.fault)
        while True:
            for line in waiting:
                timer = _obey(line, box, timer)
            reporter.say(Alive())
            came = lines.wait(ALIVE_S)
            if came is None:
                return 0
            waiting = came
    finally:
        if timer is not None:
            timer.close()
        box.close()


def _obey(line: bytes, box: Box, timer: Timer | None) -> Timer | None:
    """Do what a line says; the timer as it is from then on."""
    try:
        match parse_order(line):
            case Follow(plan, match_time):
                timer = timer or Timer(box)
                timer.follow(plan, match_time)
            case Show(panel):
                box.show(panel)
            case Beep(sound):
                box.sound(sound)
    except BadRequest as wrong:
        log.warning("%s", wrong)
    return timer


def main(open_: Callable[[Opening], Box] = open_box) -> int:
    """Runs the process on this process's own stdin and stdout."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="box: %(levelname)s %(message)s")
    # Whoever ends the table ends this too, by closing its stdin: first the display must go dark.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    # What a library prints must not come between our lines: they get stdout for themselves, others get stderr.
    out = os.dup(1)
    os.dup2(2, 1)
    hurry(threads_too=True)
    end_with_parent(0)
    return serve(0, out, open_)


if __name__ == "__main__":
    sys.exit(main())
