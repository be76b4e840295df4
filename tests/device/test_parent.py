"""A box's process and its parent's death by SIGKILL: it ends, whatever it is busy with, and its port is free."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import serial

from device.serial_box import open_port
from tests.device.rigs import Board
from tests.ended import is_there, parent, until, until_gone

#: A box as the table has it, at a cable; told when its process has the port.
KEEPER = """
import signal, sys, time
from device.kept_box import KeptBox
from device.wire import OpenSerial
box = KeptBox(OpenSerial(sys.argv[1]))
while not box.up:
    time.sleep(0.01)
print(box.pid, flush=True)
signal.pause()
"""
#: Whoever starts a box's process, and then perhaps another one that holds the other ends of its pipes.
STARTER = """
import os, signal, subprocess, sys
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdin.write(b'{"line":"open-gpio"}\\n')
child.stdin.flush()
child.stdout.readline()
holder = os.fork() if sys.argv[1] == "held" else None
if holder == 0:
    # Whatever becomes of the test.
    signal.alarm(120)
else:
    print(child.pid, holder or "", flush=True)
signal.pause()
"""
#: The process of a box that works, or of one whose hardware does not come back when it is to go dark.
BOX = """
import sys, threading
from device import process
from device.simulated import SimulatedBox
class Hanging(SimulatedBox):
    def close(self):
        threading.Event().wait()
kinds = {"working": SimulatedBox, "hanging": Hanging}
sys.exit(process.main(lambda _: kinds[sys.argv[1]](lambda: 0)))
"""


def is_free(port: Path) -> bool:
    try:
        open_port(str(port)).close()
    except serial.SerialException:
        return False
    return True


def test_the_port_of_a_table_that_was_killed_can_be_opened_again(tmp_path: Path) -> None:
    port = tmp_path / "port"
    board = Board(port)
    with parent(KEEPER, str(port)) as (table, children):
        assert not is_free(port)
        table.kill()
        until_gone(children)
        until(lambda: is_free(port), "the port is still in use")
    board.unplug()


@pytest.mark.parametrize("kind", ["working", "hanging"])
def test_it_ends_even_if_its_hardware_hangs(kind: str) -> None:
    with parent(STARTER, "alone", sys.executable, "-c", BOX, kind) as (table, children):
        table.kill()
        until_gone(children)


def test_it_ends_even_if_somebody_else_holds_its_pipes() -> None:
    with parent(STARTER, "held", sys.executable, "-c", BOX, "working") as (table, (box, holder)):
        table.kill()
        until_gone([box])
        assert is_there(holder), "its stdin has never been closed"
