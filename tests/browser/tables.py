"""A table that really runs in this process, behind a real server, with a clock that is put forward by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from playwright.sync_api import Page

from kiosk.clock import FastClock
from kiosk.settings import CameraSettings, load_settings
from kiosk.table import Table
from kiosk.web import create_app
from rules.games import GAMES
from tests.browser.conftest import Served

#: So slowly does the time of a story pass by itself: a busy machine must not make anybody late.
SLOWLY = 0.02
#: Cameras: the simulated one; one that nobody has plugged in; and none at all, for which nothing ever waits.
SEEING, UNPLUGGED = CameraSettings(), CameraSettings(kind="usb", device="/dev/video-of-nobody")
AWAY = CameraSettings(kind="away")
#: A page that has heard nothing for so long asks anew, and gets the table's time with the answer.
SILENCE_MS = 41_000


class StoryClock(FastClock):
    """A clock that crawls, and jumps when a story says that time has passed."""

    def __init__(self) -> None:
        super().__init__(SLOWLY)
        self._ahead_us = 0

    def of_machine(self, at_us: int) -> int:
        return super().of_machine(at_us) + self._ahead_us

    def to_machine(self, at_us: int) -> int:
        return super().to_machine(at_us - self._ahead_us)

    def jump(self, seconds: float) -> None:
        self._ahead_us += round(seconds * 1_000_000)


class StoryTable:
    """A table with its pages; without a camera that sees everything is said on the screen."""

    def __init__(self, folder: Path, camera: CameraSettings = AWAY) -> None:
        self.clock = StoryClock()
        settings = replace(load_settings(None, {"data": folder}, {}), camera=camera)
        self.table = Table(settings, GAMES, clock=self.clock)
        self.served = Served(create_app(self.table))
        self.url = self.served.url

    def later(self, seconds: float, pages: Iterable[Page]) -> None:
        """So much time passes at the table, and these pages notice it. They need playwright's clock."""
        self.clock.jump(seconds)
        for page in pages:
            page.clock.fast_forward(SILENCE_MS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.table.close()
        self.served.stop()
