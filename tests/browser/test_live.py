"""Connections that break under a real browser: it is seen, and it does no harm."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kiosk.web import create_app
from tests.browser.conftest import PageFactory, Served
from tests.kiosk.web.fake_table import FakeTable
from tests.serving import RunningTable, quiet_port


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FakeTable]:
    made = FakeTable(tmp_path)
    yield made
    made.close()


def lost(page: Page) -> None:
    expect(page.locator("#reconnecting")).to_be_visible()
    expect(page.locator("#reconnecting")).to_contain_text("Connection lost")
    expect(page.locator("body")).to_have_attribute("data-link", "lost")


def live(page: Page) -> None:
    expect(page.locator("#reconnecting")).to_be_hidden()
    expect(page.locator("body")).to_have_attribute("data-link", "live")


class Cable:
    """A cable between browser and server that can be cut, or fall silent without anybody noticing."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.silent = threading.Event()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            self._pairs.append((near, far))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                if not self.silent.is_set():
                    sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            end.close()

    def cut(self) -> None:
        for pair in self._pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    end.close()

    def close(self) -> None:
        self._listener.close()
        self.cut()


@pytest.fixture
def wired(table: FakeTable, page: PageFactory) -> Iterator[tuple[Page, Cable]]:
    """A page that shows a roll, and the cable between it and its table."""
    table.show("rolling")
    server = Served(create_app(table))
    cable = Cable(server.port)
    made = page(quiet=False)
    made.goto(f"http://127.0.0.1:{cable.port}/")
    made.wait_for_selector("body[data-phase='rolling']")
    live(made)
    yield made, cable
    cable.close()
    table.close()
    server.stop()


@pytest.mark.parametrize("cut", [True, False], ids=["cut", "silent"])
def test_a_connection_that_breaks_comes_back_with_the_newest_screen(
    table: FakeTable, wired: tuple[Page, Cable], *, cut: bool
) -> None:
    """Wi-Fi that is gone closes nothing: without a cut no error comes, only nothing more."""
    page, cable = wired
    cable.silent.set()
    table.show("moving")
    if cut:
        cable.cut()
    lost(page)
    cable.silent.clear()
    live(page)
    page.wait_for_selector("body[data-phase='moving']")


def test_a_table_that_is_killed_and_comes_back(tmp_path: Path, page: PageFactory) -> None:
    port = str(quiet_port())
    first = RunningTable(tmp_path / "data", port=port)
    first.begin({"ruleset": "mlag-basic-equations-2018", "division": "middle", "names": ["Ann", "Ben"]})
    made = page(quiet=False)
    made.goto(f"{first.url}/")
    made.wait_for_selector("#play:not([hidden])")
    phase, names = made.evaluate("() => [document.body.dataset.phase, document.getElementById('seats').textContent]")
    first.kill()
    lost(made)
    with RunningTable(tmp_path / "data", port=port) as second:
        live(made)
        made.wait_for_selector(f"body[data-phase='{phase}']")
        # Held for a while with the page open: what is pressed is answered, not lost without a word.
        os.killpg(second.process.pid, signal.SIGSTOP)
        lost(made)
        os.killpg(second.process.pid, signal.SIGCONT)
        live(made)
        made.reload()
        made.wait_for_selector(f"body[data-phase='{phase}']")
        assert "Ann" in names
        assert second.post("/act", {"event": "judge-called"})["status"] == "done"
