"""A progress bar on one line of a terminal; where nobody watches, a line now and then."""

from __future__ import annotations

import sys
import time


class Bar:
    """Counts steps of a known total and says how long the rest will take."""

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self.what, self.total, self.done = what, total, done
        self._first, self._start, self._said = done, time.monotonic(), 0.0
        self._terminal = sys.stderr.isatty()

    def step(self, steps: int = 1, note: str = "") -> None:
        self.done += steps
        now = time.monotonic()
        if now - self._said < (0.2 if self._terminal else 20) and self.done < self.total:
            return
        self._said = now
        gone = now - self._start
        left = gone / max(self.done - self._first, 1) * (self.total - self.done)
        share = self.done / max(self.total, 1)
        cells = "#" * round(24 * share)
        line = f"{self.what:8} [{cells:24}] {self.done}/{self.total}  {_clock(gone)} gone, {_clock(left)} left  {note}"
        sys.stderr.write(f"\r{line}\x1b[K" if self._terminal else line + "\n")
        sys.stderr.flush()

    def close(self) -> None:
        if self._terminal:
            sys.stderr.write("\n")


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
