"""Where the table's time comes from: the one place outside hardware that reads a clock."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol


class Clock(Protocol):
    """Monotonic microseconds for limits, wall time for people, and which boot both belong to."""

    boot: str

    def mono_us(self) -> int: ...

    def wall(self) -> datetime: ...


class SystemClock:
    """This machine's clocks. Processes of one boot share the monotonic one."""

    def __init__(self) -> None:
        try:
            self.boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except OSError:
            # No such file outside Linux: every start then counts as a boot, and outages are taken from wall time.
            self.boot = str(uuid.uuid4())

    def mono_us(self) -> int:
        return time.monotonic_ns() // 1000

    def wall(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class HandClock:
    """A clock that stands still until it is moved: for tests, and for matches faster than time."""

    now_us: int = 1_000_000_000
    boot: str = "by-hand"
    began: datetime = field(default_factory=lambda: datetime(2026, 1, 1, tzinfo=UTC))

    def mono_us(self) -> int:
        return self.now_us

    def wall(self) -> datetime:
        return self.began + timedelta(microseconds=self.now_us)

    def move(self, seconds: float) -> None:
        self.now_us += round(seconds * 1_000_000)
