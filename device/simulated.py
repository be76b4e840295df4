"""A box made of nothing: its buttons are pressed by calls, what it shows is looked at by a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.box import DARK, FaultBoard, FaultSink, Panel, Sink
from device.faults import DISPLAY, Fault
from device.inputs import Input, seat_input, signal_of
from device.segments import segments
from device.sounds import Sound


class SimulatedBox:
    """The simulated challenge block, seats and judge call. `now_us` is the clock its edges are stamped by."""

    kind = "simulated"
    #: Its clock has whole microseconds, so only the same one is a tie.
    resolution_us = 1

    def __init__(self, now_us: Callable[[], int]) -> None:
        self.panel = DARK
        self.sounds: list[Sound] = []
        self.block_up = False
        self.down: set[Input] = set()
        self._now_us = now_us
        self._sink: Sink | None = None
        self._board = FaultBoard()

    def listen(
        self, sink: Sink, *, on_passed: Callable[[int], None] | None = None, on_fault: FaultSink | None = None
    ) -> None:
        self._sink = sink
        self._board.listen(on_fault)

    def faults(self) -> Mapping[str, Fault]:
        return self._board.now()

    def lifted(self) -> bool:
        return self.block_up

    # -- what it shows -------------------------------------------------------------------------------

    def show(self, panel: Panel) -> None:
        segments(panel.face)
        self.panel = panel

    def sound(self, sound: Sound) -> None:
        self.sounds = [*self.sounds[-9:], sound]

    def lose_display(self, *, lost: bool) -> None:
        """Play a display whose cable has come out."""
        self._board.set(DISPLAY, Fault.NOT_ANSWERING if lost else None)

    # -- hands ---------------------------------------------------------------------------------------

    def lift_block(self) -> None:
        if not self.block_up:
            self.block_up = True
            self._report(Input.BLOCK, active=True)

    def return_block(self) -> None:
        if self.block_up:
            self.block_up = False
            self._report(Input.BLOCK, active=False)

    def press(self, seat: int) -> None:
        """A tap: down and up again."""
        self.push(seat)
        self.let_go(seat)

    def push(self, seat: int) -> None:
        self._down(seat_input(seat))

    def let_go(self, seat: int) -> None:
        self._up(seat_input(seat))

    def call_judge(self) -> None:
        self._down(Input.JUDGE)
        self._up(Input.JUDGE)

    def close(self) -> None:
        self._sink = None
        self._board.listen(None)

    def _down(self, button: Input) -> None:
        if button not in self.down:
            self.down.add(button)
            self._report(button, active=True)

    def _up(self, button: Input) -> None:
        if button in self.down:
            self.down.discard(button)
            self._report(button, active=False)

    def _report(self, which: Input, *, active: bool) -> None:
        signal = signal_of(which, active=active, at_us=self._now_us())
        if self._sink is not None and signal is not None:
            self._sink(signal)
