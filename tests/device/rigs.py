"""Hands and eyes for each kind of box, so that the same tests run on all of them."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
import time
import tty
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from device.box import Box
from device.faults import Fault
from device.gpio_box import GpioBox
from device.hurry import hurry
from device.inputs import ORDER, Input, seat_input
from device.kept_box import KeptBox
from device.segments import segments
from device.serial_box import SerialBox
from device.signals import AnySignal
from device.simulated import SimulatedBox
from device.sounds import BEEPS
from device.wire import OpenGpio, OpenSerial
from device.wiring import Wiring
from tests.device.firmware import boxlogic

DEADLINE_S = 20.0


def until(condition: Callable[[], Any], what: str = "") -> None:
    """Wait for a condition; fail when it has not come true for a long time."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, what or "it never came true"
        time.sleep(0.002)


def mono_us() -> int:
    return time.monotonic_ns() // 1000


class Ears:
    """What a box has said."""

    def __init__(self) -> None:
        self.signals: list[AnySignal] = []
        self.faults: list[tuple[str, Fault | None]] = []
        self.passed_us = 0

    def listen(self, box: Box) -> None:
        box.listen(self.signals.append, on_passed=self._passed, on_fault=lambda *each: self.faults.append(each))

    def _passed(self, at_us: int) -> None:
        assert at_us >= self.passed_us
        self.passed_us = at_us

    def wait(self, count: int) -> list[AnySignal]:
        until(lambda: len(self.signals) >= count, f"{len(self.signals)} of {count} signals: {self.signals}")
        return self.signals

    def wait_for_fault(self, part: str, fault: Fault | None) -> None:
        until(lambda: (part, fault) in self.faults, f"{part} {fault} was not among {self.faults}")


class Rig(ABC):
    """A box with its hands and eyes."""

    box: Box

    @abstractmethod
    def set(self, which: Input, active: bool) -> None:
        """Lift or return the block, push or let go a button."""

    @abstractmethod
    def lit(self) -> tuple[bytes, int]:
        """The segments and the lamps (bit 0 the block, then the seats)."""

    @abstractmethod
    def has_buzzed(self) -> bool:
        """Whether the buzzer was on at any time: the shortest beep is over before a busy machine looks."""

    @abstractmethod
    def lose_display(self, lost: bool) -> None: ...

    def ready(self) -> None:
        """Wait until the box is there."""
        until(lambda: not self.box.lifted())

    def settle(self) -> None:
        """Let a contact come to rest: the window of the debounce is real time, and there is nothing to see of it."""
        time.sleep(0.06)

    def press(self, seat: int) -> None:
        self.set(seat_input(seat), True)
        self.settle()
        self.set(seat_input(seat), False)
        self.settle()

    def close(self) -> None:
        self.box.close()


class SimulatedRig(Rig):
    def __init__(self, folder: Path) -> None:
        self.box: SimulatedBox = SimulatedBox(mono_us)

    def set(self, which: Input, active: bool) -> None:
        if which is Input.BLOCK:
            (self.box.lift_block if active else self.box.return_block)()
        elif active:
            self.box._down(which)
        else:
            self.box._up(which)

    def lit(self) -> tuple[bytes, int]:
        panel = self.box.panel
        return segments(panel.face), sum(1 << seat for seat in panel.seats) | int(panel.block)

    def has_buzzed(self) -> bool:
        return bool(self.box.sounds) and bool(BEEPS[self.box.sounds[-1]])

    def lose_display(self, lost: bool) -> None:
        self.box.lose_display(lost=lost)

    def settle(self) -> None:
        pass


# --- pins


class Chip:
    """A TM1637 at two mock pins: it reads bits when the clock rises and pulls the data line low after a byte."""

    def __init__(self) -> None:
        self.lit = bytes(4)
        self.missing = False
        #: When each face was lit, by this machine's clock.
        self.faces: list[tuple[int, bytes]] = []
        self._clock = self._data = True
        self._bits: list[int] = []
        self._message: list[int] = []
        self._answering = False

    def data_level(self, driven: bool) -> bool:
        return driven and not (self._answering and not self.missing)

    def set(self, name: str, high: bool) -> None:
        clock, data = (high, self._data) if name == "clock" else (self._clock, high)
        if self._clock and clock and self._data and not data:
            self._bits, self._message = [], []
        elif self._clock and clock and data and not self._data and not self._answering:
            self._take()
        elif clock and not self._clock:
            self._rise(data)
        self._clock, self._data = clock, data

    def _rise(self, data: bool) -> None:
        if len(self._bits) == 8:
            self._message.append(sum(bit << at for at, bit in enumerate(self._bits)))
            self._bits = []
            self._answering = True
        else:
            self._answering = False
            self._bits.append(int(data))

    def _take(self) -> None:
        if not self.missing and self._message and self._message[0] & 0xC0 == 0xC0 and len(self._message) == 5:
            before, self.lit = self.lit, bytes(self._message[1:])
            if self.lit != before:
                self.faces.append((mono_us(), self.lit))


class DisplayPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin with a chip at its other end. An output drives the line; an input is pulled up."""

    chip: Chip | None = None
    name = ""

    def _tell(self) -> None:
        if self.chip is not None:
            self.chip.set(self.name, bool(self._state))

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        if value == "input":
            self._tell()

    def _set_state(self, value: int) -> None:
        super()._set_state(value)
        self._tell()

    def _get_state(self) -> bool:
        level = bool(super()._get_state())
        return self.chip.data_level(level) if self.chip is not None and self.name == "data" else level


class SwitchPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin with a switch at it, which is stronger than any pull."""

    def _set_pull(self, value: str) -> None:
        self._pull = value


class Pins:
    """A mock factory with a box wired to it, block in its place and no finger anywhere."""

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self.chip = Chip()
        self.factory = MockFactory()
        for name in ("clock", "data"):
            number = getattr(wiring.display, name, None)
            if number is not None:
                pin = self.factory.pin(number, pin_class=DisplayPin)
                pin.chip, pin.name = self.chip, name
        for which, switch in wiring.switches().items():
            self.factory.pin(switch.pin, pin_class=SwitchPin)
            self.set(which, False)

    def __call__(self) -> Any:
        return self.factory

    def set(self, which: Input, active: bool) -> None:
        switch = self.wiring.switches()[which]
        pin = self.factory.pin(switch.pin)
        operated = not active if which is Input.BLOCK else active
        closed = operated if switch.switch == "normally-open" else not operated
        high = closed if switch.pull == "down" else not closed
        (pin.drive_high if high else pin.drive_low)()

    def is_high(self, pin: Any) -> bool:
        return isinstance(pin, int) and bool(self.factory.pin(pin).state)

    def has_buzzed(self) -> bool:
        return any(each.state for each in self.factory.pin(self.wiring.buzzer.pin).states)


def lamps_of(pins: Pins) -> tuple[bytes, int]:
    """The segments and the lamps that are lit at some pins."""
    lamps = pins.wiring.lamps
    numbers = (lamps.block, lamps.seat_1, lamps.seat_2, lamps.seat_3)
    return pins.chip.lit, sum(1 << at for at, pin in enumerate(numbers) if pins.is_high(pin))


class PinRig(Rig):
    wiring = Wiring()

    def __init__(self, folder: Path) -> None:
        self.pins = Pins(self.wiring)
        self.box: GpioBox = GpioBox(self.wiring, factory=self.pins)

    def set(self, which: Input, active: bool) -> None:
        self.pins.set(which, active)

    def lit(self) -> tuple[bytes, int]:
        return lamps_of(self.pins)

    def has_buzzed(self) -> bool:
        return self.pins.has_buzzed()

    def lose_display(self, lost: bool) -> None:
        self.pins.chip.missing = lost


class ClosedPinRig(PinRig):
    """Normally closed switches to 3.3 V."""

    wiring = Wiring(
        inputs=Wiring().inputs.__class__(
            **{
                which.value.replace("-", "_"): switch.__class__(pin=switch.pin, switch="normally-closed", pull="down")
                for which, switch in Wiring().switches().items()
            }
        )
    )


# --- cable


