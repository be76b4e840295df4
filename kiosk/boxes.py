"""The box that the settings name, and what it is to show of a match."""

from __future__ import annotations

from pathlib import Path

from device.box import Box
from device.gpio_box import GpioBox
from device.kept_box import KeptBox
from device.serial_box import SerialBox
from device.simulated import SimulatedBox
from device.timer import IDLE, Follows, Plan, Timer
from device.wire import OpenGpio, OpenSerial
from device.wiring import Wiring, WiringError, load_wiring
from kiosk.clock import Clock
from kiosk.settings import GPIO, SERIAL, STANDARD_WIRING, BoxSettings, SettingsError
from rules.game import View


def wiring_of(settings: BoxSettings) -> Wiring:
    """The wiring of a box at this machine's pins; SettingsError if its file cannot be used."""
    if settings.wiring == STANDARD_WIRING:
        return Wiring()
    try:
        return load_wiring(Path(settings.wiring))
    except WiringError as wrong:
        raise SettingsError(f"box.wiring: {wrong}") from None


def keep_box(settings: BoxSettings, clock: Clock) -> Box:
    """The box of a table, at work: a real one has a process of its own. Errors as `open_box` has them."""
    if settings.kind == GPIO:
        return KeptBox(OpenGpio(wiring_of(settings)))
    if settings.kind == SERIAL:
        return KeptBox(OpenSerial(settings.port))
    return open_box(settings, clock)


def timer_of(box: Box) -> Follows:
    """Who shows the time on a box: its own process, or a thread of ours."""
    return box if isinstance(box, KeptBox) else Timer(box)


def open_box(settings: BoxSettings, clock: Clock) -> Box:
    """The box in this process, at work. What is wrong with it is one of its faults; SettingsError for a bad file."""
    if settings.kind == GPIO:
        return GpioBox(wiring_of(settings))
    if settings.kind == SERIAL:
        return SerialBox(settings.port)
    return SimulatedBox(clock.mono_us)


def plan_of(view: View | None, *, block: bool, checking: bool) -> Plan:
    """What the box shows of a match: the timer, a lamp for whoever has to act, and whether the block is out."""
    if view is None:
        return Plan(IDLE.timer, block=block)
    seats = frozenset(number for number, seat in enumerate(view.seats, start=1) if seat.player in view.to_act)
    return Plan(view.timer, seats, block, checking)
