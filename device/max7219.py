"""The display chip MAX7219, through luma.led_matrix at the SPI bus."""

from __future__ import annotations

from typing import Any

from device.segments import segments
from device.system_library import system_library


class Max7219Display:
    """Four of its eight digits. `spi` stands in for the system's own bus (spidev) where there is none."""

    def __init__(self, *, port: int, device: int, first_digit: int, brightness: int, spi: Any = None) -> None:
        if spi is None:
            spi = system_library("spidev").SpiDev()
        from luma.core.error import Error
        from luma.core.interface import serial
        from luma.core.virtual import sevensegment
        from luma.led_matrix.device import max7219

        try:
            bus = serial.spi(spi=spi, gpio=serial.noop(), port=port, device=device, bus_speed_hz=1_000_000)
        except Error as wrong:
            raise OSError(f"SPI bus {port}.{device}: {wrong}") from None
        self._chip = max7219(bus, cascaded=1, contrast=brightness)
        self._places = sevensegment(self._chip)
        self._first_digit = first_digit

    def write(self, face: str) -> bool:
        """Show a text of `device.timer_face`. The chip cannot answer, so this is always True."""
        segments(face)
        # These displays have a point at each digit and no colon.
        self._places.text = " " * self._first_digit + face.replace(":", ".")
        return True

    def close(self) -> None:
        self._chip.cleanup()
