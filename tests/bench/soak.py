"""Does a process grow? The demonstration again and again, some screens watching; memory, threads and files. Prints.

python tests/bench/soak.py [--minutes 6] [--speed 10] [--screens 3]

Six minutes at tenfold speed are an hour of play. Every process of the table is sampled; the first quarter is warming
up, and the rest is held against itself: the median of its first third beside that of its last.
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
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.screen import Watcher

EVERY_S = 2.0


@dataclass
class Process:
    """What was seen of one process."""

    name: str
    samples: list[tuple[float, int, int, int]] = field(default_factory=list)

    def line(self, warm_s: float, end_s: float) -> str:
        kept = [sample for sample in self.samples if sample[0] >= warm_s]
        if len(kept) < 6 or self.samples[-1][0] < end_s - 5 * EVERY_S:
            return f"  {self.name:34} came and went ({len(self.samples)} samples)"
        third = len(kept) // 3
        first, last = kept[:third], kept[-third:]

        def middle(part: list[tuple[float, int, int, int]], at: int) -> float:
            return statistics.median(sample[at] for sample in part)

        memory = f"{middle(first, 1) / 1024:7.1f} -> {middle(last, 1) / 1024:7.1f} MiB"
        rest = f"threads {middle(first, 2):g} -> {middle(last, 2):g}, files {middle(first, 3):g} -> {middle(last, 3):g}"
        return f"  {self.name:34} {memory}   {rest}"


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
        except (OSError, IndexError, ValueError):
            continue
        name = next((word.decode() for word in words if word in (b"vision.process", b"kiosk.cli")), "other")
        process = seen.setdefault(int(folder.name), Process(f"{name} ({folder.name})"))
        process.samples.append((at_s, pages * os.sysconf("SC_PAGE_SIZE") // 1024, threads, files))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--speed", type=float, default=10.0)
    parser.add_argument("--screens", type=int, default=3)
    options = parser.parse_args()
    end_s = options.minutes * 60
    seen: dict[int, Process] = {}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kiosk.cli", "demo", "--again", "--speed", str(options.speed)]
        table = subprocess.Popen(
            [*command, "--port", "0", "--data", f"{folder}/data"],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert table.stdout is not None
        address = re.search(r"http://\S+", table.stdout.readline())
        assert address is not None
        told: list[str] = []
        threading.Thread(target=lambda: told.extend(table.stdout or ()), daemon=True).start()
        while not any("sit down" in line for line in told):
            time.sleep(0.1)
        watchers = [Watcher(address[0]) for _ in range(options.screens)]
        for watcher in watchers:
            watcher.start()
        began = time.monotonic()
        while (at_s := time.monotonic() - began) < end_s:
            sample(table.pid, seen, at_s)
            time.sleep(EVERY_S)
        rows = sum(file.stat().st_size for file in (Path(folder) / "data").glob("journal.db*"))
        table.terminate()
        status = table.wait(60)
    matches = sum("Everybody has signed" in line for line in told)
    stuck = [line for line in told if "has stopped" in line]
    print(
        f"{options.minutes:g} minutes at {options.speed:g}-fold speed: {matches} matches, journal {rows / 1024:.0f} KiB"
    )
    print(f"  screens were told {sum(len(watcher.came) for watcher in watchers)} times; status {status} {stuck or ''}")
    for process in seen.values():
        print(process.line(end_s / 4, end_s))


if __name__ == "__main__":
    main()
