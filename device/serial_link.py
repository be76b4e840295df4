"""The table's end of the cable: lines in, changes and lines out. Pure: bytes and the time are passed in.

Every change has a number and is said again until it is confirmed, so each is taken in once and in order, or
the link is declared down. What the board was told to show is said again until the board confirms it.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.box import DARK, Panel
from device.faults import Fault
from device.inputs import ORDER, Input
from device.segments import segments
from device.serial_clock import BoardClock
from device.serial_lines import Changed, Confirm, Heartbeat, Hello, Line, LineReader, Output, Shown, Start, line_bytes
from device.sounds import Sound

#: A board says something ten times a second; after so long without a whole line the link is down.
SILENCE_US = 1_000_000
GREET_US = 250_000
#: The board is told this often that the table is there.
ALIVE_US = 500_000
RESEND_US = 80_000
#: A board that has not confirmed for so long shows something old.
UNSHOWN_US = 2_000_000
#: How long "the board has started anew", "something was lost" and "something was damaged" stay in view.
SHOWN_US = 10_000_000
#: Lines that are none, within one stretch of silence, from which on it is noise and not silence.
NOISY = 3
VERSION = 1


@dataclass(frozen=True, slots=True)
class Told:
    """A change as the table takes it in."""

    which: Input
    active: bool
    at_us: int


class Link:
    """One cable, for as long as the table runs. `session` is a name that no earlier run of the table had."""

    def __init__(self, session: str, now_us: int) -> None:
        self.up = False
        #: Everything up to this moment has been told; None while that is not known.
        self.passed_us: int | None = None
        self.levels: dict[Input, bool] = {}
        self.input_faults: dict[Input, Fault] = {}
        #: Whether nobody knows that the display shows what it should.
        self.display_missing = False
        self._session = session
        self._reader = LineReader()
        self._boot: str | None = None
        self._clock = BoardClock(wrap_bits=30)
        #: The next change that is awaited, for every start of a board that was ever heard of.
        self._next: dict[str, int] = {}
        self._heard_us = now_us
        self._noise_before = 0
        #: From when to when the link was last down.
        self._down: tuple[int, int | None] = (now_us, None)
        self._passing: tuple[Fault, int] | None = None
        self._lost = 0
        #: When to greet the board (again); None once it has answered.
        self._greet_us: int | None = now_us
        self._alive_us = now_us
        self._outgoing: list[bytes] = []
        self._panel = DARK
        self._number = 1
        self._shown = 0
        self._board_has_no_display = False
        #: Since when the board owes us word of what it shows.
        self._owed_us: int | None = None
        self._sent_us = now_us - RESEND_US
        self._beep, self._sound = 0, 0

    def fault(self, now_us: int) -> Fault | None:
        """What is wrong with the link, or was a moment ago."""
        if not self.up:
            return Fault.GARBLED if self._reader.noise - self._noise_before >= NOISY else Fault.SILENT
        if self._passing is not None and now_us - self._passing[1] < SHOWN_US:
            return self._passing[0]
        return None

    # -- what the table wants shown ------------------------------------------------------------------

    def show(self, panel: Panel) -> None:
        if panel != self._panel:
            self._panel = panel
            self._renew()

    def sound(self, sound: Sound) -> None:
        self._beep, self._sound = self._beep + 1, sound.number
        self._renew()

    def _renew(self) -> None:
        """What is shown has another number now, and is sent at the next step."""
        self._number += 1
        self._sent_us = -RESEND_US

    # -- bytes ---------------------------------------------------------------------------------------

    def unplugged(self, now_us: int) -> None:
        """The cable is out: whatever half a line was read belongs to nothing."""
        self._reader = LineReader()
        self._noise_before = 0
        self._outgoing.clear()
        self._go_down(now_us)

    def received(self, data: bytes, now_us: int) -> list[Told]:
        """Take in bytes that have just come; the changes that are new in them, in order."""
        told: list[Told] = []
        noise, was_up = self._reader.noise, self.up
        for line in self._reader.feed(data):
            match line:
                case Hello():
                    self._greeted(line, now_us)
                case Changed() | Heartbeat() | Shown() if self._greet_us is not None or line.boot != self._boot:
                    # No greeting has come yet from this start of the board.
                    self._greet_us = self._greet_us or now_us
                case Changed():
                    told += self._changed(line, now_us)
                case Heartbeat():
                    told += self._beat(line, now_us)
                case Shown():
                    self._shown = max(self._shown, line.number)
                    self._heard_us = now_us
                case _:
                    # A line of ours that has come back: no box is at the other end, or not a sane one.
                    self._reader.noise += 1
        if was_up and self._reader.noise > noise and self.fault(now_us) in (None, Fault.DAMAGED):
            self._passing = (Fault.DAMAGED, now_us)
        return told

    def step(self, now_us: int) -> bytes:
        """Let time pass; the bytes to be sent."""
        if now_us - self._heard_us > SILENCE_US:
            self._go_down(now_us)
        if self._greet_us is not None and now_us >= self._greet_us:
            self._greet_us = now_us + GREET_US
            self._say(Start(self._session))
        if self._shown >= self._number or not self.up:
            self._owed_us = None
        elif self._owed_us is None:
            self._owed_us = now_us
        self.display_missing = self._board_has_no_display or (
            self._owed_us is not None and now_us - self._owed_us > UNSHOWN_US
        )
        if self._boot is not None:
            if now_us - self._alive_us >= ALIVE_US:
                self._confirm(now_us)
            if self._shown < self._number and now_us - self._sent_us >= RESEND_US:
                self._sent_us = now_us
                self._say(self._output(self._boot))
        out = b"".join(self._outgoing)
        self._outgoing.clear()
        return out

    # -- lines ---------------------------------------------------------------------------------------

    def _greeted(self, hello: Hello, now_us: int) -> None:
        if hello.session != self._session or hello.version != VERSION or not 16 <= hello.wrap_bits <= 62:
            # It does not know us yet, a greeting of an earlier run was under way, or no clock can be like that.
            return
        if hello.boot != self._boot:
            if self._boot is not None:
                self._passing = (Fault.RESET, now_us)
                self.passed_us = None
            self._boot = hello.boot
            self._clock = BoardClock(hello.wrap_bits)
            self._lost = self._shown = 0
        awaited = self._next.get(hello.boot)
        if awaited is not None and hello.base > awaited:
            self._passing = (Fault.LOST, now_us)
        self._next[hello.boot] = hello.base if awaited is None else max(awaited, hello.base)
        self._clock.heard(hello.us, now_us)
        self._greet_us = None
        self._heard_us = now_us
        self._noise_before = self._reader.noise
        if not self.up:
            self.up = True
            self._down = (self._down[0], now_us)
            self._renew()

    def _changed(self, line: Changed, now_us: int) -> list[Told]:
        self._clock.heard(line.us, now_us)
        self._heard(now_us)
        if line.seq != self._next[line.boot]:
            self._confirm(now_us)
            return []
        self._next[line.boot] += 1
        self._confirm(now_us)
        if line.which >= len(ORDER):
            # A switch that only a newer board has.
            return []
        which, active = ORDER[line.which], bool(line.level)
        at_us = min(now_us, self._clock.host_us(line.us))
        missed = self.levels.get(which) == active
        self.levels[which] = active
        if which.momentary and (self._was_down(at_us) if active else missed):
            # The screens have said that the box is away; nobody may rule on a press out of that time, nor on one
            # that was never told and of which only the end is.
            return []
        # The change between two alike was lost with a board that started anew: it has been by now.
        between = [Told(which, not active, at_us)] if missed else []
        return [*between, Told(which, active, at_us)]

    def _was_down(self, at_us: int) -> bool:
        began_us, ended_us = self._down
        return ended_us is not None and began_us < at_us < ended_us

    def _beat(self, beat: Heartbeat, now_us: int) -> list[Told]:
        self._clock.heard(beat.us, now_us)
        self._heard(now_us)
        self._shown = max(self._shown, beat.shown)
        if beat.lost > self._lost:
            # Ask what it still has; what it has no more will be missing there.
            self._lost = beat.lost
            self._say(Start(self._session))
        if beat.last != self._next[beat.boot] - 1:
            return []
        at_us = min(now_us, self._clock.host_us(beat.us))
        self.passed_us = at_us if self.passed_us is None else max(self.passed_us, at_us)
        self._board_has_no_display = bool(beat.display_missing)
        faults = ((Fault.WORN, beat.worn), (Fault.STUCK, beat.stuck), (Fault.CHATTERING, beat.chattering))
        self.input_faults = {which: fault for fault, bits in faults for which in ORDER if bits >> which.number & 1}
        return self._compared(beat, at_us)

    def _compared(self, beat: Heartbeat, at_us: int) -> list[Told]:
        """What changed while nobody could tell: where the block is, and that a finger has gone."""
        told = []
        for which in ORDER:
            active = bool(beat.levels >> which.number & 1)
            if self.levels.get(which, active) != active and not (which.momentary and active):
                told.append(Told(which, active, at_us))
            self.levels[which] = active
        return told

    def _output(self, boot: str) -> Output:
        lamps = sum(1 << seat for seat in self._panel.seats) | int(self._panel.block)
        return Output(boot, self._number, segments(self._panel.face).hex(), lamps, self._beep, self._sound)

    def _confirm(self, now_us: int) -> None:
        if self._boot is not None:
            self._alive_us = now_us
            self._say(Confirm(self._boot, self._next[self._boot] - 1))

    def _heard(self, now_us: int) -> None:
        self._heard_us = now_us
        self._noise_before = self._reader.noise

    def _go_down(self, now_us: int) -> None:
        self._greet_us = now_us if self._greet_us is None else self._greet_us
        if self.up:
            self.up = False
            self._down = (now_us, None)
            self.passed_us = None

    def _say(self, line: Line) -> None:
        self._outgoing.append(line_bytes(line))
