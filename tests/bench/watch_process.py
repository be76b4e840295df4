"""What the whole vision process takes at 15 frames a second, and how soon it tells: a filmed shake, played as it was.

Prints; asserts nothing. The film is recorded first, as JPEG of 1280 x 960; then the process reads it at its own speed,
with the trained reader, as it would read a camera. The processor's time is the process's own; how soon it tells is by
the wall's clock, and what else runs on the machine counts.

python tests/bench/watch_process.py [MOVES]
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.watch import SLOWER
from tests.vision.shakes.film import Film
from tests.vision.shakes.play import play
from tests.vision.shakes.stage import FPS, PERIOD_US
from vision.frames import monotonic_us
from vision.recording import About, Recorder
from vision.sightings import AnySighting, Trouble
from vision.supervisor import Vision, VisionHello

SEED = 3
#: What a process has done when it is ready does not count.
_TICKS = os.sysconf("SC_CLK_TCK")


class Ear:
    """When what was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, AnySighting]] = []
        self.over = threading.Event()
        self.watching = threading.Event()

    def sighting(self, sighting: AnySighting) -> None:
        if isinstance(sighting, Trouble) and sighting.problem == "recording-over":
            self.over.set()
        self.told.append((monotonic_us(), sighting))

    def state(self, state: str, _text: str) -> None:
        if state == "watching":
            self.watching.set()


def main(moves: int) -> None:
    cv2.setNumThreads(1)
    film = play(SEED, moves)
    with tempfile.TemporaryDirectory() as folder:
        _record(film, Path(folder) / "film")
        ear = Ear()
        hello = VisionHello(
            snapshots=Path(folder) / "snapshots",
            camera={"kind": "folder", "path": str(Path(folder) / "film")},
            fps=FPS,
            reader="net",
            clips=Path(folder) / "clips",
            clip_seconds=8,
        )
        with Vision(hello, ear.sighting, lambda _: None, ear.state) as vision:
            ear.watching.wait(120)
            pid = vision.pid
            assert pid is not None
            spent_s, began_s = _spent_s(pid), time.monotonic()
            ear.over.wait(60 + len(film.shots) / FPS)
            if vision.pid != pid:
                raise SystemExit("the process had to be started anew: this machine is too busy for that")
            share = (_spent_s(pid) - spent_s) / (time.monotonic() - began_s)
            memory = _memory_mb(pid)
    print(f"{len(film.shots)} frames of 1280 x 960 at {FPS} a second, {len(film.events)} moves and rolls")
    print(f"the whole process takes {100 * share:.1f} % of a core and {memory} MB of memory; estimated: ", end="")
    print(", ".join(f"{name} about {100 * share * slower:.0f} % of a core" for name, slower in SLOWER.items()))
    late_ms = sorted(_late_ms(film, ear.told))
    print(
        f"{len(late_ms)} of {len(film.events)} were told, after the first frame in which nothing moves at all: ", end=""
    )
    print(
        f"median {statistics.median(late_ms):.0f} ms, 95 % {late_ms[round(0.95 * (len(late_ms) - 1))]:.0f} ms, ", end=""
    )
    print(f"worst {late_ms[-1]:.0f} ms (less than nothing where the hand had left the sheet sooner)")


def _record(film: Film, folder: Path) -> None:
    show = film.projector()
    with Recorder(folder, About(camera={"kind": "usb"}, fps=FPS)) as recorder:
        for number in range(len(film.shots)):
            recorder.add(show(number))


def _late_ms(film: Film, told: list[tuple[int, AnySighting]]) -> list[float]:
    """How long after the first still frame each event was told, by the clock of the wall."""
    boards = [(at_us, sighting) for at_us, sighting in told if not isinstance(sighting, Trouble)]
    # The first board is that of the film's first frame.
    begin_us = boards[0][1].at_us
    late = []
    for event, following in zip(film.events, [*film.events[1:], None], strict=True):
        first_us = begin_us + (event.frame - 2) * PERIOD_US
        last_us = begin_us + (following.frame - 2 if following else len(film.shots)) * PERIOD_US
        found = [
            at_us for at_us, sighting in boards[1:] if first_us <= sighting.at_us < last_us and sighting.board.sure
        ]
        if found:
            late.append((found[0] - begin_us - event.still_from * PERIOD_US) / 1000)
    return late


def _spent_s(pid: int) -> float:
    """The processor's time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _memory_mb(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 14)
