"""The box of a running table, as a test may have it: a box like the others, which the referee keeps.

What is pressed still reaches the referee, so nobody tests while a match is being played; what the test shows is on the
display in place of the match, and gone when the test is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from device.box import Box, FaultSink, Panel, Sink
from device.faults import Fault
from device.inputs import Input
from device.simulated import SimulatedBox
from device.sounds import Sound


class Shared(Protocol):
    """What the parts of a table give a test (`kiosk/parts.py`)."""

    @property
    def box(self) -> Box: ...

    @property
    def switches(self) -> tuple[Input, ...]: ...

    def overhear(self, sink: Sink, /) -> Callable[[], None]: ...

    def test(self, panel: Panel | None, /) -> None: ...


class TableBox:
    """See `device.box.Box`. Closing it lets go of the display and of what is heard, not of the box."""

    def __init__(self, parts: Shared) -> None:
        self._parts = parts
        self._end: Callable[[], None] = lambda: None
        self.kind = parts.box.kind
        self.resolution_us = parts.box.resolution_us

    @property
    def up(self) -> bool:
        """Whether a real box has answered."""
        return bool(getattr(self._parts.box, "up", True))

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The switches that it has."""
        return self._parts.switches

    @property
    def panel(self) -> Panel | None:
        """What a simulated box shows, which nobody can look at; None for a real one."""
        box = self._parts.box
        return box.panel if isinstance(box, SimulatedBox) else None

    def listen(
        self, sink: Sink, *, on_passed: Callable[[int], None] | None = None, on_fault: FaultSink | None = None
    ) -> None:
        self._end()
        self._end = self._parts.overhear(sink)
        if on_passed is not None:
            # The table has listened to it for long: what is wrong has been told.
            on_passed(0)
        if on_fault is not None:
            for part, fault in self.faults().items():
                on_fault(part, fault)

    def faults(self) -> Mapping[str, Fault]:
        return self._parts.box.faults()

    def lifted(self) -> bool:
        return self._parts.box.lifted()

    def show(self, panel: Panel) -> None:
        self._parts.test(panel)

    def sound(self, sound: Sound) -> None:
        self._parts.box.sound(sound)

    def close(self) -> None:
        self._end()
        self._parts.test(None)
