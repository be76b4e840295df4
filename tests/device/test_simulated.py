"""The simulated box: one signal a deed, stamped when it is done."""

from itertools import count

from device.signals import AnySignal, BlockLifted, BlockReturned, JudgeCalled, SeatPressed
from device.simulated import SimulatedBox


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
        BlockLifted(at_us=11),
        SeatPressed(at_us=12, seat=2),
        BlockReturned(at_us=13),
        JudgeCalled(at_us=14),
    ]


def test_the_display_keeps_what_it_was_told() -> None:
    box = SimulatedBox(lambda: 0)
    assert box.display.text == "--:--"
    box.display.show("01:30")
    assert box.display.text == "01:30"
