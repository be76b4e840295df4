"""What every box does, whichever kind it is: simulated, at mock pins, at the end of a pseudo-terminal.

The two real ones are tried in this process and, as a table has them, in one of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.box import DARK, Panel
from device.faults import DISPLAY, DoesNotFit, Fault
from device.inputs import SEATS, Input, seat_input
from device.segments import segments
from device.signals import BlockLifted, BlockReturned, JudgeCalled, SeatPressed, SeatReleased
from device.sounds import Sound
from tests.device.rigs import (
    CableRig,
    ClosedPinRig,
    Ears,
    KeptCableRig,
    KeptPinRig,
    PinRig,
    Rig,
    SimulatedRig,
    mono_us,
    until,
)

KINDS = (SimulatedRig, PinRig, ClosedPinRig, CableRig, KeptPinRig, KeptCableRig)


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    rig: Rig = request.param(tmp_path)
    try:
        rig.ready()
        yield rig
    finally:
        rig.close()


@pytest.fixture
def ears(rig: Rig) -> Ears:
    ears = Ears()
    ears.listen(rig.box)
    return ears


def test_every_deed_is_one_signal_with_the_time_at_which_it_was_done(rig: Rig, ears: Ears) -> None:
    deeds = [
        (Input.BLOCK, True, BlockLifted(at_us=0)),
        (Input.SEAT_1, True, SeatPressed(at_us=0, seat=1)),
        (Input.SEAT_1, False, SeatReleased(at_us=0, seat=1)),
        (Input.SEAT_3, True, SeatPressed(at_us=0, seat=3)),
        (Input.SEAT_3, False, SeatReleased(at_us=0, seat=3)),
        (Input.JUDGE, True, JudgeCalled(at_us=0)),
        (Input.BLOCK, False, BlockReturned(at_us=0)),
    ]
    times = []
    for which, active, _ in deeds:
        began = mono_us()
        rig.set(which, active)
        times.append((began, mono_us()))
        rig.settle()
    heard = ears.wait(len(deeds))
    assert [type(signal) for signal in heard] == [type(signal) for _, _, signal in deeds]
    assert [getattr(signal, "seat", None) for signal in heard] == [None, 1, 1, 3, 3, None, None]
    # A cable's fit may be late by the shortest way of a line, which is far below a tenth of a second.
    assert all(began <= signal.at_us <= ended + 100_000 for signal, (began, ended) in zip(heard, times, strict=True))
    assert len(ears.signals) == len(deeds)


def test_a_tap_is_a_press_and_a_release_for_every_seat(rig: Rig, ears: Ears) -> None:
    for seat in SEATS:
        rig.press(seat)
    heard = ears.wait(6)
    assert [type(signal) for signal in heard] == [SeatPressed, SeatReleased] * 3
    assert [signal.at_us for signal in heard] == sorted(signal.at_us for signal in heard)


def test_the_order_of_two_hands_is_that_of_their_edges(rig: Rig, ears: Ears) -> None:
    rig.set(seat_input(2), True)
    rig.set(seat_input(1), True)
    first, second = sorted(ears.wait(2), key=lambda signal: signal.at_us)
    assert isinstance(first, SeatPressed)
    assert isinstance(second, SeatPressed)
    assert (first.seat, second.seat) == (2, 1)


def test_it_knows_where_the_block_is(rig: Rig, ears: Ears) -> None:
    assert not rig.box.lifted()
    rig.set(Input.BLOCK, True)
    ears.wait(1)
    assert rig.box.lifted()


def test_what_is_told_is_shown(rig: Rig) -> None:
    rig.box.show(Panel("12:34", frozenset({1, 3}), block=True))
    until(lambda: rig.lit() == (segments("12:34"), 0b1011))
    rig.box.show(DARK)
    until(lambda: rig.lit() == (segments("--:--"), 0))


def test_only_the_newest_panel_counts(rig: Rig) -> None:
    for second in range(60):
        rig.box.show(Panel(f"00:{second:02}"))
    until(lambda: rig.lit()[0] == segments("00:59"))


def test_a_text_that_does_not_fit_is_refused_at_once(rig: Rig) -> None:
    with pytest.raises(DoesNotFit):
        rig.box.show(Panel("1:23:45"))


@pytest.mark.parametrize("sound", Sound, ids=lambda sound: sound.value)
def test_the_buzzer_is_heard(rig: Rig, sound: Sound) -> None:
    assert not rig.has_buzzed()
    rig.box.sound(sound)
    until(rig.has_buzzed)


def test_a_missing_display_is_a_fault_and_nothing_else(rig: Rig, ears: Ears) -> None:
    rig.lose_display(True)
    rig.box.show(Panel("00:10"))
    ears.wait_for_fault(DISPLAY, Fault.NOT_ANSWERING)
    assert rig.box.faults()[DISPLAY] is Fault.NOT_ANSWERING
    rig.press(1)
    ears.wait(2)
    rig.lose_display(False)
    rig.box.show(Panel("00:09"))
    ears.wait_for_fault(DISPLAY, None)
    until(lambda: rig.lit()[0] == segments("00:09"))


def test_whoever_listens_later_hears_what_is_wrong_already(rig: Rig, ears: Ears) -> None:
    rig.lose_display(True)
    rig.box.show(Panel("00:10"))
    ears.wait_for_fault(DISPLAY, Fault.NOT_ANSWERING)
    late = Ears()
    late.listen(rig.box)
    assert late.faults == [(DISPLAY, Fault.NOT_ANSWERING)]


def test_it_may_be_closed_twice_and_says_nothing_more(rig: Rig, ears: Ears) -> None:
    rig.box.close()
    rig.box.close()
    before = list(ears.signals)
    rig.set(Input.BLOCK, True)
    rig.settle()
    assert ears.signals == before


def test_it_has_a_kind_and_a_resolution(rig: Rig) -> None:
    assert rig.box.kind in ("simulated", "gpio", "serial")
    assert rig.box.resolution_us > 0
