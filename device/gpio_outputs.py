"""What a box at the pins of this machine shows: lamps, buzzer and display, in a thread of their own.

Telling it something returns at once; only the newest panel counts. A display that does not answer is asked
again every few seconds, so that one which is plugged in later lights up by itself.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from device.box import DARK, Panel
from device.faults import Fault
from device.hurry import hurry
from device.segments import segments
from device.sounds import Sound, is_sounding, next_change_ms
from device.tm1637 import Tm1637Display
from device.wiring import Max7219, Tm1637, Wiring

log = logging.getLogger(__name__)

#: How long between two attempts to find a display.
RETRY_S = 3.0


class Display(Protocol):
    """Four places, whatever chip drives them."""

    def write(self, face: str) -> bool:
        """Show a text; False if nothing has answered."""
        ...

    def close(self) -> None: ...


class _Tm1637(Tm1637Display):
    def write(self, face: bytes | str) -> bool:
        return super().write(segments(face) if isinstance(face, str) else face)


def open_display(wiring: Wiring, factory: Any, *, spi: Any = None) -> Display | None:
    """The display of a wiring; None if it has none. What the hardware raises is raised."""
    kind = wiring.display
    if isinstance(kind, Tm1637):
        return _Tm1637(factory.pin(kind.clock), factory.pin(kind.data), brightness=kind.brightness)
    if isinstance(kind, Max7219):
        from device.max7219 import Max7219Display

        return Max7219Display(
            port=kind.port, device=kind.device, first_digit=kind.first_digit, brightness=kind.brightness, spi=spi
        )
    return None


class Outputs:
    """Lamps, buzzer and display of one wiring, from construction to `close`."""

    def __init__(
        self,
        wiring: Wiring,
        factory: Any,
        *,
        on_display: Callable[[Fault | None], None],
        errors: tuple[type[Exception], ...],
        spi: Any = None,
    ) -> None:
        from gpiozero import LED

        def lamp(pin: int | str) -> Any:
            return LED(pin, pin_factory=factory) if isinstance(pin, int) else None

        self._seats = {1: lamp(wiring.lamps.seat_1), 2: lamp(wiring.lamps.seat_2), 3: lamp(wiring.lamps.seat_3)}
        self._block = lamp(wiring.lamps.block)
        self._buzzer = lamp(wiring.buzzer.pin)
        self._wiring, self._factory, self._spi = wiring, factory, spi
        self._errors = errors
        self._on_display = on_display
        self._display: Display | None = None
        self._display_due_s = 0.0
        self._panel, self._shown = DARK, Panel(face="")
        self._sound: Sound | None = None
        self._sound_began_s = 0.0
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="box outputs", daemon=True)
        self._thread.start()

    def show(self, panel: Panel) -> None:
        with self._changed:
            self._panel = panel
            self._changed.notify()

    def sound(self, sound: Sound) -> None:
        with self._changed:
            self._sound, self._sound_began_s = sound, time.monotonic()
            self._changed.notify()

    def close(self) -> None:
        """Switch everything off and let go of the pins."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()
        for lamp in (*self._seats.values(), self._block, self._buzzer):
            if lamp is not None:
                lamp.close()
        if self._display is not None:
            self._display.close()

    # -- the thread ----------------------------------------------------------------------------------

    def _run(self) -> None:
        hurry()
        while True:
            with self._changed:
                closed = self._closed
                # Leave no old time on the display.
                panel = DARK if closed else self._panel
            try:
                wait_s = min(self._beep(), self._write(panel))
            except self._errors as wrong:
                # The pins themselves are gone; whoever reads the switches notices too, and opens everything anew.
                log.info("the lamps cannot be switched: %s", wrong)
                wait_s = RETRY_S
            if closed:
                return
            with self._changed:
                if not self._closed and panel is self._panel and not self._is_fresh():
                    self._changed.wait(wait_s)

    def _is_fresh(self) -> bool:
        """A sound was asked for and the buzzer is still silent."""
        return self._sound is not None and self._loud() != self._sounding()

    def _sounding(self) -> bool:
        return self._buzzer is not None and bool(self._buzzer.is_lit)

    def _loud(self) -> bool:
        if self._sound is None or self._buzzer is None:
            return False
        return is_sounding(self._sound, (time.monotonic() - self._sound_began_s) * 1000)

    def _beep(self) -> float:
        """Switch the buzzer as its sound wants it now; seconds until it wants something else."""
        if self._buzzer is None or self._sound is None:
            return RETRY_S
        loud = self._loud()
        if loud != self._sounding():
            (self._buzzer.on if loud else self._buzzer.off)()
        change_ms = next_change_ms(self._sound, (time.monotonic() - self._sound_began_s) * 1000)
        return RETRY_S if change_ms is None and not loud else (change_ms or 0.0) / 1000

    def _write(self, panel: Panel) -> float:
        """Show the panel; seconds until the display wants another try."""
        for seat, lamp in self._seats.items():
            _switch(lamp, seat in panel.seats)
        _switch(self._block, panel.block)
        now_s = time.monotonic()
        if panel.face != self._shown.face or now_s >= self._display_due_s:
            self._face(panel.face)
            self._display_due_s = now_s + RETRY_S
        self._shown = panel
        return max(0.0, self._display_due_s - now_s)

    def _face(self, face: str) -> None:
        """Write the face, also when it has not changed: that is how a display is noticed that came or went."""
        try:
            if self._display is None:
                self._display = open_display(self._wiring, self._factory, spi=self._spi)
            answered = self._display is None or self._display.write(face)
        except ImportError:
            self._on_display(Fault.NO_LIBRARY)
        except self._errors as wrong:
            log.info("the display cannot be reached: %s", wrong)
            self._on_display(Fault.NOT_FOUND)
        else:
            self._on_display(None if answered else Fault.NOT_ANSWERING)


def _switch(lamp: Any, lit: bool) -> None:
    if lamp is not None and bool(lamp.is_lit) != lit:
        (lamp.on if lit else lamp.off)()
