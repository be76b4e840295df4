"""The five things on a box that a hand can change, and the signals that their changes are."""

from __future__ import annotations

from enum import Enum

from device.signals import AnySignal, BlockLifted, BlockReturned, JudgeCalled, SeatPressed, SeatReleased


class Input(Enum):
    """One switch. `active` means lifted for the block and pressed for a button."""

    BLOCK = "block"
    SEAT_1 = "seat-1"
    SEAT_2 = "seat-2"
    SEAT_3 = "seat-3"
    JUDGE = "judge"

    @property
    def number(self) -> int:
        """Its number in the serial protocol: 0 for the block, then the seats, then the judge's button."""
        return ORDER.index(self)

    @property
    def momentary(self) -> bool:
        """A button springs back; the block may stay out for as long as it likes."""
        return self is not Input.BLOCK


ORDER: tuple[Input, ...] = tuple(Input)
SEATS = (1, 2, 3)


def seat_input(seat: int) -> Input:
    return Input(f"seat-{seat}")


def signal_of(which: Input, *, active: bool, at_us: int) -> AnySignal | None:
    """The signal that a change is; None for the judge's button coming up."""
    if which is Input.BLOCK:
        return BlockLifted(at_us=at_us) if active else BlockReturned(at_us=at_us)
    if which is Input.JUDGE:
        return JudgeCalled(at_us=at_us) if active else None
    seat = int(which.value.removeprefix("seat-"))
    return SeatPressed(at_us=at_us, seat=seat) if active else SeatReleased(at_us=at_us, seat=seat)
