"""What a button box is to the table, whichever kind it is.

A box reports signals as they happen and shows what it is told; it decides nothing. The simulated one
(`device/simulated.py`) has this interface as the real ones will.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from device.signals import AnySignal

Sink = Callable[[AnySignal], None]


class TimerDisplay(Protocol):
    """Four places with a colon between the second and the third."""

    def show(self, text: str) -> None:
        """Show a text made by `device.timer_face`; must return at once."""
        ...


class Box(Protocol):
    """Challenge block, seat buttons, judge-call button and timer display."""

    display: TimerDisplay

    def listen(self, sink: Sink) -> None:
        """Report every signal to `sink` from now on, from whatever thread the hardware uses."""
        ...

    def close(self) -> None:
        """Let go of the hardware; may be called twice."""
        ...
