"""The simulated box: one signal a deed, stamped when it is done."""

from itertools import count

from device.box import DARK, Panel
from device.faults import DISPLAY, Fault
from device.inputs import Input
from device.signals import AnySignal, BlockLifted, BlockReturned, JudgeCalled, SeatPressed, SeatReleased
from device.simulated import SimulatedBox
from device.sounds import Sound


def test_every_deed_is_reported_once_with_its_time() -> None:
    heard: list[AnySignal] = []
    clock = count(10)
    box = SimulatedBox(lambda: next(clock))
    box.press(1)
    box.listen(heard.append)
    box.lift_block()
    box.lift_block()
    box.press(2)
    box.return_block()
    box.return_block()
    box.call_judge()
    box.close()
    box.press(3)
    box.close()
    assert heard == [
        BlockLifted(at_us=12),
        SeatPressed(at_us=13, seat=2),
        SeatReleased(at_us=14, seat=2),
        BlockReturned(at_us=15),
        JudgeCalled(at_us=16),
    ]


def test_a_finger_stays_down_until_it_goes_up() -> None:
    heard: list[AnySignal] = []
    box = SimulatedBox(lambda: 5)
    box.listen(heard.append)
    box.push(1)
    box.push(1)
    assert box.down == {Input.SEAT_1}
    box.let_go(1)
    box.let_go(1)
    assert heard == [SeatPressed(at_us=5, seat=1), SeatReleased(at_us=5, seat=1)]


def test_it_keeps_what_it_was_told() -> None:
    box = SimulatedBox(lambda: 0)
    assert box.panel == DARK
    box.show(Panel("01:30", frozenset({2})))
    assert box.panel.face == "01:30"
    for _ in range(20):
        box.sound(Sound.COUNTDOWN)
    assert box.sounds == [Sound.COUNTDOWN] * 10


def test_its_display_can_be_lost() -> None:
    box = SimulatedBox(lambda: 0)
    box.lose_display(lost=True)
    assert box.faults() == {DISPLAY: Fault.NOT_ANSWERING}
