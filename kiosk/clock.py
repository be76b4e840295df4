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
    #: How many seconds of it pass in one of this machine's.
    speed: float

    def mono_us(self) -> int: ...

    def wall(self) -> datetime: ...

    def of_machine(self, at_us: int) -> int:
        """This clock's time at a moment of the machine's monotonic clock, which cameras and boxes stamp by."""
        ...

    def to_machine(self, at_us: int) -> int:
        """The moment of the machine's monotonic clock at which this clock shows that time."""
        ...


class SystemClock:
    """This machine's clocks. Processes of one boot share the monotonic one."""

    speed = 1.0

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

    def of_machine(self, at_us: int) -> int:
        return at_us

    def to_machine(self, at_us: int) -> int:
        return at_us


class FastClock(SystemClock):
    """A clock that runs faster than the machine's, for a demonstration that nobody has time to watch."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self.speed = speed
        self._began_us = super().mono_us()
        self._began = super().wall()

    def mono_us(self) -> int:
        return self.of_machine(super().mono_us())

    def wall(self) -> datetime:
        return self._began + timedelta(microseconds=self.mono_us() - self._began_us)

    def of_machine(self, at_us: int) -> int:
        return self._began_us + round((at_us - self._began_us) * self.speed)

    def to_machine(self, at_us: int) -> int:
        return self._began_us + round((at_us - self._began_us) / self.speed)


@dataclass
class HandClock:
    """A clock that stands still until it is moved: for tests, and for matches faster than time."""

    now_us: int = 1_000_000_000
    boot: str = "by-hand"
    speed: float = 1.0
    began: datetime = field(default_factory=lambda: datetime(2026, 1, 1, tzinfo=UTC))

    def mono_us(self) -> int:
        return self.now_us

    def wall(self) -> datetime:
        return self.began + timedelta(microseconds=self.now_us)

    def of_machine(self, at_us: int) -> int:
        return at_us

    def to_machine(self, at_us: int) -> int:
        return at_us

    def move(self, seconds: float) -> None:
        self.now_us += round(seconds * 1_000_000)
