"""A table that really runs: `tablejudge run` in processes of its own, reached over HTTP like a browser would."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rules.mat import Section
from tests.leash import leashed

#: How long anything may take before a test gives up.
PATIENCE_S = 40.0


#: Ports that the system gives to nobody who does not ask for them: it takes others for connections (32768 and up).
QUIET_PORTS = range(20_000, 30_000)


def quiet_port() -> int:
    """A free port that stays free while the server on it is away, so that the next one can take its place."""
    while True:
        port = random.choice(QUIET_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class RunningTable:
    """Started by construction on a free port; ended by `stop` (in order) or `kill` (as a power switch would).

    It also ends when the test does that started it, even if that was killed. A table that does not come up is an error
    with its own last words, such as that its port is in use.
    """

    def __init__(self, data: Path, *, port: str = "0", options: Sequence[str] = ()) -> None:
        self.data = data
        self._log = data.parent / f"{data.name}.log"
        command = [sys.executable, "-m", "kiosk.cli", "run", "--data", str(data), "--port", port, *options]
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                leashed(command),
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )
        self._kept: dict[str, str] = {}
        try:
            self.url = self._address()
            self.until(lambda: self.get("/healthz")["ok"])
        except BaseException:
            self.kill()
            raise

    def _address(self) -> str:
        """Where it listens: the first thing that it says."""
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], PATIENCE_S)[0], (
            f"the table says nothing; {self.last_words()}"
        )
        line = self.process.stdout.readline().decode()
        address = re.search(r"http://\S+", line)
        assert address, f"no address was printed, but {line!r}; {self.last_words()}"
        return address[0].rstrip("/")

    def last_words(self) -> str:
        """What it has logged last, for whoever wonders why it has ended."""
        return "its log ends with: " + self._log.read_text(errors="replace")[-2000:]

    # -- as a browser ------------------------------------------------------------------------------

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return json.load(answer)

    def post(self, path: str, request: Mapping[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Origin": self.url, **self._credentials()}
        asked = urllib.request.Request(self.url + path, json.dumps(request).encode(), headers)
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return json.load(answer)

    def _credentials(self) -> dict[str, str]:
        """The cookie of this browser and its token, from the table, as a page gets them."""
        if not self._kept:
            with urllib.request.urlopen(self.url + "/session", timeout=10) as answer:
                cookie = answer.headers["Set-Cookie"].partition(";")[0]
                self._kept = {"Cookie": cookie, "X-Tablejudge-Token": json.load(answer)["token"]}
        return self._kept

    def body(self) -> Any:
        """The newest screen, from the stream."""
        with urllib.request.urlopen(self.url + "/events", timeout=10) as stream:
            event = b""
            for line in stream:
                if line.startswith(b"event:"):
                    event = line[6:].strip()
                if line.startswith(b"data:") and event == b"screen":
                    return json.loads(line[5:])
        raise AssertionError("the stream ended")

    def until(self, condition: Any, seconds: float = PATIENCE_S) -> None:
        deadline = time.monotonic() + seconds
        while True:
            try:
                if condition():
                    return
            except (OSError, urllib.error.URLError):
                assert self.process.poll() is None, f"the table has ended; {self.last_words()}"
            assert time.monotonic() < deadline, "it did not come to that"
            time.sleep(0.05)

    # -- as a script's stage (kiosk.demo.Stage) ------------------------------------------------------

    @property
    def hands(self) -> RunningTable:
        return self

    def begin(self, request: Mapping[str, Any]) -> Any:
        return self.post("/begin", request)

    def act(self, request: Mapping[str, Any]) -> Any:
        return self.post("/act", request)

    def answer(self, request: Mapping[str, Any]) -> Any:
        return self.post("/answer", request)

    def pass_time(self, seconds: float) -> None:
        """Nobody dawdles here: a twentieth of what the script would have liked, but time to look again."""
        time.sleep(min(max(seconds / 20, 0.05), 0.3))

    def do(self, **request: Any) -> None:
        self.post("/simulator/do", request)

    def lay(self, sections: Mapping[str, str]) -> None:
        self.do(do="lay", sections=dict(sections))

    def move(self, cube: str, start: Section, end: Section) -> None:
        self.do(do="move", cube=cube, **{"from": start.value, "to": end.value})

    def lay_goal(self, goal: str) -> None:
        self.do(do="lay-goal", goal=goal)

    def lift_block(self) -> None:
        self.do(do="lift-block")

    def return_block(self) -> None:
        self.do(do="return-block")

    def press(self, seat: int) -> None:
        self.do(do="press", seat=seat)

    # -- ending --------------------------------------------------------------------------------------

    def kill(self) -> None:
        """Everything at once, with no chance to say goodbye."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._reap()

    def stop(self) -> int:
        """SIGTERM; the exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        return self._reap()

    def _reap(self) -> int:
        status = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
