"""The board's program with everything that hangs on it played: pins, interrupts, counter and cable."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from device.box import Panel
from device.faults import Fault
from device.inputs import Input
from device.segments import segments
from device.serial_link import Link
from device.sounds import Sound
from tests.device.firmware import FOLDER, load
from tests.device.rigs import Chip

MS = 1000


class World:
    """The time and the pins."""

    def __init__(self) -> None:
        self.us = 5
        self.pins: dict[int, Any] = {}
        self.chip = Chip()


class FakePin:
    """A pin as MicroPython has it."""

    IN, OUT, OPEN_DRAIN, PULL_UP, IRQ_RISING, IRQ_FALLING = range(6)
    world: World

    def __init__(self, number: int, mode: int, pull: int | None = None) -> None:
        self.level, self.mode, self.number = 1 if mode != self.OUT else 0, mode, number
        self.handler: Any = None
        self.world.pins[number] = self

    def irq(self, handler: Any, trigger: int) -> None:
        self.handler = handler

    def value(self, level: int | None = None) -> int | None:
        name = {16: "clock", 17: "data"}.get(self.number)
        if level is None:
            return int(self.world.chip.data_level(bool(self.level))) if name == "data" else self.level
        self.level = level
        if name is not None:
            self.world.chip.set(name, bool(level))
        return None

    def drive(self, level: int) -> None:
        if level != self.level:
            self.level = level
            self.handler(self)


class Cable:
    """Bytes from the table, byte by byte, and bytes to it."""

    def __init__(self) -> None:
        self.to_board = b""
        self.to_table = b""

    def read(self, count: int) -> bytes:
        data, self.to_board = self.to_board[:count], self.to_board[count:]
        return data

    def write(self, data: bytes) -> None:
        self.to_table += data


class Table:
    """The table's end, with the whole board's program at the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = World()
        self.cable = Cable()
        FakePin.world = self.world
        poll = SimpleNamespace(register=lambda *_: None, poll=lambda _: bool(self.cable.to_board))
        fakes: dict[str, Any] = {
            "machine": SimpleNamespace(Pin=FakePin),
            "micropython": SimpleNamespace(kbd_intr=lambda _: None),
            "select": SimpleNamespace(poll=lambda: poll, POLLIN=1),
            "time": SimpleNamespace(ticks_us=lambda: self.world.us % (1 << 30)),
        }
        for name, fake in fakes.items():
            module = ModuleType(name)
            vars(module).update(vars(fake))
            monkeypatch.setitem(sys.modules, name, module)
        for name in ("boxlogic", "pins", "tm1637"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.syspath_prepend(str(FOLDER))
        # The block lies on its switch, which pulls its pin low, from the first moment on.
        monkeypatch.setattr(FakePin, "__init__", _with_block_down(FakePin.__init__))
        self.main = load("main")
        self.board = self.main.Board(self.cable, self.cable)
        self.link = Link("table1", self.world.us)
        self.told: list[tuple[Input, bool, int]] = []

    def run(self, us: int) -> None:
        for _ in range(us // (2 * MS)):
            self.world.us += 2 * MS
            self.board.turn()
            data, self.cable.to_table = self.cable.to_table, b""
            for told in self.link.received(data, self.world.us):
                self.told.append((told.which, told.active, told.at_us))
            self.cable.to_board += self.link.step(self.world.us)

    def set(self, which: Input, level: int) -> None:
        self.world.pins[2 + which.number].drive(level)


def _with_block_down(init: Any) -> Any:
    def patched(self: FakePin, number: int, mode: int, pull: int | None = None) -> None:
        init(self, number, mode, pull)
        if number == 2:
            self.level = 0

    return patched


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    table = Table(monkeypatch)
    table.run(1000 * MS)
    assert table.link.up
    return table


def test_switches_are_told_with_the_time_of_the_interrupt(table: Table) -> None:
    table.world.us += 777
    lifted_us = table.world.us
    table.set(Input.BLOCK, 1)
    table.run(200 * MS)
    table.set(Input.SEAT_2, 0)
    table.set(Input.SEAT_2, 1)
    table.set(Input.SEAT_2, 0)
    table.run(200 * MS)
    table.set(Input.SEAT_2, 1)
    table.run(200 * MS)
    assert [each[:2] for each in table.told] == [
        (Input.BLOCK, True),
        (Input.SEAT_2, True),
        (Input.SEAT_2, False),
    ]
    assert abs(table.told[0][2] - lifted_us) <= 4 * MS


def test_lamps_buzzer_and_display_do_what_the_table_says(table: Table) -> None:
    table.link.show(Panel("01:05", frozenset({2}), block=True))
    table.link.sound(Sound.TIME_UP)
    table.run(100 * MS)
    assert table.world.chip.lit == segments("01:05")
    assert [table.world.pins[number].level for number in (10, 11, 12, 13, 14)] == [1, 0, 1, 0, 1]
    table.run(1200 * MS)
    assert table.world.pins[14].level == 0


def test_a_display_that_is_missing_is_told_and_found_again(table: Table) -> None:
    table.world.chip.missing = True
    table.run(2500 * MS)
    assert table.link.display_missing
    table.world.chip.missing = False
    table.run(2500 * MS)
    assert not table.link.display_missing


def test_more_edges_than_can_be_noted_are_repaired_by_the_levels(table: Table) -> None:
    for turn in range(301):
        table.set(Input.SEAT_1, turn % 2)
        table.world.us += 20
    assert table.world.pins[3].level == 0
    table.run(400 * MS)
    assert table.told[-1][:2] == (Input.SEAT_1, True)
    assert table.link.input_faults == {}
    assert table.link.fault(table.world.us) is not Fault.LOST


def test_the_program_does_not_end_by_a_byte_that_is_ctrl_c(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[int] = []

    class Enough(Exception):
        pass

    def turn(_: Any) -> None:
        raise Enough

    monkeypatch.setattr(table.main.micropython, "kbd_intr", allowed.append)
    monkeypatch.setattr(table.main.Board, "turn", turn)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=table.cable))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=table.cable))
    with pytest.raises(Enough):
        table.main.main()
    assert allowed == [-1]
