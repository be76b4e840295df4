"""A table whose parent or whose part is killed by SIGKILL: nothing of it is left, and the next one starts at once."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from device.serial_box import open_port
from kiosk.journal import JournalReader
from tests.bench.screen import SETTINGS, is_ready
from tests.device.rigs import Board
from tests.ended import is_there, parent, session, until, until_gone
from tests.serving import RunningTable, quiet_port

#: A test that starts a table.
TEST = """
import signal, sys
from pathlib import Path
from tests.ended import session
from tests.serving import RunningTable
table = RunningTable(Path(sys.argv[1]))
table.until(lambda: table.get("/healthz")["parts"]["camera"] == "watching")
print(*session(table.process.pid), flush=True)
signal.pause()
"""


def settings(folder: Path) -> list[str]:
    """The options of a table with a box at the end of a cable."""
    config = folder / "table.toml"
    config.write_text(SETTINGS.format(fps=5, port=folder / "port", threads=32), encoding="utf-8")
    return ["--config", str(config)]


def test_a_port_that_is_in_use_is_an_error_at_once(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(AssertionError, match="in use"):
        RunningTable(tmp_path / "data", port=str(other.getsockname()[1]))


@pytest.mark.long
def test_nothing_is_left_of_the_table_of_a_test_that_was_killed(tmp_path: Path) -> None:
    with parent(TEST, str(tmp_path / "data")) as (test, processes):
        assert len(processes) >= 3, "the server, the table and the eye"
        test.kill()
        until_gone(processes)


@pytest.mark.long
def test_a_server_that_was_killed_leaves_its_ports_to_the_next(tmp_path: Path) -> None:
    board, options, port = Board(tmp_path / "port"), settings(tmp_path), str(quiet_port())
    with RunningTable(tmp_path / "data", port=port, options=options) as first:
        first.until(lambda: is_ready(first, tmp_path / "port"))
        processes = session(first.process.pid)
        assert len(processes) >= 4, "the server, the table, the eye and the box"
        first.process.kill()
        until_gone(processes)
    with RunningTable(tmp_path / "data", port=port, options=options) as second:
        second.until(lambda: is_ready(second, tmp_path / "port"))
    # Its last breath was in order: it closed the journal.
    reader = JournalReader(tmp_path / "data")
    assert not any("journal-reopened" in row.body for row in reader.rows())
    reader.close()
    board.unplug()


@pytest.mark.long
def test_a_table_that_was_killed_gets_its_box_back(tmp_path: Path) -> None:
    board = Board(tmp_path / "port")
    with RunningTable(tmp_path / "data", options=settings(tmp_path)) as table:
        table.until(lambda: is_ready(table, tmp_path / "port"))
        server = table.process.pid
        before = [pid for pid in session(server) if pid != server]
        (worker,) = (pid for pid in before if _parent_of(pid) == server)
        os.kill(worker, signal.SIGKILL)
        until_gone(before)
        assert is_there(server)
        table.until(lambda: table.body()["notices"] == [])
    board.unplug()


@pytest.mark.long
def test_a_benchmark_says_who_has_the_port_of_its_box(tmp_path: Path) -> None:
    board = Board(tmp_path / "port")
    with open_port(str(tmp_path / "port")), RunningTable(tmp_path / "data", options=settings(tmp_path)) as table:
        until(lambda: table.get("/healthz")["parts"]["box"] != "ok", "its box is well")
        with pytest.raises(AssertionError, match=rf"is in use by .*{os.getpid()} \("):
            table.until(lambda: is_ready(table, tmp_path / "port"))
    board.unplug()


def _parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
