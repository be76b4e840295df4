"""What the pages need of a table. `kiosk.table.Table` has it all, and so has the fake one of the tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from kiosk.scoresheet import Sheet
from vision.board import Board


class Screen(Protocol):
    """Everything that may be shown at one moment. Whatever is shown changes, `version` changes."""

    @property
    def version(self) -> int: ...

    @property
    def body(self) -> Mapping[str, Any]:
        """JSON, all texts in words; `now_ms` is the match time when this was made."""
        ...


class Snapshots(Protocol):
    """The stored pictures of the mat, by the hash of their bytes."""

    def path(self, name: str, /) -> Path | None: ...

    def reading(self, name: str, /) -> Board | None:
        """What was read from that picture at the time."""
        ...


class Simulation(Protocol):
    """The things on a simulated table, and the hands that move them."""

    def body(self) -> Mapping[str, Any]: ...

    def do(self, request: Mapping[str, Any], /) -> None:
        """Do what a hand does; BadRequest for what no hand could do."""
        ...


class Table(Protocol):
    """The runtime as the pages know it. Every method may be called from any thread."""

    @property
    def snapshots(self) -> Snapshots: ...

    @property
    def simulation(self) -> Simulation | None:
        """None at a table with real hardware."""
        ...

    @property
    def closed(self) -> bool:
        """True once the table is shutting down; then no page waits for it any longer."""
        ...

    def screen(self) -> Screen:
        """The newest screen, with the match time of this very moment."""
        ...

    def wait(self, after: int, timeout_s: float) -> Screen | None:
        """The screen as soon as its version is above `after`; None when the time is up or the table closes."""
        ...

    def sheet(self) -> Sheet | None:
        """The official sheet of the last match, as the journal has it now; None before the first one."""
        ...

    def begin(self, request: Mapping[str, Any], /) -> Mapping[str, Any]: ...

    def act(self, request: Mapping[str, Any], /, by: str = "screen") -> Mapping[str, Any]:
        """Do what somebody pressed; `by` is who is on record for it: the screen, or `judge:<initials>`."""
        ...

    def answer(self, request: Mapping[str, Any], /, by: str = "screen") -> Mapping[str, Any]: ...

    def health(self) -> Mapping[str, Any]: ...

    def parts(self) -> Mapping[str, Any]:
        """What hardware is in use, and how it is."""
        ...

    def equip(self, request: Mapping[str, Any], by: str, /) -> Mapping[str, Any]:
        """Change hardware while the table runs; BadRequest for what cannot be used."""
        ...
