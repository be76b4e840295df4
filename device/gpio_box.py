"""A box at the pins of this machine, through gpiozero.

Each switch is watched for both edges, without the library's debounce: the time that the kernel stamped an edge
with is kept, and `device/debounce.py` makes presses of the edges. Beside that a thread reads the levels a
hundred times a second, so that an edge which got lost is noticed.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from device.box import Panel
from device.debounce import Change, Debouncer
from device.faults import BOX, DISPLAY, Fault
from device.gpio_outputs import Outputs
from device.hurry import hurry
from device.inputs import Input, signal_of
from device.listeners import Listened
from device.segments import segments
from device.sounds import Sound
from device.system_library import system_library
from device.wiring import Switch, Wiring

log = logging.getLogger(__name__)

LOOK_S = 0.01
#: How many looks between two reports that everything has been told.
PASSED_EVERY = 5
RETRY_S = 3.0
#: An edge is never longer on its way from the kernel to here, but on a machine that stands still.
GRACE_US = 50_000
#: A stamp that is farther from now than this is of another clock.
FOREIGN_US = 5_000_000


def system_factory() -> Any:
    """gpiozero's pins of a Raspberry Pi. ImportError where the operating system has no lgpio."""
    system_library("lgpio")
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def hardware_errors() -> tuple[type[Exception], ...]:
    """What pins can raise; lgpio's own error only where there is an lgpio."""
    from gpiozero.exc import GPIOZeroError

    try:
        return (GPIOZeroError, OSError, system_library("lgpio").error)
    except ImportError:
        return (GPIOZeroError, OSError)


def fault_of(wrong: Exception) -> Fault:
    """The fault that an error of the hardware is."""
    text = str(wrong).lower()
    if isinstance(wrong, PermissionError) or "permission" in text:
        return Fault.NOT_ALLOWED
    if "busy" in text or "in use" in text:
        return Fault.IN_USE
    return Fault.NOT_FOUND


def edge_us(tick_s: float, *, mono_us: int, wall_us: int) -> int:
    """An edge's stamp as monotonic microseconds, never later than now.

    The kernel stamps by the monotonic clock; older ones by the wall's. A stamp of neither is no time at all,
    and the moment at which the edge was heard of has to do.
    """
    tick_us = round(tick_s * 1_000_000)
    for now_us in (mono_us, wall_us):
        if abs(now_us - tick_us) < FOREIGN_US:
            return min(mono_us, mono_us - (now_us - tick_us))
    return mono_us


