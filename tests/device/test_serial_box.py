"""A box on a cable: a pseudo-terminal with the firmware's logic behind it, and everything that befalls cables."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial

from device.box import Panel
from device.faults import BOX, DISPLAY, Fault
from device.inputs import Input
from device.segments import segments
from device.serial_box import SerialBox, fault_of, find_port
from device.signals import BlockLifted, SeatPressed
from device.sounds import Sound
from tests.device.rigs import CableRig, Ears, until


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[CableRig]:
    rig = CableRig(tmp_path)
    try:
        rig.ready()
        yield rig
    finally:
        rig.close()


@pytest.fixture
def ears(rig: CableRig) -> Ears:
    ears = Ears()
    ears.listen(rig.box)
    return ears


def presses(ears: Ears) -> list[int]:
    return [signal.seat for signal in ears.signals if isinstance(signal, SeatPressed)]


def test_a_cable_that_is_pulled_and_put_back_loses_and_doubles_nothing(rig: CableRig, ears: Ears) -> None:
    rig.press(1)
    ears.wait(2)
    rig.board.mute = True
    # The table has not heard of this one when the cable goes.
    rig.set(Input.SEAT_2, True)
    rig.replug()
    rig.settle()
    rig.set(Input.SEAT_2, False)
    until(lambda: presses(ears) == [1, 2])
    rig.settle()
    rig.press(3)
    until(lambda: presses(ears) == [1, 2, 3])
    assert (BOX, Fault.UNPLUGGED) in ears.faults
    until(lambda: rig.box.faults() == {})


def test_what_is_shown_comes_back_with_the_cable(rig: CableRig) -> None:
    rig.box.show(Panel("00:42", frozenset({2})))
    until(lambda: rig.lit() == (segments("00:42"), 0b100))
    rig.replug(boot="b002")
    until(lambda: rig.lit() == (segments("00:42"), 0b100))


def test_a_board_that_resets_is_named_and_heard_on(rig: CableRig, ears: Ears) -> None:
    rig.replug(boot="b002")
    ears.wait_for_fault(BOX, Fault.RESET)
    rig.press(2)
    until(lambda: presses(ears) == [2])


def test_a_block_that_was_lifted_while_the_cable_was_out(rig: CableRig, ears: Ears) -> None:
    until(lambda: rig.box._link.levels)
    rig.board.levels[0] = True
    rig.replug(boot="b002")
    (signal,) = ears.wait(1)
    assert isinstance(signal, BlockLifted)
    assert rig.box.lifted()


def test_garbage_and_half_a_line_are_named_and_cost_nothing(
    rig: CableRig, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.serial_link.SHOWN_US", 200_000)
    for garbage in (b"\xff\xfe\x00\n", b"$E b001 1 2", b"\n$B b001*0000\n", os.urandom(300), b"\n"):
        rig.board.garbage = garbage
        rig.press(1)
    until(lambda: presses(ears) == [1] * 5)
    until(lambda: rig.box.faults() == {})
    assert {fault for part, fault in ears.faults if part == BOX} == {Fault.DAMAGED, None}


def test_a_board_that_takes_nothing_is_heard_all_the_same(rig: CableRig, ears: Ears) -> None:
    rig.board.deaf = True
    # More than any buffer of a cable holds.
    for number in range(200):
        rig.box.show(Panel(f"{number // 100:02}:{number % 100:02}"))
        rig.box._write(b"x" * 100)
    rig.press(1)
    until(lambda: presses(ears) == [1])
    ears.wait_for_fault(DISPLAY, Fault.NOT_ANSWERING)
    assert (BOX, Fault.UNPLUGGED) not in ears.faults
    rig.board.deaf = False
    ears.wait_for_fault(DISPLAY, None)
    until(lambda: rig.lit()[0] == segments("01:99"))


def test_a_board_that_says_nothing_is_silent_and_one_that_babbles_is_garbled(rig: CableRig, ears: Ears) -> None:
    rig.board.mute = True
    ears.wait_for_fault(BOX, Fault.SILENT)
    for _ in range(5):
        rig.board.garbage = b"nonsense\n"
        until(lambda: rig.board.garbage == b"")
    ears.wait_for_fault(BOX, Fault.GARBLED)
    rig.board.mute = False
    ears.wait_for_fault(BOX, None)
    rig.press(1)
    until(lambda: presses(ears) == [1])


def test_faults_of_switches_are_told(rig: CableRig, ears: Ears) -> None:
    with rig.board._lock:
        rig.board.logic._contacts[2].stuck = rig.board.logic._contacts[2].active = True
        rig.board.levels[2] = True
        rig.board.logic._contacts[2]._old = True
    ears.wait_for_fault("seat-2", Fault.STUCK)
    assert rig.box.pressed() == [Input.SEAT_2]


def test_a_sound_is_not_lost_while_the_thread_is_busy(rig: CableRig) -> None:
    for _ in range(3):
        rig.box.sound(Sound.COUNTDOWN)
    rig.box.sound(Sound.TIME_UP)
    # The board hears of the newest one; the number says how many there have been.
    until(lambda: rig.board.logic._beep == 4)
    assert rig.has_buzzed()


def test_the_display_is_dark_when_the_table_has_gone(rig: CableRig) -> None:
    rig.box.show(Panel("00:42"))
    until(lambda: rig.lit()[0] == segments("00:42"))
    rig.box.close()
    until(lambda: rig.lit()[0] == segments("--:--"))


# --- ports


def test_a_port_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "port"
    box, ears = SerialBox(str(path)), Ears()
    ears.listen(box)
    ears.wait_for_fault(BOX, Fault.NOT_FOUND)
    from tests.device.rigs import Board

    board = Board(path)
    ears.wait_for_fault(BOX, None)
    box.close()
    board.unplug()


def test_our_own_echo_is_no_box() -> None:
    box, ears = SerialBox("loop://"), Ears()
    ears.listen(box)
    ears.wait_for_fault(BOX, Fault.GARBLED)
    box.close()


def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    other = serial.Serial(name, exclusive=True)
    box, ears = SerialBox(name), Ears()
    ears.listen(box)
    ears.wait_for_fault(BOX, Fault.IN_USE)
    box.close()
    other.close()
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[Errno 13] could not open port: Permission denied", Fault.NOT_ALLOWED),
        ("Could not exclusively lock port", Fault.IN_USE),
        ("Device or resource busy", Fault.IN_USE),
        ("could not open port /dev/ttyACM9: No such file", Fault.NOT_FOUND),
    ],
)
def test_why_a_port_cannot_be_opened(text: str, fault: Fault) -> None:
    assert fault_of(serial.SerialException(text)) is fault


def port(device: str, vid: int | None, pid: int | None) -> Any:
    return SimpleNamespace(device=device, vid=vid, pid=pid)


def test_the_board_is_found_by_its_usb_id() -> None:
    ports = [
        port("/dev/ttyS0", None, None),
        port("/dev/ttyUSB0", 0x0403, 0x6001),
        port("/dev/ttyACM1", 0x2341, 0x0043),
        port("/dev/ttyACM0", 0x2E8A, 0x0005),
    ]
    assert find_port(ports) == "/dev/ttyACM0"
    assert find_port(ports[:3]) == "/dev/ttyACM1"
    assert find_port(ports[:2]) is None


def test_no_board_anywhere_is_a_box_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.serial_box.list_ports.comports", list)
    box, ears = SerialBox(), Ears()
    ears.listen(box)
    ears.wait_for_fault(BOX, Fault.NOT_FOUND)
    box.close()
