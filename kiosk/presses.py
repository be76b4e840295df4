"""The box's signals on their way to the game: how long each press lasts, and which were too close to tell apart.

A press has the time of its first edge, but it is only known when the finger goes up, or has been down for long
enough, whether it was a tap or a hold. Until then it waits, and whatever the box reports after it waits too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from device.signals import AnySignal, JudgeCalled, SeatPressed, SeatReleased
from kiosk.sequencer import Sequencer

BOX = "box"


@dataclass(slots=True, eq=False)
class Signalled:
    """A signal that waits for its turn. `held` is None as long as a finger is down."""

    signal: AnySignal
    held: bool | None = False
    #: The box fell silent before the finger went up: nobody knows what it was.
    cut: bool = False
    ticket: int = 0

    @property
    def name(self) -> str:
        """What was touched, for the record: `block`, `judge` or `seat-2`."""
        if isinstance(self.signal, SeatPressed | SeatReleased):
            return f"seat-{self.signal.seat}"
        return "judge" if isinstance(self.signal, JudgeCalled) else "block"


class Presses:
    """What the box has reported and the game has not heard yet.

    `frame_us` is how long a signal waits for the picture of what it means; `hold_us` how long a hold is;
    `resolution_us` how close two edges may be so that the box cannot say which was first.
    """

    def __init__(self, sequencer: Sequencer[Any], *, frame_us: int, hold_us: int, resolution_us: int) -> None:
        self.resolution_us = resolution_us
        self.frame_us = frame_us
        self._sequencer = sequencer
        self._hold_us = hold_us
        self._down: dict[int, Signalled] = {}

    def take_in(self, signal: AnySignal) -> None:
        """A signal has come."""
        if isinstance(signal, SeatReleased):
            self._released(signal)
            return
        heard = Signalled(signal)
        wait_us = self.frame_us
        if isinstance(signal, SeatPressed):
            heard.held = None
            wait_us = max(wait_us, self._hold_us)
            self._down[signal.seat] = heard
        heard.ticket = self._sequencer.put(signal.at_us, heard, after_us=signal.at_us + wait_us, lane=BOX)

    def _released(self, signal: SeatReleased) -> None:
        pressed = self._down.pop(signal.seat, None)
        if pressed is None:
            return
        pressed.held = signal.at_us - pressed.signal.at_us >= self._hold_us
        self._sequencer.hasten(pressed.ticket, max(pressed.signal.at_us + self.frame_us, signal.at_us))

    def waiting(self) -> tuple[str, ...]:
        """The names of what was touched and has not been heard yet, in order."""
        return tuple(heard.name for _, heard in self._sequencer.waiting(BOX))

    def lost(self) -> None:
        """The box can report nothing for now. Fingers that are down may have gone without a word."""
        for pressed in self._down.values():
            pressed.cut = True

    def is_hold(self, heard: Signalled) -> bool | None:
        """Whether a press whose turn has come was a hold; None if that cannot be known any more.

        A press that is given out with the finger still down was one: the box has reported everything up to
        the moment at which it became a hold.
        """
        if heard.held is not None:
            return heard.held
        return None if heard.cut else True

    def rivals(self, at_us: int, heard: Signalled) -> list[tuple[int, Signalled]]:
        """What the box cannot tell from this: other switches that changed at the same moment."""
        return [
            (other_us, other)
            for other_us, other in self._sequencer.waiting(BOX)
            if other is not heard and other_us - at_us < self.resolution_us and other.name != heard.name
        ]

    def withdraw(self, wanted: list[Signalled]) -> None:
        """Take back what will be heard otherwise."""
        self._sequencer.withdraw(BOX, lambda item: any(item is each for each in wanted))