class GpioBox(Listened):
    """The box of one wiring. `factory` gives gpiozero's pins: `system_factory` on a Pi, a mock one in tests."""

    kind = "gpio"
    #: The kernel's stamp may be late by the interrupts that came before, a few tens of microseconds each.
    resolution_us = 200

    def __init__(self, wiring: Wiring, *, factory: Callable[[], Any] = system_factory, spi: Any = None) -> None:
        super().__init__()
        self._wiring = wiring
        self._make_factory = factory
        self._spi = spi
        self._factory: Any = None
        self._contacts: list[_Contact] = []
        #: Where the block was when the pins were last lost; None at the start.
        self.lifted_before: bool | None = None
        self._outputs: Outputs | None = None
        self._closing = threading.Event()
        self._open()
        self._thread = threading.Thread(target=self._watch, name="box inputs", daemon=True)
        self._thread.start()

    def lifted(self) -> bool:
        with self._lock:
            return any(contact.which is Input.BLOCK and contact.state.active for contact in self._contacts)

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The switches that this wiring has."""
        return tuple(self._wiring.switches())

    def pressed(self) -> list[Input]:
        """The buttons that are down just now."""
        with self._lock:
            return [contact.which for contact in self._contacts if contact.which.momentary and contact.state.active]

    def show(self, panel: Panel) -> None:
        segments(panel.face)
        if self._outputs is not None:
            self._outputs.show(panel)

    def sound(self, sound: Sound) -> None:
        if self._outputs is not None:
            self._outputs.sound(sound)

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self._hush()
        self._shut()

    # -- opening -------------------------------------------------------------------------------------

    def _open(self) -> None:
        """Take the pins; if that fails the fault says why, and it is tried again later."""
        try:
            self._factory = self._make_factory()
            for which, switch in self._wiring.switches().items():
                self._contacts.append(_Contact(self, which, switch, self._factory.pin(switch.pin)))
            self._outputs = Outputs(
                self._wiring,
                self._factory,
                on_display=lambda fault: self._fault(DISPLAY, fault),
                errors=hardware_errors(),
                spi=self._spi,
            )
        except ImportError as missing:
            log.info("the pins cannot be used: %s", missing)
            self._fault(BOX, Fault.NO_LIBRARY)
        except hardware_errors() as wrong:
            log.info("the pins cannot be used: %s", wrong)
            self._fault(BOX, fault_of(wrong))
        else:
            self._fault(BOX, None)
            return
        self._shut()

    def _shut(self) -> None:
        if self._contacts:
            self.lifted_before = self.lifted()
        contacts, self._contacts = self._contacts, []
        outputs, self._outputs = self._outputs, None
        factory, self._factory = self._factory, None
        for contact in contacts:
            contact.close()
        if outputs is not None:
            outputs.close()
        if factory is not None:
            factory.close()

    # -- what comes in -------------------------------------------------------------------------------

    def _fault(self, part: str, fault: Fault | None) -> None:
        with self._lock:
            self._board.set(part, fault)

    def heard(self, contact: _Contact, changes: list[Change]) -> None:
        """Report the changes of a contact and what is wrong with it. The lock is held."""
        worn = Fault.WORN if contact.state.worn else None
        self._board.set(contact.which.value, contact.state.fault or worn)
        for change in changes:
            signal = signal_of(contact.which, active=change.active, at_us=change.at_us)
            if self._sink is not None and signal is not None:
                self._sink(signal)

    @property
    def lock(self) -> threading.RLock:
        """Held by whoever changes a contact's state."""
        return self._lock

    def _watch(self) -> None:
        """Read every level now and then, until the box is closed."""
        hurry()
        retry_s = time.monotonic() + RETRY_S
        looks = 0
        while not self._closing.wait(LOOK_S):
            if self._factory is None:
                if time.monotonic() >= retry_s:
                    self._open()
                    retry_s = time.monotonic() + RETRY_S
                continue
            began_us = _mono_us()
            try:
                for contact in self._contacts:
                    contact.look()
            except hardware_errors() as wrong:
                log.info("the pins cannot be read any more: %s", wrong)
                self._fault(BOX, fault_of(wrong))
                self._shut()
                continue
            looks += 1
            with self._lock:
                if self._on_passed is not None and looks % PASSED_EVERY == 0:
                    self._on_passed(began_us - GRACE_US)


class _Contact:
    """One switch at its pin. gpiozero calls `edge` from a thread of its own, with the kernel's stamp."""

    def __init__(self, box: GpioBox, which: Input, switch: Switch, pin: Any) -> None:
        self.which = which
        self._box = box
        self._switch = switch
        self._pin = pin
        pin.function = "input"
        pin.pull = {"up": "up", "down": "down", "none": "floating"}[switch.pull]
        pin.bounce = None
        pin.edges = "both"
        level = self._active(bool(pin.state))
        # A block that was lifted while the pins could not be read is noticed by the first looks.
        known = box.lifted_before if which is Input.BLOCK else None
        self.state = Debouncer(
            active=level if known is None else known,
            now_us=_mono_us(),
            momentary=which.momentary,
            timing=box._wiring.debounce.timing,
        )
        pin.when_changed = self.edge

    def edge(self, ticks: float, state: int) -> None:
        mono_us, wall_us = _mono_us(), time.time_ns() // 1000
        at_us = edge_us(ticks, mono_us=mono_us, wall_us=wall_us)
        with self._box.lock:
            self._box.heard(self, self.state.edge(at_us, self._active(bool(state))))

    def look(self) -> None:
        with self._box.lock:
            level = self._active(bool(self._pin.state))
            self._box.heard(self, self.state.look(_mono_us(), level))

    def close(self) -> None:
        self._pin.when_changed = None
        self._pin.close()

    def _active(self, high: bool) -> bool:
        operated = self._switch.operated(high)
        # The block presses its switch while it is in its place.
        return not operated if self.which is Input.BLOCK else operated


def _mono_us() -> int:
    return time.monotonic_ns() // 1000
