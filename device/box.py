"""What a button box is to the table, whichever kind it is.

A box reports signals as they happen and shows what it is told; it decides nothing. There are three, with the
same tests (tests/device/test_box_contract.py): pins of this machine (`device/gpio_box.py`), a board on a cable
(`device/serial_box.py`), and one made of nothing (`device/simulated.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from device.faults import Fault
from device.signals import AnySignal
from device.sounds import Sound
from device.timer_face import BLANK

Sink = Callable[[AnySignal], None]
#: A part of the box ("box", "block", "seat-2", "display" …) and what is wrong with it; None: it works again.
FaultSink = Callable[[str, Fault | None], None]


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything that a box shows at one moment: the four places, the seats' lamps that are lit, the block's lamp."""

    face: str = BLANK
    seats: frozenset[int] = frozenset()
    block: bool = False


DARK = Panel()


class Box(Protocol):
    """Challenge block, seat buttons, judge-call button, timer display, lamps and buzzer.

    Its methods return at once, and none of them raises because of the hardware: what is wrong is a fault.
    """

    #: As `box.kind` in the settings has it.
    kind: str
    #: Two edges that are closer than this may have happened in either order.
    resolution_us: int

    def listen(
        self, sink: Sink, *, on_passed: Callable[[int], None] | None = None, on_fault: FaultSink | None = None
    ) -> None:
        """Report every signal to `sink` from now on, from whatever thread the hardware uses.

        Signals of one input come in order; those of different inputs may overtake each other by as much as
        the hardware needs. `on_passed` is told again and again up to which moment (monotonic microseconds)
        everything has been reported; a box that never calls it reports in the instant. `on_fault` is told
        what is wrong already, and from then on every change.
        """
        ...

    def faults(self) -> Mapping[str, Fault]:
        """What is wrong just now, by part."""
        ...

    def lifted(self) -> bool:
        """Whether the block is out of its place, as far as the box knows."""
        ...

    def show(self, panel: Panel) -> None:
        """Show this, in place of what was shown."""
        ...

    def sound(self, sound: Sound) -> None:
        """Say this with the buzzer, once."""
        ...

    def close(self) -> None:
        """Let go of the hardware; may be called twice."""
        ...


class FaultBoard:
    """The faults of a box, and one listener who hears of every change once. Not for several threads at once."""

    def __init__(self) -> None:
        self._faults: dict[str, Fault] = {}
        self._listener: FaultSink | None = None

    def listen(self, listener: FaultSink | None) -> None:
        self._listener = listener
        if listener is not None:
            for part, fault in self._faults.items():
                listener(part, fault)

    def set(self, part: str, fault: Fault | None) -> None:
        if self._faults.get(part) is fault:
            return
        if fault is None:
            del self._faults[part]
        else:
            self._faults[part] = fault
        if self._listener is not None:
            self._listener(part, fault)

    def now(self) -> dict[str, Fault]:
        return dict(self._faults)
