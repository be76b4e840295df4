"""The box's switches and the signals of their changes."""

from __future__ import annotations

from device.inputs import ORDER, Input, seat_input, signal_of
from device.signals import BlockLifted, BlockReturned, JudgeCalled, SeatPressed, SeatReleased


def test_every_change_and_its_signal() -> None:
    found = {which.value: [signal_of(which, active=active, at_us=7) for active in (True, False)] for which in Input}
    assert found == {
        "block": [BlockLifted(at_us=7), BlockReturned(at_us=7)],
        **{f"seat-{seat}": [SeatPressed(at_us=7, seat=seat), SeatReleased(at_us=7, seat=seat)] for seat in (1, 2, 3)},
        "judge": [JudgeCalled(at_us=7), None],
    }


def test_numbers_and_seats() -> None:
    assert [which.number for which in ORDER] == [0, 1, 2, 3, 4]
    assert [seat_input(seat).number for seat in (1, 2, 3)] == [1, 2, 3]
    assert [which.momentary for which in ORDER] == [False, True, True, True, True]
