"""The vision process and its parent's death by SIGKILL: it ends, also out of a driver that never comes back."""

from __future__ import annotations

from pathlib import Path

from tests.ended import parent, until_gone
from vision.wire import VisionHello

STARTER = """
import signal, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdin.write(sys.argv[2].encode() + b"\\n")
child.stdin.flush()
assert child.stdout.readline()
print(child.pid, flush=True)
signal.pause()
"""
WORKING = "from vision.process import main; main()"
HANGING = """
import os, threading
from vision import process
out = os.dup(1)
def hang(*_):
    os.write(out, b"it is being opened\\n")
    threading.Event().wait()
process.open_camera = hang
process.main()
"""


def test_it_ends_when_its_parent_was_killed(tmp_path: Path) -> None:
    with parent(STARTER, WORKING, VisionHello(snapshots=tmp_path).text) as (table, children):
        table.kill()
        until_gone(children)


def test_it_ends_out_of_a_driver_that_hangs(tmp_path: Path) -> None:
    with parent(STARTER, HANGING, VisionHello(snapshots=tmp_path).text) as (table, children):
        table.kill()
        until_gone(children)
