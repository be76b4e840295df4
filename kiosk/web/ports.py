"""What the pages need of a table. `kiosk.table.Table` has it all, and so has the fake one of the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from device.box import Box
from kiosk.matches import Matches
from kiosk.parts import Seen
from kiosk.scoresheet import Sheet
from kiosk.seating import Seating
from kiosk.settings import Settings
from vision.board import Board
from vision.live_view import LiveView


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
    def settings(self) -> Settings:
        """What the table was told about itself."""
        ...

    @property
    def matches(self) -> Matches:
        """The matches that a judge or an organiser can look at, of this table and of others."""
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

    def judge(self, request: Mapping[str, Any], judge: str, by: str, /) -> Mapping[str, Any]:
        """Do an act of the judge with these initials (`kiosk/judging.py`); sent again, it is told what became of it."""
        ...

    def health(self) -> Mapping[str, Any]: ...

    def parts(self) -> Mapping[str, Any]:
        """What hardware is in use, and how it is."""
        ...

    def look(self, *, read: bool = False, overlay: bool = False) -> LiveView:
        """What the camera sees now: picture, state and problems; with `read` also board, light and markers.

        With `overlay` what was read is drawn into the picture. Waits for the next frame, for three seconds at most;
        where none comes there is no picture, and the state says why. A reading that is dear is given for a while
        again, so a page may ask as often as it likes, but no sooner than the answer before has come.
        """
        ...

    def look_anew(self) -> None:
        """Start the camera anew, so that it is read by what has been measured of it since. A match goes on."""
        ...

    def seen(self) -> Sequence[Seen]:
        """What the camera saw last, the newest first."""
        ...

    def equip(self, request: Mapping[str, Any], by: str, /) -> Mapping[str, Any]:
        """Change hardware while the table runs; BadRequest for what cannot be used."""
        ...

    def box(self) -> Box:
        """The box of this table for a test: heard beside the referee, and shown on in place of the match."""
        ...

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """Who is to play where, as somebody has told this table."""
        ...

    def seat(self, seatings: Sequence[Seating], by: str, /) -> None:
        """Keep who is to play where; OSError if it cannot be written down."""
        ...

    def note(self, by: str, what: str, /, **values: Any) -> None:
        """Write down in the journal that somebody has changed something about this table."""
        ...
