"""The program of the button box, for MicroPython on a board with the RP2040: pins in, pins out, lines over USB.

All decisions are in boxlogic.py. An interrupt only notes which switch changed and when; the loop does the rest.
"""

import array
import os
import select
import sys
import time

import boxlogic
import micropython
import pins
from machine import Pin
from tm1637 import Tm1637

#: Edges that the interrupts have noted and the loop has not yet taken; more at once are repaired by the levels.
NOTED = 256
LOOK_US = 5_000
#: A display that was missing is tried again after so long.
DISPLAY_US = 2_000_000


class Board:
    """The board with everything that hangs on it."""

    def __init__(self, link_in, link_out):
        self._in = link_in
        self._out = link_out
        self._times = array.array("I", [0] * NOTED)
        self._marks = bytearray(NOTED)
        self._head = 0
        self._tail = 0
        self._poll = select.poll()
        self._poll.register(link_in, select.POLLIN)
        self._switches = [Pin(number, Pin.IN, Pin.PULL_UP) for number, _ in pins.SWITCHES]
        self._lamps = [None if number is None else Pin(number, Pin.OUT) for number in pins.LAMPS]
        self._buzzer = None if pins.BUZZER is None else Pin(pins.BUZZER, Pin.OUT)
        self._display = None
        if pins.DISPLAY is not None:
            clock, data = (Pin(number, Pin.OPEN_DRAIN, Pin.PULL_UP) for number in pins.DISPLAY)
            self._display = Tm1637(clock, data, pins.BRIGHTNESS)
        now = time.ticks_us()
        boot = "".join(f"{byte:02x}" for byte in os.urandom(4))
        self.logic = boxlogic.BoxLogic(boot, now, self._levels())
        self._looked = now
        self._written = None
        self._written_at = now
        for which, switch in enumerate(self._switches):
            switch.irq(self._noter(which), Pin.IRQ_RISING | Pin.IRQ_FALLING)

    def _noter(self, which):
        """The interrupt of one switch: it must not create anything, so it only fills in what is there."""

        def note(pin):
            head = self._head
            self._times[head] = time.ticks_us()
            self._marks[head] = which << 1 | pin.value()
            self._head = (head + 1) % NOTED

        return note

    def _active(self, which, high):
        """Lifted or pressed, from the level of the pin."""
        pressed = bool(high) if pins.SWITCHES[which][1] else not high
        # The block presses its switch while it is in its place.
        return not pressed if which == boxlogic.BLOCK else pressed

    def _levels(self):
        return [self._active(which, switch.value()) for which, switch in enumerate(self._switches)]

    def turn(self):
        """One round of the loop."""
        while self._tail != self._head:
            mark = self._marks[self._tail]
            self.logic.edge(mark >> 1, self._times[self._tail], self._active(mark >> 1, mark & 1))
            self._tail = (self._tail + 1) % NOTED
        now = time.ticks_us()
        if boxlogic.since(now, self._looked) >= LOOK_US:
            self._looked = now
            self.logic.look(now, self._levels())
        data = b""
        while len(data) < 256 and self._poll.poll(0):
            data += self._in.read(1)
        if data:
            self.logic.received(data, now)
        out = self.logic.step(now)
        if out:
            self._out.write(out)
        self._show(now)

    def _show(self, now):
        for which, lamp in enumerate(self._lamps):
            if lamp is not None:
                lamp.value(self.logic.lamps >> which & 1)
        if self._buzzer is not None:
            self._buzzer.value(1 if self.logic.buzzing(now) else 0)
        if self._display is None:
            return
        face = self.logic.face
        if face != self._written or boxlogic.since(now, self._written_at) >= DISPLAY_US:
            self.logic.display_missing = not self._display.write(face)
            self._written = face
            self._written_at = now


def main():
    # A byte 3 on the cable is a byte and not somebody's Ctrl-C.
    micropython.kbd_intr(-1)
    board = Board(sys.stdin.buffer, sys.stdout.buffer)
    while True:
        board.turn()


if __name__ == "__main__":
    main()
