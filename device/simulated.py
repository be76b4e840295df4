"""A box made of nothing: its buttons are pressed by calls, its display is looked at by a page."""

from __future__ import annotations

from collections.abc import Callable

from device.box import Sink
from device.signals import AnySignal, BlockLifted, BlockReturned, JudgeCalled, SeatPressed
from device.timer_face import BLANK


class SimulatedDisplay:
    """Keeps the text that a real display would show."""

    def __init__(self) -> None:
        self.text = BLANK

    def show(self, text: str) -> None:
        self.text = text


class SimulatedBox:
    """The simulated challenge block, seats and judge call. `now_us` is the clock its edges are stamped by."""

    def __init__(self, now_us: Callable[[], int]) -> None:
        self.display = SimulatedDisplay()
        self.block_up = False
        self._now_us = now_us
        self._sink: Sink | None = None

    def listen(self, sink: Sink) -> None:
        self._sink = sink

    def lift_block(self) -> None:
        if not self.block_up:
            self.block_up = True
            self._report(BlockLifted(at_us=self._now_us()))

    def return_block(self) -> None:
        if self.block_up:
            self.block_up = False
            self._report(BlockReturned(at_us=self._now_us()))

    def press(self, seat: int) -> None:
        self._report(SeatPressed(at_us=self._now_us(), seat=seat))

    def call_judge(self) -> None:
        self._report(JudgeCalled(at_us=self._now_us()))

    def close(self) -> None:
        self._sink = None

    def _report(self, signal: AnySignal) -> None:
        if self._sink is not None:
            self._sink(signal)
