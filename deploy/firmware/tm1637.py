"""The display chip TM1637 at two open-drain pins of the board: shows four bytes, and says whether it was there."""


class Tm1637:
    def __init__(self, clock, data, brightness):
        self._clock = clock
        self._data = data
        self._brightness = brightness
        clock.value(1)
        data.value(1)

    def write(self, segments):
        """Light these segments; False if no chip has answered."""
        told = self._message(b"\x40")
        told = self._message(b"\xc0" + segments) and told
        return self._message(bytes([0x88 | self._brightness])) and told

    def _message(self, content):
        answered = True
        self._data.value(0)
        for byte in content:
            answered = self._byte(byte) and answered
        self._clock.value(0)
        self._data.value(0)
        self._clock.value(1)
        self._data.value(1)
        return answered

    def _byte(self, byte):
        for bit in range(8):
            self._clock.value(0)
            self._data.value(byte >> bit & 1)
            self._clock.value(1)
        self._clock.value(0)
        self._data.value(1)
        self._clock.value(1)
        answered = self._data.value() == 0
        self._clock.value(0)
        return answered
