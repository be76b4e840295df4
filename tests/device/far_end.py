"""Hardware in a process of its own, with hands and eyes at a socket: what is measured does not share our interpreter.

python -m tests.device.far_end pins SOCKET          the process of a box (device/process.py), at mock pins
python -m tests.device.far_end board SOCKET PORT    the board at the other end of a cable
"""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device import process
from device.box import Box
from device.gpio_box import GpioBox
from device.hurry import hurry
from device.inputs import Input
from device.wire import OpenGpio, Opening
from tests.device.rigs import Board, Pins, lamps_of, mono_us

Answers = dict[str, Callable[..., Any]]


class Hands:
    """The client's end: one request, one answer."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stream: Any = None

    def ask(self, what: str, *values: Any) -> Any:
        """What the far end answers; it may be about to start, or to start again."""
        deadline = time.monotonic() + 20
        while True:
            try:
                if self._stream is None:
                    with socket.socket(socket.AF_UNIX) as connection:
                        connection.connect(str(self._path))
                        self._stream = connection.makefile("rw")
                self._stream.write(json.dumps([what, *values]) + "\n")
                self._stream.flush()
                answer = self._stream.readline()
                if answer:
                    return json.loads(answer)
            except OSError:
                assert time.monotonic() < deadline, f"nobody at {self._path}"
                time.sleep(0.01)
            self.close()

    def close(self) -> None:
        if self._stream is not None:
            with contextlib.suppress(OSError):
                self._stream.close()
            self._stream = None


def attend(path: str, answers: Answers) -> None:
    """Answer whoever comes, from a thread."""
    Path(path).unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen()

    def serve() -> None:
        hurry()
        while True:
            connection, _ = server.accept()
            with connection, connection.makefile("rw") as stream:
                for line in stream:
                    what, *values = json.loads(line)
                    stream.write(json.dumps(answers[what](*values)) + "\n")
                    stream.flush()

    threading.Thread(target=serve, name="hands", daemon=True).start()


def at_pins(path: str) -> int:
    def open_(opening: Opening) -> Box:
        assert isinstance(opening, OpenGpio)
        pins = Pins(opening.wiring)
        box = GpioBox(opening.wiring, factory=pins)
        attend(path, _answers(pins.set, lambda: lamps_of(pins), pins.has_buzzed, pins.chip, pins.chip.faces))
        return box

    return process.main(open_)


def at_board(path: str, port: str) -> int:
    board = Board(Path(port))
    attend(path, _answers(board.set, board.lit, lambda: board.has_buzzed, board, board.faces))
    # Until whoever started it closes its stdin.
    sys.stdin.read()
    board.unplug()
    return 0


def _answers(
    set_: Callable[[Input, bool], None],
    lit: Callable[[], tuple[bytes, int]],
    has_buzzed: Callable[[], bool],
    display: Any,
    faces: list[tuple[int, bytes]],
) -> Answers:
    def set_input(which: str, active: bool) -> int:
        began_us = mono_us()
        set_(Input(which), active)
        return began_us

    def lose_display(lost: bool) -> None:
        display.missing = lost

    def lit_now() -> tuple[str, int]:
        face, lamps = lit()
        return face.hex(), lamps

    return {
        "set": set_input,
        "lit": lit_now,
        "has-buzzed": has_buzzed,
        "lose-display": lose_display,
        "faces": lambda: [(at_us, face.hex()) for at_us, face in list(faces)],
    }


if __name__ == "__main__":
    sys.exit({"pins": at_pins, "board": at_board}[sys.argv[1]](*sys.argv[2:]))