class Board:
    """The firmware's logic at the far end of a pseudo-terminal, with a thread in place of its processor."""

    def __init__(self, link: Path, *, boot: str = "b001", levels: list[bool] | None = None, mute: bool = False) -> None:
        self.levels = levels or [False] * 5
        self.logic = boxlogic.BoxLogic(boot, self.board_us(), self.levels)
        self.garbage = b""
        self.mute = mute
        #: It takes nothing of what it is sent.
        self.deaf = False
        self.has_buzzed = False
        #: When each face was lit, by this machine's clock.
        self.faces: list[tuple[int, bytes]] = []
        self._lock = threading.Lock()
        self._link = link
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self._slave = slave
        self._wake_r, self._wake_w = os.pipe()
        fresh = link.with_name(link.name + ".new")
        fresh.symlink_to(os.ttyname(slave))
        fresh.replace(link)
        self._stop = False
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._thread.start()

    @staticmethod
    def board_us() -> int:
        return (mono_us() + 123_456_789) % boxlogic.WRAP

    def set(self, which: Input, active: bool, at_us: int | None = None) -> None:
        """An edge, as the interrupt would stamp it."""
        with self._lock:
            self.levels[which.number] = active
            self.logic.edge(which.number, self.board_us() if at_us is None else at_us, active)
        os.write(self._wake_w, b"x")

    def bounce(self, which: Input, edges: int) -> None:
        """So many edges, a millisecond from one to the next, whatever else the machine does meanwhile."""
        with self._lock:
            began = self.board_us()
            for number in range(edges):
                self.levels[which.number] = number % 2 == 0
                self.logic.edge(which.number, (began + number * 1000) % boxlogic.WRAP, number % 2 == 0)
        os.write(self._wake_w, b"x")

    def lit(self) -> tuple[bytes, int]:
        with self._lock:
            return self.logic.face, self.logic.lamps

    @property
    def missing(self) -> bool:
        """Whether the display's cable has come out."""
        return bool(self.logic.display_missing)

    @missing.setter
    def missing(self, missing: bool) -> None:
        self.logic.display_missing = missing

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and so is its name."""
        if self._stop:
            return
        self._stop = True
        os.write(self._wake_w, b"x")
        self._thread.join()
        self._link.unlink()
        for fd in (self._master, self._slave, self._wake_r, self._wake_w):
            os.close(fd)

    def _run(self) -> None:
        # A board has a processor of its own: it is never late because of the machine.
        hurry()
        while not self._stop:
            sources = [self._wake_r] if self.deaf else [self._master, self._wake_r]
            ready, _, _ = select.select(sources, [], [], 0.005)
            if self._wake_r in ready:
                os.read(self._wake_r, 1000)
            data = os.read(self._master, 1000) if self._master in ready else b""
            with self._lock:
                now = self.board_us()
                before = self.logic.face
                self.logic.received(data, now)
                self.has_buzzed = self.has_buzzed or self.logic.buzzing(now)
                if self.logic.face != before:
                    self.faces.append((mono_us(), self.logic.face))
                self.logic.look(now, self.levels)
                out = b"" if self.mute else self.logic.step(now)
                out, self.garbage = self.garbage + out, b""
            if out:
                os.write(self._master, out)


class AnyCableRig(Rig):
    """A board in a thread of ours; who speaks with it is for the kinds of this rig."""

    box: Any

    def __init__(self, folder: Path) -> None:
        self.path = folder / "port"
        self.board = Board(self.path)

    def ready(self) -> None:
        until(lambda: self.box.up)

    def set(self, which: Input, active: bool) -> None:
        self.board.set(which, active)

    def lit(self) -> tuple[bytes, int]:
        return self.board.lit()

    def has_buzzed(self) -> bool:
        return self.board.has_buzzed

    def lose_display(self, lost: bool) -> None:
        self.board.missing = lost

    def replug(self, **changes: Any) -> None:
        """Pull the cable and put it back: a board with power of its own goes on where it was."""
        logic, levels = self.board.logic, self.board.levels
        self.board.unplug()
        self.board = Board(self.path, levels=levels, **changes)
        if not changes:
            self.board.logic = logic

    def close(self) -> None:
        self.box.close()
        self.board.unplug()


class CableRig(AnyCableRig):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.box: SerialBox = SerialBox(str(self.path))


# --- a box in a process of its own


class KeptCableRig(AnyCableRig):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.box: KeptBox = KeptBox(OpenSerial(str(self.path)))


class FarRig(Rig):
    """A box whose hardware is in another process too, with a socket for our hands and eyes."""

    box: KeptBox

    def __init__(self, folder: Path) -> None:
        # Here, since that module needs this one.
        from tests.device.far_end import Hands

        self.socket = folder / "hands"
        self.hands = Hands(self.socket)

    def ready(self) -> None:
        until(lambda: self.box.up)

    def set(self, which: Input, active: bool) -> None:
        self.set_at(which, active)

    def set_at(self, which: Input, active: bool) -> int:
        """As `set`; the time just before it was done."""
        return int(self.hands.ask("set", which.value, active))

    def lit(self) -> tuple[bytes, int]:
        face, lamps = self.hands.ask("lit")
        return bytes.fromhex(face), lamps

    def has_buzzed(self) -> bool:
        return bool(self.hands.ask("has-buzzed"))

    def lose_display(self, lost: bool) -> None:
        self.hands.ask("lose-display", lost)

    def faces(self) -> list[tuple[int, bytes]]:
        """When each face was lit."""
        return [(at_us, bytes.fromhex(face)) for at_us, face in self.hands.ask("faces")]

    def close(self) -> None:
        self.hands.close()
        self.box.close()


FAR_END = (sys.executable, "-m", "tests.device.far_end")


class KeptPinRig(FarRig):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.box = KeptBox(OpenGpio(), command=(*FAR_END, "pins", str(self.socket)))

    def set(self, which: Input, active: bool) -> None:
        # These pins are as long as their process is.
        if self.box.pid is not None:
            super().set(which, active)


class FarCableRig(FarRig):
    """The board too has a process of its own, as it has a processor."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        path = folder / "far-port"
        self._board = subprocess.Popen((*FAR_END, "board", str(self.socket), str(path)), stdin=subprocess.PIPE)
        until(path.exists)
        self.box = KeptBox(OpenSerial(str(path)))

    def close(self) -> None:
        super().close()
        assert self._board.stdin is not None
        self._board.stdin.close()
        self._board.wait()


assert len(ORDER) == 5
