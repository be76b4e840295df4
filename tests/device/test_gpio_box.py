"""A box at gpiozero's mock pins: bounce, broken contacts, missing libraries, other clocks."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.exc import PinInvalidPin

from device import gpio_box
from device.box import Panel
from device.debounce import Timing
from device.faults import BOX, DISPLAY, Fault
from device.gpio_box import GpioBox, edge_us, fault_of
from device.inputs import Input
from device.segments import segments
from device.signals import SeatPressed
from device.wiring import Debounce, Max7219, NoDisplay, Wiring
from tests.device.rigs import Ears, PinRig, Pins, mono_us, until


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[PinRig]:
    rig = PinRig(tmp_path)
    yield rig
    rig.close()


@pytest.fixture
def ears(rig: PinRig) -> Ears:
    ears = Ears()
    ears.listen(rig.box)
    return ears


def test_a_switch_that_bounces_for_30_ms_is_pressed_once_at_its_first_edge(rig: PinRig, ears: Ears) -> None:
    pin = rig.pins.factory.pin(rig.wiring.inputs.seat_1.pin)
    # The edges come with the times that the system notes, and nobody looks in between: what a busy machine makes
    # of a pause between two of them is no bounce.
    with rig.box.lock:
        began = mono_us()
        rig.set(Input.SEAT_1, True)
        pressed_by = mono_us()
        closed = bool(pin.state)
        for ms in range(1, 31):
            until(lambda at_us=pressed_by + 1000 * ms: mono_us() >= at_us)
            pin.when_changed((pressed_by + 1000 * ms) / 1_000_000, int(closed is (ms % 2 == 0)))
    rig.settle()
    (signal,) = ears.wait(1)
    assert isinstance(signal, SeatPressed)
    assert began <= signal.at_us <= pressed_by
    ears.wait_for_fault("seat-1", Fault.WORN)
    rig.settle()
    assert len(ears.signals) == 1


def test_an_edge_that_the_system_loses_is_noticed_by_the_level(rig: PinRig, ears: Ears) -> None:
    pin = rig.pins.factory.pin(rig.wiring.inputs.seat_2.pin)
    # The level changes, and nobody is called.
    pin._change_state(False)
    (signal,) = ears.wait(1)
    assert isinstance(signal, SeatPressed)
    assert signal.seat == 2


def test_the_kernels_stamp_is_kept(rig: PinRig, ears: Ears) -> None:
    """Two edges that are reported in the wrong order keep their own times."""
    now_s = time.monotonic()
    contacts = {contact.which: contact for contact in rig.box._contacts}
    contacts[Input.SEAT_2].edge(now_s - 0.010, 0)
    contacts[Input.SEAT_1].edge(now_s - 0.012, 0)
    second, first = ears.wait(2)[:2]
    assert second.at_us - first.at_us == 2000


def test_stamps_of_other_clocks() -> None:
    assert edge_us(99.5, mono_us=100_000_000, wall_us=10**15) == 99_500_000
    # By the wall's clock, half a second ago.
    assert edge_us(10**9 - 0.5, mono_us=100_000_000, wall_us=10**15) == 99_500_000
    # From the future, or of no clock that we know.
    assert edge_us(100.1, mono_us=100_000_000, wall_us=10**15) == 100_000_000
    assert edge_us(7.0, mono_us=100_000_000, wall_us=10**15) == 100_000_000


def test_it_says_up_to_when_everything_was_told(rig: PinRig, ears: Ears) -> None:
    began = mono_us()
    until(lambda: ears.passed_us > began)
    assert ears.passed_us < mono_us()


def test_a_chattering_button_is_switched_off_by_name_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        Debounce, "timing", property(lambda _: Timing(chatter_us=20_000, quiet_us=15_000, rest_us=50_000))
    )
    rig, ears = PinRig(tmp_path), Ears()
    ears.listen(rig.box)
    level = False
    while ("seat-3", Fault.CHATTERING) not in ears.faults:
        level = not level
        rig.set(Input.SEAT_3, level)
        time.sleep(0.001)
    rig.set(Input.SEAT_3, False)
    before = len(ears.signals)
    rig.press(1)
    ears.wait(before + 2)
    ears.wait_for_fault("seat-3", None)
    rig.press(3)
    ears.wait(before + 4)
    rig.close()


def test_a_stuck_button_is_named_and_the_others_play_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Debounce, "timing", property(lambda _: Timing(stuck_us=100_000)))
    rig, ears = PinRig(tmp_path), Ears()
    ears.listen(rig.box)
    rig.set(Input.SEAT_1, True)
    ears.wait_for_fault("seat-1", Fault.STUCK)
    assert rig.box.pressed() == [Input.SEAT_1]
    rig.press(2)
    ears.wait(3)
    rig.set(Input.SEAT_1, False)
    ears.wait_for_fault("seat-1", None)
    rig.close()


# --- what can be missing


def raises(wrong: Exception) -> Any:
    def factory() -> Any:
        raise wrong

    return factory


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (ImportError("no lgpio"), Fault.NO_LIBRARY),
        (OSError("can not open gpiochip"), Fault.NOT_FOUND),
        (PermissionError("Permission denied"), Fault.NOT_ALLOWED),
        (OSError("GPIO busy"), Fault.IN_USE),
        (PinInvalidPin("no such pin"), Fault.NOT_FOUND),
    ],
)
def test_pins_that_cannot_be_had_are_a_fault_and_no_crash(wrong: Exception, fault: Fault) -> None:
    box, ears = GpioBox(Wiring(), factory=raises(wrong)), Ears()
    ears.listen(box)
    box.show(Panel("01:00"))
    assert ears.faults == [(BOX, fault)]
    assert not box.lifted()
    box.close()


def test_without_the_systems_library_the_real_pins_are_a_named_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(gpio_box, "system_library", missing)
    box = GpioBox(Wiring())
    assert box.faults() == {BOX: Fault.NO_LIBRARY}
    box.close()


def test_pins_that_come_free_later_are_taken_without_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio_box, "RETRY_S", 0.01)
    pins = Pins(Wiring())
    tries = []

    def factory() -> Any:
        tries.append(1)
        if len(tries) < 3:
            raise OSError("GPIO busy")
        return pins()

    box, ears = GpioBox(Wiring(), factory=factory), Ears()
    ears.listen(box)
    ears.wait_for_fault(BOX, None)
    pins.set(Input.BLOCK, True)
    ears.wait(1)
    box.close()


def test_pins_that_fail_in_the_middle_are_let_go_and_taken_again(
    rig: PinRig, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpio_box, "RETRY_S", 0.01)
    pin_class = type(rig.pins.factory.pin(rig.wiring.inputs.seat_1.pin))
    broken = True

    def state(self: Any) -> bool:
        if broken:
            raise OSError("bad handle")
        return bool(self._state)

    with monkeypatch.context() as patched:
        patched.setattr(pin_class, "_get_state", state)
        ears.wait_for_fault(BOX, Fault.NOT_FOUND)
        broken = False
        # The factory that was closed cannot be opened again; a new one has the same box at it.
        rig.pins = Pins(rig.wiring)
        rig.box._make_factory = rig.pins
        rig.set(Input.BLOCK, True)
        ears.wait_for_fault(BOX, None)
        # Lifted while nobody could look: it is noticed now.
        ears.wait(1)


@pytest.mark.parametrize(
    ("wrong", "fault"), [(OSError("x is in use"), Fault.IN_USE), (OSError("boo"), Fault.NOT_FOUND)]
)
def test_errors_have_names(wrong: Exception, fault: Fault) -> None:
    assert fault_of(wrong) is fault


# --- displays


class Bus:
    """An SPI bus that remembers what was written."""

    max_speed_hz = 0

    def __init__(self) -> None:
        self.registers: dict[int, int] = {}

    def open(self, port: int, device: int) -> None:
        self.opened = port, device

    def writebytes(self, data: Any) -> None:
        content = list(data)
        self.registers.update(zip(content[::2], content[1::2], strict=True))

    def close(self) -> None:
        self.opened = None


# luma.core asks Pillow for pixels by a name that Pillow is about to give up.
@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
def test_a_max7219_shows_the_face() -> None:
    wiring = Wiring(display=Max7219(first_digit=4))
    bus = Bus()
    box = GpioBox(wiring, factory=Pins(wiring), spi=bus)
    box.show(Panel("12:34"))
    # Its segments are numbered the other way round: bit 6 is the top, bit 7 the point.
    digits = {"1": 0x30, "2": 0x6D | 0x80, "3": 0x79, "4": 0x33}
    until(lambda: [bus.registers.get(at) for at in (4, 3, 2, 1)] == list(digits.values()))
    box.close()


def test_a_max7219_without_the_systems_library_is_a_fault_of_the_display_alone() -> None:
    wiring = Wiring(display=Max7219())
    pins = Pins(wiring)
    box, ears = GpioBox(wiring, factory=pins), Ears()
    ears.listen(box)
    ears.wait_for_fault(DISPLAY, Fault.NO_LIBRARY)
    pins.set(Input.BLOCK, True)
    ears.wait(1)
    box.close()


class NoBus(Bus):
    def open(self, port: int, device: int) -> None:
        raise FileNotFoundError(2, "No such file or directory")


def test_a_max7219_at_a_bus_that_is_switched_off_is_a_fault() -> None:
    wiring = Wiring(display=Max7219())
    box, ears = GpioBox(wiring, factory=Pins(wiring), spi=NoBus()), Ears()
    ears.listen(box)
    ears.wait_for_fault(DISPLAY, Fault.NOT_FOUND)
    box.close()


def test_a_box_without_a_display_is_well() -> None:
    wiring = Wiring(display=NoDisplay())
    box, ears = GpioBox(wiring, factory=Pins(wiring)), Ears()
    ears.listen(box)
    box.show(Panel("12:34", frozenset({1})))
    box.close()
    assert ears.faults == []


def test_lamps_that_cannot_be_switched_do_not_end_the_box(
    rig: PinRig, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = threading.Event()

    def broken(*_: Any) -> None:
        tried.set()
        raise OSError("bad handle")

    with monkeypatch.context() as patched:
        patched.setattr("gpiozero.LED.on", broken)
        rig.box.show(Panel("00:10", frozenset({1})))
        assert tried.wait(20)
    rig.press(1)
    ears.wait(2)
    rig.box.show(Panel("00:09", frozenset({1})))
    until(lambda: rig.lit() == (segments("00:09"), 0b10))


def test_no_old_time_stays_on_the_display(tmp_path: Path) -> None:
    rig = PinRig(tmp_path)
    rig.box.show(Panel("00:42", frozenset({1})))
    until(lambda: rig.lit()[0] == segments("00:42"))
    rig.close()
    assert rig.pins.chip.lit == segments("--:--")


def test_a_display_that_was_plugged_in_later_lights_up(
    rig: PinRig, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.gpio_outputs.RETRY_S", 0.05)
    rig.lose_display(True)
    rig.box.show(Panel("00:10"))
    ears.wait_for_fault(DISPLAY, Fault.NOT_ANSWERING)
    rig.lose_display(False)
    ears.wait_for_fault(DISPLAY, None)
    until(lambda: rig.lit()[0] == segments("00:10"))
