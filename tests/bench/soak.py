"""Does a process grow? The demonstration again and again, some screens watching; memory, threads and files. Prints.

python tests/bench/soak.py [--minutes 6] [--speed 10] [--screens 3]

Six minutes at tenfold speed are an hour of play. Every process of the table is sampled; the first quarter is warming
up, and the rest is held against itself: the median of its first third beside that of its last. Where a process grows,
the kinds of memory that are its own say what to look for; `tests/bench/grow.py` plays hundreds of matches in minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.memory import KINDS, held_kib
from tests.bench.screen import Watcher
from tests.leash import leashed

EVERY_S = 2.0


@dataclass(frozen=True)
class Sample:
    """A process at a moment."""

    at_s: float
    memory_kib: int
    threads: int
    files: int
    #: What it holds of its own, by kind.
    held_kib: dict[str, int]


def _of_kind(kind: str, sample: Sample) -> int:
    return sample.held_kib[kind]


@dataclass(frozen=True)
class Growth:
    """What a process had in its first third after warming up, and in its last: medians."""

    memory_kib: tuple[float, float]
    threads: tuple[float, float]
    files: tuple[float, float]
    held_kib: dict[str, tuple[float, float]]


@dataclass
class Process:
    """What was seen of one process."""

    name: str
    samples: list[Sample] = field(default_factory=list)

    def growth(self, end_s: float) -> Growth | None:
        """How it grew; None for one that came and went."""
        kept = [sample for sample in self.samples if sample.at_s >= end_s / 4]
        if len(kept) < 6 or self.samples[-1].at_s < end_s - 5 * EVERY_S:
            return None
        third = len(kept) // 3

        def middles(part: Callable[[Sample], int]) -> tuple[float, float]:
            first, last = (statistics.median(map(part, some)) for some in (kept[:third], kept[-third:]))
            return first, last

        return Growth(
            middles(lambda sample: sample.memory_kib),
            middles(lambda sample: sample.threads),
            middles(lambda sample: sample.files),
            {kind: middles(partial(_of_kind, kind)) for kind in KINDS},
        )

    def line(self, end_s: float) -> str:
        grown = self.growth(end_s)
        if grown is None:
            return f"  {self.name:34} came and went ({len(self.samples)} samples)"
        before, after = (kib / 1024 for kib in grown.memory_kib)
        threads, files = ("{:g} -> {:g}".format(*pair) for pair in (grown.threads, grown.files))
        held = ", ".join(f"{kind} {pair[0]:.0f} -> {pair[1]:.0f}" for kind, pair in grown.held_kib.items())
        tenths = [self._during(number * end_s / 10, (number + 1) * end_s / 10) for number in range(10)]
        levels = " ".join("-" if kib is None else f"{kib / 1024:.1f}" for kib in tenths)
        return (
            f"  {self.name:34} {before:7.1f} -> {after:7.1f} MiB   threads {threads}, files {files}\n"
            f"  {'':34} its own, in KiB: {held}\n"
            f"  {'':34} MiB in each tenth: {levels}"
        )

    def _during(self, start_s: float, end_s: float) -> float | None:
        """The median of its memory in that time: a step that comes once shows there, and so does a slope."""
        kept = [sample.memory_kib for sample in self.samples if start_s <= sample.at_s < end_s]
        return statistics.median(kept) if kept else None


@dataclass(frozen=True)
class Soaked:
    """What came of it."""

    end_s: float
    matches: int
    journal_kib: float
    told: int
    status: int
    stuck: tuple[str, ...]
    processes: tuple[Process, ...]


def sample(session: int, seen: dict[int, Process], at_s: float) -> None:
    """Look at every process of a session."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(status[3]) != session:
                continue
            words = (folder / "cmdline").read_bytes().split(b"\0")
            pages = int((folder / "statm").read_text().split()[1])
            threads = int(status[17])
            files = len(list((folder / "fd").iterdir()))
            held = held_kib(folder.name)
        except (OSError, IndexError, ValueError):
            continue
        name = next((word.decode() for word in words if word in (b"vision.process", b"kiosk.cli")), "other")
        process = seen.setdefault(int(folder.name), Process(f"{name} ({folder.name})"))
        memory_kib = pages * os.sysconf("SC_PAGE_SIZE") // 1024
        process.samples.append(Sample(at_s, memory_kib, threads, files, held))


def soak(minutes: float, speed: float, screens: int) -> Soaked:
    """Let the demonstration play again and again for so long."""
    end_s = minutes * 60
    seen: dict[int, Process] = {}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kiosk.cli", "demo", "--again", "--speed", str(speed)]
        table = subprocess.Popen(
            leashed([*command, "--port", "0", "--data", f"{folder}/data"]),
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert table.stdout is not None
        address = re.search(r"http://\S+", table.stdout.readline())
        assert address is not None
        told: list[str] = []
        reading = threading.Thread(target=lambda: told.extend(table.stdout or ()), daemon=True)
        reading.start()
        while not any("sit down" in line for line in told):
            assert table.poll() is None, "the demonstration has ended"
            time.sleep(0.1)
        watchers = [Watcher(address[0]) for _ in range(screens)]
        for watcher in watchers:
            watcher.start()
        began = time.monotonic()
        while (at_s := time.monotonic() - began) < end_s:
            sample(table.pid, seen, at_s)
            time.sleep(EVERY_S)
        rows = sum(file.stat().st_size for file in (Path(folder) / "data").glob("journal.db*"))
        table.terminate()
        status = table.wait(60)
        for thread in (reading, *watchers):
            thread.join(60)
        table.stdout.close()
    return Soaked(
        end_s=end_s,
        matches=sum("Everybody has signed" in line for line in told),
        journal_kib=rows / 1024,
        told=sum(len(watcher.came) for watcher in watchers),
        status=status,
        stuck=tuple(line for line in told if "has stopped" in line),
        processes=tuple(seen.values()),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--speed", type=float, default=10.0)
    parser.add_argument("--screens", type=int, default=3)
    options = parser.parse_args()
    soaked = soak(options.minutes, options.speed, options.screens)
    print(
        f"{options.minutes:g} minutes at {options.speed:g}-fold speed: {soaked.matches} matches, "
        f"journal {soaked.journal_kib:.0f} KiB"
    )
    print(f"  screens were told {soaked.told} times; status {soaked.status} {' '.join(soaked.stuck)}")
    for process in soaked.processes:
        print(process.line(soaked.end_s))


if __name__ == "__main__":
    main()
