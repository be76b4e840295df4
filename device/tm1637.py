"""Driver of the display chip TM1637 over two pins, each pulled low or let go: shows, and says whether it was heard.

The chip reads a bit when the clock rises and pulls the data line low after each byte that it has taken.
"""

from __future__ import annotations

from typing import Any

WRITE_DATA = 0x40
FIRST_PLACE = 0xC0
DISPLAY_ON = 0x88


class Tm1637Display:
    """Four places at two pins of gpiozero (`factory.pin(number)`)."""

    def __init__(self, clock: Any, data: Any, *, brightness: int) -> None:
        self._clock = _Wire(clock)
        self._data = _Wire(data)
        self._brightness = brightness

    def write(self, lit: bytes) -> bool:
        """Light these segments on the four places; False if no chip has answered."""
        told = [self._message(WRITE_DATA), self._message(FIRST_PLACE, *lit)]
        told.append(self._message(DISPLAY_ON | self._brightness))
        return all(told)

    def close(self) -> None:
        for line in (self._clock, self._data):
            line.close()

    def _message(self, *content: int) -> bool:
        # The data line falls while the clock is high: begin.
        self._data.pull_low()
        answered = [self._byte(byte) for byte in content]
        # The data line rises while the clock is high: end.
        self._clock.pull_low()
        self._data.pull_low()
        self._clock.release()
        self._data.release()
        return all(answered)

    def _byte(self, byte: int) -> bool:
        for bit in range(8):
            self._clock.pull_low()
            (self._data.release if byte >> bit & 1 else self._data.pull_low)()
            self._clock.release()
        self._clock.pull_low()
        self._data.release()
        self._clock.release()
        answered = not self._data.is_high()
        self._clock.pull_low()
        return answered


class _Wire:
    """A line that is pulled low or let go. Every change is a call to the system, so none is made in vain."""

    def __init__(self, pin: Any) -> None:
        self._pin = pin
        pin.input_with_pull("up")
        self._low = False

    def pull_low(self) -> None:
        if not self._low:
            self._pin.output_with_state(0)
            self._low = True

    def release(self) -> None:
        if self._low:
            self._pin.input_with_pull("up")
            self._low = False

    def is_high(self) -> bool:
        return bool(self._pin.state)

    def close(self) -> None:
        self._pin.close()
