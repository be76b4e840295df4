"""A simulated table without threads, processes or waiting: its time moves when it is told to.

Everything else is the real thing: pictures are drawn and read, sightings sequenced, events journalled. Tests
play on it, and so does `tablejudge demo --headless`, as fast as the machine can.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.simulated import SimulatedBox
from device.timer import panel_at
from kiosk.boxes import plan_of
from kiosk.clock import HandClock
from kiosk.journal import Journal
from kiosk.record import Life, Record
from kiosk.referee import Referee, Reply
from kiosk.screen import screen_body
from kiosk.simulation import SimulatedTable
from rules.cubes import EQUATIONS_KIT
from rules.errors import BadRequest
from rules.registry import Games
from vision.layout import load_layout
from vision.plain_reader import PlainReader
from vision.simulated_camera import SimulatedCamera
from vision.snapshots import SnapshotStore
from vision.watch import Watcher

#: Frames a second: enough to see every step of a script.
FPS = 5


class HeadlessTable:
    """A table in one thread. `speed` is how many seconds of the match pass in one of the world; 0: as many as can."""

    def __init__(
        self,
        folder: Path,
        games: Games,
        *,
        clock: HandClock | None = None,
        life: Life | None = None,
        speed: float = 0,
        rng: random.Random | None = None,
        world: Path | None = None,
    ) -> None:
        self.clock = clock or HandClock()
        self._speed = speed
        self._journal = Journal(folder, self.clock)
        frame_us = 1_000_000 // FPS
        record = Record(self._journal, games, self.clock)
        self.referee = Referee(record, self.clock, patience_ms=4000, frame_us=frame_us + frame_us // 2)
        self.referee.resume(life)
        layout = load_layout()
        self._camera = SimulatedCamera(layout, clock=self.clock.mono_us)
        store = SnapshotStore(folder / "snapshots")
        self._watcher = Watcher(PlainReader(layout, EQUATIONS_KIT), store, EQUATIONS_KIT)
        self._box = SimulatedBox(self.clock.mono_us)
        self._box.listen(self.referee.signalled)
        self.hands = SimulatedTable(self._box, layout, EQUATIONS_KIT, show=self._camera.show, world=world, rng=rng)

    def body(self) -> dict[str, Any]:
        """What a screen would show just now."""
        return screen_body(self.referee, {"name": "headless", "simulated": True})

    def begin(self, request: Mapping[str, Any]) -> Reply:
        return self.referee.begin(request)

    def act(self, request: Mapping[str, Any]) -> Reply:
        """A touch on the screen; time passes until it is certain what became of it."""
        return self._answered(lambda answer: self.referee.touched(request, answer))

    def answer(self, request: Mapping[str, Any]) -> Reply:
        return self._answered(lambda answer: self.referee.answered(request, answer))

    def pass_time(self, seconds: float) -> None:
        """Let the match go on for so long, frame by frame."""
        for _ in range(max(1, round(seconds * FPS))):
            self._frame()

    def close(self) -> None:
        self._camera.close()
        self._journal.close()

    def _frame(self) -> None:
        self.clock.move(1 / FPS)
        if self._speed:
            time.sleep(1 / FPS / self._speed)
        frame = self._camera.read()
        if frame is not None:
            for sighting in self._watcher.see(frame):
                self.referee.saw(sighting)
            self.referee.passed(self._watcher.watermark_us)
        self.referee.step()
        plan = plan_of(self.referee.record.view, block=self._box.lifted(), checking=self.referee.checking)
        self._box.show(panel_at(plan, self.referee.now_ms()))

    def _answered(self, ask: Any) -> Reply:
        replies: list[Reply | BadRequest] = []
        ask(replies.append)
        while not replies:
            self._frame()
        if isinstance(replies[0], BadRequest):
            raise replies[0]
        return replies[0]
