"""How long a row takes until it is durable: announced, committed with sync, confirmed; with the disk's own speed.

    python tests/bench/journal.py [FOLDER] [ROWS]

The aim is 5 ms for 99 of 100 rows. FOLDER should be on the disk that a table would use.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from kiosk.clock import SystemClock
from kiosk.journal import Journal
from kiosk.verify import examine

BODY = '{"t":83.2,"event":"cube-moved","player":"B","cube":"R2","from":"resources","to":"required"}'
AIM_MS = 5.0


def timed(count: int, act: Callable[[], object]) -> list[float]:
    """The milliseconds that each of so many calls took, in ascending order."""

    def one() -> float:
        began = time.perf_counter()
        act()
        return (time.perf_counter() - began) * 1000

    return sorted(one() for _ in range(count))


def told(what: str, took: list[float]) -> Iterator[str]:
    shares = {f"p{share}": took[min(len(took) - 1, len(took) * share // 100)] for share in (50, 95, 99)}
    figures = "  ".join(f"{name} {ms:.2f} ms" for name, ms in shares.items())
    yield f"{what:28} {figures}  longest {took[-1]:.2f} ms"


def main(folder: str | None = None, rows: str = "2000") -> None:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        path = Path(name)
        with (path / "probe").open("wb") as file:
            file.write(bytes(4096))

            def write_page() -> None:
                os.pwrite(file.fileno(), bytes(4096), 0)
                os.fdatasync(file.fileno())

            disk = timed(300, write_page)
        journal = Journal(path / "data", SystemClock())
        took = timed(int(rows), lambda: journal.append("camera", "event", BODY, snapshots=("ab" * 32, "cd" * 32)))
        journal.close()
        check = timed(5, lambda: examine(path / "data"))
    print(f"load average of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for line in (*told("the disk, one page synced", disk), *told(f"a row, of {rows}", took)):
        print(line)
    for line in told("verify all of them", check):
        print(line)
    print(f"aim: p99 of a row below {AIM_MS:g} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
