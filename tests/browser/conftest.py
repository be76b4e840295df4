"""A real browser: the system's Chromium, driven by playwright. It is needed, not optional."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from werkzeug.serving import BaseWSGIServer, make_server

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]
PageFactory = Callable[..., Page]
#: How long anything on a page may take before a test gives up: the machine may be busy with other tests.
PATIENT_MS = 30_000
expect.set_options(timeout=PATIENT_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    assert executable is not None, "the browser tests need Chromium; install the package chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield browser
        browser.close()


#: The pages of the running test whose console must stay empty.
_QUIET: list[Page] = []


@pytest.fixture
def page(browser: Browser) -> Iterator[PageFactory]:
    """Makes pages: `page(1024, 600)`. At the end every page must be free of errors and of foreign requests.

    With `quiet=False` the console may complain: for tests in which the server goes away on purpose. With `touch=True`
    it is a device that has fingers on it.
    """
    complaints: list[str] = []
    contexts = []

    def make(width: int = 1024, height: int = 600, *, quiet: bool = True, touch: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=touch
        )
        contexts.append(context)
        made = context.new_page()
        made.set_default_timeout(PATIENT_MS)
        made.on("request", lambda request: _foreign(request.url, complaints))
        made.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        if quiet:
            made.on("console", lambda message: _said(message, complaints))
            _QUIET.append(made)
        return made

    yield make
    for context in contexts:
        context.close()
    _QUIET.clear()
    assert complaints == []


def until(page: Page, condition: Callable[[], object]) -> None:
    """Waits for something in this process while the browser goes on."""
    deadline = time.monotonic() + PATIENT_MS / 1000
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        page.wait_for_timeout(25)


def _foreign(url: str, complaints: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        complaints.append(f"request to {url}")


def _said(message: ConsoleMessage, complaints: list[str]) -> None:
    if message.type in ("error", "warning"):
        complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")


class Served:
    """An application on a port of its own, or on a given one. Streams must be ended by their table before `stop`."""

    def __init__(self, app: Flask, port: int = 0) -> None:
        self._server: BaseWSGIServer = make_server("127.0.0.1", port, app, threaded=True)
        self.port = self._server.port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        for page in _QUIET:
            # Its icon may still be on the way: a page that must not complain leaves before its server does.
            if not page.is_closed() and page.url.startswith(self.url):
                page.close()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"
