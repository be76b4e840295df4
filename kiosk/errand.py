"""An errand: a long work for a page, done by a process of its own, which has little to say.

It is bounded in time and memory and behind everybody else for the processor. Whatever it meets, the table goes on. The
process is told what to do in one line of JSON; what it is to read may follow on the same pipe. It answers in lines of
JSON: how far it has come, and at last what became of it.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from device.parent import end_with_parent

#: The largest archive takes a minute on a small machine; whatever takes longer is no work of a table.
MOST_CPU_S, MOST_MEMORY = 900, 3 << 30
#: What a process says that ended without an answer.
ENDED = {"code": "broken", "text": "This could not be done: its process has ended."}

Answer = dict[str, Any]
#: Hears how much is done, and of how much.
Tell = Callable[[int, int], None]
#: What a process can do, by name: from its order to its answer, telling how far it has come.
Deeds = Mapping[str, Callable[[Answer, Tell], Answer]]


class Errand:
    """A process of the module `of` that does one thing. `close` ends it, whatever it is doing; may be called twice."""

    def __init__(self, of: str, order: Mapping[str, Any]) -> None:
        limits = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._process = subprocess.Popen(  # noqa: S603  (a module of ours)
            [sys.executable, "-m", of], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | limits
        )
        self._feed(msgspec.json.encode(order) + b"\n")

    def feed(self, chunks: Iterable[bytes]) -> None:
        """Give it what it is to read. All of `chunks` is taken, also when nobody wants the rest any more."""
        for chunk in chunks:
            self._feed(chunk)

    def _feed(self, data: bytes) -> None:
        assert self._process.stdin is not None
        # It has answered already, and the answer will be read.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(data)

    def answer(self, tell: Tell = lambda _done, _of: None) -> Answer:
        """What became of it: `{"done": …}` or `{"refused": {"code", "text"}}`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        for line in self._process.stdout:
            told: Answer = msgspec.json.decode(line)
            if "of" in told:
                tell(told["at"], told["of"])
            else:
                return told
        return {"refused": ENDED}

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


# --- in the process ---------------------------------------------------------------------------------


def serve(deeds: Deeds) -> None:
    """Do what the first line of the standard input says, and answer; the whole of such a process."""
    # Its stdin is closed while it works, so that does not tell; and nobody would hear its answer.
    end_with_parent(grace_s=0)
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    order = msgspec.json.decode(sys.stdin.buffer.readline())
    shown = -1

    def tell(done: int, of: int) -> None:
        nonlocal shown
        if (share := 100 * done // max(of, 1)) > shown:
            shown = share
            _say({"at": done, "of": of})

    try:
        told = deeds[order["do"]](order, tell)
    except MemoryError:
        told = {"refused": {"code": "too-large", "text": "This takes more memory than the table can spare."}}
    _say(told)


def _say(told: Answer) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()
