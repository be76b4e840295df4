"""A box on a cable: a microcontroller board that speaks the lines of docs/device.md, through pyserial.

One thread reads and writes; what the link makes of the bytes is in `device/serial_link.py`. A cable that is
pulled, a board that restarts and a port that is not there yet are all the same to it: it tries again.
"""

from __future__ import annotations

import contextlib
import io
import logging
import secrets
import select
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import serial
from serial.tools import list_ports

from device.box import DARK, Panel
from device.faults import BOX, DISPLAY, Fault
from device.hurry import hurry
from device.inputs import ORDER, Input, signal_of
from device.listeners import Listened
from device.segments import segments
from device.serial_link import SILENCE_US, Link, Told
from device.sounds import Sound

log = logging.getLogger(__name__)

AUTO = "auto"
#: Vendor and product numbers of boards that can be a box; None: any product of that vendor.
BOARDS: tuple[tuple[int, int | None], ...] = (
    (0x2E8A, 0x0005),  # Raspberry Pi Pico with MicroPython
    (0x2E8A, 0x000A),  # Raspberry Pi Pico, C and Arduino programs
    (0x2341, None),  # Arduino
    (0x239A, None),  # Adafruit
)
BAUD = 115_200
#: The longest that a read waits, and so the longest that a line of ours waits if it cannot be hurried.
READ_S = 0.01
#: The longest that a write may take. A board that does not take our lines is heard all the same.
WRITE_S = 0.05
RETRY_S = 0.5


def find_port(ports: Iterable[Any] | None = None) -> str | None:
    """The first port at which a board hangs that can be a box; None if there is none."""
    found = sorted(list_ports.comports() if ports is None else ports, key=lambda port: str(port.device))
    for vendor, product in BOARDS:
        for port in found:
            if port.vid == vendor and product in (None, port.pid):
                return str(port.device)
    return None


def open_port(port: str) -> Any:
    """A port by its name or its URL; what pyserial raises is raised."""
    options: dict[str, Any] = {"baudrate": BAUD, "timeout": READ_S, "write_timeout": WRITE_S}
    if "://" not in port:
        options["exclusive"] = True
    return serial.serial_for_url(port, **options)


def fault_of(wrong: Exception) -> Fault:
    """Why a port could not be opened."""
    text = str(wrong).lower()
    if "permission" in text:
        return Fault.NOT_ALLOWED
    if "busy" in text or "exclusively lock" in text:
        return Fault.IN_USE
    return Fault.NOT_FOUND


class SerialBox(Listened):
    """The box at `port`: `auto`, the name of a port, or a URL that pyserial knows. It works from construction on."""

    kind = "serial"
    #: The board stamps an edge when its interrupt runs; another one may hold it up for some tens of microseconds.
    resolution_us = 200

    def __init__(self, port: str = AUTO, *, open_: Callable[[str], Any] = open_port) -> None:
        super().__init__()
        self._wanted = port
        self._open = open_
        self._port: Any = None
        self._opened_us = 0
        self._link = Link(secrets.token_hex(4), _mono_us())
        self._passed_us = 0
        self._panel = DARK
        self._sounds: list[Sound] = []
        self._was_there = False
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="box", daemon=True)
        self._thread.start()

    def lifted(self) -> bool:
        return self._link.levels.get(Input.BLOCK, False)

    def pressed(self) -> list[Input]:
        """The buttons that are down just now."""
        return [which for which, active in dict(self._link.levels).items() if which.momentary and active]

    @property
    def up(self) -> bool:
        """Whether the board has been greeted and is heard."""
        return self._link.up

    def show(self, panel: Panel) -> None:
        segments(panel.face)
        self._panel = panel
        self._hurry()

    def sound(self, sound: Sound) -> None:
        with self._lock:
            self._sounds.append(sound)
        self._hurry()

    def close(self) -> None:
        self._closing.set()
        self._hurry()
        self._thread.join()
        self._hush()

    def _hurry(self) -> None:
        """Wake the thread out of its read, where the port can do that; else the read ends by itself soon."""
        with self._lock:
            # Never while it is being closed: what it writes to may be another file by then.
            if self._port is not None and hasattr(self._port, "cancel_read"):
                self._port.cancel_read()

    # -- the thread ----------------------------------------------------------------------------------

    def _run(self) -> None:
        hurry()
        while not self._closing.is_set():
            try:
                port = self._open(self._name())
            except (serial.SerialException, OSError, ValueError) as wrong:
                self._away(Fault.UNPLUGGED if self._was_there else fault_of(wrong))
                self._closing.wait(RETRY_S)
                continue
            with self._lock:
                self._port, self._opened_us = port, _mono_us()
            try:
                while not self._closing.is_set():
                    self._turn()
                self._go_dark()
            except (serial.SerialException, OSError) as wrong:
                log.info("the box's cable: %s", wrong)
                self._away(Fault.UNPLUGGED)
            finally:
                with self._lock, contextlib.suppress(OSError, serial.SerialException):
                    self._port = None
                    port.close()
            self._closing.wait(RETRY_S / 10)

    def _name(self) -> str:
        if self._wanted != AUTO:
            return self._wanted
        found = find_port()
        if found is None:
            raise serial.SerialException("no board with a known USB id")
        return found

    def _turn(self) -> None:
        """Read what is there, write what is due."""
        data = self._port.read(self._port.in_waiting or 1)
        now_us = _mono_us()
        told = self._link.received(data, now_us) if data else []
        for each in told:
            self._tell(each)
        self._link.show(self._panel)
        with self._lock:
            sounds, self._sounds = self._sounds, []
        for sound in sounds:
            self._link.sound(sound)
        out = self._link.step(now_us)
        if out:
            self._write(out)
        self._look(now_us)

    def _write(self, out: bytes) -> None:
        """Send it, or leave it: what matters is said again, and reading does not wait for a board that is busy."""
        if _takes(self._port):
            with contextlib.suppress(serial.SerialTimeoutException):
                self._port.write(out)

    def _go_dark(self) -> None:
        """Leave no old time on the display."""
        self._link.show(DARK)
        self._port.write(self._link.step(_mono_us()))
        self._port.flush()

    def _tell(self, told: Told) -> None:
        signal = signal_of(told.which, active=told.active, at_us=told.at_us)
        with self._lock:
            if signal is not None and self._sink is not None:
                self._sink(signal)

    def _look(self, now_us: int) -> None:
        """Say what is wrong now, and up to when everything has been told."""
        link = self._link
        self._was_there = self._was_there or link.up
        with self._lock:
            if link.up or now_us - self._opened_us > SILENCE_US:
                # A board that was just plugged in has its moment to say hello.
                self._board.set(BOX, link.fault(now_us))
            self._board.set(DISPLAY, Fault.NOT_ANSWERING if link.up and link.display_missing else None)
            for which in ORDER:
                self._board.set(which.value, link.input_faults.get(which) if link.up else None)
            if self._on_passed is not None and link.passed_us is not None and link.passed_us > self._passed_us:
                self._passed_us = link.passed_us
                self._on_passed(link.passed_us)

    def _away(self, fault: Fault) -> None:
        self._link.unplugged(_mono_us())
        with self._lock:
            for part in (DISPLAY, *(which.value for which in ORDER)):
                self._board.set(part, None)
            self._board.set(BOX, fault)


def _takes(port: Any) -> bool:
    """Whether a port has room for a line."""
    try:
        number = port.fileno()
    except (AttributeError, io.UnsupportedOperation):
        # One that is no file of the system, and always has.
        return True
    return bool(select.select([], [number], [], 0)[1])


def _mono_us() -> int:
    return time.monotonic_ns() // 1000
