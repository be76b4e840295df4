"""Does a table grow from match to match? The same match again and again, said by touch, as fast as it goes. Prints.

python tests/bench/grow.py [--matches 100] [--every 5]

There is no camera: whatever it would have to keep is there at once, fifty frames for each clip, so that their folder is
soon that of a long day. Everything else is the real thing: journal, referee, screens, three streams, evidence.
"""

from __future__ import annotations

import argparse
import gc
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kiosk.clock import HandClock
from kiosk.demo import NAMES
from kiosk.journal import JournalReader
from kiosk.settings import Settings
from kiosk.table import Table
from kiosk.web.stream import frames
from rules.games import GAMES
from tests.bench.memory import held_kib
from tests.ended import ROOT
from vision.frames import monotonic_us
from vision.supervisor import WATCHING
from vision.wire import ClipKept, VisionHello

FRAMES = 50
STREAMS = 3
DEADLINE_S = 60.0


class NoCamera:
    """In place of `vision.supervisor.Vision`: it sees nothing, and has every clip that is wanted.

    Like there, a thread of its own tells of them: what that takes for a moment lies between what the referee keeps.
    """

    state = WATCHING
    pid = None

    def __init__(self, hello: VisionHello, on_clip: Callable[[ClipKept], None], **heard: Any) -> None:
        assert hello.clips is not None
        self._clips = hello.clips
        self._on_clip = on_clip
        self._on_state = heard["on_state"]
        self.kept = 0
        self._wanted: queue.SimpleQueue[tuple[str, int] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._keep_all)

    def start(self) -> None:
        self._on_state(WATCHING, "nobody")
        self._thread.start()

    def keep_clip(self, reason: str, at_us: int) -> None:
        self._wanted.put((reason, at_us))

    def _keep_all(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            self._keep(*wanted)

    def _keep(self, reason: str, at_us: int) -> None:
        self._clips.mkdir(exist_ok=True)
        # Not by paths of Python's: each of those leaves its parts among the names that Python remembers.
        folder = os.open(self._clips, os.O_RDONLY)
        for _ in range(FRAMES):
            self.kept += 1
            os.close(os.open(b"%064x.jpg" % self.kept, os.O_CREAT, dir_fd=folder))
        os.close(folder)
        self._on_clip(ClipKept(reason=reason, at_us=at_us, clip=f"{self.kept:064x}", frames=FRAMES))

    def show(self, _truth: object) -> None: ...

    def hurry(self, _until_us: int) -> None: ...

    def close(self) -> None:
        self._wanted.put(None)
        self._thread.join()


def events_of_demo(folder: Path) -> list[dict[str, Any]]:
    """What happens in the demonstration's match; it is played elsewhere, since reading pictures takes memory too."""
    command = [sys.executable, "-m", "kiosk.cli", "demo", "--headless", "--speed", "0", "--data", str(folder)]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    reader = JournalReader(folder)
    events = [row.data for row in reader.rows() if row.kind == "event"]
    reader.close()
    return events


def play_by_touch(table: Table, clock: HandClock, events: list[dict[str, Any]]) -> None:
    """Let people say all of it, at its time."""
    at_s = 0.0
    for event in events:
        said = {key: value for key, value in event.items() if key != "t"}
        clock.move(event["t"] - at_s)
        at_s = event["t"]
        match event["event"]:
            case "match-started":
                names = list(NAMES)
                reply = table.begin({"ruleset": said["ruleset"], "division": said["division"], "names": names})
            case "tick":
                # That is for the table to notice.
                _until(lambda: bool(table.screen().body["match"]["penalties"]))
                continue
            case "scoresheet-signed":
                reply = table.act(said | {"initials": said["player"]})
            case _:
                reply = table.act(said)
        assert reply["status"] == "done", (event, reply)


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.01)


def held_after(matches: int, every: int) -> Iterator[tuple[int, int, dict[str, int]]]:
    """The number of each so-manieth match, the frames kept by then, and what this process held."""
    with tempfile.TemporaryDirectory() as name, patch("kiosk.parts.Vision", NoCamera):
        folder = Path(name)
        events = events_of_demo(folder / "demo")
        settings = Settings()
        # Clips are wanted of what has just happened, by the machine's own clock.
        clock = HandClock(monotonic_us())
        table = Table(replace(settings, data=replace(settings.data, folder=folder / "data")), GAMES, clock=clock)
        # Nothing of what comes is kept.
        streams = [threading.Thread(target=lambda: deque(frames(table, run="x"), maxlen=0)) for _ in range(STREAMS)]
        for stream in streams:
            stream.start()
        try:
            for number in range(1, matches + 1):
                play_by_touch(table, clock, events)
                if number % every == 0:
                    # Python's lists of free objects come and go with this; what is reached is what could grow.
                    gc.collect()
                    yield number, sum(1 for _ in (folder / "data" / "clips").iterdir()), held_kib()
        finally:
            table.close()
            for stream in streams:
                stream.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--every", type=int, default=5)
    options = parser.parse_args()
    for number, kept, held in held_after(options.matches, options.every):
        kinds = "  ".join(f"{kind} {kib:6}" for kind, kib in held.items())
        # Pages that were touched once stay with a process: what could grow is what is allocated.
        blocks = sys.getallocatedblocks()
        print(
            f"after match {number:4}: {sum(held.values()):6} KiB   {kinds}   {blocks} blocks of Python's, "
            f"{kept:5} frames kept",
            flush=True,
        )


if __name__ == "__main__":
    main()
