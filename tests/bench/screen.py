"""How long from a signal of the box to what people see, with vision at five frames a second. Prints.

python tests/bench/screen.py [--signals 100] [--screens 50]

The challenge block is lifted and put back at the far end of a cable (a pseudo-terminal), by this machine's clock. Three
things are timed: when a real browser has drawn that the lift was noticed; when it has drawn what came of it, which has
to wait for the camera, since a cube may have been moved before; and when each of many screens was told the first.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from device.faults import BOX, Fault
from device.inputs import Input
from kiosk.demo import NAMES, ROLL, RULESET
from tests.bench.load import distribution
from tests.device.rigs import Board
from tests.ended import holders
from tests.leash import end_with_parent
from tests.serving import RunningTable

FPS = 5
SETTINGS = """\
[camera]
fps = {fps}

[box]
kind = "serial"
port = "{port}"

[server]
threads = {threads}
"""

#: In the page: every change of what is said, with the time of the frame after the one that shows it.
WATCH = """
() => {
  window.drawn = [];
  const look = () => {
    const noticed = document.getElementById("noticed");
    return (noticed.hidden ? "" : noticed.textContent) + "|" + document.getElementById("prompt").textContent;
  };
  let last = look();
  new MutationObserver(() => {
    const now = look();
    if (now === last) return;
    last = now;
    requestAnimationFrame(() => requestAnimationFrame(() =>
      window.drawn.push([performance.timeOrigin + performance.now(), now])));
  }).observe(document.getElementById("head"),
    { subtree: true, childList: true, characterData: true, attributes: true });
}
"""


@contextmanager
def table_with_block(threads: int = 64) -> Iterator[tuple[RunningTable, Board]]:
    """A table in the middle of a shake, and the block at the end of its cable."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        board = Board(base / "port")
        config = base / "table.toml"
        config.write_text(SETTINGS.format(fps=FPS, port=base / "port", threads=threads), encoding="utf-8")
        with RunningTable(base / "data", options=["--config", str(config)]) as table:
            table.until(lambda: is_ready(table, base / "port"), 120)
            table.begin({"ruleset": RULESET, "division": "middle", "names": list(NAMES)})
            table.act({"event": "shake-started", "goal_setter": "A"})
            table.lay({"resources": ROLL})
            table.until(lambda: table.body()["match"]["phase"] == "setting-goal")
            table.act({"event": "goal-set", "player": "A", "goal": "G6"})
            table.until(lambda: table.body()["match"]["phase"] == "moving")
            yield table, board
        board.unplug()


def is_ready(table: RunningTable, port: Path) -> bool:
    """Whether nothing is wrong with a table; an error at once if somebody else has the port of its box."""
    fault = table.get("/healthz")["parts"].get(BOX)
    assert fault != Fault.IN_USE.value, f"the box's port {port.resolve()} is in use by {', '.join(holders(port))}"
    return bool(table.body()["notices"] == [])


def wall_ms() -> float:
    return time.time_ns() / 1e6


def signals(board: Board, count: int) -> Iterator[tuple[float, bool]]:
    """Lifts and returns at random moments; each with its time. Whoever asks for the next one has seen the last."""
    rng = random.Random(7)
    up = False
    for _ in range(count):
        time.sleep(1.0 + rng.random())
        up = not up
        at_ms = wall_ms()
        board.set(Input.BLOCK, up)
        yield at_ms, up


# --- a real browser ------------------------------------------------------------------------------------


def in_browser(count: int) -> None:
    from playwright.sync_api import sync_playwright

    noticed: list[float] = []
    certain: list[float] = []
    with table_with_block() as (table, board), sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1024, "height": 600})
        page.goto(table.url)
        page.wait_for_selector("#prompt:not(:empty)")
        page.evaluate(WATCH)
        for at_ms, up in signals(board, count):
            shown = _until_settled(page, up=up)
            times = {_is_noticed(text): when - at_ms for when, text in reversed(shown) if when >= at_ms}
            if True in times:
                noticed.append(times[True])
            certain.append(times[False])
            page.evaluate("window.drawn = []")
        browser.close()
    print(f"a real browser, {count} signals, camera at {FPS} frames a second")
    print(distribution("noticed, drawn", noticed))
    print(distribution("what came of it, drawn", certain))
    print(f"  p95 noticed {_at(noticed, 0.95):.1f} ms; p95 what came of it {_at(certain, 0.95):.1f} ms")


