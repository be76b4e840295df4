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
        self._clock = clock
        self._data = data
        self._brightness = brightness
        for line in (clock, data):
            _release(line)

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
        _pull_low(self._data)
        answered = [self._byte(byte) for byte in content]
        # The data line rises while the clock is high: end.
        _pull_low(self._clock)
        _pull_low(self._data)
        _release(self._clock)
        _release(self._data)
        return all(answered)

    def _byte(self, byte: int) -> bool:
        for bit in range(8):
            _pull_low(self._clock)
            (_release if byte >> bit & 1 else _pull_low)(self._data)
            _release(self._clock)
        _pull_low(self._clock)
        _release(self._data)
        _release(self._clock)
        answered = not self._data.state
        _pull_low(self._clock)
        return answered


def _pull_low(line: Any) -> None:
    if line.function != "output":
        line.output_with_state(0)


def _release(line: Any) -> None:
    line.input_with_pull("up")
