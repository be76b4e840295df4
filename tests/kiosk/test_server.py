"""The server's socket, and who may sign in where it runs."""

from __future__ import annotations

import logging
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.people import Role
from kiosk.server import PATIENCE_S, listen, people_of


@pytest.mark.parametrize("option", [socket.SO_RCVTIMEO, socket.SO_SNDTIMEO])
def test_who_sends_half_a_request_is_not_waited_for(option: int) -> None:
    """The system's own limit stands on every connection that is accepted, before any thread reads from it."""
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            told = accepted.getsockopt(socket.SOL_SOCKET, option, struct.calcsize("ll"))
    assert struct.unpack("ll", told) == (PATIENCE_S, 0)


def test_a_list_of_people_that_cannot_be_read_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    well = people_of(tmp_path)
    assert set(well) == {"people"}
    well["people"].persons.add("Lee Kim", Role.JUDGE)
    well["people"].store.close()
    for path in tmp_path.glob("people.db*"):
        path.unlink()
    (tmp_path / "people.db").write_bytes(b"nonsense" * 1000)
    broken = people_of(tmp_path)
    assert broken["sign_in_broken"] is True
    assert broken["people"].persons.all() == []
    assert "people.db cannot be used" in caplog.text


def test_the_table_does_not_load_what_runs_the_networks() -> None:
    """They belong to the process that sees; a small machine has no memory for them twice."""
    told = "import sys, kiosk.server; print('onnxruntime' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