def _is_noticed(text: str) -> bool:
    return text.startswith("Noticed")


def _until_settled(page: Any, *, up: bool, seconds: float = 20) -> list[Any]:
    """What was drawn, once the last of it is what the signal came to."""
    deadline = time.monotonic() + seconds
    while True:
        drawn: list[Any] = page.evaluate("window.drawn")
        if drawn and not _is_noticed(drawn[-1][1]) and ("Who challenges" in drawn[-1][1]) is up:
            return drawn
        if time.monotonic() > deadline:
            raise TimeoutError(f"it was never shown: {drawn}")
        time.sleep(0.02)


def _chromium() -> str:
    return next(path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists())


# --- many screens --------------------------------------------------------------------------------------


class Watcher(threading.Thread):
    """One screen's stream: when each version of the screen came."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.came: list[tuple[float, bool]] = []
        address = urlsplit(url)
        self._socket = socket.create_connection((address.hostname, address.port), timeout=30)
        self._socket.sendall(f"GET /events HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())

    def run(self) -> None:
        with self._socket, self._socket.makefile("rb") as stream:
            for line in stream:
                if line.startswith(b'data: {"version"'):
                    now = wall_ms()
                    match = json.loads(line[5:])["match"]
                    self.came.append((now, bool(match and match["noticed"])))


def on_many_screens(count: int, screens: int) -> None:
    """The clients run in a process of their own, as other machines would."""
    delays: list[float] = []
    with table_with_block(threads=screens + 24) as (table, board):
        ours, theirs = os.pipe()
        us = os.getpid()
        child = os.fork()
        if child == 0:
            end_with_parent(us)
            os.close(ours)
            _watch_all(table.url, screens, theirs)
            os._exit(0)
        os.close(theirs)
        with os.fdopen(ours, "r", encoding="utf-8") as told:
            said = told.readline()
            assert said == "ready\n", said or "the screens' process has ended"
            sent = [at_ms for at_ms, _ in signals(board, count)]
            time.sleep(2)
            os.kill(child, 15)
            came = json.loads(told.read())
        os.waitpid(child, 0)
        missed = 0
        for at_ms in sent:
            for screen in came:
                first = next((when for when, noticed in screen if when >= at_ms and noticed), None)
                if first is None or first - at_ms > 1000:
                    missed += 1
                else:
                    delays.append(first - at_ms)
    print(f"{screens} screens on one table, {count} signals, camera at {FPS} frames a second")
    print(f"  not told within a second: {missed}")
    print(distribution("noticed, received", delays))
    print(f"  p95 {_at(delays, 0.95):.1f} ms")


def _watch_all(url: str, screens: int, out: int) -> None:
    import signal

    watchers = [Watcher(url) for _ in range(screens)]
    for watcher in watchers:
        watcher.start()
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    deadline = time.monotonic() + 60
    while silent := sum(not watcher.came for watcher in watchers):
        if time.monotonic() > deadline or not all(watcher.is_alive() for watcher in watchers):
            os.write(out, f"{silent} of {screens} screens were told nothing\n".encode())
            return
        time.sleep(0.05)
    os.write(out, b"ready\n")
    ended.wait()
    with os.fdopen(out, "w", encoding="utf-8") as told:
        json.dump([watcher.came for watcher in watchers], told)


def _at(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--signals", type=int, default=100, help="how often the block is lifted or put back")
    parser.add_argument("--screens", type=int, default=50)
    parser.add_argument("--only", choices=("browser", "screens"), help="one of the two")
    options = parser.parse_args()
    print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if options.only != "screens":
        in_browser(options.signals)
    if options.only != "browser":
        on_many_screens(options.signals, options.screens)
    print(f"load of this machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
