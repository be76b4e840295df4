"""A box in a process of its own: what it tells of that process, and what becomes of a press when it dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.box import Panel
from device.faults import BOX, DISPLAY, Fault
from device.inputs import Input
from device.kept_box import KeptBox
from device.segments import segments
from device.signals import BlockLifted, SeatPressed
from device.sounds import Sound
from device.timer import MatchTime, Plan, mono_us
from device.wire import OpenGpio, OpenSerial
from rules.game import TimerView
from rules.limits import Limit, TimerState
from rules.messages import Cubes, Message
from tests.device.rigs import FAR_END, Ears, FarCableRig, KeptCableRig, KeptPinRig, until

LIMIT = Limit("task", ("A",), start_ms=0, limit_ms=60_000)


def plan() -> Plan:
    timer = TimerView(
        Message.of("task", cubes=Cubes(())),
        TimerState.RUNNING,
        LIMIT.limit_ms,
        LIMIT.deadline_ms,
        LIMIT.steps,
        warnings=((TimerState.COUNTDOWN, Message("late")),),
    )
    return Plan(timer, frozenset({2}), block=True)


@pytest.fixture
def pins(tmp_path: Path) -> Iterator[KeptPinRig]:
    rig = KeptPinRig(tmp_path)
    try:
        rig.ready()
        yield rig
    finally:
        rig.close()


@pytest.fixture(params=[KeptPinRig, FarCableRig], ids=lambda kind: kind.__name__)
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KeptPinRig | FarCableRig]:
    rig: KeptPinRig | FarCableRig = request.param(tmp_path)
    try:
        rig.ready()
        yield rig
    finally:
        rig.close()


def die(box: KeptBox) -> None:
    pid = box.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    until(lambda: box.faults().get(BOX) is Fault.ENDED)


def test_a_plan_is_shown_by_the_clock_of_the_machine(rig: KeptPinRig | FarCableRig) -> None:
    now_us = mono_us()
    rig.box.follow(plan(), MatchTime(now_us - 20_000_000))
    until(lambda: rig.lit() == (segments("00:40"), 0b101))
    # It counts by itself: nobody here tells it anything more.
    until(lambda: rig.lit()[0] == segments("00:39"))
    rig.box.follow(plan(), MatchTime(now_us - 55_000_000))
    until(lambda: rig.lit()[0][:2] == segments("  :05")[:2])
    until(rig.has_buzzed)


def test_a_process_that_dies_is_a_named_fault_and_comes_back_with_what_it_showed(rig: KeptPinRig | FarCableRig) -> None:
    ears = Ears()
    ears.listen(rig.box)
    rig.box.follow(plan(), MatchTime(mono_us() - 1_000_000))
    until(lambda: rig.lit()[1] == 0b101)
    first = rig.box.pid
    die(rig.box)
    assert not rig.box.up
    ears.wait_for_fault(BOX, None)
    assert rig.box.pid != first
    until(lambda: rig.lit()[1] == 0b101)
    before = len(ears.signals)
    rig.press(3)
    heard = ears.wait(before + 2)
    assert [type(each) for each in heard[before:]][:1] == [SeatPressed]


def test_a_process_that_says_nothing_is_ended_and_started_again(tmp_path: Path) -> None:
    rig = KeptPinRig(tmp_path)
    rig.box._silence_s = 1.0
    ears = Ears()
    ears.listen(rig.box)
    rig.ready()
    assert rig.box.pid is not None
    os.kill(rig.box.pid, signal.SIGSTOP)
    # What it is told meanwhile is waited for by nobody.
    for second in range(60):
        rig.box.show(Panel(f"00:{second:02}"))
    rig.box.sound(Sound.WARNING)
    ears.wait_for_fault(BOX, Fault.ENDED)
    ears.wait_for_fault(BOX, None)
    until(lambda: rig.lit()[0] == segments("00:59"))
    rig.close()


def test_a_block_that_was_lifted_while_no_process_was_there_is_noticed(tmp_path: Path) -> None:
    rig, ears = KeptCableRig(tmp_path), Ears()
    ears.listen(rig.box)
    rig.ready()
    until(lambda: rig.box._lifted is False)
    die(rig.box)
    rig.board.set(Input.BLOCK, True)
    (signal_,) = ears.wait(1)
    assert isinstance(signal_, BlockLifted)
    assert rig.box.lifted()
    rig.close()


def test_a_lift_is_one_signal_however_often_where_the_block_is_has_been_told(pins: KeptPinRig) -> None:
    ears = Ears()
    ears.listen(pins.box)
    pins.set(Input.BLOCK, True)
    pins.settle()
    at_us = mono_us()
    until(lambda: ears.passed_us > at_us)
    assert [type(each) for each in ears.signals] == [BlockLifted]
    assert pins.box.lifted()


def test_the_faults_of_its_parts_go_with_it(pins: KeptPinRig) -> None:
    ears = Ears()
    ears.listen(pins.box)
    pins.lose_display(True)
    pins.box.show(Panel("00:10"))
    ears.wait_for_fault(DISPLAY, Fault.NOT_ANSWERING)
    die(pins.box)
    assert pins.box.faults() == {BOX: Fault.ENDED}
    ears.wait_for_fault(BOX, None)
    until(lambda: pins.box.faults() == {})


def test_what_is_wrong_at_the_start_is_told(tmp_path: Path) -> None:
    box, ears = KeptBox(OpenSerial(str(tmp_path / "none"))), Ears()
    ears.listen(box)
    ears.wait_for_fault(BOX, Fault.NOT_FOUND)
    box.close()


def test_a_program_that_cannot_be_started_is_a_fault(tmp_path: Path) -> None:
    for command in ((str(tmp_path / "none"),), (sys.executable, "-c", "print('rubbish')")):
        box, ears = KeptBox(OpenGpio(), command=command), Ears()
        ears.listen(box)
        ears.wait_for_fault(BOX, Fault.ENDED)
        box.close()
        box.close()


def test_closing_leaves_no_process_and_no_light(tmp_path: Path) -> None:
    rig = FarCableRig(tmp_path)
    rig.ready()
    rig.box.show(Panel("00:42"))
    until(lambda: rig.lit()[0] == segments("00:42"))
    pid = rig.box.pid
    assert pid is not None
    rig.box.close()
    assert rig.box.pid is None
    assert not Path(f"/proc/{pid}").exists()
    until(lambda: rig.lit()[0] == segments("--:--"))
    rig.box.show(Panel("00:41"))
    rig.close()


def test_a_table_that_dies_takes_its_box_with_it(tmp_path: Path) -> None:
    """Whoever has the other end of its stdin is gone: the process goes dark and ends."""
    command = (*FAR_END, "pins", str(tmp_path / "hands"))
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b'{"line":"open-gpio"}\n')
    process.stdin.flush()
    assert b'"line"' in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.stdin.write(b"rubbish\n")
    process.stdin.flush()
    assert process.stdout.readline(), "it is still there"
    process.stdin.close()
    assert process.wait(20) == 0
    process.stdout.close()
